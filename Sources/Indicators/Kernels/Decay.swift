/// A first-order recurrence y[i] = q * y[i-1] + u[i], four bars at a time.
///
/// Written bar by bar, each bar waits for a multiplication and an addition of the one before. Here only every
/// fourth does: within four bars the powers of q do the rest. A value still depends on earlier bars only, and
/// the last one to three bars take the same way as full fours, so that a longer series begins with the same
/// bits.
struct Decay {
  private let once: Double
  private let twice: Double
  private let powers: SIMD4<Double>

  init(_ q: Double) {
    once = q
    twice = q * q
    powers = SIMD4(q, q * q, q * q * q, (q * q) * (q * q))
  }

  /// The next four values; `state` becomes the last of them.
  @inline(__always)
  func advance(_ state: inout Double, _ input: SIMD4<Double>) -> SIMD4<Double> {
    let pairs = input + once * SIMD4(0, input[0], input[1], input[2])
    let fours = pairs + twice * SIMD4(0, 0, pairs[0], pairs[1])
    let values = fours + powers * state
    // The same as values[3], on a shorter way.
    state = fours[3] + powers[3] * state
    return values
  }

  /// Runs the recurrence over a range, up to four bars at a time.
  ///
  /// - Parameters:
  ///   - input: the u of `count` bars from `index` on; the lanes beyond them are not used.
  ///   - body: receives the values of `count` bars from `index` on.
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
