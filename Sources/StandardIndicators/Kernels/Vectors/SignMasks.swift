import Indicators

/// All bits of a lane set if the value has a minus sign, none elsewhere.
///
/// The compiler takes the result of a comparison apart lane by lane when it is used in several places; the sign of a
/// difference stays in the vector.
@inline(__always)
func signMask(_ values: SIMD4<Double>) -> SIMD4<Int64> {
  unsafeBitCast(values, to: SIMD4<Int64>.self) &>> 63
}

/// All bits of a lane set if the value is zero.
@inline(__always)
func zeroMask(_ values: SIMD4<Double>) -> SIMD4<Int64> {
  ((unsafeBitCast(values, to: SIMD4<Int64>.self) & Int64.max) &- 1) &>> 63
}

/// One value if the bits of a lane are set, else the other.
@inline(__always)
func select(_ mask: SIMD4<Int64>, _ value: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD4<Double> {
  let bits = unsafeBitCast(value, to: SIMD4<Int64>.self) & mask
  let others = unsafeBitCast(other, to: SIMD4<Int64>.self) & ~mask
  return unsafeBitCast(bits | others, to: SIMD4<Double>.self)
}
