import LibC
import Probability

/// Small random changes of prices, to see whether a result hangs on the last tick of each bar.
///
/// Each bar has a multiplier for all its prices, lognormally distributed with a mean of 1; others apply them. The one
/// of a bar depends on the seed, the run and the place of the bar only, so that more bars do not change those before.
public struct PricePerturbation: Sendable, Hashable {
  /// The deviation of a multiplier's logarithm as a share of that of the bar's returns, 0 or more: 0.1 for a tenth.
  public let share: Double
  /// The seed; equal ones give equal multipliers.
  public let seed: UInt64

  /// Makes a perturbation; a share below 0 or a missing one is none.
  public init(share: Double, seed: UInt64 = 1) {
    self.share = share > 0 ? share : 0
    self.seed = seed
  }

  /// The multipliers of a run.
  ///
  /// - Parameters:
  ///   - deviations: the standard deviation of returns around each bar, as a fraction; if it is missing or not
  ///     above 0 the multiplier is 1.
  ///   - run: which run it is, 0 or more.
  public func multipliers(deviations: [Double], run: Int) -> [Double] {
    var values = normals(deviations.count, run)
    for index in values.indices {
      let deviation = share * deviations[index]
      values[index] =
        deviation > 0 && deviation.isFinite ? exp(deviation * values[index] - deviation * deviation / 2) : 1
    }
    return values
  }

  /// The multipliers of a run for returns of the same deviation everywhere.
  public func multipliers(count: Int, deviation: Double, run: Int) -> [Double] {
    multipliers(deviations: [Double](repeating: deviation, count: max(0, count)), run: run)
  }

  /// Normally distributed numbers, a function of the run and their place each.
  private func normals(_ count: Int, _ run: Int) -> [Double] {
    let random = CounterRandom(seed: seed)
    let width = Lanes.scalarCount
    let whole = (count + width - 1) / width * width
    let values = [Double](unsafeUninitializedCapacity: whole) { buffer, filled in
      filled = whole
      guard let start = buffer.baseAddress else { return }
      for first in stride(from: 0, to: whole, by: width) {
        let pair = random.uniform(run: UInt64(first), pair: UInt64(truncatingIfNeeded: run))
        UnsafeMutableRawPointer(start + first).storeBytes(of: pair.0, as: Lanes.self)
      }
      NormalDistribution.replaceByQuantiles(start, whole)
    }
    return Array(values.prefix(count))
  }
}
