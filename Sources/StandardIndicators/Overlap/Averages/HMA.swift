import Indicators

extension Indicator {
  /// A weighted average with little lag.
  static let hma = Indicator(
    "hma",
    fullName: "Hull Moving Average",
    group: .overlap,
    summary: "A weighted average with little lag.",
    formula: "wma(2 * wma(x, period / 2) - wma(x, period), sqrt(period)), whole divisions",
    convention: "Half and root of the period are rounded down.",
    references: ["TA-Lib HMA"],
    example: "hma(close, 20)",
    parameters: [.period(20)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { MovingAverage.hma.warmUp($0.whole(0)) },
    kernel: { MovingAverage.hma.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
