import CLanes

/// The deepest fall of values that come one after the other.
///
/// Several are judged together: if even the lowest of them, measured from the highest so far, is not a new record, none
/// of them is one. The scalar pass is one chain of dependent maxima, and takes several times as long.
struct DeepestFall {
  private var peak: Double
  private var lowestRatio = 1.0

  init(peak: Double) { self.peak = peak }

  /// The fall as a fraction, zero or negative.
  var depth: Double { lowestRatio - 1 }

  /// Judges a value; further ones that are equal change nothing.
  @inline(__always)
  mutating func judge(_ value: Double) {
    peak = Self.larger(peak, value)
    // A division only if the fall is a new record: it is the slow part.
    if value < lowestRatio * peak { lowestRatio = value / peak }
  }

  /// Judges four values at once; false if they have to be judged one after the other.
  @inline(__always)
  mutating func takes(_ values: SIMD4<Double>) -> Bool {
    let highest = highest(values)
    if passes(values, highest) { return true }
    return falls(values, highest) { Self.equal(values, $0) | lanes_at_least(values, $1) == 15 }
  }

  /// Judges eight values at once; false if they have to be judged one after the other.
  @inline(__always)
  mutating func takes(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Bool {
    let low = lanes_smaller(a, b)
    let highest = highest(lanes_larger(a, b))
    if passes(low, highest) { return true }
    return falls(low, highest) { record, near in
      let equal = Self.equal(a, record) | Self.equal(b, record) &<< 4
      return equal | lanes_at_least(a, near) | lanes_at_least(b, near) &<< 4 == 0xFF
    }
  }

  /// Judges sixteen values at once; false if they have to be judged one after the other.
  @inline(__always)
  mutating func takes(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) -> Bool {
    let low = lanes_smaller(lanes_smaller(a, b), lanes_smaller(c, d))
    let highest = highest(lanes_larger(lanes_larger(a, b), lanes_larger(c, d)))
    if passes(low, highest) { return true }
    return falls(low, highest) { record, near in
      let equal =
        Self.equal(a, record) | Self.equal(b, record) &<< 4 | Self.equal(c, record) &<< 8
        | Self.equal(d, record) &<< 12
      let above =
        lanes_at_least(a, near) | lanes_at_least(b, near) &<< 4 | lanes_at_least(c, near) &<< 8
        | lanes_at_least(d, near) &<< 12
      return equal | above == 0xFFFF
    }
  }

  /// Takes the lowest of several values for the record in the end; false if that is not certain.
  ///
  /// True if none of them is a new peak, and no other is so near to it that rounding counts.
  ///
  /// - Parameter isApart: true if each value is equal to the lowest or at least as high as a number above it.
  @inline(__always)
  private mutating func falls(
    _ low: SIMD4<Double>, _ highest: Double, _ isApart: (_ lowest: SIMD4<Double>, _ above: SIMD4<Double>) -> Bool
  ) -> Bool {
    let half = lanes_smaller(low, Self.swapped(low))
    let lowest = half.x < half.y ? half.x : half.y
    guard highest == peak, lowest > 0, lowest < lowestRatio * peak,
      isApart(SIMD4(repeating: lowest), SIMD4(repeating: lowest * (1 + 16 * Double.ulpOfOne)))
    else { return false }
    lowestRatio = lowest / peak
    return true
  }

  /// True if no one of several values can be a new record, from the lowest of each of four strands and the highest;
  /// they are judged then.
  @inline(__always)
  private mutating func passes(_ low: SIMD4<Double>, _ highest: Double) -> Bool {
    // Below zero a higher peak makes the fall smaller, not larger, and the short cut does not hold.
    guard lowestRatio > 0, lanes_at_least(low, SIMD4(repeating: lowestRatio * highest)) == 15 else { return false }
    peak = highest
    return true
  }

  /// The highest of some values and of all before.
  @inline(__always)
  private func highest(_ high: SIMD4<Double>) -> Double {
    let half = lanes_larger(high, Self.swapped(high))
    return Self.larger(peak, Self.larger(half.x, half.y))
  }

  /// The upper half before the lower one.
  @inline(__always)
  private static func swapped(_ values: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(lowHalf: values.highHalf, highHalf: values.lowHalf)
  }

  /// A bit for each lane with equal values, the first lane in the lowest.
  @inline(__always)
  private static func equal(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> UInt64 {
    lanes_at_least(left, right) & lanes_at_most(left, right)
  }

  @inline(__always)
  private static func larger(_ a: Double, _ b: Double) -> Double { b > a ? b : a }
}
