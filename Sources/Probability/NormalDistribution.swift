import LibC

/// The standard normal distribution.
package enum NormalDistribution {
  /// The probability of a value up to `z`, with full precision in both tails.
  package static func probability(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

  /// The value that lies above a part `probability` of all: the inverse of ``probability(_:)``.
  ///
  /// The rational functions are those of Wichura (1988), algorithm AS 241, PPND16: exact to about 1e-15.
  package static func quantile(_ probability: Double) -> Double {
    var lanes = Lanes(repeating: probability)
    withUnsafeMutablePointer(to: &lanes) { lanes in
      lanes.withMemoryRebound(to: Double.self, capacity: Lanes.scalarCount) { replaceByQuantiles($0, 1) }
    }
    return lanes[0]
  }

  /// Replaces probabilities by their quantiles; the capacity of the pointer is a multiple of the lanes.
  ///
  /// Most lie in the middle, if one rational function gives all lanes; the rest are collected and done together.
  package static func replaceByQuantiles(_ values: UnsafeMutablePointer<Double>, _ count: Int) {
    let whole = (count + Lanes.scalarCount - 1) / Lanes.scalarCount * Lanes.scalarCount
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: whole) { places in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: whole + Lanes.scalarCount) { tails in
        guard let places = places.baseAddress, let tails = tails.baseAddress else { return }
        var tailCount = 0
        for index in 0..<whole {
          places[tailCount] = Int32(truncatingIfNeeded: index)
          tails[tailCount] = values[index]
          // Kept if the distance is 0.425 or more, known by its sign: a branch would be guessed wrong too often.
          tailCount &+= 1 &- Int(truncatingIfNeeded: ((values[index] - 0.5).magnitude - 0.425).bitPattern &>> 63)
        }
        var index = 0
        while index < whole {
          let lanes = UnsafeRawPointer(values + index).loadUnaligned(as: Lanes.self)
          UnsafeMutableRawPointer(values + index).storeBytes(
            of: middle(lanes - Lanes(repeating: 0.5)), as: Lanes.self)
          index &+= Lanes.scalarCount
        }
        for spare in tailCount..<tailCount + Lanes.scalarCount { tails[spare] = 0.01 }
        index = 0
        while index < tailCount {
          let lanes = UnsafeRawPointer(tails + index).loadUnaligned(as: Lanes.self)
          UnsafeMutableRawPointer(tails + index).storeBytes(of: tail(lanes), as: Lanes.self)
          index &+= Lanes.scalarCount
        }
        for index in 0..<tailCount { values[Int(places[index])] = tails[index] }
      }
    }
  }

  /// For probabilities within 0.425 of a half; `q` is the probability less 0.5.
  @inline(__always)
  private static func middle(_ q: Lanes) -> Lanes {
    let r = Lanes(repeating: 0.180625) - q * q
    let above = polynomial(
      r, 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
      1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0)
    let below = polynomial(
      r, 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
      5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1)
    return above * q / below
  }

  /// For the probabilities further out.
  private static func tail(_ p: Lanes) -> Lanes {
    // Chosen by bits, as masks of eight lanes are taken apart lane by lane.
    let one = Lanes(repeating: 1)
    let half = Lanes(repeating: 0.5)
    let isUpper = unsafeBitCast(unsafeBitCast(half - p, to: SIMD8<Int64>.self) &>> 63, to: SIMD8<UInt64>.self)
    let outside =
      unsafeBitCast(p, to: SIMD8<UInt64>.self) & ~isUpper | unsafeBitCast(one - p, to: SIMD8<UInt64>.self) & isUpper
    let root = rootOfMinusLogarithm(unsafeBitCast(outside, to: Lanes.self))
    let r = root - Lanes(repeating: 1.6)
    let above = polynomial(
      r, 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
      3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0)
    let below = polynomial(
      r, 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
      6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1)
    var z = above / below
    if (Lanes(repeating: 5) - root).hasNegative {
      for lane in 0..<Lanes.scalarCount where root[lane] > 5 { z[lane] = farTail(root[lane]) }
    }
    let signs = ~isUpper & SIMD8<UInt64>(repeating: 1 << 63)
    return unsafeBitCast(unsafeBitCast(z, to: SIMD8<UInt64>.self) ^ signs, to: Lanes.self)
  }

  /// Beyond seven standard deviations.
  private static func farTail(_ root: Double) -> Double {
    guard root < .infinity else { return .infinity }
    let r = Lanes(repeating: root - 5)
    let above = polynomial(
      r, 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
      2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0)
    let below = polynomial(
      r, 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
      1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1)
    return (above / below)[0]
  }

  /// `sqrt(-log(x))` for 0 < x < 0.1, the logarithm as 2 artanh((m - 1) / (m + 1)) of the mantissa.
  @inline(__always)
  private static func rootOfMinusLogarithm(_ x: Lanes) -> Lanes {
    let bits = unsafeBitCast(x, to: SIMD8<UInt64>.self)
    // The exponent that leaves a mantissa between about 0.7 and 1.4.
    let half = SIMD8<UInt64>(repeating: 0x3fe6_a09e_667f_3bcd)
    let exponent = unsafeBitCast(bits &- half, to: SIMD8<Int64>.self) &>> 52
    let shifted = unsafeBitCast(exponent, to: SIMD8<UInt64>.self) &<< 52
    let mantissa = unsafeBitCast(bits &- shifted, to: Lanes.self)
    // Above 1.5 * 2^52 the last bits of a double are a whole number.
    let whole = SIMD8<UInt64>(repeating: 0x4338_0000_0000_0000)
    let power = unsafeBitCast(unsafeBitCast(exponent, to: SIMD8<UInt64>.self) &+ whole, to: Lanes.self) - 0x1.8p52
    let one = Lanes(repeating: 1)
    let s = (mantissa - one) / (mantissa + one)
    let square = s * s
    var sum = Lanes(repeating: 1 / 23.0)
    var odd = 21.0
    while odd >= 3 {
      sum = sum * square + Lanes(repeating: 1 / odd)
      odd -= 2
    }
    // The logarithm of 2 in two parts, the first exact times an exponent.
    let upper = power * Lanes(repeating: 0x1.62e42fee00000p-1)
    let rest = power * Lanes(repeating: 0x1.a39ef35793c76p-33)
    let logarithm = upper + (rest + (s + s + (s + s) * square * sum))
    var result = (Lanes() - logarithm).squareRoot()
    if (x - Lanes(repeating: 0x1p-1022)).hasNegative {
      for lane in 0..<Lanes.scalarCount where x[lane] < 0x1p-1022 { result[lane] = (-log(x[lane])).squareRoot() }
    }
    return result
  }

  @inline(__always)
  private static func polynomial(
    _ x: Lanes, _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double, _ g: Double, _ h: Double
  ) -> Lanes {
    var sum = Lanes(repeating: a) * x + Lanes(repeating: b)
    sum = sum * x + Lanes(repeating: c)
    sum = sum * x + Lanes(repeating: d)
    sum = sum * x + Lanes(repeating: e)
    sum = sum * x + Lanes(repeating: f)
    sum = sum * x + Lanes(repeating: g)
    return sum * x + Lanes(repeating: h)
  }
}

extension SIMD8<Double> {
  /// Whether some number has a minus sign.
  @inline(__always)
  fileprivate var hasNegative: Bool {
    (unsafeBitCast(self, to: SIMD8<UInt64>.self) &>> 63).wrappedSum() != 0
  }
}
