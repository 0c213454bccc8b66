/// How many values lie in each of some equal intervals.
public struct Histogram: Sendable, Equatable {
  /// The start of the first interval: a round number.
  public let start: Double
  /// How wide an interval is: a round number.
  public let step: Double
  /// How many values lie in each interval, its lower end included.
  public let counts: [Int]
  /// How many lie below the first.
  public let below: Int
  /// How many lie above the last.
  public let above: Int
}

/// A histogram with 256 bins for each interval that is shown, fine enough to find percentiles by.
package struct FineHistogram {
  private static let parts = 256

  let start: Double
  package let step: Double
  package let intervals: Int
  private let scale: Double

  /// A histogram for values like these, which are in ascending order: 20 to 50 intervals for all but the outermost.
  package init(_ sorted: [Double]) {
    let low = sorted[sorted.count / 400]
    let high = sorted[sorted.count - 1 - sorted.count / 400]
    var range = min(high - low, .greatestFiniteMagnitude)
    // Below the normal doubles no step could be worked out.
    if !(range >= 1e-300) { range = max(low.magnitude * 1e-3, 1e-9) }
    step = Self.roundStep(range / 50)
    start = (low / step).rounded(.down) * step
    intervals = Int(max(1, min(64, ((high - start) / step).rounded(.down) + 1)))
    scale = Double(Self.parts) / step
  }

  /// The bins: one below, the intervals' and one above.
  package var count: Int { intervals * Self.parts + 2 }

  /// The bin of a value; never less for a larger one.
  @inline(__always)
  package func bin(_ value: Double) -> Int {
    let place = (value - start) * scale
    return Int(max(0, min(place + 1, Double(intervals * Self.parts + 1))))
  }

  /// The histogram to be shown.
  func shown(_ bins: [Int]) -> Histogram {
    let counts = (0..<intervals).map { interval in
      bins[1 + interval * Self.parts..<1 + (interval + 1) * Self.parts].reduce(0, +)
    }
    return Histogram(start: start, step: step, counts: counts, below: bins[0], above: bins[bins.count - 1])
  }

  /// The least of 1, 2, 2.5 and 5 times a power of ten that is not below `least`.
  private static func roundStep(_ least: Double) -> Double {
    var power = 1.0
    while power > least { power /= 10 }
    while power * 10 <= least { power *= 10 }
    for factor in [1.0, 2, 2.5, 5] where power * factor >= least { return power * factor }
    return power * 10
  }
}
