import Indicators

extension Indicator {
  /// The line of best fit with bands.
  static let linregChannel = Indicator(
    "linreg_channel",
    ["regression_channel"],
    fullName: "Linear Regression Channel",
    group: .overlap,
    summary: "The best straight line through the last values, and bands of its residuals' deviation.",
    formula: "middle = linearreg(x, period); upper, lower = middle ± width * sqrt(mean of squared residuals)",
    convention: """
      Least squares; the channel of the window that ends at this bar, at this bar. The squares are divided by \
      period; deviation="sample" divides by period - 1, like TradingView's channel.
      """,
    references: ["G. Raff, Technical Analysis of Stocks & Commodities 9:10 (1991)", "TA-Lib LINEARREG"],
    example: "linreg_channel(close, 100, 2).upper",
    parameters: [
      .period(100, from: 2),
      Parameter("width", ["multiplier"], .real(0...1000), .value(2), "The distance of the bands in deviations."),
      .deviation,
    ],
    outputs: [
      Output("upper", ["upperband"], unit: .asInput),
      Output("middle", ["middleband", "mid", "basis"], unit: .asInput),
      Output("lower", ["lowerband"], unit: .asInput),
    ],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (x, period) = (segment.inputs[0], segment.arguments.whole(0))
      let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let width = segment.arguments.real(1)
      let n = Double(period)
      let half = (n - 1) / 2
      // The sum of squared distances of the bar numbers from their mean.
      let spread = n * (n * n - 1) / 12
      let share = 1 / (n - Double(segment.arguments.whole(2)))
      forEachWindow(segment.count, period) { index, origin in
        let value = x[index] - x[origin]
        return SIMD4(value, value * Double(index &- origin), value * value, 0)
      } body: { last, origin, sums in
        let slope = (sums[1] - (Double(last &- origin) - half) * sums[0]) / spread
        let mean = sums[0] / n
        let squares = sums[2] - mean * sums[0] - slope * slope * spread
        let line = x[origin] + mean + slope * half
        let distance = width * (larger(squares, 0) * share).squareRoot()
        upper[last] = line + distance
        middle[last] = line
        lower[last] = line - distance
      }
    }
  )
}
