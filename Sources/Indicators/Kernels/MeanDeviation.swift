/// Writes the mean of each window, and the mean distance of its values from it, from index `period - 1` on.
///
/// No way is known to slide the sum of distances, as they are all taken from a mean that moves: this is the
/// one kernel whose cost grows with the period, by an eighth of a step a bar.
func writeMeanDeviation(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  mean: Target,
  _ deviation: Target
) {
  let share = 1 / Double(period)
  forEachWindow(
    count,
    period,
    value: { index, origin in SIMD2(source[index] - source[origin], 0) },
    body: { last, origin, sums in
      let center = source[origin] + sums[0] * share
      let window = source + (last &+ 1 &- period)
      var lanes = SIMD8<Double>.zero
      var index = 0
      while index &+ 8 <= period {
        let values = UnsafeRawPointer(window + index).loadUnaligned(as: SIMD8<Double>.self) - center
        lanes += values.replacing(with: 0 - values, where: values .< 0)
        index &+= 8
      }
      var sum = lanes.sum()
      while index < period {
        sum += (window[index] - center).magnitude
        index &+= 1
      }
      mean[last] = center
      deviation[last] = sum * share
    }
  )
}
