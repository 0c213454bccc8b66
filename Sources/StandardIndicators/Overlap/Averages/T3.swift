import Indicators

extension Indicator {
  /// Tillson's smooth average.
  static let t3 = Indicator(
    "t3",
    fullName: "Triple Exponential Moving Average T3",
    group: .overlap,
    summary: "A very smooth average made of six exponential ones.",
    formula: "c1 * e6 + c2 * e5 + c3 * e4 + c4 * e3; e1 = ema(x), e2 = ema(e1) and so on; c from the factor",
    convention: "Each average is seeded with the simple mean of its first period values, or as seed says.",
    references: ["TA-Lib T3", "T. Tillson, Technical Analysis of Stocks & Commodities 16:1 (1998)"],
    example: "t3(close, 5)",
    parameters: [
      .period(5),
      Parameter("factor", ["vfactor"], .real(0...1), .value(0.7), "How far it overshoots to cut the lag."),
      .seed,
    ],
    outputs: [.value(.asInput)],
    placement: .overlay,
    memory: .fading { Memory.exponential($0.whole(0), stages: 6) },
    keepsFinite: true,
    warmUp: { 6 * $0.seed(2).warmUp($0.whole(0)) },
    kernel: { segment in
      t3Average(
        segment.inputs[0],
        segment.count,
        segment.arguments.whole(0),
        volumeFactor: segment.arguments.real(1),
        seed: segment.arguments.seed(2),
        segment.outputs[0]
      )
    }
  )
}
