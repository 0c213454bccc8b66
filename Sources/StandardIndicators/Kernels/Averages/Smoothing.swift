import Indicators

/// Exponential smoothing: y[i] = y[i-1] + gain * (x[i] - y[i-1]).
///
/// Seeded with the mean of the first `period` values, or with the first; writes from the index of the last
/// value of the seed on. `target` may be `source`.
func smooth(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  gain: Double,
  seed: Seed = .mean,
  _ target: Target
) {
  let seeded = seed.bars(period)
  guard period > 0, count >= seeded else { return }
  var sum = 0.0
  for index in 0..<seeded { sum += source[index] }
  let seed = sum / Double(seeded)
  target[seeded - 1] = seed
  Decay(1 - gain).runEights(
    seeded..<count,
    from: seed,
    input: { EightLanes(source + $0, $1) * gain },
    body: { $2.store($1, target + $0) }
  )
}

/// The exponential average of a period: gain 2 / (period + 1).
func exponentialAverage(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  seed: Seed = .mean,
  _ target: Target
) {
  smooth(source, count, period, gain: 2 / Double(period + 1), seed: seed, target)
}

/// Wilder's average of a period: gain 1 / period.
func wilderAverage(_ source: Source, _ count: Int, _ period: Int, seed: Seed = .mean, _ target: Target) {
  smooth(source, count, period, gain: 1 / Double(period), seed: seed, target)
}
