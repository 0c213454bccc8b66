import Backtesting
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Platform
import Reports
import Sessions
import Strategies
import Work
import Workspace

/// A strategy on the bars of one series: a part of a sweep over several strategies, symbols or timeframes.
struct SweptPlace {
  let tried: TriedStrategy
  let grid: SweepGrid
  /// The number of its first combination among those of all places.
  let first: Int
  /// The strategy, the symbol and the timeframe, as far as several of them are tried.
  let labels: [String]

  var name: String { tried.name }
}

/// The places of a sweep over several, one behind the other.
struct SweptPlaces {
  let places: [SweptPlace]
  /// The columns that tell them apart: `strategy`, `symbol`, `timeframe`.
  let columns: [String]
  let variants: [SweepVariant]
  /// The parameters that are tried, of all strategies, each once.
  let parameters: [(name: String, kind: Kind)]

  /// The combinations of all places.
  var count: Int { places.last.map { $0.first + $0.grid.count * variants.count } ?? 0 }

  /// The place of a row, by the number of its combination.
  func place(of row: SweepRow) -> Int {
    var (low, high) = (0, places.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle].first <= row.index { low = middle } else { high = middle }
    }
    return low
  }

  /// The variant of the settings of a row and its combination in the grid of its place.
  func cell(of row: SweepRow) -> (place: SweptPlace, variant: Int, combination: Int) {
    let place = places[place(of: row)]
    let (variant, combination) = (row.index - place.first).quotientAndRemainder(dividingBy: place.grid.count)
    return (place, variant, combination)
  }

  /// The value of a parameter in a row; missing where its strategy has none of this name.
  func value(of parameter: String, in row: SweepRow) -> Double {
    let (place, _, combination) = cell(of: row)
    guard let index = place.tried.compiler.definition.parameters.firstIndex(where: { $0.name == parameter }) else {
      return .nan
    }
    return place.grid.combination(combination)[index]
  }

  /// The rows as a frame: parameters, places, settings and figures.
  func frame(of rows: [SweepRow]) -> ItemFrame<SweepRow> {
    let parameters = parameters.map { parameter in
      ListColumn<SweepRow>(parameter.name, parameter.kind) { value(of: parameter.name, in: $0) }
    }
    let labels = columns.indices.map { index in
      ListColumn<SweepRow>(columns[index]) { places[place(of: $0)].labels[index] }
    }
    let settings = variants[0].tried.indices.map { index in
      ListColumn<SweepRow>(variants[0].tried[index].name) { variants[cell(of: $0).variant].tried[index].text }
    }
    let years = ListColumn<SweepRow>("years", isDerived: true) { places[place(of: $0)].tried.years }
    return ItemFrame(
      one: "a combination", many: "combinations", rows, parameters + labels + settings + SweepFrame.columns + [years],
      series: places[0].tried.series)
  }
}

extension Execution {
  /// All combinations of several strategies, symbols or timeframes, in one list.
  mutating func sweepPlaces(
    _ call: CommandCall, after stopped: StoppedRun?
  ) throws(Diagnostic) -> any StatementResult {
    let swept = try places(of: call)
    let span = call.commandSpan
    try checkSize(Double(swept.count), "combinations", at: span)
    let bases = swept.places.flatMap { place in
      swept.variants.map {
        trialBasis(of: place.tried.compiler.definition, $0.settings, on: place.tried.series, place.tried.range)
      }
    }
    let (rows, parts) = try rows(of: swept, besides: try self.rows(of: stopped, bases, at: span), at: span)
    let isWhole = rows.count == swept.count
    try keepPart(
      rows.count, of: swept.count, "combinations", "the best so far", at: span,
      resuming: StoppedRun(call, bases, rows: rows))
    count(rows, of: swept, bases)
    let metric = swept.places[0].tried.metric
    var clauses = try clauses(of: call)
    (clauses.condition, clauses.window) = (swept.places[0].tried.ofRows, nil)
    let (ranked, listing) = try listed(rows, by: metric, clauses) { swept.frame(of: $0) }
    return try report(
      of: ranked, among: rows.count, swept, parts, order: clauses.key, note: listing?.note, isWhole: isWhole, at: span)
  }

  /// The strategies of a call on each of its series in each of its timeframes.
  private mutating func places(of call: CommandCall) throws(Diagnostic) -> SweptPlaces {
    if let span = call.span(of: .inOneAccount) ?? call.span(of: .map) {
      throw Diagnostic(
        .wrongKind, "a sweep over several strategies, symbols or timeframes has neither one account nor a map",
        at: span, hints: ["`sweep` one strategy on one series for a map"])
    }
    let subjects = try call[.sweptStrategies]
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
      var tried = try tried(subject, variants[0].settings, on: series, call)
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
    if let words = call[.symbols] { return try loadedSeries(words) }
    let active = try activeSeries(at: call.commandSpan)
    guard let loaded = session.series[active.name] else {
      throw Diagnostic(.unknownSeries, "`\(active.name)` is not loaded", at: call.commandSpan)
    }
    return [loaded]
  }

  private mutating func parameterNames(of subject: Subject) throws(Diagnostic) -> [String] {
    session.strategies[try text(subject.name)]?.definition.parameters.map(\.name) ?? []
  }

  /// The rows of all places; where it is stopped those that there are by then.
  private mutating func rows(
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
        var compiler = place.tried.compiler
        compiler.finer = try finerBars(for: task.series, variant.settings, at: span)
        let own = known.filter { (first..<first + place.grid.count).contains($0.index) }.map {
          $0.numbered(from: -first)
        }
        do throws(RunFailure) {
          let part = try SweepPart(compiler, variant, task)
          parts[index].append(part)
          rows += try part.rows(own).map { $0.numbered(from: first) }
        } catch {
          if !rows.isEmpty, environment.monitor.isStopped { return (rows, parts) }
          throw diagnostic(error, of: place.tried, at: span)
        }
        if environment.monitor.isStopped { return (rows, parts) }
      }
    }
    return (rows, parts)
  }

  /// Counts the trials of all places, each on its data.
  private mutating func count(_ rows: [SweepRow], of swept: SweptPlaces, _ bases: [TrialBasis]) {
    var trials = [[Trial]](repeating: [], count: swept.places.count)
    for row in rows {
      let (place, variant, combination) = swept.cell(of: row)
      let number = swept.place(of: row)
      trials[number].append(
        bases[number * swept.variants.count + variant].trial(
          place.grid.combination(combination), sharpe: row.sharpeRatio))
    }
    for (place, own) in zip(swept.places, trials) { count(own, on: place.tried.series) }
  }

  private mutating func report(
    of ranked: [SweepRow], among evaluated: Int, _ swept: SweptPlaces, _ parts: [[SweepPart]],
    order: Expression?, note: String?, isWhole: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> SweepReport {
    let top = ranked.first.map { swept.cell(of: $0) }
    let tried = (top?.place ?? swept.places[0]).tried
    let bars = tried.series.bars
    let settings = swept.variants[top?.variant ?? 0].settings
    let basis = ReturnBasis(
      bars: bars, range: tried.range, periodsPerYear: settings.backtest.periodsPerYear, riskFree: .constant(0))
    var certificates: [Certificate] = []
    if settings.certificate, isWhole {
      for row in ranked.prefix(10) {
        guard let certificate = try backtest(of: row, swept, parts, certifies: true, at: span)?.certificate else {
          break
        }
        warn(certificate.lookAhead, at: span)
        certificates.append(certificate)
      }
    }
    let part = parts[ranked.first.map { swept.place(of: $0) } ?? 0].first
    var report = SweepReport(
      strategy: tried.name, seriesName: tried.series.name, metric: tried.metric, parameters: swept.parameters,
      evaluated: evaluated,
      rows: ranked.map { row in (swept.parameters.map { swept.value(of: $0.name, in: row) }, row) },
      order: order.map { sources.text(of: $0.span) }, note: note, label: { bars.label(at: $0) },
      since: swept.places.map(\.tried.since).min() ?? "", until: swept.places.map(\.tried.until).max() ?? "",
      assumptions: RunAssumptions(
        settings, part?.settings ?? settings.backtest, part?.basis ?? basis, staleAfter: settings.staleAfter,
        hasWaitingOrders: tried.compiler.clauses.contains { $0.order != nil }),
      certificates: certificates)
    report.places = SweepReport.Places(
      title: Self.title(of: swept.places), columns: swept.columns,
      rows: ranked.map { swept.places[swept.place(of: $0)].labels })
    report.tried = swept.variants[0].tried.map(\.name)
    report.settingsOfRows = ranked.map { swept.variants[swept.cell(of: $0).variant].tried.map(\.text) }
    guard let first = ranked.first, let top else { return report }
    let names = tried.compiler.definition.parameters.map(\.name)
    report.best = zip(names, top.place.grid.combination(top.combination)).map { (name: $0, value: $1) }
    if isWhole, first.sharpeRatio.isFinite, let run = try backtest(of: first, swept, parts, certifies: false, at: span)
    {
      report.significance = Significance(of: run.result, among: count([], on: tried.series))
    }
    return report
  }

  /// The whole run of a row; nil where it was stopped.
  private func backtest(
    of row: SweepRow, _ swept: SweptPlaces, _ parts: [[SweepPart]], certifies: Bool, at span: SourceSpan
  ) throws(Diagnostic) -> StrategyBacktest? {
    let (place, variant, combination) = swept.cell(of: row)
    do throws(RunFailure) { return try parts[swept.place(of: row)][variant].backtest(combination, certifies) } catch {
      if environment.monitor.isStopped { return nil }
      throw diagnostic(error, of: place.tried, at: span)
    }
  }

  /// The strategies and the series, each once.
  private static func title(of places: [SweptPlace]) -> String {
    func each(_ names: [String]) -> String { OrderedSet(names).joined(separator: ", ") }
    let symbols = OrderedSet(places.map(\.tried.series.name))
    let frames = OrderedSet(places.map { "\($0.tried.series.bars.timeframe)" })
    return each(places.map(\.name)) + " on "
      + (symbols.count > 5 ? "\(symbols.count) symbols" : symbols.joined(separator: ", "))
      + (frames.count > 1 ? " in " + frames.joined(separator: ", ") : "")
  }
}

extension SweepRow {
  /// The same row, its number shifted.
  fileprivate func numbered(from first: Int) -> SweepRow {
    var row = self
    row.index += first
    return row
  }
}

extension Expression {
  /// The conditions joined by `and` that are kept; nil where none is.
  fileprivate func keeping(_ isKept: (Expression) -> Bool) -> Expression? {
    let parts = conjuncts.filter(isKept)
    return parts.dropFirst().reduce(parts.first) { left, right in
      left.map { .binary(.and, $0, right, operatorSpan: right.span) }
    }
  }
}
