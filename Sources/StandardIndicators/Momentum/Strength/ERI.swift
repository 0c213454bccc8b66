import Indicators

extension Indicator {
  /// Elder's ray.
  static let eri = Indicator(
    "eri",
    ["elderray"],
    fullName: "Elder Ray Index",
    group: .momentum,
    summary: "The distance of the bar's high and low from the average of the close.",
    formula: "bull = high - ema(close, period); bear = low - ema(close, period)",
    convention: "The average is seeded with the simple mean of the first period values, as in TA-Lib.",
    references: ["TA-Lib ERI", "A. Elder, Trading for a Living (1993)"],
    example: "eri(13).bull",
    inputs: [.high, .low, .close],
    parameters: [.period(13)],
    outputs: [
      Output("bull", ["bullpower"], unit: .price),
      Output("bear", ["bearpower"], unit: .price),
    ],
    memory: .fading { Memory.exponential($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (bull, bear) = (segment.outputs[0], segment.outputs[1])
      var average = SeededAverage(segment.arguments.whole(0), from: 0)
      forEachEight(0..<segment.count) { index, count in
        let averages = average.advance(index, EightLanes(close + index, count))
        (EightLanes(high + index, count) - averages).store(count, bull + index)
        (EightLanes(low + index, count) - averages).store(count, bear + index)
      }
    }
  )
}
