import Indicators

extension Indicator {
  /// An average whose weights fall by a constant factor.
  static let ema = Indicator(
    "ema",
    fullName: "Exponential Moving Average",
    group: .overlap,
    summary: "An average whose weights fall by a constant factor.",
    formula: "y = y[1] + (x - y[1]) * 2 / (period + 1)",
    convention: """
      Seeded with the simple mean of the first period values, at index period - 1, as TA-Lib does; seed="first" \
      starts from the first value, at its bar, and seed="late" has output from index period - 1 on.
      """,
    references: ["TA-Lib EMA"],
    example: "ema(close, 20)",
    parameters: [.period(30), .seed],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { $0.seed(1).settling(Memory.exponential($0.whole(0)), $0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.seed(1).warmUp($0.whole(0)) },
    kernel: { segment in
      let (period, seed) = (segment.arguments.whole(0), segment.arguments.seed(1))
      exponentialAverage(segment.inputs[0], segment.count, period, seed: seed, segment.outputs[0])
    }
  )
}
