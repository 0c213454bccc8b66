import LibC

/// The beta distribution between 0 and 1.
struct BetaDistribution: Sendable {
  let a: Double
  let b: Double
  private let logNormaliser: Double

  init(_ a: Double, _ b: Double) {
    self.a = a
    self.b = b
    logNormaliser = Self.logGamma(a + b) - Self.logGamma(a) - Self.logGamma(b)
  }

  /// The density at `x`; 0 outside.
  func density(_ x: Double) -> Double {
    guard x > 0, x < 1 else { return 0 }
    return exp(logNormaliser + (a - 1) * log(x) + (b - 1) * log1p(-x))
  }

  /// The probability of a value up to `x`, and that of one above, each with full precision if it is small.
  func probabilities(_ x: Double) -> (lower: Double, upper: Double) {
    guard x > 0 else { return (0, 1) }
    guard x < 1 else { return (1, 0) }
    let factor = exp(logNormaliser + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2) {
      let lower = factor * Self.fraction(x, a, b) / a
      return (lower, 1 - lower)
    }
    let upper = factor * Self.fraction(1 - x, b, a) / b
    return (1 - upper, upper)
  }

  /// The value above a part of all.
  ///
  /// - Parameters:
  ///   - lower: the part below it.
  ///   - upper: the part above it, `1 - lower` without its rounding.
  ///   - start: a value near it, if one is known.
  func quantile(lower: Double, upper: Double, near start: Double? = nil) -> Double {
    guard lower > 0 else { return 0 }
    guard upper > 0 else { return 1 }
    var low = 0.0
    var high = 1.0
    var x = start.flatMap { $0 > 0 && $0 < 1 ? $0 : nil } ?? a / (a + b)
    for _ in 0..<200 {
      let here = probabilities(x)
      let excess = lower <= upper ? here.lower - lower : upper - here.upper
      if excess > 0 { high = x } else { low = x }
      if excess == 0 { break }
      var next = x - excess / density(x)
      // Small values are halved in their exponent, so that a quantile of 1e-200 is also reached.
      if !(next > low && next < high) {
        next = low > 0 || high > 0.1 ? low + (high - low) / 2 : high * high
        if low > 0, high / low > 16 { next = (low * high).squareRoot() }
      }
      if (next - x).magnitude <= 4e-16 * x || next == low || next == high { return next }
      x = next
    }
    return x
  }

  /// The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), from its start.
  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let least = 1e-300
    var c = 1.0
    var d = 1 - (a + b) * x / (a + 1)
    if d.magnitude < least { d = least }
    d = 1 / d
    var result = d
    for step in 1...10_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      result *= Self.advance(even, &c, &d)
      let change = Self.advance(odd, &c, &d)
      result *= change
      if (change - 1).magnitude < 1e-16 { break }
    }
    return result
  }

  /// One step of the modified method of Lentz; the factor by which the fraction changes.
  private static func advance(_ numerator: Double, _ c: inout Double, _ d: inout Double) -> Double {
    let least = 1e-300
    d = 1 + numerator * d
    if d.magnitude < least { d = least }
    c = 1 + numerator / c
    if c.magnitude < least { c = least }
    d = 1 / d
    return d * c
  }

  private static func logGamma(_ x: Double) -> Double {
    #if canImport(Darwin)
      return lgamma(x)
    #else
      return lgamma(x).0
    #endif
  }
}
