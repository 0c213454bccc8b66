import Indicators

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
    convention: "A bar with high + low = 0 adds its high and low as they are, as in TA-Lib.",
    references: ["TA-Lib ACCBANDS", "P. Headley, Big Trends in Trading (2002)"],
    example: "accbands(20).upper",
    inputs: [.high, .low, .close],
    parameters: [.period(20)],
    outputs: bandOutputs,
    placement: .overlay,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let share = SIMD4(repeating: 1 / Double(period))
      var tops = SlidingWindow<Adding>(period)
      var means = SlidingWindow<Adding>(period)
      var bottoms = SlidingWindow<Adding>(period)
      forEachFour(0..<count) { index, count in
        let (highs, lows) = (load(high + index, count), load(low + index, count))
        let widths = quotients(4 * (highs - lows), highs + lows, or: 0)
        store(tops.advance(highs * (1 + widths)) * share, count, upper + index)
        store(means.advance(load(close + index, count)) * share, count, middle + index)
        store(bottoms.advance(lows * (1 - widths)) * share, count, lower + index)
      }
    }
  )

  /// Upper band, middle and lower band in units of the price.
  static let bandOutputs = [
    Output("upper", ["upperband"], unit: .price),
    Output("middle", ["middleband", "mid", "basis"], unit: .price),
    Output("lower", ["lowerband"], unit: .price),
  ]
}
