import Indicators

extension Indicator {
  /// An average that follows straight moves fast and noise slowly.
  static let kama = Indicator(
    "kama",
    fullName: "Kaufman Adaptive Moving Average",
    group: .overlap,
    summary: "An average that follows straight moves fast and noise slowly.",
    formula:
      "y = y[1] + (x - y[1]) * c^2, c = e * (2/3 - 2/31) + 2/31, e = |x - x[period]| / sum of |x - x[1]|",
    convention: "Starts from the value before its first bar; fast and slow periods are 2 and 30.",
    references: ["TA-Lib KAMA", "P. Kaufman, Smarter Trading (1995)"],
    example: "kama(close, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .adaptive,
    keepsFinite: true,
    warmUp: { MovingAverage.kama.warmUp($0.whole(0)) },
    kernel: { MovingAverage.kama.write($0.inputs[0], $0.count, $0.arguments.whole(0), $0.outputs[0]) }
  )
}
