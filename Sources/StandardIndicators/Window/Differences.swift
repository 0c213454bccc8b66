import Indicators

extension Indicator {
  /// The difference to an earlier value.
  static let change = Indicator(
    "change",
    fullName: "Change",
    group: .window,
    summary: "The difference from the value some bars ago.",
    formula: "x - x[period]",
    convention: "In units of the series; one bar by default.",
    references: ["Pine Script ta.change"],
    example: "change(close)",
    parameters: [.distance(1)],
    outputs: [.value(.asInput)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in writeComparison(segment) { $0 - $1 } }
  )

  /// The return.
  static let returns = Indicator(
    "returns",
    fullName: "Returns",
    group: .window,
    summary: "The change since some bars ago as a fraction.",
    formula: "x / x[period] - 1",
    convention: "A fraction: 0.01 is 1 %. Missing if the earlier value is 0.",
    references: ["Definition"],
    example: "returns(close, 1)",
    parameters: [.distance(1)],
    outputs: [.value(.fraction)],
    isPartial: true,
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in writeComparison(segment) { ($0 / $1 - .one).finiteOrMissing } }
  )

  /// The logarithmic return.
  static let logReturns = Indicator(
    "log_returns",
    fullName: "Logarithmic Returns",
    group: .window,
    summary: "The natural logarithm of the growth since some bars ago.",
    formula: "log(x / x[period])",
    convention: "They add up over time. Missing if the growth is not positive.",
    references: ["Definition"],
    example: "log_returns(close, 1)",
    parameters: [.distance(1)],
    outputs: [.value(.fraction)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, target, distance) = (segment.inputs[0], segment.outputs[0], segment.arguments.whole(0))
      for index in distance..<segment.count { target[index] = logarithm(x[index] / x[index &- distance]) }
    }
  )

  /// The output that is true if a value is above all of the last ones.
  static let rising = Indicator(
    "rising",
    fullName: "Rising",
    group: .window,
    summary: "Whether the value is above each of the values before it.",
    formula: "x > highest(x, period)[1]",
    convention:
      "As ta.rising in Pine Script: above all period values before, which need not rise one by one.",
    references: ["Pine Script ta.rising"],
    example: "rising(close, 3)",
    parameters: [.period(1, "The number of values before the present one that it is compared with.", counts: .before)],
    outputs: [.truth],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      windowHighest(x, count - 1, period, target + 1)
      for index in period..<count { target[index] = x[index] > target[index] ? 1 : 0 }
    }
  )

  /// The output that is true if a value is below all of the last ones.
  static let falling = Indicator(
    "falling",
    fullName: "Falling",
    group: .window,
    summary: "Whether the value is below each of the values before it.",
    formula: "x < lowest(x, period)[1]",
    convention:
      "As ta.falling in Pine Script: below all period values before, which need not fall one by one.",
    references: ["Pine Script ta.falling"],
    example: "falling(close, 3)",
    parameters: [.period(1, "The number of values before the present one that it is compared with.", counts: .before)],
    outputs: [.truth],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      windowLowest(x, count - 1, period, target + 1)
      for index in period..<count { target[index] = x[index] < target[index] ? 1 : 0 }
    }
  )
}
