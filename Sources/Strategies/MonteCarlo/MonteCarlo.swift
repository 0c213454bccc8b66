import Backtesting
import Columns
import Robustness
import Work

/// The ways in which chance deals a backtest again.
package enum MonteCarloMethod: String, Sendable, Hashable, CaseIterable {
  /// The trades, drawn with replacement; and the same trades in other orders, for the drawdown.
  case trades
  /// The returns of the equity in blocks of random length, which preserve short-range dependence.
  case blocks
  /// The bars with noise on their prices, on which the strategy runs again.
  case bars
  /// The same entries at random places instead of those of the rules, filled by the same loop with the same levels.
  case entries
}

/// A backtest resampled many times: the distributions of its return and its drawdown.
package struct MonteCarlo: Sendable {
  package var method: MonteCarloMethod
  package var runs: Int
  package var seed: UInt64
  /// The trades, returns or bars that are dealt.
  package var count: Int
  /// The mean length of a block in returns; nil for other methods.
  package var meanBlock: Double?
  /// The trades that were still open, and are left out.
  package var leftOut = 0
  /// The total returns of all runs, ascending.
  package var returns: [Double]
  /// The deepest drawdowns of all runs, zero or negative, the deepest first.
  package var drawdowns: [Double]
  /// The lowest accounts of all runs over their start, less 1, the lowest first; empty if only ends are known.
  package var lows: [Double] = []
  /// The deepest drawdowns of the same trades in other orders, the deepest first; empty for other methods.
  package var reordered: [Double] = []
  /// The account at up to 100 steps; empty if the runs have no steps in common.
  package var fan: [ResampledPaths.FanStep] = []
  /// The actual return and drawdown, on the resampled unit: from trade to trade if trades are resampled.
  package var actualReturn: Double
  package var actualDrawdown: Double
}

extension MonteCarlo {
  /// The outcome of an account's simulated paths compared with the actual one.
  init(
    _ method: MonteCarloMethod, _ paths: ResampledPaths, of returns: [Double], seed: UInt64
  ) {
    let actual = Self.path(of: returns)
    self.init(
      method: method, runs: paths.runs, seed: seed, count: returns.count, returns: paths.finalReturns,
      drawdowns: paths.drawdowns, fan: paths.fan, actualReturn: actual.end - 1, actualDrawdown: actual.drawdown)
    lows = paths.lows
  }

  /// The account after returns that compound, from 1, and its deepest drawdown.
  private static func path(of returns: [Double]) -> (end: Double, drawdown: Double) {
    var (account, peak, drawdown) = (1.0, 1.0, 0.0)
    for value in returns where value.isFinite {
      account *= max(0, 1 + value)
      peak = max(peak, account)
      drawdown = min(drawdown, account / peak - 1)
    }
    return (account, drawdown)
  }

  /// The return that a share of the runs lies below.
  package func finalReturn(atShare share: Double) -> Double { SortedSample.quantile(share, of: returns) }

  /// The drawdown that a share of the runs is deeper than.
  package func drawdown(atShare share: Double) -> Double { SortedSample.quantile(share, of: drawdowns) }

  /// The drawdown that a share of the runs is deeper than, if the same trades come in another order.
  package func reorderedDrawdown(atShare share: Double) -> Double { SortedSample.quantile(share, of: reordered) }

  /// The share of runs with a lower return than the actual one, equal ones counted by half.
  package var percentileOfReturn: Double { SortedSample.percentile(of: actualReturn, in: returns) }

  /// The share of runs with a deeper drawdown than the actual one, equal ones counted by half.
  package var percentileOfDrawdown: Double { SortedSample.percentile(of: actualDrawdown, in: drawdowns) }

  /// The share of runs that lose money.
  package var lossProbability: Double { SortedSample.percentile(of: 0, in: returns) }

  /// The share of runs whose drawdown reaches a loss, 0.3 for 30 %.
  package func drawdownProbability(_ level: Double) -> Double { SortedSample.share(upTo: -level, in: drawdowns) }

  /// The share of runs that lose a part of the starting account, 0.3 for 30 %, at some time; missing if only ends are
  /// known.
  package func riskOfRuin(_ level: Double) -> Double { SortedSample.share(upTo: -level, in: lows) }

  /// The probability that a run of chance earns as much as the actual one, which counts as one of the runs, so that it is
  /// never 0 (Phipson and Smyth 2010).
  package var probabilityOfChance: Double {
    guard !returns.isEmpty, !actualReturn.isNaN else { return .nan }
    let (count, margin) = (Double(returns.count), 1e-11 * max(1, actualReturn.magnitude))
    return ((1 - SortedSample.share(upTo: actualReturn - margin, in: returns)) * count + 1) / (count + 1)
  }
}

extension StrategyBacktest {
  /// The trades drawn again, and in other orders.
  ///
  /// A trade counts by its gain over the equity before its entry, so that trades of any size compound as they did. Trades
  /// that are still open are left out.
  package func tradesDealtAgain(runs: Int, seed: UInt64, workers: Int, monitor: WorkMonitor) -> MonteCarlo {
    let equity = result.equity
    let returns = result.trades.map { trade in
      let before = trade.entryIndex - result.range.lowerBound - 1
      return trade.pnl / (before >= 0 ? equity[before] : result.settings.cash)
    }
    let drawn = TradeResampling(returns, mode: .draw, runs: runs, seed: seed).paths(workers: workers, monitor: monitor)
    var outcome = MonteCarlo(.trades, drawn, of: returns, seed: seed)
    outcome.reordered =
      TradeResampling(returns, mode: .shuffle, runs: runs, seed: seed).paths(workers: workers, monitor: monitor)
      .drawdowns
    // The orders may have been stopped while the draws were not.
    outcome.runs = min(outcome.runs, outcome.reordered.count)
    outcome.leftOut = result.openTrades.count
    return outcome
  }

  /// The returns of the equity dealt again in blocks; without a length that of Politis and White.
  package func blocksDealtAgain(meanBlock: Double?, runs: Int, seed: UInt64, workers: Int, monitor: WorkMonitor)
    -> MonteCarlo
  {
    let returns = result.returns()
    let resampling = BlockResampling(returns, meanBlock: meanBlock, runs: runs, seed: seed)
    var outcome = MonteCarlo(.blocks, resampling.paths(workers: workers, monitor: monitor), of: returns, seed: seed)
    outcome.meanBlock = resampling.meanBlock
    return outcome
  }
}
