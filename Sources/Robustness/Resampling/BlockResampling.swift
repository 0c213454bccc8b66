import Probability
import Work

/// The returns of bars resampled in blocks, which preserves dependence over a few bars: trends and volatility clusters.
///
/// The stationary bootstrap (Politis and Romano 1994): blocks of random length around a mean, from random places of
/// the series closed to a ring.
public struct BlockResampling: Sendable, Hashable {
  /// The return of each bar as a fraction.
  public let returns: [Double]
  /// The mean length of a block in bars, 1 or more.
  public let meanBlock: Double
  /// The number of runs.
  public let runs: Int
  /// The seed; equal ones give equal paths.
  public let seed: UInt64

  /// Makes a resampling; missing returns are left out, and one below -1 is the loss of everything.
  ///
  /// - Parameters:
  ///   - returns: the return of each bar.
  ///   - meanBlock: the mean length of a block, at least 1; without it that of ``AutomaticBlockLength``.
  ///   - runs: the number of runs, each as long as the series.
  ///   - seed: the seed.
  public init(_ returns: [Double], meanBlock: Double? = nil, runs: Int = 10_000, seed: UInt64 = 1) {
    self.returns = returns
    let length = meanBlock ?? AutomaticBlockLength.of(returns)
    self.meanBlock = length > 1 ? length : 1
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
        var bootstrap = StationaryBootstrap(
          count: factors.count, blockLength: meanBlock, dice: SplitMix(seed: seed, stream: run))
        bootstrap.draw(factors, into: dealt)
      }
    }
  }
}
