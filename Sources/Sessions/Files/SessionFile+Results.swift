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

  /// A saved backtest: its job and its numbers.
  private struct SavedRun {
    var name: String
    /// The kind of the result.
    var kind: String
    var job: RunJob
    /// The numbers that it gave; nil in files of before the third version.
    var numbers: [String: Double]?
    var endValue: Double?
  }

  /// Runs a backtest again from its job.
  ///
  /// The same bars give the same bits; if they do not, it keeps its numbers.
  private mutating func readBacktest(_ json: JSONValue) throws(SessionFileError) {
    guard let name = json["name"]?.stringValue else { throw .damaged("a backtest") }
    let saved = SavedRun(
      name: name, kind: json["kind"]?.stringValue ?? "backtest", job: try job(json, of: "the backtest `\(name)`"),
      numbers: (json["numbers"]?.members).map(Self.numbers), endValue: json["end_value"]?.doubleValue)
    let report: BacktestReport
    do throws(RunAbsence) { report = try run(saved) } catch { return keepNumbers(saved, json, error.reason) }
    note(report, of: saved)
    guard isSame(report, as: saved) else {
      let money = Self.money(report.performance.endValue)
      let isEqual = money == Self.money(saved.numbers?["end_value"] ?? .nan)
      let now = "running it again gives \(isEqual ? "that by other fills" : "an end value of \(money)")"
      if saved.numbers != nil { return keepNumbers(saved, json, "\(now), as its inputs have changed") }
      findings.append(
        SessionFinding(
          code: .resultOutdated,
          message: "the backtest `\(name)` has changed since it was saved: its inputs have changed"))
      return keep(NamedResult(name: name, kind: "backtest", fields: report.fields, backtest: report))
    }
    keep(NamedResult(name: name, kind: saved.kind, fields: saved.numbers ?? report.fields, backtest: report))
    remarkOnChanges(saved, report)
  }

  /// The backtest of a job, or the one that follows its windows.
  private func run(_ saved: SavedRun) throws(RunAbsence) -> BacktestReport {
    let run = try session.run(of: saved.job, today: environment.today)
    let made: StrategyBacktest
    var notes: [String] = []
    do throws(RunFailure) { made = try run.backtest(environment) } catch {
      throw RunAbsence(reason: "it can no longer be run")
    }
    if !run.ground.kind.isOfMany, let loaded = session.series[run.job.seriesName] {
      notes = loaded.backtestRemarks(
        on: made.series, in: run.range, reach: run.compiler.warmUp(made.parameters.map(\.value)))
    }
    return BacktestReport(made, name: saved.name, notes: notes, findings: run.compiler.warnings)
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
      .filter { (saved.job.choices.isEmpty || fields[$0.key] != nil) && LuckFigure.named($0.key) == nil }
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
        name: saved.name, kind: "backtest", fields: numbers, absent: AbsentRun(document: json, reason: reason)))
    findings.append(
      SessionFinding(
        code: .resultOutdated,
        message:
          "the backtest `\(saved.name)` keeps its numbers (end value \(Self.money(numbers["end_value"] ?? .nan))): \(reason)"
      ))
  }

  /// Reports the result that running it again would give, if the session's definitions have since changed.
  private mutating func remarkOnChanges(_ saved: SavedRun, _ report: BacktestReport) {
    var again = saved
    var changed = saved.job.definitions.filter { name, definition in
      session.names[name].map { !$0.isSame(as: definition) } ?? true
    }.keys.sorted()
    let name = saved.job.strategy.name
    if let strategy = session.strategies[name], strategy.text != saved.job.text,
      strategy.definition.parameters.map(\.name) == saved.job.strategy.parameters.map(\.name)
    {
      changed.append(name)
      again.job.rules = session.rules(of: strategy.definition)
    }
    guard !changed.isEmpty else { return }
    again.job.rules.definitions = session.definitions(usedBy: again.job.strategy)
    let now = try? run(again)
    guard now?.performance.endValue != report.performance.endValue else { return }
    let words = Wording.list(changed.map { "`\($0)`" })
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
