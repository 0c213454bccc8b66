import Indicators

extension Indicator {
  /// The mean of the last bars.
  static let sma = Indicator(
    "sma",
    fullName: "Simple Moving Average",
    group: .overlap,
    summary: "The mean of the last bars.",
    formula: "sum of x over period bars / period",
    convention: "Each window is summed separately in blocks; no rounding error builds up.",
    references: ["TA-Lib SMA"],
    example: "sma(close, 50)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { MovingAverage.sma.warmUp($0.whole(0)) },
    kernel: { MovingAverage.sma.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
