import Backtesting
import Columns
import Commands
import Evaluation
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Research
import Sessions
import Strategies
import Text
import Valuation

extension Role<Word> {
  static var cellRow: Self { .word("row", .any, "ROW") }
  static var cellColumn: Self { .word("column", .any, "COLUMN") }
}

extension OptionalRole<Word> {
  static var cellOf: Self { Self(.word("of", .result, "RESULT")) }
}

/// `explain cell ROW COLUMN of RESULT`: one number of a table that was shown.
extension Execution {
  /// The result whose table is meant, and its origin.
  struct ShownTable {
    var name: String
    var result: any StatementResult
    var origin: [(String, String)]
  }

  mutating func explainCell(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let shown = try shownTable(call[.cellOf], at: call.commandSpan)
    let place = try CellPlace(
      row: try call[.cellRow], column: try call[.cellColumn],
      names: (try text(call[.cellRow]), try text(call[.cellColumn])),
      in: shown.result)
    if let explanation = try valuationExplanation(of: place, in: shown.result, at: call.commandSpan) {
      return explanation
    }
    var facts = place.facts
    facts += try ownFacts(of: place, in: shown.result, at: call.commandSpan)
    let known = Set(facts.map(\.0))
    facts += shown.origin.filter { !known.contains($0.0) }
    return Explanation(
      expression: "cell \(place.name)" + (shown.name == "_" ? "" : " of \(shown.name)"), facts: facts)
  }

  /// The result of a name, of an entry (`$3`), or the last one.
  private mutating func shownTable(_ word: Word?, at span: SourceSpan) throws(Diagnostic) -> ShownTable {
    let name = try word.map { word throws(Diagnostic) in try text(word) } ?? "_"
    let place = word?.span ?? span
    if name == "_" || name == "last" {
      guard let last = try shownResult(.name("_", place)) else { throw noTable("there is no result yet", at: place) }
      return ShownTable(
        name: session.lastResult.flatMap { session.lastHasName ? $0 : nil } ?? "_", result: last,
        origin: session.lastOrigin)
    }
    guard let kept = session.results[name] else {
      let hint = Spelling.hint(for: name, in: Array(session.results.keys))
      throw Diagnostic(
        .unknownResult, "there is no result `\(name)`", at: place,
        hints: [hint ?? "without `of` it is the last result that was shown"])
    }
    return ShownTable(name: name, result: ShownResult(kept).own, origin: kept.origin)
  }

  private func noTable(_ message: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.noResult, message, at: span, hints: ["`show close last 5`, then `explain cell 5 close`"])
  }

  /// The walk of a cell that is a valuation of its own; nil for every other one.
  private mutating func valuationExplanation(
    of place: CellPlace, in result: any StatementResult, at span: SourceSpan
  ) throws(Diagnostic) -> ValuationExplanation? {
    guard let grid = result as? SensitivityReport, place.column > 0 else { return nil }
    do throws(ValuationError) {
      let assumptions = try grid.sensitivity.assumptions(row: place.row, column: place.column - 1)
      let value = try DiscountedCashFlow.value(assumptions)
      let report = ValuationReport(
        ticker: "\(grid.title) with \(grid.changes(row: place.row, column: place.column - 1))", isChanged: false,
        result: value, of: assumptions)
      return ValuationExplanation(report)
    } catch {
      throw diagnostic(error, [], span)
    }
  }

  /// The definition of a cell and its formula with the numbers put in, as far as its result knows them.
  private mutating func ownFacts(
    of place: CellPlace, in result: any StatementResult, at span: SourceSpan
  ) throws(Diagnostic) -> [(String, String)] {
    if let things = result.rowSubject { return try facts(of: place, things, at: span) }
    switch result {
    case let sweep as SweepReport: return try facts(of: place, sweep, at: span)
    case let study as StudyReport: return study.facts(ofRow: place.row, column: place.key)
    case let comparison as ComparisonReport: return try facts(of: place, comparison, at: span)
    case let report as BacktestReport:
      if let metric = Metric.all.first(where: { $0.title == place.label }) {
        return report.explanation(of: metric).facts
      }
      // A row of the list of trades begins with the bar of its entry.
      guard report.result.symbols.isEmpty, report.result.trades.indices.contains(place.row),
        report.bars.label(at: report.result.trades[place.row].entryIndex) == place.label
      else { return [] }
      return try explanation(ofTrade: place.row + 1, of: report).facts
    default: return Metric.named(place.key).map { [("statistic", $0.title), ("formula", $0.formula)] } ?? []
    }
  }

  private mutating func facts(
    of place: CellPlace, _ things: RowSubject, at span: SourceSpan
  ) throws(Diagnostic) -> [(String, String)] {
    switch things {
    case .bars(let series, let bars, let meanings):
      guard let meaning = meanings[place.title] else { return [] }
      return try facts(of: meaning, on: series, bar: bars[place.row])
    case .symbols(let symbols, let meanings):
      guard let meaning = meanings[place.title] else { return [] }
      return try facts(of: meaning, on: symbols[place.row].series, bar: symbols[place.row].bar)
    case .trades(let report, let numbers):
      return try explanation(ofTrade: numbers[place.row], of: report).facts
    case .equity(let report, let bars): return report.facts(ofEquityAt: bars[place.row], column: place.key)
    case .periods(let report, let periods): return report.facts(of: periods[place.row])
    case .months(let report): return report.facts(ofMonth: place.column, year: place.label)
    case .statistics(let report):
      return Metric.all.first { $0.name == place.label }.map { report.explanation(of: $0).facts } ?? []
    }
  }

  /// The computation of a heading's expression on one bar.
  private mutating func facts(
    of meaning: String, on series: Evaluation.Series, bar: Int
  ) throws(Diagnostic) -> [(String, String)] {
    let active = session.active
    defer { session.active = active }
    if active?.series !== series {
      session.active = ActiveSeries(name: series.name, timeframe: active?.timeframe, series: series)
    }
    let source = sources.add(name: "cell", text: meaning)
    let expression = try Parser.expression(parsing: meaning, source: source)
    return [("expression", meaning)] + (try explanation(of: expression, on: bar).facts)
  }

  /// A figure of a row of a sweep: the run is made again, and its numbers go into the formula.
  private mutating func facts(
    of place: CellPlace, _ sweep: SweepReport, at span: SourceSpan
  ) throws(Diagnostic) -> [(String, String)] {
    let values = zip(sweep.parameters, sweep.rows[place.row].values).map { parameter, value in
      "\(parameter.name)=\(parameter.kind == .rate ? NumberText.percentExact(value) : NumberText.plain(value))"
    }
    let facts = [("the row", "a backtest of \(sweep.strategy)(\(values.joined(separator: ", ")))")]
    guard let metric = Metric.named(place.key), let run = sweep.run else { return facts }
    do throws(RunFailure) {
      let report = BacktestReport(try run(place.row))
      return facts + report.explanation(of: metric).facts.filter { $0.0 != "run" }
    } catch {
      throw Diagnostic(.backtestRefused, "the run of this row cannot be recomputed", at: span)
    }
  }

  /// The contribution of an assumption to the difference between two scenarios.
  private mutating func facts(
    of place: CellPlace, _ comparison: ComparisonReport, at span: SourceSpan
  ) throws(Diagnostic) -> [(String, String)] {
    guard place.table > 0, comparison.attribution.indices.contains(place.table - 1) else { return [] }
    let gap = comparison.attribution[place.table - 1]
    let part = gap.split.parts[place.row]
    func money(_ value: Double) -> String { NumberFormat.fixed(2).signed.text(value) }
    var facts = [
      ("from", gap.from), ("to", gap.to),
      (
        "formula", "the mean of what it adds, over all orders in which the assumptions could be changed (Shapley value)"
      ),
    ]
    let scenarios = [gap.from, gap.to].map { name in session.research.scenarios.first { $0.name == name } }
    if let from = scenarios[0], let to = scenarios[1], from.drivers == nil, to.drivers == nil,
      let ends = try? Attribution.ends(of: part.assumptions, from: from.assumptions, to: to.assumptions)
    {
      for name in part.assumptions {
        facts.append(
          (name, "\(from.assumptions[name]?.text ?? "not given") → \(to.assumptions[name]?.text ?? "not given")"))
      }
      facts += [("changed first", "\(money(ends.before)) a share"), ("changed last", "\(money(ends.after)) a share")]
    }
    facts += [("a share", money(part.amount)), ("gap", money(gap.split.gap))]
    facts.append(("of the gap", NumberFormat.percent(1).text(part.amount / gap.split.gap)))
    return facts
  }
}

extension SensitivityReport {
  /// The assumptions of a cell as typed: `discount 9%, growth + 1pp`.
  fileprivate func changes(row: Int, column: Int) -> String {
    zip(sensitivity.axes, [row, column]).map { axis, place in "\(axis.label) \(axis.text(place))" }
      .joined(separator: ", ")
  }
}
