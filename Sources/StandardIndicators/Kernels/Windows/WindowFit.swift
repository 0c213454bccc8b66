import Indicators

/// The least-squares line through the values of each window over the bar numbers 0 to period - 1.
///
/// `body` receives the index of the window's last bar, the slope, and the line's value at the first bar.
@inline(__always)
func forEachFit(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ slope: Double, _ intercept: Double) -> Void
) {
  let n = Double(period)
  let middle = (n - 1) / 2
  let scale = 12 / (n * (n * n - 1))
  forEachWindow(
    count,
    period,
    value: { index, origin in
      let value = source[index] - source[origin]
      return SIMD2(value, value * Double(index &- origin))
    },
    body: { last, origin, sums in
      // The bar numbers of the sums count from the block's first bar; the window's middle lies here:
      let center = Double(last &- origin) - middle
      let slope = (sums[1] - center * sums[0]) * scale
      let mean = source[origin] + sums[0] / n
      body(last, slope, mean - slope * middle)
    }
  )
}

/// The same for four windows at a time, not in the order of the bars.
@inline(__always)
func forEachFourFits(
  _ source: Source,
  _ count: Int,
  _ period: Int,
  body: (_ last: Int, _ lanes: Lanes, _ slope: SIMD4<Double>, _ intercept: SIMD4<Double>) -> Void
) {
  let n = Double(period)
  let middle = (n - 1) / 2
  let scale = SIMD4(repeating: 12 / (n * (n * n - 1)))
  let share = SIMD4(repeating: 1 / n)
  let center = SIMD4(repeating: middle + 1)
  forEachFourWeightedWindows(
    count,
    period,
    value: { index, origin, lanes in lanes.load(source + index) - lanes.load(source + origin) },
    body: { last, origin, lanes, sum, weighted in
      let slope = (weighted - center * sum) * scale
      let mean = lanes.load(source + origin) + sum * share
      body(last, lanes, slope, mean - slope * SIMD4(repeating: middle))
    }
  )
}
