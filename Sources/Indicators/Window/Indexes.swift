extension Indicator {
  /// Where the highest value stands.
  static let maxindex = Indicator(
    "maxindex",
    fullName: "Index of Highest Value",
    group: .window,
    summary: "Which bar has the highest of the last values, counted from the first bar (0).",
    formula: "the index of the largest x of period bars",
    convention: placeConvention,
    references: ["TA-Lib MAXINDEX"],
    example: "maxindex(close, 30)",
    parameters: [.period(30)],
    outputs: [Output("value", ["integer"], unit: .count)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { writePlaces($0, sign: 1, $0.outputs[0]) }
  )

  /// Where the lowest value stands.
  static let minindex = Indicator(
    "minindex",
    fullName: "Index of Lowest Value",
    group: .window,
    summary: "Which bar has the lowest of the last values, counted from the first bar (0).",
    formula: "the index of the smallest x of period bars",
    convention: placeConvention,
    references: ["TA-Lib MININDEX"],
    example: "minindex(close, 30)",
    parameters: [.period(30)],
    outputs: [Output("value", ["integer"], unit: .count)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { writePlaces($0, sign: -1, $0.outputs[0]) }
  )

  /// The lowest and the highest value.
  static let minmax = Indicator(
    "minmax",
    fullName: "Lowest and Highest Value",
    group: .window,
    summary: "The lowest and the highest of the last values.",
    formula: "min = lowest(x, period); max = highest(x, period)",
    convention: "The present bar is part of the window; minmax(20) looks at close.",
    references: ["TA-Lib MINMAX"],
    example: "minmax(close, 30).max",
    parameters: [.period(30)],
    outputs: [Output("min", unit: .asInput), Output("max", unit: .asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      let (low, high) = (stretch.outputs[0], stretch.outputs[1])
      let x = stretch.inputs[0]
      forEachRange(x, x, stretch.count, stretch.arguments.whole(0)) { last, highest, lowest in
        low[last] = lowest
        high[last] = highest
      }
    }
  )

  /// Where the lowest and the highest value stand.
  static let minmaxindex = Indicator(
    "minmaxindex",
    fullName: "Indexes of Lowest and Highest Value",
    group: .window,
    summary: "Which bars have the lowest and the highest of the last values, counted from 0.",
    formula: "minidx = minindex(x, period); maxidx = maxindex(x, period)",
    convention: placeConvention,
    references: ["TA-Lib MINMAXINDEX"],
    example: "minmaxindex(close, 30).maxidx",
    parameters: [.period(30)],
    outputs: [Output("minidx", unit: .count), Output("maxidx", unit: .count)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { stretch in
      writePlaces(stretch, sign: -1, stretch.outputs[0])
      writePlaces(stretch, sign: 1, stretch.outputs[1])
    }
  )

  private static let placeConvention = """
    As TA-Lib: a new bar that equals the highest takes over; when it leaves the window, the first of equal ones does. \
    After a missing value bars are counted anew. Missing, not 0, where the window is not full.
    """
}

private func writePlaces(_ stretch: Stretch, sign: Double, _ target: Target) {
  forEachExtremePlace(stretch.inputs[0], sign: sign, stretch.count, stretch.arguments.whole(0)) { last, place in
    target[last] = Double(place)
  }
}
