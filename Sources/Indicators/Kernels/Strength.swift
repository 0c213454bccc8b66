/// Wilder's averages of gains and losses, from index `period` on: the ground of RSI and CMO.
///
/// Both are seeded with the plain mean of the first `period` changes. `body` receives them for up to four
/// bars.
@inline(__always)
func forEachWilderStrength(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ index: Int, _ count: Int, _ gains: SIMD4<Double>, _ losses: SIMD4<Double>) -> Void
) {
  guard count > period else { return }
  var gain = 0.0
  var loss = 0.0
  for index in 1...period {
    let change = source[index] - source[index - 1]
    gain += larger(change, 0)
    loss += larger(-change, 0)
  }
  let share = 1 / Double(period)
  gain *= share
  loss *= share
  body(period, 1, SIMD4(gain, 0, 0, 0), SIMD4(loss, 0, 0, 0))
  let decay = Decay(1 - share)
  forEachFour(period + 1..<count) { index, count in
    let changes = load(source + index, count) - load(source + (index &- 1), count)
    let rises = changes.replacing(with: 0, where: changes .< 0) * share
    let falls = changes.replacing(with: 0, where: changes .> 0) * -share
    body(index, count, decay.advance(&gain, rises), decay.advance(&loss, falls))
  }
}
