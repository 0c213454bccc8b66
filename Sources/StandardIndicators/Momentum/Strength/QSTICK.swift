import Indicators

extension Indicator {
  /// Chande's mean body.
  static let qstick = Indicator(
    "qstick",
    fullName: "Qstick",
    group: .momentum,
    summary: "The mean move from open to close of the last bars.",
    formula: "sma(close - open, period)",
    convention: "The simple mean, as in TA-Lib.",
    references: ["TA-Lib QSTICK", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "qstick(10)",
    inputs: [.open, .close],
    parameters: [.period(10)],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (open, close, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      let share = 1 / Double(segment.arguments.whole(0))
      var window = SlidingWindow<Adding>(segment.arguments.whole(0))
      forEachEight(0..<segment.count) { index, count in
        let bodies = EightLanes(close + index, count) - EightLanes(open + index, count)
        (window.advance(bodies) * share).store(count, target + index)
      }
    }
  )
}
