import Columns
import Evaluation
import Language
import Presentation
import Reports

/// Keys of `by`: whole numbers, booleans, strings, and bins.
extension Execution {
  /// The most groups that a key of numbers that are not whole may give.
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
    try check(key, indices, at: span)
    return key
  }

  /// Refuses a key that would make nearly as many groups as there are bars.
  package func check(_ key: ShownColumn, _ indices: [Int], at span: SourceSpan) throws(Diagnostic) {
    guard key.kind.isNumeric else { return }
    let isWhole = indices.allSatisfy { key.column[$0].isNaN || key.column[$0] == key.column[$0].rounded() }
    if isWhole { return }
    var values: Set<Double> = []
    for index in indices where !key.column[index].isNaN {
      values.insert(key.column[index])
      if values.count > Self.mostFineGroups {
        throw Diagnostic(
          .wrongKind, "a key is a whole number, a boolean or a string, and this has many values that are not whole",
          at: span, hints: ["`by bins(\(key.title), WIDTH)` groups them"])
      }
    }
  }
}
