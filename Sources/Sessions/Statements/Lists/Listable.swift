import Calendar
import Columns
import Evaluation
import Language
import Reports

/// A frame that a command lists: `where`, the window, `sort by` and `top` read it.
package protocol Listable: Frame {
  /// The series that evaluates subexpressions independent of the items; nil for the series in use.
  var series: Evaluation.Series? { get }
  /// The places at which a window finds the things.
  var placement: ListPlacement { get }
  /// An expression as a column with a value for each thing.
  func column(
    _ expression: Expression, title: String, in execution: inout Execution
  ) throws(Diagnostic) -> ShownColumn
}

/// The way in which a window of dates or bars finds the things of a list.
package enum ListPlacement: Sendable {
  /// By their number only.
  case numbered
  /// By a bar of a series, which is given for each item by its number.
  case bars(Evaluation.Series, @Sendable (Int) -> Int)
  /// By a moment, which is given for each item by its number; nil if it has none.
  case moments(@Sendable (Int) -> Timestamp?)
}

extension Listable {
  package func column(
    _ expression: Expression, title: String, in execution: inout Execution
  ) throws(Diagnostic) -> ShownColumn {
    try execution.values(of: expression, on: self, series: series, title: title)
  }
}
