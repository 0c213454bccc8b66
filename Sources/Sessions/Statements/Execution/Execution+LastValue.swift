import Columns
import Evaluation
import Language
import Strategies

extension Execution {
  /// The single value of an expression when one is shown or compared: for a series its last one, or that of a bar.
  package mutating func lastValue(of expression: Expression, on bar: Int? = nil) throws(Diagnostic) -> Value {
    var planner = makePlanner()
    let planned = try plan(expression, &planner)
    guard let node = planned.node, !planner.plan.isScalar(node) else {
      return try value(of: planned, planner.plan, expression.span)
    }
    let series = try activeSeries(at: expression.span)
    var evaluator = makeEvaluator(planner.plan, on: series)
    do {
      let values = try evaluator.column(node).values
      let value = bar.map { values[$0] } ?? values.last ?? .nan
      return planner.plan.value(value, kind: planned.kind).onDays(of: series.bars)
    } catch {
      throw diagnostic(error, at: expression.span)
    }
  }
}
