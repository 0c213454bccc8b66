extension Indicator {
  /// An average whose weights fall by a constant factor.
  static let ema = Indicator(
    "ema",
    fullName: "Exponential Moving Average",
    group: .overlap,
    summary: "An average whose weights fall by a constant factor.",
    formula: "y = y[1] + (x - y[1]) * 2 / (period + 1)",
    convention:
      "Seeded with the simple mean of the first period values, at index period - 1, as TA-Lib does.",
    references: ["TA-Lib EMA"],
    example: "ema(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { MovingAverage.ema.warmUp($0.whole(0)) },
    kernel: { MovingAverage.ema.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
