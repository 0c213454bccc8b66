import Indicators

/// Four values without their signs.
@inline(__always)
func magnitudes(_ values: SIMD4<Double>) -> SIMD4<Double> { values.magnitudes }

/// In each lane one value if a condition holds, else the other.
///
/// By bits: a choice lane by lane becomes jumps around the divisions that are chosen from.
@inline(__always)
func choose(
  _ condition: SIMDMask<SIMD4<Int64>>,
  _ value: SIMD4<Double>,
  _ other: SIMD4<Double>
) -> SIMD4<Double> {
  let mask = unsafeBitCast(condition, to: SIMD4<UInt64>.self)
  let bits = unsafeBitCast(value, to: SIMD4<UInt64>.self) & mask
  let others = unsafeBitCast(other, to: SIMD4<UInt64>.self) & ~mask
  return unsafeBitCast(bits | others, to: SIMD4<Double>.self)
}

/// The values if a condition holds, 0 elsewhere.
@inline(__always)
func keep(_ values: SIMD4<Double>, where condition: SIMDMask<SIMD4<Int64>>) -> SIMD4<Double> {
  let mask = unsafeBitCast(condition, to: SIMD4<UInt64>.self)
  return unsafeBitCast(unsafeBitCast(values, to: SIMD4<UInt64>.self) & mask, to: SIMD4<Double>.self)
}

/// Four quotients; another value if the divisor is 0.
@inline(__always)
func quotients(_ dividends: SIMD4<Double>, _ divisors: SIMD4<Double>, or other: Double) -> SIMD4<Double> {
  choose(divisors, equal: .zero, SIMD4(repeating: other), else: dividends / divisors)
}

/// Eight quotients; another value if the divisor is 0.
@inline(__always)
func quotients(_ dividends: EightLanes, _ divisors: EightLanes, or other: Double) -> EightLanes {
  EightLanes.map(dividends, divisors) { quotients($0, $1, or: other) }
}

/// EightLanes quotients; 0 if the divisor is not above 0.
@inline(__always)
func shares(_ dividends: EightLanes, _ divisors: EightLanes) -> EightLanes {
  EightLanes.map(dividends, divisors) { choose($1, above: .zero, $0 / $1, else: .zero) }
}

extension EightLanes {
  /// Nothing in each lane.
  @inline(__always) static var zero: EightLanes { EightLanes(.zero, .zero) }

  /// The values without their signs.
  @inline(__always) var magnitudes: EightLanes { map { $0.magnitudes } }

  /// The values above 0, the others as 0.
  @inline(__always) var rises: EightLanes { map { larger($0, .zero) } }

  /// The values below 0 without their signs, the others as 0.
  @inline(__always) var falls: EightLanes { map { larger(0 - $0, .zero) } }

  /// Stores the first `count` values; missing ones instead of those that are not finite.
  @inline(__always)
  func storeFinite(_ count: Int, _ target: Target) { map { $0.finiteOrMissing }.store(count, target) }
}
