import Indicators

extension Indicator {
  /// The highest value.
  static let highest = Indicator(
    "highest",
    fullName: "Highest Value",
    group: .window,
    summary: "The highest of the last values.",
    formula: "the largest x of period bars",
    convention: "The present bar is part of the window; highest(20) looks at high.",
    references: ["Pine Script ta.highest", "TA-Lib MAX"],
    example: "highest(20)",
    inputs: [Input("x", default: .high)],
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { windowHighest($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )

  /// The lowest value.
  static let lowest = Indicator(
    "lowest",
    fullName: "Lowest Value",
    group: .window,
    summary: "The lowest of the last values.",
    formula: "the smallest x of period bars",
    convention: "The present bar is part of the window; lowest(20) looks at low.",
    references: ["Pine Script ta.lowest", "TA-Lib MIN"],
    example: "lowest(20)",
    inputs: [Input("x", default: .low)],
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { windowLowest($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
