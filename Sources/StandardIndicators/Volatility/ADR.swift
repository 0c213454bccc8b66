import Indicators

extension Indicator {
  /// The mean range of the bars.
  static let adr = Indicator(
    "adr",
    fullName: "Average Day Range",
    group: .volatility,
    summary: "The mean range of the last bars, without gaps.",
    formula: "sma(high - low, period)",
    convention: "The simple mean, as in TA-Lib.",
    references: ["TA-Lib ADR"],
    example: "adr(14)",
    inputs: [.high, .low],
    parameters: [.period(14)],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (high, low, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      let share = 1 / Double(segment.arguments.whole(0))
      var window = SlidingWindow<Adding>(segment.arguments.whole(0))
      forEachEight(0..<segment.count) { index, count in
        let ranges = EightLanes(high + index, count) - EightLanes(low + index, count)
        (window.advance(ranges) * share).store(count, target + index)
      }
    }
  )
}
