extension Indicator {
  /// Lambert's commodity channel index.
  static let cci = Indicator(
    "cci",
    fullName: "Commodity Channel Index",
    group: .momentum,
    summary: "How unusual the price is, in mean deviations from its average.",
    formula:
      "(p - sma(p)) / (0.015 * mean of |p - sma(p)|) over period bars, p = (high + low + close) / 3",
    convention: "The deviation is the mean absolute one; 0 where it is 0, as TA-Lib.",
    references: ["TA-Lib CCI", "D. Lambert, Commodities 10 (1980)"],
    example: "cci(20)",
    inputs: [.high, .low, .close],
    parameters: [.period(14, from: 2)],
    outputs: [.value(.number)],
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let (count, period) = (stretch.count, stretch.arguments.whole(0))
      let (high, low, close) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
      let target = stretch.outputs[0]
      withScratch(2 * count) { price in
        let deviation = price + count
        for index in 0..<count { price[index] = (high[index] + low[index] + close[index]) / 3 }
        writeMeanDeviation(price, count, period, mean: target, deviation)
        for index in period - 1..<count {
          let distance = price[index] - target[index]
          let scale = 0.015 * deviation[index]
          target[index] = distance == 0 || scale == 0 ? 0 : distance / scale
        }
      }
    }
  )
}
