import Indicators

extension Indicator {
  /// Chaikin's volatility.
  static let cvi = Indicator(
    "cvi",
    fullName: "Chaikin's Volatility",
    group: .volatility,
    summary: "The change of the average range of the bars in percent.",
    formula: "roc(ema(high - low, period), roc)",
    convention: """
      The average is seeded with the simple mean of the first period ranges, as in TA-Lib; 0 if the earlier average \
      is 0.
      """,
    references: ["TA-Lib CVI", "M. Chaikin"],
    example: "cvi(10, 10)",
    inputs: [.high, .low],
    parameters: [
      .period(10),
      .bars("roc", "rocperiod", 10, "The number of bars back to the average that the present one is compared with."),
    ],
    outputs: [.value(.percent)],
    memory: .fading { Memory.exponential($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 + $0.whole(1) },
    kernel: { segment in
      let (high, low, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      var average = SeededAverage(segment.arguments.whole(0), from: 0)
      var line = DelayLine(segment.arguments.whole(1))
      forEachEight(0..<segment.count) { index, count in
        let now = average.advance(index, EightLanes(high + index, count) - EightLanes(low + index, count))
        let before = line.advance(now)
        quotients(100 * (now - before), before, or: 0).storeFinite(count, target + index)
      }
    }
  )
}
