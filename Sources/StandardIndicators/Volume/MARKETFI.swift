import Indicators

extension Indicator {
  /// Williams' market facilitation.
  static let marketfi = Indicator(
    "marketfi",
    fullName: "Market Facilitation Index",
    group: .volume,
    summary: "The range of the bar for one unit traded.",
    formula: "(high - low) / volume",
    convention: "0 if nothing was traded, as in TA-Lib.",
    references: ["TA-Lib MARKETFI", "B. Williams, Trading Chaos (1995)"],
    example: "marketfi()",
    inputs: [.high, .low, .volume],
    outputs: [.value(.number)],
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (high, low, volume) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let target = segment.outputs[0]
      forEachEight(0..<segment.count) { index, count in
        let ranges = EightLanes(high + index, count) - EightLanes(low + index, count)
        quotients(ranges, EightLanes(volume + index, count), or: 0).storeFinite(count, target + index)
      }
    }
  )
}
