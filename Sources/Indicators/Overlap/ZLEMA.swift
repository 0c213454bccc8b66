extension Indicator {
  /// An exponential average of prices moved ahead by their trend.
  static let zlema = Indicator(
    "zlema",
    fullName: "Zero-Lag Exponential Moving Average",
    group: .overlap,
    summary: "An exponential average of prices moved ahead by their trend.",
    formula: "ema(2 * x - x[(period - 1) / 2], period)",
    convention: "The lag is rounded down; seeded with a simple mean.",
    references: ["TA-Lib ZLEMA"],
    example: "zlema(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { MovingAverage.zlema.warmUp($0.whole(0)) },
    kernel: { MovingAverage.zlema.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
