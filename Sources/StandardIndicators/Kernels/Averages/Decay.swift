import Indicators

/// A first-order recurrence y[i] = q * y[i-1] + u[i], eight bars at a time.
///
/// Written bar by bar, each bar waits for a multiplication and an addition of the one before. Here only every
/// eighth does: within eight bars the powers of q do the rest. A value still depends on earlier bars only, and
/// the last one to seven bars take the same way as full eights, so that a longer series begins with the same
/// bits.
struct Decay {
  /// q for the second of two bars, and q, q^2 for the second two of four.
  private let pairs: SIMD4<Double>
  private let fours: SIMD4<Double>
  /// q to q^4 and q^5 to q^8.
  private let powers: SIMD4<Double>
  private let later: SIMD4<Double>

  init(_ q: Double) {
    let square = q * q
    pairs = SIMD4(0, q, 0, q)
    fours = SIMD4(0, 0, q, square)
    powers = SIMD4(q, square, square * q, square * square)
    later = powers * (square * square)
  }

  /// Four bars as if nothing had been before them.
  @inline(__always)
  private func alone(_ input: SIMD4<Double>) -> SIMD4<Double> {
    let input = input.kept
    let twos = (input + pairs * input.evens).kept
    return (twos + fours * twos.second).kept
  }

  /// The next four values; `state` becomes the last of them.
  @inline(__always)
  func advance(_ state: inout Double, _ input: SIMD4<Double>) -> SIMD4<Double> {
    let values = alone(input)
    let last = values[3] + powers[3] * state
    let result = values + powers * SIMD4(repeating: state)
    state = last
    return result
  }

  /// The next eight values; each lane of `state` becomes the last of them.
  @inline(__always)
  func advance(_ state: inout SIMD4<Double>, _ input: EightLanes) -> EightLanes {
    let low = alone(input.low)
    let high = alone(input.high) + powers * low.last
    let values = EightLanes(low + powers * state, (high + later * state).kept)
    state = values.high.last
    return values
  }

  /// Runs the recurrence over a range, up to eight bars at a time.
  ///
  /// - Parameters:
  ///   - input: the u of `count` bars from `index` on; the lanes beyond them are not used.
  ///   - body: receives the values of `count` bars from `index` on.
  @inline(__always)
  func runEights(
    _ range: Range<Int>,
    from seed: Double,
    input: (_ index: Int, _ count: Int) -> EightLanes,
    body: (_ index: Int, _ count: Int, _ values: EightLanes) -> Void
  ) {
    var state = SIMD4(repeating: seed)
    forEachEight(range) { index, count in
      body(index, count, advance(&state, input(index, count)))
    }
  }

  /// The same, up to four bars at a time.
  @inline(__always)
  func run(
    _ range: Range<Int>,
    from seed: Double,
    input: (_ index: Int, _ count: Int) -> SIMD4<Double>,
    body: (_ index: Int, _ count: Int, _ values: SIMD4<Double>) -> Void
  ) {
    var state = seed
    forEachFour(range) { index, count in
      body(index, count, advance(&state, input(index, count)))
    }
  }
}

/// Walks a range in steps of four bars; the last step may be shorter.
@inline(__always)
func forEachFour(_ range: Range<Int>, _ body: (_ index: Int, _ count: Int) -> Void) {
  var index = range.lowerBound
  while index &+ 4 <= range.upperBound {
    body(index, 4)
    index &+= 4
  }
  if index < range.upperBound { body(index, range.upperBound &- index) }
}

/// Up to four consecutive values, zeros after them.
@inline(__always)
func load(_ source: Source, _ count: Int) -> SIMD4<Double> {
  if count == 4 { return UnsafeRawPointer(source).loadUnaligned(as: SIMD4<Double>.self) }
  return SIMD4(source[0], count > 1 ? source[1] : 0, count > 2 ? source[2] : 0, 0)
}

/// Stores up to four consecutive values.
@inline(__always)
func store(_ values: SIMD4<Double>, _ count: Int, _ target: Target) {
  if count == 4 {
    UnsafeMutableRawPointer(target).storeBytes(of: values, as: SIMD4<Double>.self)
    return
  }
  target[0] = values[0]
  if count > 1 { target[1] = values[1] }
  if count > 2 { target[2] = values[2] }
}
