import Indicators

/// Comparisons of a value with the one some bars ago.
extension Indicator {
  /// The difference to an earlier value.
  static let mom = comparison(
    "mom",
    "Momentum",
    "The change since some bars ago.",
    "x - x[period]",
    "In units of the series.",
    .asInput,
    10
  ) { segment in writeComparison(segment) { $0 - $1 } }

  /// The change in percent.
  static let roc = comparison(
    "roc",
    "Rate of Change",
    "The change since some bars ago in percent.",
    "100 * (x / x[period] - 1)",
    "Counts in percent; 0 if the earlier value is 0, as in TA-Lib.",
    .percent,
    10
  ) { segment in
    writeComparison(segment) {
      choose($1, equal: .zero, .zero, else: ($0 / $1 - .one) * SIMD4(repeating: 100)).finiteOrMissing
    }
  }

  /// The change as a fraction.
  static let rocp = comparison(
    "rocp",
    "Rate of Change as a Fraction",
    "The change since some bars ago as a fraction.",
    "(x - x[period]) / x[period]",
    "A fraction; 0 if the earlier value is 0, as in TA-Lib.",
    .fraction,
    10
  ) { segment in writeComparison(segment) { choose($1, equal: .zero, .zero, else: ($0 - $1) / $1).finiteOrMissing } }

  /// The quotient.
  static let rocr = comparison(
    "rocr",
    "Rate of Change Ratio",
    "The value divided by the one some bars ago.",
    "x / x[period]",
    "0 if the earlier value is 0, as in TA-Lib.",
    .ratio,
    10
  ) { segment in writeComparison(segment) { choose($1, equal: .zero, .zero, else: $0 / $1).finiteOrMissing } }

  /// The quotient times 100.
  static let rocr100 = comparison(
    "rocr100",
    "Rate of Change Ratio, 100 Scale",
    "The value in percent of the one some bars ago.",
    "100 * x / x[period]",
    "0 if the earlier value is 0, as in TA-Lib.",
    .percent,
    10
  ) { segment in
    writeComparison(segment) { choose($1, equal: .zero, .zero, else: $0 / $1 * SIMD4(repeating: 100)).finiteOrMissing }
  }

  private static func comparison(
    _ name: String,
    _ fullName: String,
    _ summary: String,
    _ formula: String,
    _ convention: String,
    _ unit: Output.Unit,
    _ standard: Int,
    kernel: @escaping @Sendable (Segment) -> Void
  ) -> Indicator {
    Indicator(
      name,
      fullName: fullName,
      group: .momentum,
      summary: summary,
      formula: formula,
      convention: convention,
      references: ["TA-Lib \(name.uppercased())"],
      example: "\(name)(close, \(standard))",
      parameters: [.distance(standard)],
      outputs: [.value(unit)],
      keepsFinite: true,
      warmUp: { $0.whole(0) },
      kernel: kernel
    )
  }
}

/// Sets each output to a comparison of the value with the one a number of bars ago, given by the first argument.
@inline(__always)
func writeComparison(
  _ segment: Segment,
  _ compare: (_ now: SIMD4<Double>, _ before: SIMD4<Double>) -> SIMD4<Double>
) {
  let lag = segment.arguments.whole(0)
  let (x, target) = (segment.inputs[0], segment.outputs[0])
  forEachEight(lag..<segment.count) { index, count in
    EightLanes.map(EightLanes(x + index, count), EightLanes(x + (index &- lag), count), compare).store(
      count, target + index)
  }
}
