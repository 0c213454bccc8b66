import Indicators

extension Indicator {
  /// Ehlers' adaptive averages.
  static let mama = Indicator(
    "mama",
    fullName: "MESA Adaptive Moving Average",
    group: .overlap,
    summary: "An average that follows fast when the cycle's phase jumps, and one that follows it.",
    formula: """
      mama = g * x + (1 - g) * mama[1], g = fast / (turn of the phase in degrees), slow to fast; \
      fama = g / 2 * mama + (1 - g / 2) * fama[1]
      """,
    convention: "As TA-Lib: begins at bar 12 with zeros. A turn of less than a degree, or back, counts as one degree.",
    references: [
      "TA-Lib MAMA", "J. Ehlers, Technical Analysis of Stocks & Commodities 19:10 (2001)",
    ],
    example: "mama(close, 0.5, 0.05).fama",
    parameters: [
      Parameter("fast", ["fastlimit"], .real(0.01...0.99), .value(0.5), "The largest gain."),
      Parameter("slow", ["slowlimit"], .real(0.01...0.99), .value(0.05), "The smallest gain."),
    ],
    outputs: [Output("mama", unit: .asInput), Output("fama", unit: .asInput)],
    placement: .overlay,
    memory: .adaptive,
    warmUp: { _ in 32 },
    kernel: { segment in
      mesaAverages(
        segment.inputs[0],
        segment.count,
        fast: segment.arguments.real(0),
        slow: segment.arguments.real(1),
        segment.outputs[0],
        following: segment.outputs[1]
      )
    }
  )
}
