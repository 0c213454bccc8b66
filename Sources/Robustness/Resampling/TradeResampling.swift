import Probability
import Work

/// The trades of a backtest dealt again, to see how much of its drawdown and of its result lies in their order and in
/// which of them happened.
///
/// The returns of trades are taken as independent of each other: runs of wins and losses that belong together are
/// taken apart, which ``BlockResampling`` does not do.
public struct TradeResampling: Sendable, Hashable {
  /// The way of dealing.
  public enum Mode: Sendable, Hashable, CaseIterable {
    /// Each trade once, in another order: the same final return but for rounding, other drawdowns.
    case shuffle
    /// The same number of trades drawn with replacement: some occur twice, some not at all.
    case draw
  }

  /// The return of each trade as a fraction of the entire account.
  public let returns: [Double]
  /// The way of dealing.
  public let mode: Mode
  /// The number of runs.
  public let runs: Int
  /// The seed; equal ones give equal paths.
  public let seed: UInt64

  /// Makes a resampling; missing returns are left out, and one below -1 is the loss of everything.
  public init(_ returns: [Double], mode: Mode, runs: Int = 10_000, seed: UInt64 = 1) {
    self.returns = returns
    self.mode = mode
    self.runs = runs
    self.seed = seed
  }

  /// The paths of all runs, the same bits for any number of threads; empty without returns or runs.
  ///
  /// - Parameter monitor: asked whether to stop; the paths are of the runs that were made by then.
  public func paths(workers: Int = 1, monitor: WorkMonitor = .none) -> ResampledPaths {
    let factors = PathSimulation.factors(of: returns)
    return factors.withUnsafeBufferPointer { factors in
      PathSimulation(runs: runs, length: factors.count, workers: workers, monitor: monitor).paths { run, dealt in
        var dice = SplitMix(seed: seed, stream: run)
        switch mode {
        case .shuffle: Self.shuffle(factors, into: dealt, &dice)
        case .draw: for place in dealt.indices { dealt[place] = factors[dice.below(factors.count)] }
        }
      }
    }
  }

  /// Fisher and Yates, from the inside out (Durstenfeld 1964).
  @inline(__always)
  private static func shuffle(
    _ factors: UnsafeBufferPointer<Double>, into dealt: UnsafeMutableBufferPointer<Double>, _ dice: inout SplitMix
  ) {
    for place in factors.indices {
      let other = dice.below(place + 1)
      dealt[place] = dealt[other]
      dealt[other] = factors[place]
    }
  }
}
