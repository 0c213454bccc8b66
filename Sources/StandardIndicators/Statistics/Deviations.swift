import Indicators

extension Indicator {
  /// The standard deviation.
  static let stdev = Indicator(
    "stdev",
    ["stddev"],
    fullName: "Standard Deviation",
    group: .statistics,
    summary: "The standard deviation of the last values.",
    formula: "width * sqrt(mean of (x - mean(x, period))^2 over period bars)",
    convention:
      "The population's (divided by period), as in TA-Lib; deviation=\"sample\" divides by period - 1.",
    references: ["TA-Lib STDDEV"],
    example: "stdev(close, 20)",
    parameters: [
      .period(5, from: 2),
      Parameter("width", ["nbdev"], .real(-1000...1000), .value(1), "A factor on the result."),
      .deviation,
    ],
    outputs: [.value(.asInput)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (period, target) = (segment.arguments.whole(0), segment.outputs[0])
      let width = segment.arguments.real(1)
      let share = 1 / Double(period - segment.arguments.whole(2))
      let (widths, shares) = (SIMD4(repeating: width), SIMD4(repeating: share))
      forEachFourVariances(segment.inputs[0], segment.count, period) { last, lanes, _, squares in
        lanes.store(widths * (squares * shares).roots, target + last)
      }
    }
  )

  /// The variance.
  static let variance = Indicator(
    "var",
    ["variance"],
    fullName: "Variance",
    group: .statistics,
    summary: "The variance of the last values.",
    formula: "mean of (x - mean(x, period))^2 over period bars",
    convention:
      "The population's (divided by period), as in TA-Lib; deviation=\"sample\" divides by period - 1.",
    references: ["TA-Lib VAR"],
    example: "var(close, 20)",
    parameters: [
      .period(5, from: 2),
      Parameter("width", ["nbdev"], .real(-1000...1000), .value(1), "Has no effect, as in TA-Lib."),
      .deviation,
    ],
    outputs: [.value(.number)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (period, target) = (segment.arguments.whole(0), segment.outputs[0])
      let share = 1 / Double(period - segment.arguments.whole(2))
      let shares = SIMD4(repeating: share)
      forEachFourVariances(segment.inputs[0], segment.count, period) { last, lanes, _, squares in
        lanes.store(squares * shares, target + last)
      }
    }
  )

  /// The distance from the mean in standard deviations.
  static let zscore = Indicator(
    "zscore",
    fullName: "Z-Score",
    group: .statistics,
    summary: "How many standard deviations a value is from the mean of the last values.",
    formula: "(x - mean(x, period)) / stdev(x, period)",
    convention: """
      The population's deviation; deviation="sample" divides by period - 1. Missing if all values are \
      equal.
      """,
    references: ["Definition"],
    example: "zscore(close, 20)",
    parameters: [.period(20, from: 2), .deviation],
    outputs: [.value(.number)],
    isPartial: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (x, period, target) = (segment.inputs[0], segment.arguments.whole(0), segment.outputs[0])
      let share = 1 / Double(period - segment.arguments.whole(1))
      let shares = SIMD4(repeating: share)
      forEachFourVariances(x, segment.count, period) { last, lanes, mean, squares in
        lanes.store((lanes.load(x + last) - mean) / (squares * shares).roots, target + last)
      }
    }
  )
}
