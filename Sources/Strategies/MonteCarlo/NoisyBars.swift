import Backtesting
import Columns
import Evaluation
import Platform
import Robustness
import Work

extension StrategyRun {
  /// Runs the strategy on its bars with noise on their prices, again and again.
  ///
  /// The four prices of a bar are moved by one factor, so that the bar keeps its shape: drawn from the lognormal distribution,
  /// with a share of the deviation of the bars' own returns. Other series that the rules read stay as they are.
  ///
  /// - Parameter noise: the deviation of the factors as a share of that of the returns.
  package func noisyRuns(
    of made: StrategyBacktest, noise: Double, runs: Int, seed: UInt64, environment: Environment
  ) throws(RunFailure) -> MonteCarlo {
    let values = made.parameters.map(\.value)
    let monitor = environment.monitor
    var quiet = environment
    quiet.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    let closes = made.series.bars.close.values
    let moves = made.series.growthWithoutSplits(in: 0..<closes.count).map { $0 - 1 }
    let deviation = ReturnMoments(of: moves).deviation
    let perturbation = PricePerturbation(share: noise, seed: seed)
    let outcomes: [(total: Double, drawdown: Double, low: Double)?]
    do {
      outcomes = try Sweep.run(
        count: runs, workers: environment.workers, monitor: monitor, keepsPart: true, makeScratch: { () },
        body: { [quiet] index, _ throws(RunFailure) -> (total: Double, drawdown: Double, low: Double)? in
          var run = self
          run.ground = RunGround(
            made.series.scaled(by: perturbation.multipliers(count: closes.count, deviation: deviation, run: index)))
          let other = try run.backtest(values, quiet)
          let low = min(other.result.lowestEquity / other.result.settings.cash - 1, 0)
          return (other.performance.totalReturn, other.performance.maxDrawdown, low)
        })
    } catch {
      throw SweepRun.failure(error)
    }
    let others = outcomes.compactMap(\.self)
    var outcome = MonteCarlo(
      method: .bars, runs: others.count, seed: seed, count: made.result.range.count,
      returns: others.map(\.total).sorted(),
      drawdowns: others.map(\.drawdown).sorted(), actualReturn: made.performance.totalReturn,
      actualDrawdown: made.performance.maxDrawdown)
    outcome.lows = others.map(\.low).sorted()
    return outcome
  }
}

extension Evaluation.Series {
  /// The same series with the prices of each bar times a factor.
  fileprivate func scaled(by factors: [Double]) -> Evaluation.Series {
    func scaled(_ column: Column) -> Column { Column(zip(column.values, factors).map { $0 * $1 }) }
    var bars = bars
    (bars.open, bars.high) = (scaled(bars.open), scaled(bars.high))
    (bars.low, bars.close) = (scaled(bars.low), scaled(bars.close))
    return Evaluation.Series(name: name, bars: bars, publication: publication, basis: basis, actions: actions)
  }
}
