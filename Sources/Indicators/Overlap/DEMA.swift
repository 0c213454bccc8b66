extension Indicator {
  /// An exponential average with its first-order lag taken out.
  static let dema = Indicator(
    "dema",
    fullName: "Double Exponential Moving Average",
    group: .overlap,
    summary: "An exponential average with its first-order lag taken out.",
    formula: "2 * ema(x) - ema(ema(x))",
    convention: "Each average is seeded with the simple mean of its first period values.",
    references: ["TA-Lib DEMA", "P. Mulloy, Technical Analysis of Stocks & Commodities 12:1 (1994)"],
    example: "dema(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { MovingAverage.dema.warmUp($0.whole(0)) },
    kernel: { MovingAverage.dema.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
