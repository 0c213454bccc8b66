import Backtesting
import Language
import Reports
import Strategies

/// A statement that was stopped, with all that it had computed.
package struct StoppedRun: Sendable {
  package let call: CommandCall
  /// The rules and data of the trials, which are joined only with trials of the same ones.
  package let bases: [TrialBasis]
  /// The name that its result was to have; nil if it had none.
  package var name: String?
  package var rows: [SweepRow] = []
  package var walk: WalkForward?

  package init(_ call: CommandCall, _ bases: [TrialBasis], rows: [SweepRow] = [], walk: WalkForward? = nil) {
    (self.call, self.bases, self.rows, self.walk) = (call, bases, rows, walk)
  }
}
