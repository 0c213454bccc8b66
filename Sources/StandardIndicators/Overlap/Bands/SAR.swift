import Indicators

extension Indicator {
  /// Wilder's trailing stop.
  static let sar = Indicator(
    "sar",
    ["psar"],
    fullName: "Parabolic SAR",
    group: .overlap,
    summary: "A trailing stop that follows faster the longer a move makes new extremes.",
    formula: """
      sar = sar[1] + a * (extreme - sar[1]), not within the last two bars; a grows by acceleration at each new \
      extreme, to maximum; when a bar reaches sar, it turns and begins at the extreme
      """,
    convention: """
      Begins at the second bar; short if the first low to low move down is larger than the move up, else long, as \
      TA-Lib.
      """,
    references: ["TA-Lib SAR", "J. W. Wilder, New Concepts in Technical Trading Systems (1978)"],
    example: "sar(0.02, 0.2)",
    inputs: [.high, .low],
    parameters: [
      Parameter("acceleration", ["step", "start"], .real(0...1e37), .value(0.02), "By how much the factor grows."),
      Parameter("maximum", ["max"], .real(0...1e37), .value(0.2), "The largest factor."),
    ],
    outputs: [.value(.price)],
    placement: .overlay,
    memory: .adaptive,
    warmUp: { _ in 1 },
    kernel: { segment in
      let step = smaller(segment.arguments.real(0), segment.arguments.real(1))
      let pace = ParabolicStop.Pace(first: step, step: step, most: segment.arguments.real(1))
      ParabolicStop.write(segment, .init(long: pace, short: pace))
    }
  )

  /// Wilder's trailing stop with separate factors for both sides.
  static let sarext = Indicator(
    "sarext",
    fullName: "Parabolic SAR - Extended",
    group: .overlap,
    summary: "The parabolic stop with factors for each side; negative while it is short.",
    formula: "as sar, with its own first factor, step and maximum on each side; the value of a short stop is -sar",
    convention: """
      startvalue 0 chooses the side as sar does; above 0 it begins long at that price, below 0 short at its \
      magnitude. On a turn the stop is moved away by offset as a fraction, as in TA-Lib.
      """,
    references: ["TA-Lib SAREXT"],
    example: "sarext(0, 0, 0.02, 0.02, 0.2, 0.02, 0.02, 0.2)",
    inputs: [.high, .low],
    parameters: [
      Parameter("start", ["startvalue"], .real(-1e37...1e37), .value(0), "The first stop, negative for a short one."),
      Parameter("offset", ["offsetonreverse"], .real(0...1e37), .value(0), "How far the stop is moved on a turn."),
      factor("firstlong", "accelerationinitlong", 0.02, "The first factor of a long stop."),
      factor("steplong", "accelerationlong", 0.02, "By how much the factor of a long stop grows."),
      factor("maxlong", "accelerationmaxlong", 0.2, "The largest factor of a long stop."),
      factor("firstshort", "accelerationinitshort", 0.02, "The first factor of a short stop."),
      factor("stepshort", "accelerationshort", 0.02, "By how much the factor of a short stop grows."),
      factor("maxshort", "accelerationmaxshort", 0.2, "The largest factor of a short stop."),
    ],
    outputs: [.value(.price)],
    placement: .overlay,
    memory: .adaptive,
    warmUp: { _ in 1 },
    kernel: { segment in
      let values = segment.arguments.values
      func pace(_ index: Int) -> ParabolicStop.Pace {
        let most = values[index + 2]
        return ParabolicStop.Pace(
          first: smaller(values[index], most), step: smaller(values[index + 1], most), most: most)
      }
      ParabolicStop.write(
        segment,
        .init(start: values[0], offset: values[1], long: pace(2), short: pace(5), shortSign: -1)
      )
    }
  )

  private static func factor(_ name: String, _ alias: String, _ standard: Double, _ meaning: String) -> Parameter {
    Parameter(name, [alias], .real(0...1e37), .value(standard), meaning)
  }
}
