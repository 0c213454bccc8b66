import Evaluation
import Language
import Platform
import Strategies
import Text
import Work

/// The limit of what one statement makes, which is looked at before any of it is made.
extension Execution {
  /// Refuses work beyond the setting `max_cells`.
  ///
  /// - Parameters:
  ///   - count: the cells, rows or combinations that the statement would make.
  ///   - what: what they are: `combinations`.
  func checkSize(_ count: Double, _ what: String, at span: SourceSpan?) throws(Diagnostic) {
    let limit = session.settings.maxCells
    guard !(count <= limit) else { return }
    let number = NumberFormat.integer.grouped
    throw Diagnostic(
      .tooManyCombinations, "this would make \(number.text(count)) \(what), and `max_cells` is \(number.text(limit))",
      at: span,
      hints: ["`set max_cells = \(NumberText.plain(count))` allows it"])
  }

  /// Ends the statement where its user asked for that.
  func checkInterruption() throws(Diagnostic) {
    if environment.monitor.isStopped { throw diagnostic(.interrupted, at: nil) }
  }
}
