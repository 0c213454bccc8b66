/// Wilder's averages of gains and losses, from index `period` on: the ground of RSI and CMO.
///
/// Both are seeded with the plain mean of the first `period` changes. Where the first bar counts as a change of
/// 0 they begin one bar earlier. `body` receives them for up to four bars.
@inline(__always)
func forEachWilderStrength(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  countsFirstBar: Bool = false,
  body: (_ index: Int, _ count: Int, _ gains: SIMD4<Double>, _ losses: SIMD4<Double>) -> Void
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
  body(first, 1, SIMD4(gain, 0, 0, 0), SIMD4(loss, 0, 0, 0))
  let decay = Decay(1 - share)
  forEachFour(first + 1..<count) { index, count in
    let changes = load(source + index, count) - load(source + (index &- 1), count)
    let rises = changes.replacing(with: 0, where: changes .< 0) * share
    let falls = changes.replacing(with: 0, where: changes .> 0) * -share
    body(index, count, decay.advance(&gain, rises), decay.advance(&loss, falls))
  }
}
