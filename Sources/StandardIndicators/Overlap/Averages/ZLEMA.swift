import Indicators

extension Indicator {
  /// An exponential average of prices moved ahead by their trend.
  static let zlema = Indicator(
    "zlema",
    fullName: "Zero-Lag Exponential Moving Average",
    group: .overlap,
    summary: "An exponential average of prices moved ahead by their trend.",
    formula: "ema(2 * x - x[(period - 1) / 2], period)",
    convention: "The lag is rounded down; seeded with a simple mean, or as seed says.",
    references: ["TA-Lib ZLEMA"],
    example: "zlema(close, 20)",
    parameters: [.period(30), .seed],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { $0.seed(1).settling(Memory.exponential($0.whole(0)), $0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.seed(1).warmUp($0.whole(0)) + ($0.whole(0) - 1) / 2 },
    kernel: { zeroLagAverage($0.inputs[0], $0.count, $0.arguments.whole(0), seed: $0.arguments.seed(1), $0.outputs[0]) }
  )
}
