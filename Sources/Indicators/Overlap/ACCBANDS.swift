extension Indicator {
  /// Headley's acceleration bands.
  static let accbands = Indicator(
    "accbands",
    fullName: "Acceleration Bands",
    group: .overlap,
    summary: "The mean of the close and bands that widen with the range of the bars.",
    formula: """
      middle = sma(close); upper = sma(high * (1 + w)); lower = sma(low * (1 - w)), \
      w = 4 * (high - low) / (high + low)
      """,
    convention: "A bar with high + low = 0 adds its high and low as they are, as TA-Lib.",
    references: ["TA-Lib ACCBANDS", "P. Headley, Big Trends in Trading (2002)"],
    example: "accbands(20).upper",
    inputs: [.high, .low, .close],
    parameters: [.period(20)],
    outputs: bandOutputs,
    placement: .overlay,
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let (high, low, close) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
      let (upper, middle, lower) = (stretch.outputs[0], stretch.outputs[1], stretch.outputs[2])
      let (count, period) = (stretch.count, stretch.arguments.whole(0))
      forEachFour(0..<count) { index, count in
        let (tops, bottoms) = (load(high + index, count), load(low + index, count))
        let sums = tops + bottoms
        let widths = (4 * (tops - bottoms) / sums).replacing(with: 0, where: sums .== 0)
        store(tops * (1 + widths), count, upper + index)
        store(bottoms * (1 - widths), count, lower + index)
      }
      let share = 1 / Double(period)
      windowSums(upper, count, period, times: share, upper)
      windowSums(close, count, period, times: share, middle)
      windowSums(lower, count, period, times: share, lower)
    }
  )

  /// Upper band, middle and lower band in units of the price.
  static let bandOutputs = [
    Output("upper", ["upperband"], unit: .price),
    Output("middle", ["middleband", "mid", "basis"], unit: .price),
    Output("lower", ["lowerband"], unit: .price),
  ]
}
