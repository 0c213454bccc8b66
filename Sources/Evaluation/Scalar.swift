import Columns

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The arithmetic of one value, with missing values.
enum Scalar {
  /// A comparison: missing where a side is.
  @inline(__always)
  static func compare(_ a: Double, _ b: Double, _ holds: Bool) -> Double {
    a.isNaN || b.isNaN ? .nan : holds ? 1 : 0
  }

  /// False where a side is false, else missing where a side is.
  @inline(__always)
  static func and(_ a: Double, _ b: Double) -> Double {
    a == 0 || b == 0 ? 0 : a.isNaN || b.isNaN ? .nan : 1
  }

  /// True where a side is true, else missing where a side is.
  @inline(__always)
  static func or(_ a: Double, _ b: Double) -> Double {
    a == 1 || b == 1 ? 1 : a.isNaN || b.isNaN ? .nan : 0
  }

  /// `a ^ b`; missing where an operand is, even where C's `pow` knows an answer (`pow(NaN, 0)` is 1).
  static func power(_ a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : pow(a, b).finiteOrMissing
  }

  /// The natural logarithm; missing at and below zero.
  static func logarithm(_ a: Double) -> Double { a > 0 ? log(a) : .nan }

  static func exponential(_ a: Double) -> Double { exp(a).finiteOrMissing }

  /// The remainder with the sign of the divisor, so that `mod(-1, 5)` is 4.
  static func modulo(_ a: Double, _ b: Double) -> Double {
    guard b != 0, !a.isNaN, !b.isNaN else { return .nan }
    let rest = fmod(a, b)
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
  }

  /// Halves away from zero, at so many decimals; `decimals` missing means 0.
  static func rounded(_ a: Double, decimals: Double) -> Double {
    guard !decimals.isNaN, decimals != 0 else { return a.rounded(.toNearestOrAwayFromZero) }
    let scale = pow(10, decimals)
    return ((a * scale).rounded(.toNearestOrAwayFromZero) / scale).finiteOrMissing
  }
}
