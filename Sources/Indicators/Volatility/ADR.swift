extension Indicator {
  /// The mean range of the bars.
  static let adr = Indicator(
    "adr",
    fullName: "Average Day Range",
    group: .volatility,
    summary: "The mean range of the last bars, gaps left out.",
    formula: "sma(high - low, period)",
    convention: "The simple mean, as TA-Lib.",
    references: ["TA-Lib ADR"],
    example: "adr(14)",
    inputs: [.high, .low],
    parameters: [.period(14)],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let (high, low, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
      let share = 1 / Double(stretch.arguments.whole(0))
      var window = SlidingWindow<Adding>(stretch.arguments.whole(0))
      forEachEight(0..<stretch.count) { index, count in
        let ranges = Eight(high + index, count) - Eight(low + index, count)
        (window.advance(ranges) * share).store(count, target + index)
      }
    }
  )
}
