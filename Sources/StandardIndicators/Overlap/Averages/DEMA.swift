import Indicators

extension Indicator {
  /// An exponential average with its first-order lag taken out.
  static let dema = Indicator(
    "dema",
    fullName: "Double Exponential Moving Average",
    group: .overlap,
    summary: "An exponential average with its first-order lag taken out.",
    formula: "2 * ema(x) - ema(ema(x))",
    convention: "Each average is seeded with the simple mean of its first period values, or as seed says.",
    references: ["TA-Lib DEMA", "P. Mulloy, Technical Analysis of Stocks & Commodities 12:1 (1994)"],
    example: "dema(close, 20)",
    parameters: [.period(30), .seed],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { Memory.exponential($0.whole(0), stages: 2) },
    keepsFinite: true,
    warmUp: { 2 * $0.seed(1).warmUp($0.whole(0)) },
    kernel: { segment in
      let (period, seed) = (segment.arguments.whole(0), segment.arguments.seed(1))
      doubleExponentialAverage(segment.inputs[0], segment.count, period, seed: seed, segment.outputs[0])
    }
  )
}
