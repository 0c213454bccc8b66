extension Indicator {
  /// Chande's mean body.
  static let qstick = Indicator(
    "qstick",
    fullName: "Qstick",
    group: .momentum,
    summary: "The mean move from open to close of the last bars.",
    formula: "sma(close - open, period)",
    convention: "The simple mean, as TA-Lib.",
    references: ["TA-Lib QSTICK", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "qstick(10)",
    inputs: [.open, .close],
    parameters: [.period(10)],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let (open, close, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
      let share = 1 / Double(stretch.arguments.whole(0))
      var window = SlidingWindow<Adding>(stretch.arguments.whole(0))
      forEachEight(0..<stretch.count) { index, count in
        let bodies = Eight(close + index, count) - Eight(open + index, count)
        (window.advance(bodies) * share).store(count, target + index)
      }
    }
  )
}
