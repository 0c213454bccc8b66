import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Reports

/// Expressions over the trades of a backtest.
extension Execution {
  /// The values of an expression on the trades, as a column with an element for each.
  ///
  /// It sees a trade's numbers and texts by their JSON keys, and the year, month, day, weekday, hour and minute of
  /// its entry.
  mutating func values(
    of expression: Expression, on trades: [Trade], of report: BacktestReport, title: String
  ) throws(Diagnostic) -> ShownColumn {
    let session = makePlanner()
    if trades.isEmpty {
      // Without a trade the expression is checked all the same.
      var planner = session
      for key in Self.tradeKeys { planner.locals[key.name] = planner.planned(Value(.nan, kind: key.kind)) }
      for name in ["side", "entry_rule", "exit_rule"] { planner.locals[name] = planner.planned(.text("")) }
      let planned = try plan(expression, &planner)
      return ShownColumn(title: title, kind: planned.kind, column: Column([]))
    }
    var kind = Kind.number
    var column: [Double] = []
    var texts: [String] = []
    for trade in trades {
      var planner = session
      for key in Self.tradeKeys {
        planner.locals[key.name] = planner.planned(Value(key.value(trade), kind: key.kind))
      }
      for (name, number) in Self.entryTime(of: trade, in: report.bars.zone) {
        planner.locals[name] = planner.planned(.number(number))
      }
      for (name, text) in report.texts(of: trade) { planner.locals[name] = planner.planned(.text(text)) }
      let planned = try plan(expression, &planner)
      kind = planned.kind
      if case .value(.text(let text)) = planned.content {
        if !texts.contains(text) { texts.append(text) }
        column.append(Double(texts.firstIndex(of: text) ?? 0))
        continue
      }
      guard let node = planned.node, planner.plan.isScalar(node) else {
        throw Diagnostic(
          .wrongKind, "a value of a trade is needed, and this is a series of the bars", at: expression.span,
          hints: ["of a trade: \(Self.tradeKeys.map(\.name).joined(separator: ", ")), side, entry_rule, exit_rule"])
      }
      var evaluator = makeEvaluator(planner.plan, on: report.series)
      do { column.append(try evaluator.scalar(node)) } catch { throw diagnostic(error, at: expression.span) }
    }
    return ShownColumn(title: title, kind: kind, column: Column(column), texts: texts)
  }

  /// The parts of the time at which a trade was entered.
  private static func entryTime(of trade: Trade, in zone: Zone) -> [(String, Double)] {
    let time = zone.civilTime(at: trade.entryTime)
    return [
      ("year", time.date.year), ("month", time.date.month), ("day", time.date.day), ("weekday", time.date.weekday),
      ("hour", time.hour), ("minute", time.minute),
    ].map { ($0, Double($1)) }
  }
}
