import Indicators

extension Indicator {
  /// The index of the highest value.
  static let maxindex = Indicator(
    "maxindex",
    fullName: "Index of Highest Value",
    group: .window,
    summary: "The bar with the highest of the last values, counted from the first bar (0).",
    formula: "the index of the largest x of period bars",
    convention: placeConvention,
    references: ["TA-Lib MAXINDEX"],
    example: "maxindex(close, 30)",
    parameters: [.period(30)],
    outputs: [Output("value", ["integer"], unit: .count)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { writePositions($0, ofHighest: true, $0.outputs[0]) }
  )

  /// The index of the lowest value.
  static let minindex = Indicator(
    "minindex",
    fullName: "Index of Lowest Value",
    group: .window,
    summary: "The bar with the lowest of the last values, counted from the first bar (0).",
    formula: "the index of the smallest x of period bars",
    convention: placeConvention,
    references: ["TA-Lib MININDEX"],
    example: "minindex(close, 30)",
    parameters: [.period(30)],
    outputs: [Output("value", ["integer"], unit: .count)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { writePositions($0, ofHighest: false, $0.outputs[0]) }
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
    kernel: { segment in
      let (low, high) = (segment.outputs[0], segment.outputs[1])
      let x = segment.inputs[0]
      windowLowest(x, segment.count, segment.arguments.whole(0), low)
      windowHighest(x, segment.count, segment.arguments.whole(0), high)
    }
  )

  /// The indexes of the lowest and of the highest value.
  static let minmaxindex = Indicator(
    "minmaxindex",
    fullName: "Indexes of Lowest and Highest Value",
    group: .window,
    summary: "The bars with the lowest and the highest of the last values, counted from 0.",
    formula: "minidx = minindex(x, period); maxidx = maxindex(x, period)",
    convention: placeConvention,
    references: ["TA-Lib MINMAXINDEX"],
    example: "minmaxindex(close, 30).maxidx",
    parameters: [.period(30)],
    outputs: [Output("minidx", unit: .count), Output("maxidx", unit: .count)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      writePositions(segment, ofHighest: false, segment.outputs[0])
      writePositions(segment, ofHighest: true, segment.outputs[1])
    }
  )

  private static let placeConvention = """
    As TA-Lib: a new bar that equals the highest replaces it; when it leaves the window, the first of equal ones does. \
    After a missing value bars are counted again. Missing, not 0, if the window is not full.
    """
}

/// Writes the index of the highest or the lowest value of each window.
///
/// When the position leaves the window the next one is searched from the window's beginning. It then stays for at least
/// as many bars as were searched, so the cost of a bar does not grow with the period.
private func writePositions(_ segment: Segment, ofHighest isHighest: Bool, _ target: Target) {
  let (source, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
  if isHighest { windowHighest(source, count, period, target) } else { windowLowest(source, count, period, target) }
  var position = -1
  var index = period - 1
  while index < count {
    let extreme = target[index]
    if position <= index &- period {
      position = index &+ 1 &- period
      while source[position] != extreme { position &+= 1 }
    } else {
      position = source[index] == extreme ? index : position
    }
    target[index] = Double(position)
    index &+= 1
  }
}
