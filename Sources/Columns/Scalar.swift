import LibC

/// The arithmetic of one value, with missing values.
///
/// Written as choices between values, which become selections without jumps, and loops of them vector
/// instructions. A function of the C library stays a call: taken apart into such a loop it is slower.
@usableFromInline
enum Scalar {
  /// The result of a comparison of two values; missing if one of them is.
  @inlinable @inline(__always)
  static func truth(_ holds: Bool, of a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : holds ? 1 : 0
  }

  /// The smaller one; missing if either is.
  @inlinable @inline(__always)
  static func smaller(_ a: Double, _ b: Double) -> Double { b.isNaN ? b : b < a ? b : a }

  /// The larger one; missing if either is.
  @inlinable @inline(__always)
  static func larger(_ a: Double, _ b: Double) -> Double { b.isNaN ? b : b > a ? b : a }

  /// False if a side is false, else missing if a side is.
  @inlinable @inline(__always)
  static func and(_ a: Double, _ b: Double) -> Double {
    a == 0 ? 0 : b == 0 ? 0 : a * b
  }

  /// True if a side is true, else missing if a side is.
  @inlinable @inline(__always)
  static func or(_ a: Double, _ b: Double) -> Double {
    a == 1 ? 1 : b == 1 ? 1 : a + b
  }

  /// `a ^ b`; missing if an operand is, even if C's `pow` has an answer (`pow(NaN, 0)` is 1).
  @inlinable @inline(__always)
  static func power(_ a: Double, _ b: Double) -> Double {
    // Squares are the usual case, and a product is many times faster.
    if b == 2 { return (a * a).finiteOrMissing }
    return a.isNaN || b.isNaN ? .nan : pow(a, b).finiteOrMissing
  }

  /// The natural logarithm; missing at and below zero.
  @usableFromInline @inline(never)
  static func logarithm(_ a: Double) -> Double { a > 0 ? log(a) : .nan }

  /// e to the power of `a`; missing if that is too large.
  @usableFromInline @inline(never)
  static func exponential(_ a: Double) -> Double { exp(a).finiteOrMissing }

  /// The remainder with the sign of the divisor, so that `mod(-1, 5)` is 4.
  @usableFromInline @inline(never)
  static func modulo(_ a: Double, _ b: Double) -> Double {
    guard b != 0, !b.isNaN else { return .nan }
    let rest = fmod(a, b)
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
  }

  /// The nearest number with a number of decimals, halves away from zero.
  @inlinable @inline(__always)
  static func rounded(_ a: Double, decimals: Double) -> Double {
    if decimals == 0 { return a.rounded(.toNearestOrAwayFromZero) }
    let scale = powerOfTen(decimals)
    return ((a * scale).rounded(.toNearestOrAwayFromZero) / scale).finiteOrMissing
  }

  /// 10 to a power; the small whole ones, which are exact, without the slow `pow`.
  @inlinable @inline(__always)
  static func powerOfTen(_ exponent: Double) -> Double {
    guard exponent >= 1, exponent <= 22, exponent == exponent.rounded() else { return pow(10, exponent) }
    var power = 1.0
    for _ in 0..<Int(exponent) { power *= 10 }
    return power
  }
}
