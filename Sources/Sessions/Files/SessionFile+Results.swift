import Backtesting
import Calendar
import Columns
import Evaluation
import JSON
import Language
import OrderedCollections
import Platform
import Reports
import Strategies
import Text
import Workspace

extension SessionFile.Reader {
  /// Reads a result: a backtest, or the numbers of another one.
  package mutating func readResult(_ json: JSONValue) throws(SessionFileError) {
    try readNumbers(json)
    guard let name = json["name"]?.stringValue, var result = session.results[name], result.absent == nil else { return }
    if let statement = json["statement"]?.stringValue { result.origin = [("statement", statement)] }
    if let page = json["page"].flatMap({ KeptPage($0) }) { result.whole = page }
    result.inputs = json["inputs"].map { ResultInputs(kept: $0) }
    if let runs = json["runs"]?.elements { lists[name] = runs.compactMap(\.stringValue) }
    if let kept = json["certificate"].flatMap({ KeptCertificate($0) }) { result.backtest?.keptCertificate = kept }
    // Earlier files have no notes: theirs are those of the bars alone.
    if let notes = json["notes"]?.elements { result.backtest?.notes = notes.compactMap(\.stringValue) }
    session.results[name] = result
  }

  /// Joins the backtests of a list again, if all of them are present.
  package mutating func joinLists() {
    for (name, runs) in lists {
      let reports = runs.compactMap { session.results[$0]?.backtest }
      if reports.count == runs.count { session.results[name]?.whole = BacktestList(runs: reports) }
    }
  }

  private mutating func readNumbers(_ json: JSONValue) throws(SessionFileError) {
    guard let fields = json["fields"]?.members else { return try readBacktest(json) }
    guard let name = json["name"]?.stringValue, let kind = json["kind"]?.stringValue else { throw .damaged("a result") }
    keep(NamedResult(name: name, kind: kind, fields: Self.numbers(fields), texts: json.texts(in: "texts")))
  }

  private mutating func keep(_ result: NamedResult) {
    session.results[result.name] = result
    session.lastResult = result.name
  }

  private static func numbers(_ members: [JSONValue.Member]) -> [String: Double] {
    Dictionary(members.map { ($0.key, ValueFile.number($0.value) ?? .nan) }, uniquingKeysWith: { $1 })
  }

  /// A saved backtest: its statement, its inputs, and its numbers.
  private struct SavedRun {
    var name: String
    var text: String
    var definition: StrategyDefinition
    var settings: Settings
    var range: Range<Int>
    var values: [Double]
    /// The windows of a run whose parameters change from window to window; empty for others.
    var choices: [WindowChoice] = []
    /// True if positions are carried over the seams of these.
    var carries = false
    /// The kind of the result.
    var kind = "backtest"
    /// The definitions when it ran; nil in files of before the third version.
    var definitions: [String: NamedDefinition]?
    /// The numbers that it gave; nil in files of before the third version.
    var numbers: [String: Double]?
    var endValue: Double?
  }

  /// Runs a backtest again from its text and definitions at that time.
  ///
  /// The same bars give the same bits; if they do not, it keeps its numbers.
  private mutating func readBacktest(_ json: JSONValue) throws(SessionFileError) {
    let saved = try savedRun(json)
    if let rate = saved.settings.rateSeries.first(where: { session.series[$0] == nil }) {
      return keepNumbers(saved, json, "\(rate) is not loaded")
    }
    if saved.definition.isPortfolio || json["account"] != nil { return try readPortfolio(saved, json) }
    guard let seriesName = json["series"]?.stringValue, let timeframe = json["timeframe"]?.stringValue,
      let timeframe = Timeframe(timeframe)
    else { throw .damaged("the backtest `\(saved.name)`") }
    guard let loaded = session.series[seriesName] else {
      return keepNumbers(saved, json, "\(seriesName) is not loaded")
    }
    let hours = try hours(json["session"], loaded.bars, of: seriesName)
    guard let series = series(of: loaded, timeframe, hours) else {
      return keepNumbers(saved, json, "\(seriesName) no longer has bars of \(timeframe)")
    }
    guard saved.range.upperBound <= series.bars.count else {
      return keepNumbers(saved, json, "\(seriesName) no longer has its bars")
    }
    guard let report = run(saved, names(of: saved), on: series, loaded) else {
      return keepNumbers(saved, json, "it can no longer be run")
    }
    note(report, of: saved)
    guard isSame(report, as: saved) else {
      let money = Self.money(report.performance.endValue)
      let isEqual = money == Self.money(saved.numbers?["end_value"] ?? .nan)
      let now = "running it again gives \(isEqual ? "that by other fills" : "an end value of \(money)")"
      if saved.numbers == nil {
        findings.append(
          SessionFinding(
            code: .resultOutdated,
            message: "the backtest `\(saved.name)` has changed since it was saved: its inputs have changed"))
      } else {
        return keepNumbers(saved, json, "\(now), as its inputs have changed")
      }
      return keep(NamedResult(name: saved.name, kind: "backtest", fields: report.fields, backtest: report))
    }
    keep(
      NamedResult(
        name: saved.name, kind: saved.kind, fields: saved.numbers ?? report.fields, backtest: report,
        definitions: saved.definitions ?? [:]))
    remarkOnChanges(saved, report, on: series, loaded)
  }

  /// The names when a backtest ran, if the file has them.
  private func names(of saved: SavedRun) -> Names {
    var names = session.expressionNames
    guard let definitions = saved.definitions else { return names }
    names.meanings = NameMeanings()
    for (name, definition) in definitions { names.meanings[name] = definition.meaning }
    return names
  }

  /// Runs a portfolio again on its symbols, as a backtest on one series is.
  private mutating func readPortfolio(_ saved: SavedRun, _ json: JSONValue) throws(SessionFileError) {
    guard let timeframe = json["timeframe"]?.stringValue.flatMap({ Timeframe($0) }),
      let names = json["symbols"]?.elements?.compactMap(\.stringValue), !names.isEmpty,
      let membership = MembershipFile.bySymbol(json["membership"])
    else { throw .damaged("the backtest `\(saved.name)`") }
    var symbols: [Evaluation.Series] = []
    for name in names {
      guard let loaded = session.series[name] else { return keepNumbers(saved, json, "\(name) is not loaded") }
      guard let series = series(of: loaded, timeframe, loaded.bars.session) else {
        return keepNumbers(saved, json, "\(name) no longer has bars of \(timeframe)")
      }
      symbols.append(series)
    }
    let reserve = json["reserve"]?.stringValue.flatMap { names.firstIndex(of: $0) }
    var expressionNames = self.names(of: saved)
    expressionNames.like = saved.settings.like
    var compiler = StrategyCompiler(
      definition: saved.definition, names: expressionNames, source: session.seriesSource, today: environment.today)
    let report: BacktestReport
    do {
      try compiler.check()
      let kind: RunKind =
        if let account = json["account"] { .account(try terms(account)) } else {
          .portfolio(reserve: reserve)
        }
      let ground = RunGround(
        kind, symbols, membership: membership, groups: MembershipFile.strings(json["groups"]))
      let again = try again(saved, compiler, on: ground)
      report = BacktestReport(again, name: saved.name, findings: compiler.warnings)
    } catch {
      return keepNumbers(saved, json, "it can no longer be run")
    }
    note(report, of: saved)
    guard isSame(report, as: saved) else {
      return keepNumbers(
        saved, json,
        "running it again gives an end value of \(Self.money(report.performance.endValue)), as its inputs have changed"
      )
    }
    keep(
      NamedResult(
        name: saved.name, kind: saved.kind, fields: saved.numbers ?? report.fields, backtest: report,
        definitions: saved.definitions ?? [:]))
  }

  /// The terms of an account that many symbols share.
  private mutating func terms(_ json: JSONValue) throws(SessionFileError) -> SharedTerms {
    var terms = SharedTerms(positions: json["positions"]?.intValue, limit: json["limit"]?.doubleValue)
    if let group = json["group"] {
      guard let column = group["column"]?.stringValue else { throw .damaged("the terms of an account") }
      terms.grouping = SharedTerms.Grouping(
        column: column, hold: group["hold"]?.intValue, limit: group["limit"]?.doubleValue)
    }
    guard let preference = json["prefer"]?.stringValue else { return terms }
    guard case .definition(let definition)? = statement("let preference = \(preference)")?.kind else {
      throw .damaged("the terms of an account")
    }
    terms.preference = definition.value
    return terms
  }

  private mutating func savedRun(_ json: JSONValue) throws(SessionFileError) -> SavedRun {
    guard let name = json["name"]?.stringValue, let text = json["text"]?.stringValue,
      case .strategy(let definition)? = statement(text)?.kind, let range = json["range"]?.elements, range.count == 2,
      let from = range[0].intValue, let to = range[1].intValue, 0 <= from, from < to
    else { throw .damaged("a backtest") }
    var settings = Settings()
    for member in json["settings"]?.members ?? [] {
      guard let definition = Settings.definition(named: member.key), let value = member.value.stringValue,
        definition.write(text: value, into: &settings)
      else { throw .damaged("the settings of `\(name)`") }
    }
    var definitions: [String: NamedDefinition]?
    if let list = json["definitions"]?.elements {
      var read: [String: NamedDefinition] = [:]
      for item in list {
        let (name, definition) = try self.definition(item)
        read[name] = definition
      }
      definitions = read
    }
    func values(_ json: JSONValue?) -> [Double] {
      definition.parameters.map { (json?[$0.name]).flatMap(ValueFile.number) ?? .nan }
    }
    var choices: [WindowChoice] = []
    for window in json["windows"]?.elements ?? [] {
      guard let range = window["range"]?.elements, range.count == 2, let first = range[0].intValue,
        let end = range[1].intValue, max(from, choices.last?.range.upperBound ?? from) <= first, first < end, end <= to
      else { throw .damaged("the windows of `\(name)`") }
      choices.append(WindowChoice(range: first..<end, values: values(window["parameters"])))
    }
    return SavedRun(
      name: name, text: text, definition: definition, settings: settings, range: from..<to,
      values: values(json["parameters"]), choices: choices, carries: json["carry"]?.boolValue ?? false,
      kind: json["kind"]?.stringValue ?? "backtest",
      definitions: definitions, numbers: (json["numbers"]?.members).map(Self.numbers),
      endValue: json["end_value"]?.doubleValue)
  }

  private func series(
    of loaded: LoadedSeries, _ timeframe: Timeframe, _ hours: SessionHours?
  ) -> Evaluation.Series? {
    if let active = session.active, active.name == loaded.name, active.series.bars.timeframe == timeframe,
      active.series.bars.session == hours
    {
      return active.series
    }
    return try? loaded.series(timeframe: timeframe, session: hours)
  }

  private func run(
    _ saved: SavedRun, _ names: Names, on series: Evaluation.Series, _ loaded: LoadedSeries
  ) -> BacktestReport? {
    var names = names
    names.like = saved.settings.like
    var compiler = StrategyCompiler(
      definition: saved.definition, names: names, source: session.seriesSource, today: environment.today)
    do {
      try compiler.check()
      if let timeframe = saved.settings.insideTimeframe { compiler.finer = loaded.finerBars(timeframe, of: series) }
      let run = try again(saved, compiler, on: RunGround(series))
      return BacktestReport(
        run, name: saved.name,
        notes: loaded.backtestRemarks(on: series, in: saved.range, reach: compiler.warmUp(saved.values)),
        findings: compiler.warnings)
    } catch { return nil }
  }

  /// The backtest of a saved run, or the one that follows its windows.
  private func again(
    _ saved: SavedRun, _ compiler: StrategyCompiler, on ground: RunGround
  ) throws -> StrategyBacktest {
    let run = try StrategyRun(
      compiler, on: ground, settings: saved.settings, range: saved.range, text: saved.text)
    guard !saved.choices.isEmpty else { return try run.backtest(saved.values, environment) }
    return try run.follow(saved.choices, over: saved.range, carries: saved.carries, environment)
  }

  private func isSame(_ report: BacktestReport, as saved: SavedRun) -> Bool {
    guard let numbers = saved.numbers else { return report.performance.endValue == saved.endValue }
    let fields = report.fields
    return numbers.allSatisfy { key, number in
      guard let now = fields[key] else { return true }
      return now == number || now.isNaN && number.isNaN
    }
  }

  /// Holds a backtest that was run again against the numbers that were kept.
  private mutating func note(_ report: BacktestReport, of saved: SavedRun) {
    // The fields of a walk-forward beyond its run concern the choice of parameters, which is not repeated; neither is the
    // certificate with the trials of then.
    let fields = report.fields
    let kept = (saved.numbers ?? ["end_value": saved.endValue ?? .nan]).sorted { $0.key < $1.key }
      .filter { (saved.choices.isEmpty || fields[$0.key] != nil) && LuckFigure.named($0.key) == nil }
    let now = saved.numbers == nil ? ["end_value": report.performance.endValue] : report.fields
    // The end value is also next to the numbers, for programs.
    let beside = saved.endValue.map { [("end_value", Optional($0))] } ?? []
    replayed.append(
      ReplayReport.Line(
        name: saved.name, kind: "backtest", count: kept.count,
        difference: .firstDifference(of: kept.map { ($0.key, $0.value) }, from: now.mapValues { $0 })
          ?? .firstDifference(of: beside, from: ["end_value": report.performance.endValue])))
  }

  /// Keeps the numbers of a backtest that cannot be run again with the same outcome.
  private mutating func keepNumbers(_ saved: SavedRun, _ json: JSONValue, _ reason: String) {
    if replayed.last?.name != saved.name {
      replayed.append(ReplayReport.Line(name: saved.name, kind: "backtest", count: 0, reason: reason))
    }
    guard let numbers = saved.numbers else {
      findings.append(
        SessionFinding(code: .resultOutdated, message: "the backtest `\(saved.name)` is left out: \(reason)"))
      return
    }
    keep(
      NamedResult(
        name: saved.name, kind: "backtest", fields: numbers, definitions: saved.definitions ?? [:],
        absent: AbsentRun(document: json, reason: reason)))
    findings.append(
      SessionFinding(
        code: .resultOutdated,
        message:
          "the backtest `\(saved.name)` keeps its numbers (end value \(Self.money(numbers["end_value"] ?? .nan))): \(reason)"
      ))
  }

  /// Reports the result that running it again would give, if the session's definitions have since changed.
  private mutating func remarkOnChanges(
    _ saved: SavedRun, _ report: BacktestReport, on series: Evaluation.Series, _ loaded: LoadedSeries
  ) {
    var changed = (saved.definitions ?? [:]).filter { name, definition in
      session.names[name].map { !$0.isSame(as: definition) } ?? true
    }.keys.sorted()
    var again = saved
    if let strategy = session.strategies[saved.definition.name], strategy.text != saved.text,
      strategy.definition.parameters.map(\.name) == saved.definition.parameters.map(\.name)
    {
      changed.append(saved.definition.name)
      again.definition = strategy.definition
    }
    guard !changed.isEmpty else { return }
    let words = Wording.list(changed.map { "`\($0)`" })
    let now = run(again, session.expressionNames, on: series, loaded)
    guard now?.performance.endValue != report.performance.endValue else { return }
    let outcome =
      now.map { "running it again gives \(Self.money($0.performance.endValue))" } ?? "it cannot be run again"
    findings.append(
      SessionFinding(
        code: .resultOutdated,
        message: """
          the backtest `\(saved.name)` keeps its end value of \(Self.money(report.performance.endValue)); \
          \(outcome), as \(words) \(Wording.plural(changed.count, "is", "are")) now defined differently
          """))
  }

  private static func money(_ value: Double) -> String { NumberFormat.fixed(2).grouped.text(value) }
}

extension JSONValue {
  /// The strings of a member object, by key; empty if it is not there.
  fileprivate func texts(in key: String) -> [String: String] {
    var all: [String: String] = [:]
    for member in self[key]?.members ?? [] { all[member.key] = member.value.stringValue }
    return all
  }
}
