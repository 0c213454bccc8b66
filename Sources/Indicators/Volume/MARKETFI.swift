extension Indicator {
  /// Williams' market facilitation.
  static let marketfi = Indicator(
    "marketfi",
    fullName: "Market Facilitation Index",
    group: .volume,
    summary: "The range of the bar for one unit traded.",
    formula: "(high - low) / volume",
    convention: "0 where nothing was traded, as TA-Lib.",
    references: ["TA-Lib MARKETFI", "B. Williams, Trading Chaos (1995)"],
    example: "marketfi()",
    inputs: [.high, .low, .volume],
    outputs: [.value(.number)],
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { stretch in
      let (high, low, volume) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
      let target = stretch.outputs[0]
      forEachEight(0..<stretch.count) { index, count in
        let ranges = Eight(high + index, count) - Eight(low + index, count)
        quotients(ranges, Eight(volume + index, count), or: 0).storeFinite(count, target + index)
      }
    }
  )
}
