import Evaluation
import Language
import Platform
import Presentation
import Strategies
import Text
import Work

/// The limit on the output of one statement, checked before any of it is computed.
extension Execution {
  /// Refuses work beyond the setting `max_cells`.
  ///
  /// - Parameters:
  ///   - count: the cells, rows or combinations that the statement would make.
  ///   - what: the noun for them: `combinations`.
  package func checkSize(_ count: Double, _ what: String, at span: SourceSpan?) throws(Diagnostic) {
    let limit = session.settings.maxCells
    guard !(count <= limit) else { return }
    let number = NumberFormat.integer.grouped
    throw Diagnostic(
      .tooManyCombinations, "this would make \(number.text(count)) \(what), but `max_cells` is \(number.text(limit))",
      at: span,
      hints: ["`set max_cells = \(NumberText.plain(count))` allows it"])
  }

  /// The error of a statement that was ended, by its user or by the limit of the memory.
  package func explained(_ error: Diagnostic, of statement: Statement) -> Diagnostic {
    guard error.code == .interrupted, let excess = environment.memoryWatch?.excess else { return hinted(error) }
    return Diagnostic(
      .memoryLimit,
      "this made the program hold \(FileLimit.text(excess.used)) of memory, but `max_memory` is "
        + "\(FileLimit.text(excess.limit)); nothing was changed",
      at: statement.span,
      hints: ["`set max_memory = \(NumberText.plain(Double(excess.used) * 2))` allows more, in bytes"])
  }

  /// Continues with the part that was finished before the user stopped the work, and reports how large it is.
  ///
  /// Work stopped by the memory limit is not continued.
  ///
  /// - Parameters:
  ///   - what: the noun for the finished items: `combinations`.
  ///   - meaning: the use of a partial result: `the best so far`.
  ///   - stopped: the run that `resume` continues; nil if it cannot.
  package mutating func keepPart(
    _ made: Int, of all: Int, _ what: String, _ meaning: String, at span: SourceSpan,
    resuming stopped: StoppedRun? = nil
  ) throws(Diagnostic) {
    guard made < all else { return }
    let number = NumberText.grouped
    try keepWhatIsThere("stopped after \(number(made)) of \(number(all)) \(what): \(meaning)", at: span, stopped)
  }

  /// Continues with the parts finished before the user stopped the work, and names the missing ones.
  package mutating func keepWhatIsThere(
    _ message: String, at span: SourceSpan, _ stopped: StoppedRun? = nil
  ) throws(Diagnostic) {
    guard environment.monitor.isStopped else { return }
    guard environment.memoryWatch?.excess == nil else { throw diagnostic(.interrupted, at: nil) }
    environment.monitor = .none
    warn(
      Diagnostic(
        .interrupted, message, at: span,
        hints: stopped == nil ? [] : ["`resume` continues, with the same result as without the stop"],
        severity: .warning))
    if var stopped {
      stopped.name = resultName
      state.stopped = stopped
    }
  }

  /// A table whose rows were made until the user stopped the statement: the full one, or the end of the statement.
  package func whole(_ table: consuming Table) throws(Diagnostic) -> Table {
    guard environment.monitor.isStopped else { return table }
    Leftovers.release(&table.rows)
    throw diagnostic(.interrupted, at: nil)
  }

  /// Whether its user asked to end the statement, for work below that is made of values alone.
  package var isStopped: @Sendable () -> Bool { { [monitor = environment.monitor] in monitor.isStopped } }

  /// Ends the statement if its user asked for that.
  package func checkInterruption() throws(Diagnostic) {
    if environment.monitor.isStopped { throw diagnostic(.interrupted, at: nil) }
  }
}
