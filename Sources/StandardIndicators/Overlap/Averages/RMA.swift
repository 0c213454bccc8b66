import Indicators

extension Indicator {
  /// An exponential average with the gain 1 / period.
  static let rma = Indicator(
    "rma",
    ["smma"],
    fullName: "Wilder's Moving Average",
    group: .overlap,
    summary: "An exponential average with the gain 1 / period.",
    formula: "y = y[1] + (x - y[1]) / period",
    convention: """
      Seeded with the simple mean of the first period values; ta.rma in Pine Script. seed="first" starts from the \
      first value.
      """,
    references: ["TA-Lib RMA"],
    example: "rma(close, 14)",
    parameters: [.period(30), .seed],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { $0.seed(1).settling(Memory.wilder($0.whole(0)), $0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.seed(1).warmUp($0.whole(0)) },
    kernel: { wilderAverage($0.inputs[0], $0.count, $0.arguments.whole(0), seed: $0.arguments.seed(1), $0.outputs[0]) }
  )
}
