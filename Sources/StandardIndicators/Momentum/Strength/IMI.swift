import Indicators

extension Indicator {
  /// Chande's intraday momentum.
  static let imi = Indicator(
    "imi",
    fullName: "Intraday Momentum Index",
    group: .momentum,
    summary: "The share of rising bodies in the bodies of the last bars, 0 to 100.",
    formula: "100 * (sum of close - open where above 0) / (sum of |close - open|), over period bars",
    convention: "50 if no bar has a body, as in TA-Lib.",
    references: ["TA-Lib IMI", "T. Chande, S. Kroll, The New Technical Trader (1994)"],
    example: "imi(14)",
    inputs: [.open, .close],
    parameters: [.period(14)],
    outputs: [.value(.number, range: 0...100)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (open, close, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      var rising = SlidingWindow<Adding>(segment.arguments.whole(0))
      var all = SlidingWindow<Adding>(segment.arguments.whole(0))
      forEachEight(0..<segment.count) { index, count in
        let bodies = EightLanes(close + index, count) - EightLanes(open + index, count)
        let sums = (rising.advance(bodies.rises), all.advance(bodies.magnitudes))
        quotients(100 * sums.0, sums.1, or: 50).store(count, target + index)
      }
    }
  )
}
