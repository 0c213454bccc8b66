import Backtesting
import Evaluation

/// The reason why a strategy did not run to its end.
package enum RunFailure: Error {
  case evaluation(EvaluationError)
  case backtest(BacktestError)
  /// A setting takes its rate from a series that is not there.
  case rateUnknown(String)

  /// True if the run was stopped.
  var isInterrupted: Bool {
    switch self {
    case .evaluation(.interrupted), .backtest(.interrupted): true
    default: false
    }
  }
}
