import Backtesting
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Sessions
import Strategies
import Work
import Workspace

extension Execution {
  /// The strategies of a sweep on the bars that each of them runs on.
  mutating func sweptPlaces(_ call: CommandCall) throws(Diagnostic) -> SweptPlaces {
    let subjects = try call[.sweptStrategies]
    var isOfSeveral = subjects.count > 1 || call[.validatedTimeframes] != nil
    if !isOfSeveral { isOfSeveral = try isOnSeveral(call, subjects[0]) }
    return isOfSeveral ? try severalPlaces(call, subjects) : try solePlace(call, subjects[0])
  }

  /// True for a strategy on several symbols that share no account.
  private mutating func isOnSeveral(_ call: CommandCall, _ subject: Subject) throws(Diagnostic) -> Bool {
    guard let words = call[.symbols], !call.has(.inOneAccount), try !isPortfolio(subject.name) else { return false }
    return try loadedSeries(words).count > 1
  }

  /// One strategy on one series, a portfolio, or one account of several symbols.
  private mutating func solePlace(_ call: CommandCall, _ subject: Subject) throws(Diagnostic) -> SweptPlaces {
    let variants = try variants(call[.runSettings] ?? [], inOneAccount: call.span(of: .inOneAccount))
    let names = variants[0].tried.map(\.name)
    let account = try sweptAccount(call, subject, variants)
    let tried =
      if let account {
        try self.tried(subject, variants[0].settings, on: account, call, trying: names)
      } else {
        try self.tried(subject, variants[0].settings, on: try sweptSeries(call), call, trying: names)
      }
    let place = SweptPlace(tried: tried, account: account, grid: try grid(of: tried), first: 0, labels: [])
    return SweptPlaces(places: [place], columns: [], variants: variants, parameters: tried.parameters)
  }

  /// A strategy that is tried on the symbols of an account, on the clock of all their bars.
  mutating func tried(
    _ subject: Subject, _ settings: Settings, on account: SweptAccount, _ call: CommandCall,
    trying settingNames: [String] = []
  ) throws(Diagnostic) -> TriedStrategy {
    var compiler = try compiler(subject.name, like: settings.like, on: account.series[0])
    try compiler.check()
    warn(compiler.warnings)
    let (values, spans) = try triedValues(of: subject, compiler)
    let metric = try metric(call[.metric])
    for series in account.series { try checkValuations(of: compiler, on: series) }
    let series = compiler.clockSeries(account.series, account.clock)
    let range = try bars(call.window, in: series)
    try check(metric, for: account, at: subject.span)
    guard !range.isEmpty else { throw Diagnostic(.emptyWindow, "there are no bars in this window", at: subject.span) }
    if !account.isPortfolio { try refuseLegs(of: compiler, at: call.commandSpan) }
    let (ofParameters, ofRows) = try conditions(call[.condition], compiler, settingNames)
    return TriedStrategy(
      subject: subject, settings: settings, series: series, compiler: compiler, values: values, spans: spans,
      range: range, metric: metric, ofParameters: ofParameters, ofRows: ofRows,
      text: session.strategies[compiler.definition.name]?.text ?? "")
  }

  /// The strategies of a call on each of its series in each of its timeframes.
  private mutating func severalPlaces(
    _ call: CommandCall, _ subjects: [Subject]
  ) throws(Diagnostic) -> SweptPlaces {
    if let span = call.span(of: .inOneAccount) ?? call.span(of: .map) {
      throw Diagnostic(
        .wrongKind, "a sweep over several strategies, symbols or timeframes has neither one account nor a map",
        at: span, hints: ["`sweep` one strategy on one series for a map"])
    }
    let variants = try variants(call[.runSettings] ?? [])
    let loaded = try sweptSymbols(call)
    let words = call[.validatedTimeframes]
    var made: [(subject: Subject, series: Evaluation.Series)] = []
    for subject in subjects {
      for one in loaded {
        guard let words else {
          made.append((subject, seriesInSession(one)))
          continue
        }
        for word in words {
          made.append((subject, try series(of: one, like: seriesInSession(one), try timeframe(word), at: word.span)))
        }
      }
    }
    var columns: [String] = []
    if subjects.count > 1 { columns.append("strategy") }
    if loaded.count > 1 { columns.append("symbol") }
    if words?.count ?? 0 > 1 { columns.append("timeframe") }
    var names: Set<String> = []
    for subject in subjects { names.formUnion(try parameterNames(of: subject)) }
    var places: [SweptPlace] = []
    var parameters: OrderedDictionary<String, Kind> = [:]
    for (subject, series) in made {
      var tried = try tried(
        subject, variants[0].settings, on: series, call, trying: variants[0].tried.map(\.name))
      let others = names.subtracting(tried.compiler.definition.parameters.map(\.name))
      tried.ofParameters = tried.ofParameters?.keeping { part in !others.contains { part.uses($0) } }
      let grid = try grid(of: tried)
      for parameter in tried.parameters where parameters[parameter.name] == nil {
        parameters[parameter.name] = parameter.kind
      }
      let labels = columns.map { column in
        switch column {
        case "strategy": tried.name
        case "symbol": series.name
        default: "\(series.bars.timeframe)"
        }
      }
      let first = places.last.map { $0.first + $0.grid.count * variants.count } ?? 0
      places.append(SweptPlace(tried: tried, grid: grid, first: first, labels: labels))
    }
    return SweptPlaces(
      places: places, columns: columns, variants: variants, parameters: parameters.map { ($0.key, $0.value) })
  }

  /// The series that a sweep is on, each by itself.
  private mutating func sweptSymbols(_ call: CommandCall) throws(Diagnostic) -> [LoadedSeries] {
    if let words = call[.symbols] {
      try noteDatesPassedOver(words)
      return try loadedSeries(words)
    }
    let active = try activeSeries(at: call.commandSpan)
    guard let loaded = session.series[active.name] else {
      throw Diagnostic(.unknownSeries, "`\(active.name)` is not loaded", at: call.commandSpan)
    }
    return [loaded]
  }

  private mutating func parameterNames(of subject: Subject) throws(Diagnostic) -> [String] {
    session.strategies[try text(subject.name)]?.definition.parameters.map(\.name) ?? []
  }

  /// What all trials of each place have in common, for each variant of the settings.
  func trialBases(of swept: SweptPlaces) -> [TrialBasis] {
    swept.places.flatMap { place in
      swept.variants.map { variant in
        trialBasis(
          of: place.tried.compiler.definition, variant.settings, on: place.tried.series, place.tried.range,
          terms: place.account.map { terms(of: variant, on: $0) } ?? "")
      }
    }
  }

  /// The words for the account of the runs of a variant, as a backtest of one of them has them.
  func terms(of variant: SweepVariant, on account: SweptAccount) -> String {
    let names = symbolTerms(account.series, account.membership)
    return account.isPortfolio ? names : "\((variant.terms ?? SharedTerms()).text) \(names)"
  }

  /// The rows of all places and variants, and their parts; if stopped, those finished by then.
  mutating func rows(
    of swept: SweptPlaces, besides known: [SweepRow], at span: SourceSpan
  ) throws(Diagnostic) -> (rows: [SweepRow], parts: [[SweepPart]]) {
    var rows: [SweepRow] = []
    var parts = [[SweepPart]](repeating: [], count: swept.places.count)
    for (index, place) in swept.places.enumerated() {
      let task = SweepTask(
        series: place.tried.series, range: place.tried.range, metric: place.tried.metric, grid: place.grid,
        environment: environment)
      for (number, variant) in swept.variants.enumerated() {
        let first = place.first + number * place.grid.count
        let own = known.filter { (first..<first + place.grid.count).contains($0.index) }.map {
          $0.numbered(from: -first)
        }
        var compiler = place.tried.compiler
        if let preference = variant.terms?.preference { try compiler.plan(preference: preference) }
        if place.account == nil { compiler.finer = try finerBars(for: task.series, variant.settings, at: span) }
        do throws(RunFailure) {
          let part =
            if let account = place.account {
              try SweepPart(compiler, on: account, variant, task)
            } else {
              try SweepPart(compiler, variant, task)
            }
          parts[index].append(part)
          let made = try part.rows(own)
          rows += first == 0 ? made : made.map { $0.numbered(from: first) }
        } catch {
          // After a stop by the user, the results so far are still shown.
          if !rows.isEmpty, environment.monitor.isStopped { return (rows, parts) }
          throw diagnostic(error, of: place.tried, at: span)
        }
        if environment.monitor.isStopped { return (rows, parts) }
      }
    }
    return (rows, parts)
  }

  /// Counts the trials of all places, each on its data.
  mutating func count(_ rows: [SweepRow], of swept: SweptPlaces, _ bases: [TrialBasis]) {
    var trials = [[Trial]](repeating: [], count: swept.places.count)
    let variants = swept.variants.count
    var combination: [Double] = []
    // The places are large: their grids are taken out once, and not for each row.
    let grids = swept.places.map(\.grid)
    for number in trials.indices { trials[number].reserveCapacity(trials.count == 1 ? rows.count : 0) }
    for row in rows {
      let number = swept.place(of: row)
      let (variant, place) = (row.index - swept.places[number].first).quotientAndRemainder(
        dividingBy: grids[number].count)
      grids[number].read(place, into: &combination)
      trials[number].append(bases[number * variants + variant].trial(combination, sharpe: row.sharpeRatio))
    }
    for (place, own) in zip(swept.places, trials) { _ = count(own, on: place.members) }
  }
}
