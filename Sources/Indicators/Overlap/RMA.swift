extension Indicator {
  /// An exponential average with the gain 1 / period.
  static let rma = Indicator(
    "rma",
    fullName: "Wilder's Moving Average",
    group: .overlap,
    summary: "An exponential average with the gain 1 / period.",
    formula: "y = y[1] + (x - y[1]) / period",
    convention: "Seeded with the simple mean of the first period values; ta.rma in Pine Script.",
    references: ["TA-Lib RMA"],
    example: "rma(close, 14)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { MovingAverage.rma.warmUp($0.whole(0)) },
    kernel: { MovingAverage.rma.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
