import Indicators

extension Indicator {
  /// A double average that weighs the middle of the window most.
  static let trima = Indicator(
    "trima",
    fullName: "Triangular Moving Average",
    group: .overlap,
    summary: "A double average that weighs the middle of the window most.",
    formula: "sma(sma(x, (period + 1) / 2), period / 2 + 1), whole divisions",
    convention: "Of an even period the two middle weights are equal, as in TA-Lib.",
    references: ["TA-Lib TRIMA"],
    example: "trima(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { MovingAverage.trima.warmUp($0.whole(0)) },
    kernel: { MovingAverage.trima.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
