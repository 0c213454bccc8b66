import Indicators

/// Walks a window and hands mean and sum of squared deviations from it to `body`.
///
/// The sums are taken about a value of the window, so that prices far from zero lose no digits and a window
/// of equal values has exactly no variance.
@inline(__always)
func forEachVariance(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ mean: Double, _ squares: Double) -> Void
) {
  let share = 1 / Double(period)
  forEachWindow(
    count,
    period,
    value: { index, origin in
      let value = source[index] - source[origin]
      return SIMD2(value, value * value)
    },
    body: { last, origin, sums in
      let mean = sums[0] * share
      body(last, source[origin] + mean, larger(sums[1] - mean * sums[0], 0))
    }
  )
}

/// The same for four windows at a time, not in the order of the bars.
@inline(__always)
func forEachFourVariances(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ lanes: Lanes, _ mean: SIMD4<Double>, _ squares: SIMD4<Double>) -> Void
) {
  let share = SIMD4(repeating: 1 / Double(period))
  forEachFourWindows(
    count,
    period,
    value: { index, origin, lanes in
      let value = lanes.load(source + index) - lanes.load(source + origin)
      return LanePair(value, value * value)
    },
    body: { last, origin, lanes, sums in
      let mean = sums.first * share
      body(last, lanes, lanes.load(source + origin) + mean, larger(sums.second - mean * sums.first, .zero))
    }
  )
}
