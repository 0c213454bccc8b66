import Indicators

/// Wilder's averages of gains and losses, from index `period` on: the ground of RSI and CMO.
///
/// Both are seeded with the plain mean of the first `period` changes. If the first bar counts as a change of 0 they
/// begin one bar earlier. `body` receives them for up to eight bars.
@inline(__always)
func forEachEightWilderStrengths(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  countsFirstBar: Bool = false,
  body: (_ index: Int, _ count: Int, _ gains: EightLanes, _ losses: EightLanes) -> Void
) {
  let first = countsFirstBar ? period - 1 : period
  guard count > first else { return }
  var gain = 0.0
  var loss = 0.0
  for index in 1..<first + 1 {
    let change = source[index] - source[index - 1]
    gain += larger(change, 0)
    loss += larger(-change, 0)
  }
  let share = 1 / Double(period)
  gain *= share
  loss *= share
  body(first, 1, EightLanes(SIMD4(gain, 0, 0, 0), .zero), EightLanes(SIMD4(loss, 0, 0, 0), .zero))
  let decay = Decay(1 - share)
  var (gains, losses) = (SIMD4(repeating: gain), SIMD4(repeating: loss))
  forEachEight(first + 1..<count) { index, count in
    let changes = EightLanes(source + index, count) - EightLanes(source + (index &- 1), count)
    let rises = changes.map { larger($0, .zero) } * share
    let falls = changes.map { smaller($0, .zero) } * -share
    body(index, count, decay.advance(&gains, rises), decay.advance(&losses, falls))
  }
}

/// The same with up to four bars at a time.
@inline(__always)
func forEachWilderStrength(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  countsFirstBar: Bool = false,
  body: (_ index: Int, _ count: Int, _ gains: SIMD4<Double>, _ losses: SIMD4<Double>) -> Void
) {
  forEachEightWilderStrengths(source, count, period, countsFirstBar: countsFirstBar) { index, count, gains, losses in
    body(index, min(count, 4), gains.low, losses.low)
    if count > 4 { body(index &+ 4, count &- 4, gains.high, losses.high) }
  }
}
