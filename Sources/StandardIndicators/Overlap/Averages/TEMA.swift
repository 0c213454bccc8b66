import Indicators

extension Indicator {
  /// An exponential average with its lag taken out twice.
  static let tema = Indicator(
    "tema",
    fullName: "Triple Exponential Moving Average",
    group: .overlap,
    summary: "An exponential average with its lag taken out twice.",
    formula: "3 * ema(x) - 3 * ema(ema(x)) + ema(ema(ema(x)))",
    convention: "Each average is seeded with the simple mean of its first period values, or as seed says.",
    references: ["TA-Lib TEMA", "P. Mulloy, Technical Analysis of Stocks & Commodities 12:1 (1994)"],
    example: "tema(close, 20)",
    parameters: [.period(30), .seed],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { Memory.exponential($0.whole(0), stages: 3) },
    keepsFinite: true,
    warmUp: { 3 * $0.seed(1).warmUp($0.whole(0)) },
    kernel: { segment in
      let (period, seed) = (segment.arguments.whole(0), segment.arguments.seed(1))
      tripleExponentialAverage(segment.inputs[0], segment.count, period, seed: seed, segment.outputs[0])
    }
  )
}
