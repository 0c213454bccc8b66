import Backtesting
import Evaluation
import Platform
import Work

/// The computation of a sweep whose combinations hold many symbols in one account, on all threads.
///
/// Each combination is the run that a backtest makes of its values, so that its row has the same figures.
package struct AccountSweep: Sendable {
  /// A run with some values of the parameters.
  package typealias Run =
    @Sendable (_ values: [Double], _ environment: Environment, _ certifies: Bool) throws(RunFailure) -> StrategyBacktest

  private(set) var grid: SweepGrid
  let metric: Metric
  private(set) var environment: Environment
  private let run: Run

  package init(grid: SweepGrid, metric: Metric, environment: Environment, run: @escaping Run) {
    (self.grid, self.metric, self.environment, self.run) = (grid, metric, environment, run)
  }

  /// Some combinations of the grid, by their numbers, which report their progress to a monitor.
  func trying(_ numbers: [Int], telling monitor: WorkMonitor) -> AccountSweep {
    var sweep = self
    sweep.grid = grid.only(numbers)
    sweep.environment.monitor = monitor
    return sweep
  }

  /// The rows of all combinations.
  ///
  /// - Parameter known: those that are there already, of a sweep that was stopped.
  package func rows(besides known: [SweepRow] = []) throws(RunFailure) -> [SweepRow] {
    guard !known.isEmpty else { return try allRows() }
    return try SweepRow.filled(known, of: grid.count) { places throws(RunFailure) in
      try AccountSweep(grid: grid.only(at: places), metric: metric, environment: environment, run: run).allRows()
    }
  }

  private func allRows() throws(RunFailure) -> [SweepRow] {
    // A run is stopped with its sweep; the progress is that of the sweep.
    let monitor = environment.monitor
    var quiet = environment
    quiet.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    do {
      return try Sweep.run(
        count: grid.count, workers: environment.workers, monitor: monitor, keepsPart: true,
        makeScratch: { () },
        body: { [quiet] index, _ throws(RunFailure) -> SweepRow? in
          let backtest = try run(grid.combination(index), quiet, false)
          return SweepRow(index: index, performance: backtest.performance, rankedBy: metric)
        }
      ).compactMap(\.self)
    } catch {
      switch error {
      case .interrupted: throw .evaluation(.interrupted)
      case .failed(_, let failure): throw failure
      }
    }
  }

  /// The full run of a combination, certified if requested.
  package func backtest(of index: Int, certifies: Bool) throws(RunFailure) -> StrategyBacktest {
    try run(grid.combination(index), environment, certifies)
  }
}
