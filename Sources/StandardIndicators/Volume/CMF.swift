import Indicators

extension Indicator {
  /// Chaikin's money flow.
  static let cmf = Indicator(
    "cmf",
    fullName: "Chaikin Money Flow",
    group: .volume,
    summary: "The share of the last bars' volume that went with closes near the high, -1 to 1.",
    formula: """
      (sum of volume * ((close - low) - (high - close)) / (high - low)) / (sum of volume), over period bars
      """,
    convention: "A bar without range adds no flow; 0 if nothing was traded, as in TA-Lib.",
    references: ["TA-Lib CMF", "M. Chaikin"],
    example: "cmf(20)",
    inputs: [.high, .low, .close, .volume],
    parameters: [.period(20)],
    outputs: [.value(.fraction)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      let (close, volume, target) = (segment.inputs[2], segment.inputs[3], segment.outputs[0])
      var flow = SlidingWindow<Adding>(segment.arguments.whole(0))
      var all = SlidingWindow<Adding>(segment.arguments.whole(0))
      forEachEight(0..<segment.count) { index, count in
        let flows = flow.advance(moneyFlows(high, low, close, volume, index, count))
        quotients(flows, all.advance(EightLanes(volume + index, count)), or: 0).storeFinite(count, target + index)
      }
    }
  )
}
