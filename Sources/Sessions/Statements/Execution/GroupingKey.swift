import Columns
import Evaluation
import Language
import Presentation
import Reports

/// Keys of `by`: whole numbers, booleans, strings, and bins.
extension Execution {
  /// The most groups that a key of fractional numbers may give.
  private static let mostFineGroups = 100

  /// The column of a key, checked for being one.
  package mutating func groupingKey(
    _ expression: NamedExpression, _ indices: [Int], on series: Evaluation.Series
  ) throws(Diagnostic) -> ShownColumn {
    let shown = try columns([expression], on: series)
    let span = expression.expression.span
    guard let key = shown.first, shown.count == 1 else {
      throw Diagnostic(.needsField, "this has several outputs; say which one", at: span)
    }
    try check(key, of: expression.expression, indices)
    return key
  }

  /// Refuses a key that is one value and makes no groups, and one that would make nearly as many groups as there are rows.
  package func check(_ key: ShownColumn, of expression: Expression, _ indices: [Int]) throws(Diagnostic) {
    let span = expression.span
    if isOneValue(expression), Set(indices.map { key.column[$0] }).count == 1 {
      let isNumber = key.kind.isNumeric
      throw Diagnostic(
        .wrongKind, "a key must differ between rows, but this is the same in all", at: span,
        hints: [
          isNumber
            ? "`by bins(x, \(sources.text(of: span)))` groups by a width, `by weekday` by the day" : "`by weekday`"
        ])
    }
    guard key.kind.isNumeric else { return }
    let isWhole = indices.allSatisfy { key.column[$0].isNaN || key.column[$0] == key.column[$0].rounded() }
    if isWhole { return }
    var values: Set<Double> = []
    for index in indices where !key.column[index].isNaN {
      values.insert(key.column[index])
      if values.count > Self.mostFineGroups {
        throw Diagnostic(
          .wrongKind, "a key is a whole number, a boolean or a string, but this has many fractional values",
          at: span, hints: ["`by bins(\(key.title), WIDTH)` groups them"])
      }
    }
  }

  /// True if an expression is one value on every bar: a literal, or a name for one.
  package func isOneValue(_ expression: Expression) -> Bool {
    var planner = makePlanner()
    // The columns of trades are not names of the session, and then the key is one of them.
    guard let planned = try? planner.plan(expression) else { return false }
    switch planned.content {
    case .value: return true
    case .node(let node): return planner.plan.isScalar(node)
    case .record: return false
    }
  }
}
