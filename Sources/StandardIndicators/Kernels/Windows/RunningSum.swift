import Indicators

/// A sum over all bars so far, eight bars at a time, that keeps the error of its additions.
///
/// Eight bars are summed among themselves and added to the carried sum, whose rounding is carried along (the
/// compensated summation of Neumaier): after ten million bars the error is that of a few.
struct RunningSum {
  private var sum: SIMD4<Double>
  private var lost = SIMD4<Double>.zero

  init(from start: Double = 0) { sum = SIMD4(repeating: start) }

  /// The sums after each of the next eight values.
  @inline(__always)
  mutating func advance(_ input: EightLanes) -> EightLanes {
    let low = Self.alone(input.low)
    let high = (Self.alone(input.high) + low.last).kept
    let values = EightLanes(sum + (lost + low), sum + (lost + high))
    let total = high.last
    let next = sum + total
    let added = next - sum
    lost += (sum - (next - added)) + (total - added)
    sum = next
    return values
  }

  @inline(__always)
  private static func alone(_ input: SIMD4<Double>) -> SIMD4<Double> {
    let input = input.kept
    let twos = (input + input.oddsFromEvens).kept
    return (twos + twos.upperFromSecond).kept
  }

  /// Sums over a range, up to eight bars at a time.
  ///
  /// - Parameters:
  ///   - input: the terms of `count` bars from `index` on; the lanes beyond them are not used.
  ///   - body: receives the sums of `count` bars from `index` on.
  @inline(__always)
  static func run(
    _ range: Range<Int>,
    from start: Double,
    input: (_ index: Int, _ count: Int) -> EightLanes,
    body: (_ index: Int, _ count: Int, _ values: EightLanes) -> Void
  ) {
    var state = RunningSum(from: start)
    forEachEight(range) { index, count in body(index, count, state.advance(input(index, count))) }
  }
}
