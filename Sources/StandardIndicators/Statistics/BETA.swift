import Indicators

extension Indicator {
  /// The slope of one series' returns over another's.
  static let beta = Indicator(
    "beta",
    fullName: "Beta",
    group: .statistics,
    summary: "How much the returns of y move with one of x: the slope of the best line.",
    formula: "covariance(rx, ry) / variance(rx) over period returns r = x / x[1] - 1",
    convention: "0 if x's returns do not vary, and a return from a price of 0 is 0, as in TA-Lib.",
    references: ["TA-Lib BETA"],
    example: "beta(close, volume, 5)",
    inputs: [Input("x", default: .high), Input("y", default: .low)],
    parameters: [.period(5)],
    outputs: [.value(.ratio)],
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, y, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let share = SIMD4(repeating: 1 / Double(period))
      withScratch(2 * count) { xs in
        let ys = xs + count
        writeReturns(x, count, xs)
        writeReturns(y, count, ys)
        forEachFourWindows(
          count - 1,
          period,
          value: { index, origin, lanes in
            let a = lanes.load(xs + index) - lanes.load(xs + origin)
            let b = lanes.load(ys + index) - lanes.load(ys + origin)
            return ReturnSums(x: a, y: b, xx: a * a, xy: a * b)
          },
          body: { last, _, lanes, sums in
            let mean = sums.x * share
            let squares = sums.xx - mean * sums.x
            let slope = (sums.xy - mean * sums.y) / squares
            lanes.store(choose(squares, above: .zero, slope, else: .zero), target + (last &+ 1))
          }
        )
      }
    }
  )
}

/// Sums of two series' deviations from the first bar of a block, of the squares and of the products.
private struct ReturnSums: LaneSums {
  var x: SIMD4<Double>
  var y: SIMD4<Double>
  var xx: SIMD4<Double>
  var xy: SIMD4<Double>

  @inline(__always) static var none: Self { Self(x: .zero, y: .zero, xx: .zero, xy: .zero) }
  @inline(__always) static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y, xx: left.xx + right.xx, xy: left.xy + right.xy)
  }
}

/// Writes the return of each bar but the first, from index 0 on; 0 if the price before is 0.
private func writeReturns(_ source: Source, _ count: Int, _ target: Target) {
  forEachFour(1..<count) { index, count in
    let before = load(source + (index &- 1), count)
    let returns = load(source + index, count) / before - 1
    store(choose(before, equal: .zero, .zero, else: returns), count, target + (index &- 1))
  }
}
