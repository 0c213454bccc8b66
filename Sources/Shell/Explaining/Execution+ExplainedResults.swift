import Backtesting
import Columns
import Commands
import Evaluation
import Language
import MarketData
import OrderedCollections
import Presentation
import Reports
import Sessions
import Strategies
import Text
import Workspace

/// The explanations of results, of their fields and of trades, for `explain`.
extension Execution {
  /// A result that an expression names, with its statement.
  private struct Named {
    var name: String
    var kind: String
    var origin: [(String, String)] = []
    var result: (any StatementResult)?
  }

  /// The explanation of a result that is not a backtest (`grid`, `_`, `$3`) or of its field; nil for other expressions.
  mutating func explanation(ofResult expression: Expression) throws(Diagnostic) -> Explanation? {
    switch expression {
    case .field(.name(let name, _), let field, _):
      guard let named = try named(name, expression), !ResultCurves.names.contains(field) else { return nil }
      let (value, _) = try value(of: expression)
      var facts = facts(of: named) + [("field", "`\(field)`, by the keys of its JSON: `to \"FILE.json\"` writes all")]
      if let metric = Metric.named(field) { facts += [("statistic", metric.title), ("formula", metric.formula)] }
      return Explanation(expression: "\(name).\(field)", facts: facts + [("value", value.text)])
    case .name(let name, _):
      guard let named = try named(name, expression) else { return nil }
      return Explanation(expression: name, facts: facts(of: named) + columns(of: named))
    default: return nil
    }
  }

  private mutating func named(_ name: String, _ expression: Expression) throws(Diagnostic) -> Named? {
    guard session.names[name] == nil, !isStandardName(name) else { return nil }
    let isLast = name == "_" || name == "last"
    if isLast, let last = session.lastWithoutName {
      return Named(name: name, kind: last.kind, origin: session.lastOrigin, result: last)
    }
    if let result = try shownResult(.name(name, expression.span)), !isLast {
      return Named(name: name, kind: result.kind, result: result)
    }
    guard let kept = session.results[isLast ? session.lastResult ?? name : name], kept.backtest == nil else {
      return nil
    }
    return Named(
      name: kept.name, kind: kept.kind, origin: kept.origin, result: isLast ? session.last : nil)
  }

  private func facts(of named: Named) -> [(String, String)] {
    [("result", named.name == named.kind ? "a \(named.kind)" : "\(named.name) is a \(named.kind)")]
      + named.origin.map { $0.0 == "statement" ? ($0.0, $0.1.shortened) : $0 }
  }

  /// The origin of the result of a statement: the statement, the series in use and its source.
  func origin(of statement: Statement, text: String) -> [(String, String)] {
    let facts = [("statement", text)]
    guard let active = session.active else { return facts }
    let bars = active.series.bars
    var text = "\(active.name), \(NumberText.counted(bars.count, "bar")) of \(bars.timeframe)"
    if !bars.isEmpty { text += ", \(bars.label(at: 0)) to \(bars.label(at: bars.count - 1))" }
    let source = session.series[active.name].map { [("source", "\($0.source.title), hash \($0.contentHash)")] }
    return facts + [("series in use", text)] + (source ?? [])
  }

  /// The meaning of the columns of a table, as far as they are statistics, and the way to one row of a sweep.
  private func columns(of named: Named) -> [(String, String)] {
    guard let result = named.result else { return [] }
    var facts: [(String, String)] = []
    if let sweep = result as? SweepReport, !sweep.best.isEmpty {
      let values = sweep.best.map { "\($0.name)=\(NumberText.plain($0.value))" }.joined(separator: ", ")
      facts.append(("a row", "a backtest with its values: the first one is `backtest \(sweep.strategy)(\(values))`"))
    }
    for column in result.wholeTable?.columns ?? [] {
      guard let metric = Metric.named(column.key ?? column.title) else { continue }
      facts.append((metric.name, metric.formula))
    }
    return facts
  }

  /// `explain trade N of RESULT`: its gain with the numbers put in, and the rows that its bars were read from.
  mutating func explainTrade(_ call: CommandCall) throws(Diagnostic) -> Explanation {
    let report = try backtest(call[.run], at: call.commandSpan)
    let expression = try call[.tradeNumber]
    let number = try count(expression)
    let trades = report.result.trades + report.result.openTrades
    guard number <= trades.count else {
      throw Diagnostic(
        .outOfRange, "`\(report.name)` has no trade \(NumberText.grouped(number))", at: expression.span,
        hints: ["it has \(NumberText.counted(trades.count, "trade")), which `trades` lists in this order"])
    }
    return try explanation(ofTrade: number, of: report)
  }

  /// The gain of a trade that the report has, by its number from 1.
  mutating func explanation(ofTrade number: Int, of report: BacktestReport) throws(Diagnostic) -> Explanation {
    let trade = (report.result.trades + report.result.openTrades)[number - 1]
    var explanation = report.explanation(of: trade, number: number)
    if report.result.symbols.isEmpty {
      explanation.facts += try sourceRows(of: trade.entryIndex, on: report.series, label: "row of the entry")
      explanation.facts += try sourceRows(of: trade.exitIndex, on: report.series, label: "row of the exit")
    }
    return explanation
  }
}
