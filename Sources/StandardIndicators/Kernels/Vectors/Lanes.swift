import CLanes
import Indicators

/// Operations on all lanes of vectors of four at once.
///
/// Swift's own operations for these work value by value; those of the C header are the machine's. Both give the same
/// bits.
extension SIMD4<Double> {
  /// Missing if a value is not finite.
  @inline(__always)
  var finiteOrMissing: SIMD4<Double> {
    let limit = SIMD4(repeating: Double.greatestFiniteMagnitude)
    return choose(magnitudes, above: limit, SIMD4(repeating: .nan), else: self)
  }
}

/// The larger value in each lane; none is NaN.
@inline(__always)
func larger(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> SIMD4<Double> { lanes_larger(left, right) }

/// The smaller value in each lane; none is NaN.
@inline(__always)
func smaller(_ left: SIMD4<Double>, _ right: SIMD4<Double>) -> SIMD4<Double> { lanes_smaller(left, right) }

/// In each lane `yes` if `left` is above `right`, else `no`.
@inline(__always)
func choose(
  _ left: SIMD4<Double>,
  above right: SIMD4<Double>,
  _ yes: SIMD4<Double>,
  else no: SIMD4<Double>
) -> SIMD4<Double> {
  lanes_if_above(left, right, yes, no)
}

/// In each lane `yes` if `left` equals `right`, else `no`.
@inline(__always)
func choose(
  _ left: SIMD4<Double>,
  equal right: SIMD4<Double>,
  _ yes: SIMD4<Double>,
  else no: SIMD4<Double>
) -> SIMD4<Double> {
  lanes_if_equal(left, right, yes, no)
}

extension SIMD4<Double> {
  /// The same values; the compiler computes them once, as a vector.
  @inline(__always) var kept: SIMD4<Double> { lanes_kept(self) }
  /// The magnitude in each lane.
  @inline(__always) var magnitudes: SIMD4<Double> { lanes_magnitude(self) }
  /// The square root in each lane.
  @inline(__always) var roots: SIMD4<Double> { lanes_root(self) }
  /// Lane 0 in the lanes 0 and 1, lane 2 in the lanes 2 and 3.
  @inline(__always) var evens: SIMD4<Double> { lanes_even(self) }
  /// Lane 1 in all lanes.
  @inline(__always) var second: SIMD4<Double> { lanes_second(self) }
  /// Lane 3 in all lanes.
  @inline(__always) var last: SIMD4<Double> { lanes_last(self) }
  /// Nothing, lane 0, nothing, lane 2.
  @inline(__always) var oddsFromEvens: SIMD4<Double> { lanes_odd_from_even(self) }
  /// Nothing, nothing, lane 1, lane 1.
  @inline(__always) var upperFromSecond: SIMD4<Double> { lanes_upper_from_second(self) }
  /// The lanes moved by one, with the last lane of `before` first.
  @inline(__always) func shifted(after before: SIMD4<Double>) -> SIMD4<Double> { lanes_shifted(before, self) }
}
