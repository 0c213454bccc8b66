/// Exponential smoothing: y[i] = y[i-1] + gain * (x[i] - y[i-1]).
///
/// Seeded with the mean of the first `period` values; writes from index `period - 1` on. `target` may be
/// `source`.
func smooth(_ source: Source, _ count: Int, _ period: Int, gain: Double, _ target: Target) {
  guard period > 0, count >= period else { return }
  var sum = 0.0
  for index in 0..<period { sum += source[index] }
  let seed = sum / Double(period)
  target[period - 1] = seed
  Decay(1 - gain).run(
    period..<count,
    from: seed,
    input: { load(source + $0, $1) * gain },
    body: { store($2, $1, target + $0) }
  )
}

/// The exponential average of a period: gain 2 / (period + 1).
func exponentialAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  smooth(source, count, period, gain: 2 / Double(period + 1), target)
}

/// Wilder's average of a period: gain 1 / period.
func wilderAverage(_ source: Source, _ count: Int, _ period: Int, _ target: Target) {
  smooth(source, count, period, gain: 1 / Double(period), target)
}
