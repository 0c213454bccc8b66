import CLanes

/// A fall of the equity from a peak, until it is at that height again or the data end.
public struct Drawdown: Sendable, Hashable {
  /// The bar of the peak.
  public var start: Int
  /// The bar of the lowest equity.
  public var trough: Int
  /// The first bar at or above the peak; the last bar where the equity has not recovered.
  public var end: Int
  /// The lowest equity over the peak, less 1: negative.
  public var depth: Double
  /// True where the equity came back to the peak.
  public var isRecovered: Bool

  /// The bars from the peak to the recovery, or to the last bar.
  public var bars: Int { end - start }

  /// The drawdowns of an equity curve in the order of their starts.
  ///
  /// `initial` is the equity before the first value; a fall below it on the first bar starts at that bar.
  public static func all(of equity: [Double], startingFrom initial: Double) -> [Drawdown] {
    equity.withUnsafeBufferPointer { all(of: $0, startingFrom: initial).drawdowns }
  }

  /// The drawdowns, and the sum of the squared distances of all values from the peak before them, of one pass.
  static func all(
    of equity: UnsafeBufferPointer<Double>, startingFrom initial: Double
  ) -> (drawdowns: [Drawdown], squares: Double) {
    var drawdowns: [Drawdown] = []
    var squares = 0.0
    var peak = initial
    var peakIndex = 0
    var index = 0
    while index < equity.count {
      if equity[index] >= peak {
        peak = equity[index]
        peakIndex = index
        index &+= 1
        continue
      }
      var drawdown = Drawdown(
        start: peakIndex, trough: index, end: equity.count - 1, depth: equity[index] / peak - 1, isRecovered: false)
      while index < equity.count, !(equity[index] >= peak) {
        let depth = equity[index] / peak - 1
        squares += depth * depth
        if depth < drawdown.depth { (drawdown.trough, drawdown.depth) = (index, depth) }
        index &+= 1
      }
      if index < equity.count { (drawdown.end, drawdown.isRecovered) = (index, true) }
      drawdowns.append(drawdown)
    }
    return (drawdowns, squares)
  }

  /// The same drawdown counted from another bar.
  func shifted(by bars: Int) -> Drawdown {
    var moved = self
    moved.start += bars
    moved.trough += bars
    moved.end += bars
    return moved
  }

  /// The deepest fall of an equity curve as a fraction, zero or negative.
  ///
  /// Sixteen values are judged together: where even their lowest, measured from the highest so far, is not a new
  /// record, none of them is one. The scalar pass is one chain of dependent maxima, and takes several times as long.
  static func deepest(of equity: UnsafeBufferPointer<Double>, startingFrom initial: Double) -> Double {
    guard let values = equity.baseAddress else { return 0 }
    var peak = initial
    var lowestRatio = 1.0
    var index = 0
    while index < equity.count {
      let left = equity.count &- index
      // Below zero a higher peak makes the fall smaller, not larger, and the short cut does not hold.
      if left >= 16, lowestRatio > 0 {
        let (low, high) = extremes(UnsafeRawPointer(values + index))
        let half = high.lowHalf.replacing(with: high.highHalf, where: high.highHalf .> high.lowHalf)
        let highest = larger(peak, larger(half.x, half.y))
        if lanes_at_least(low, SIMD4(repeating: lowestRatio * highest)) == 15 {
          peak = highest
          index &+= 16
          continue
        }
      }
      for value in UnsafeBufferPointer(start: values + index, count: min(left, 16)) {
        peak = larger(peak, value)
        // A division only where the fall is a new record: it is the slow part.
        if value < lowestRatio * peak { lowestRatio = value / peak }
      }
      index &+= 16
    }
    return lowestRatio - 1
  }

  /// The lowest and the highest of sixteen values, strand by strand; a missing one is left out, or makes a strand missing.
  @inline(__always)
  private static func extremes(_ values: UnsafeRawPointer) -> (low: SIMD4<Double>, high: SIMD4<Double>) {
    @inline(__always)
    func load(_ place: Int) -> SIMD4<Double> {
      values.loadUnaligned(fromByteOffset: place &* 32, as: SIMD4<Double>.self)
    }
    let (a, b, c, d) = (load(0), load(1), load(2), load(3))
    return (
      lanes_smaller(lanes_smaller(a, b), lanes_smaller(c, d)), lanes_larger(lanes_larger(a, b), lanes_larger(c, d))
    )
  }

  @inline(__always)
  private static func larger(_ a: Double, _ b: Double) -> Double { b > a ? b : a }
}
