extension Indicator {
  /// An exponential average with its lag taken out twice.
  static let tema = Indicator(
    "tema",
    fullName: "Triple Exponential Moving Average",
    group: .overlap,
    summary: "An exponential average with its lag taken out twice.",
    formula: "3 * ema(x) - 3 * ema(ema(x)) + ema(ema(ema(x)))",
    convention: "Each average is seeded with the simple mean of its first period values.",
    references: ["TA-Lib TEMA", "P. Mulloy, Technical Analysis of Stocks & Commodities 12:1 (1994)"],
    example: "tema(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { MovingAverage.tema.warmUp($0.whole(0)) },
    kernel: { MovingAverage.tema.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
