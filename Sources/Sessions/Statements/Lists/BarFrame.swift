import Columns
import Evaluation
import Language
import Reports

/// The bars of a series as a frame; an expression on them is a series.
package struct BarFrame: Listable {
  package let bars: Evaluation.Series
  /// The expressions that have a heading, by which conditions and orders know them.
  package var headings: [(name: String, expression: Expression)] = []

  package init(bars: Evaluation.Series, headings: [(name: String, expression: Expression)] = []) {
    self.bars = bars
    self.headings = headings
  }

  package var one: String { "a bar" }
  package var many: String { "bars" }
  package var count: Int { bars.bars.count }
  package var columns: [FrameColumn] { [] }
  package var series: Evaluation.Series? { bars }
  package var placement: ListPlacement { .bars(bars) { $0 } }

  package func column(
    _ expression: Expression, title: String, in execution: inout Execution
  ) throws(Diagnostic) -> ShownColumn {
    var planner = execution.makePlanner()
    for (name, meaning) in headings where expression.uses(name) {
      planner.locals[name] = try execution.plan(meaning, &planner)
    }
    let planned = try execution.plan(expression, &planner)
    if case .record = planned.content {
      throw Diagnostic(.needsField, "this has several outputs; say which one", at: expression.span)
    }
    guard let node = planned.node else {
      throw Diagnostic(
        .wrongKind, "a value of a bar is needed, and this is \(planned.kind.described)", at: expression.span)
    }
    var evaluator = execution.makeEvaluator(planner.plan, on: bars)
    do {
      return ShownColumn(
        title: title, kind: planned.kind, column: try evaluator.column(node), texts: planner.plan.texts)
    } catch {
      throw execution.diagnostic(error, at: expression.span)
    }
  }
}
