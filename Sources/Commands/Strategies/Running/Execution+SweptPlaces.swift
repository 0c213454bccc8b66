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
    let ground = try ground(call, subject, variants)
    let tried = try tried(subject, variants[0].settings, on: ground, call, trying: names)
    let place = SweptPlace(tried: tried, grid: try grid(of: tried), first: 0, labels: [])
    return SweptPlaces(places: [place], columns: [], variants: variants, parameters: tried.parameters)
  }

  /// The ground of a strategy that is tried: many symbols, or one series.
  mutating func ground(
    _ call: CommandCall, _ subject: Subject, _ variants: [SweepVariant]
  ) throws(Diagnostic) -> RunGround {
    let words = call[.symbols] ?? []
    let ground = try ground(
      of: subject, on: words, variants, inOneAccount: call.span(of: .inOneAccount), at: call.commandSpan)
    if let ground { return ground }
    guard let first = words.first else { return RunGround(try activeSeries(at: call.commandSpan)) }
    let series = try loadedSeries(words)
    guard series.count == 1 else {
      throw Diagnostic(
        .backtestRefused, "a sweep is on one series, or on many in one account", at: first.span,
        hints: ["`sweep S(P=RANGE) on A, B in one account with positions 2`"])
    }
    return RunGround(seriesInSession(series[0]))
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
        subject, variants[0].settings, on: RunGround(series), call, trying: variants[0].tried.map(\.name))
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

  /// The runs of each place with each variant of the settings.
  mutating func runs(of swept: SweptPlaces, at span: SourceSpan) throws(Diagnostic) -> [[StrategyRun]] {
    var runs: [[StrategyRun]] = []
    for place in swept.places {
      var own: [StrategyRun] = []
      for variant in swept.variants { own.append(try run(of: place.tried, variant, at: span)) }
      runs.append(own)
    }
    return runs
  }

  /// The rows of all places and variants, computed by the engine of the settings; nil if they are computed here.
  mutating func onEngine(
    _ swept: SweptPlaces, _ runs: [[StrategyRun]], _ call: CommandCall
  ) throws(Diagnostic) -> FinishedJob? {
    let cells = zip(swept.places, runs).flatMap { place, runs in
      runs.map { run in
        var run = run
        run.job = run.job.with(.combinations(place.grid, by: place.tried.metric))
        return run
      }
    }
    return try onEngine(cells, "combinations", swept.variants[0].settings.engine, call)
  }

  /// The rows of all places and variants, and their sweeps; if stopped, those finished by then.
  mutating func rows(
    of swept: SweptPlaces, _ runs: [[StrategyRun]], besides known: [SweepRow], at span: SourceSpan
  ) throws(Diagnostic) -> (rows: [SweepRow], sweeps: [[SweepRun]]) {
    var rows: [SweepRow] = []
    var sweeps = [[SweepRun]](repeating: [], count: swept.places.count)
    for (index, place) in swept.places.enumerated() {
      for (number, run) in runs[index].enumerated() {
        let first = place.first + number * place.grid.count
        let own = known.numbered(in: first..<first + place.grid.count)
        do throws(RunFailure) {
          let sweep = try SweepRun(run, metric: place.tried.metric, grid: place.grid, environment: environment)
          sweeps[index].append(sweep)
          let made = try sweep.rows(besides: own)
          rows += first == 0 ? made : made.map { $0.numbered(from: first) }
        } catch {
          // After a stop by the user, the results so far are still shown.
          if !rows.isEmpty, environment.monitor.isStopped { return (rows, sweeps) }
          throw diagnostic(error, of: place.tried, at: span)
        }
        if environment.monitor.isStopped { return (rows, sweeps) }
      }
    }
    return (rows, sweeps)
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
    for (place, own) in zip(swept.places, trials) { _ = count(own, on: place.tried.ground.symbols) }
  }
}
