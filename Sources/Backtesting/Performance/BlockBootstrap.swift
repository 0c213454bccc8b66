import LibC
import Probability

/// The stationary bootstrap of Politis and Romano: draws of a series in blocks of random length, which preserve
/// short-range dependence.
///
/// Equal seeds give equal draws on any machine.
public struct BlockBootstrap: Sendable, Hashable {
  /// The number of draws.
  public var draws: Int
  /// The mean length of a block.
  public var blockLength: Double
  /// The seed.
  public var seed: UInt64

  /// Makes a bootstrap of a series of `count` values, in blocks of the cube root of their number on average.
  public init(count: Int, draws: Int = 2000, seed: UInt64 = 1) {
    self.draws = draws
    self.seed = seed
    blockLength = max(1, cbrt(Double(count)).rounded())
  }

  /// A number of each draw, in the order of the draws; `body` gets the indexes of the values drawn.
  public func map(count: Int, _ body: ([Int]) -> Double) -> [Double] {
    guard count > 0 else { return [] }
    var bootstrap = StationaryBootstrap(count: count, blockLength: blockLength, dice: SplitMix(seed: seed))
    var indexes = [Int](repeating: 0, count: count)
    return (0..<draws).map { _ in
      bootstrap.draw(into: &indexes)
      return body(indexes)
    }
  }

  /// The interval that holds 95 % of the draws of a number, 2.5 % beyond each end; missing draws are left out.
  public func interval(of values: [Double]) -> (low: Double, high: Double) {
    let sorted = values.filter { $0.isFinite }.sorted()
    guard !sorted.isEmpty else { return (.nan, .nan) }
    return (Statistics.quantile(0.025, ofSorted: sorted), Statistics.quantile(0.975, ofSorted: sorted))
  }
}

/// The mean difference of two series of returns of the same spans, and whether chance explains it.
public struct MeanDifference: Sendable, Hashable {
  /// The pairs of returns.
  public var count: Int
  /// The mean of the second less the first, of one span.
  public var mean: Double
  /// The lower end of the interval that holds 95 % of the draws.
  public var low: Double
  /// The upper end.
  public var high: Double
  /// The share of draws, moved to a mean of zero, that lie as far from it as the mean does: two-sided.
  public var probability: Double
  /// The draws.
  public var bootstrap: BlockBootstrap

  /// Tests pairs of returns.
  public init(_ pairs: [(Double, Double)]) {
    let differences = pairs.map { $0.1 - $0.0 }
    let size = Double(differences.count)
    let bootstrap = BlockBootstrap(count: differences.count)
    let mean = differences.reduce(0, +) / size
    let means = bootstrap.map(count: differences.count) { indexes in
      indexes.reduce(0) { $0 + differences[$1] } / size
    }
    self.bootstrap = bootstrap
    self.mean = mean
    count = differences.count
    (low, high) = bootstrap.interval(of: means)
    probability = Double(means.count { abs($0 - mean) >= abs(mean) }) / Double(max(means.count, 1))
  }
}
