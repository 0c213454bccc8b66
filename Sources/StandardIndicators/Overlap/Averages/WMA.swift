import Indicators

extension Indicator {
  /// An average whose weights rise evenly to the latest bar.
  static let wma = Indicator(
    "wma",
    fullName: "Weighted Moving Average",
    group: .overlap,
    summary: "An average whose weights rise evenly to the latest bar.",
    formula: "sum of k * x over period bars / (period * (period + 1) / 2), k = 1 oldest, period latest",
    convention: "The weights are 1 to period.",
    references: ["TA-Lib WMA"],
    example: "wma(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { MovingAverage.wma.warmUp($0.whole(0)) },
    kernel: { MovingAverage.wma.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
