import Backtesting
import Columns
import Evaluation
import Synchronization
import Workspace

/// The curves of a backtest as series that expressions read: `trial.equity`, `trial.exposure`, `trial.drawdown`.
///
/// Each is made once, when something asks for it, with a value for each bar of the run's window.
package final class ResultCurves: CurveSource {
  /// The names of the curves.
  package static let names = ["equity", "exposure", "drawdown"]

  private let run: BacktestReport
  private let made = Mutex<[String: Evaluation.Series]>([:])

  package init(_ run: BacktestReport) { self.run = run }

  package func curve(named name: String) -> Evaluation.Series? {
    made.withLock { made in
      if let known = made[name] { return known }
      guard let column = column(named: name) else { return nil }
      let range = run.result.range
      var bars = run.bars.slice(range)
      (bars.open, bars.high, bars.low, bars.close) = (column, column, column, column)
      bars.volume = Column(repeating: .nan, count: range.count)
      let series = Evaluation.Series(name: "\(run.name).\(name)", bars: bars)
      made[name] = series
      return series
    }
  }

  private func column(named name: String) -> Column? {
    let (equity, cash) = (run.result.equity.values, run.result.cash.values)
    switch name {
    case "equity": return run.result.equity
    case "exposure": return Column(equity.indices.map { (equity[$0] - cash[$0]) / equity[$0] })
    case "drawdown":
      var peak = run.result.settings.cash
      return Column(
        equity.map { value in
          peak = max(peak, value)
          return value / peak - 1
        })
    default: return nil
    }
  }
}
