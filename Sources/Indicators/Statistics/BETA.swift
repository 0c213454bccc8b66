extension Indicator {
  /// The slope of one series' returns over another's.
  static let beta = Indicator(
    "beta",
    fullName: "Beta",
    group: .statistics,
    summary: "How much the returns of y move with one of x: the slope of the best line.",
    formula: "covariance(rx, ry) / variance(rx) over period returns r = x / x[1] - 1",
    convention: "0 where x's returns do not vary, and a return from a price of 0 is 0, as TA-Lib.",
    references: ["TA-Lib BETA"],
    example: "beta(close, volume, 5)",
    inputs: [Input("x", default: .high), Input("y", default: .low)],
    parameters: [.period(5)],
    outputs: [.value(.ratio)],
    warmUp: { $0.whole(0) },
    kernel: { stretch in
      let (x, y, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
      let (count, period) = (stretch.count, stretch.arguments.whole(0))
      let share = 1 / Double(period)
      withScratch(2 * count) { xs in
        let ys = xs + count
        writeReturns(x, count, xs)
        writeReturns(y, count, ys)
        forEachWindow(count - 1, period) { index, origin in
          let (a, b) = (xs[index] - xs[origin], ys[index] - ys[origin])
          return SIMD4(a, b, a * a, a * b)
        } body: { last, _, sums in
          let mean = sums[0] * share
          let squares = sums[2] - mean * sums[0]
          target[last &+ 1] = squares > 0 ? (sums[3] - mean * sums[1]) / squares : 0
        }
      }
    }
  )
}

/// Writes the return of each bar but the first, from index 0 on; 0 where the price before is 0.
private func writeReturns(_ source: Source, _ count: Int, _ target: Target) {
  forEachFour(1..<count) { index, count in
    let before = load(source + (index &- 1), count)
    let returns = load(source + index, count) / before - 1
    store(returns.replacing(with: 0, where: before .== 0), count, target + (index &- 1))
  }
}
