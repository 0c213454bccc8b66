import Backtesting
import Columns
import Evaluation
import Platform
import Robustness
import Work

/// Runs on bars with noise on their prices, by number: what a run gives depends on its number and the seed alone.
package struct NoisyRuns: Sendable, Hashable {
  /// The deviation of the factors as a share of that of the returns.
  package var noise: Double
  package var seed: UInt64
  package var runs: Int

  package init(noise: Double, seed: UInt64, runs: Int) { (self.noise, self.seed, self.runs) = (noise, seed, runs) }

  /// What a run came to.
  package struct Outcome: Sendable, Hashable {
    package var total: Double
    package var drawdown: Double
    /// The lowest account over its start, less 1.
    package var low: Double

    package init(total: Double, drawdown: Double, low: Double) {
      (self.total, self.drawdown, self.low) = (total, drawdown, low)
    }
  }
}

extension StrategyRun {
  /// Runs the strategy on its bars with noise on their prices, again and again.
  ///
  /// The four prices of a bar are moved by one factor, so that the bar keeps its shape: drawn from the lognormal distribution,
  /// with a share of the deviation of the bars' own returns. Other series that the rules read stay as they are.
  ///
  /// - Parameter numbers: those of the runs.
  /// - Returns: fewer outcomes than numbers if it was stopped.
  package func outcomes(
    of noisy: NoisyRuns, _ numbers: Range<Int>, from made: StrategyBacktest, _ environment: Environment
  ) throws(RunFailure) -> [NoisyRuns.Outcome] {
    let values = made.parameters.map(\.value)
    let monitor = environment.monitor
    var quiet = environment
    quiet.monitor = WorkMonitor(isCancelled: { monitor.isStopped })
    let closes = made.series.bars.close.values
    let moves = made.series.growthWithoutSplits(in: 0..<closes.count).map { $0 - 1 }
    let deviation = ReturnMoments(of: moves).deviation
    let perturbation = PricePerturbation(share: noisy.noise, seed: noisy.seed)
    do {
      return try Sweep.run(
        count: numbers.count, workers: environment.workers, monitor: monitor, keepsPart: true, makeScratch: { () },
        body: { [quiet] index, _ throws(RunFailure) -> NoisyRuns.Outcome? in
          var run = self
          let number = numbers.lowerBound + index
          run.ground = RunGround(
            made.series.scaled(by: perturbation.multipliers(count: closes.count, deviation: deviation, run: number)))
          let other = try run.backtest(values, quiet)
          return NoisyRuns.Outcome(
            total: other.performance.totalReturn, drawdown: other.performance.maxDrawdown,
            low: min(other.result.lowestEquity / other.result.settings.cash - 1, 0))
        }
      ).compactMap(\.self)
    } catch {
      throw SweepRun.failure(error)
    }
  }
}

extension MonteCarlo {
  /// What runs on noisy bars came to.
  package init(_ noisy: NoisyRuns, _ outcomes: [NoisyRuns.Outcome], from made: StrategyBacktest) {
    self.init(
      method: .bars, runs: outcomes.count, seed: noisy.seed, count: made.result.range.count,
      returns: outcomes.map(\.total).sorted(), drawdowns: outcomes.map(\.drawdown).sorted(),
      actualReturn: made.performance.totalReturn, actualDrawdown: made.performance.maxDrawdown)
    lows = outcomes.map(\.low).sorted()
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
