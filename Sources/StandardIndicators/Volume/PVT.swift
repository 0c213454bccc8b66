import Indicators

extension Indicator {
  /// The trend of price and volume.
  static let pvt = Indicator(
    "pvt",
    fullName: "Price Volume Trend",
    group: .volume,
    summary: "The running sum of volume times the close's relative move.",
    formula: "y = y[1] + volume * (close - close[1]) / close[1]",
    convention: "Starts from 0, as in TA-Lib; a bar after a close of 0 adds nothing.",
    references: ["TA-Lib PVT"],
    example: "pvt()",
    inputs: [.close, .volume],
    outputs: [.value(.volume)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (close, volume, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      target[0] = 0
      RunningSum.run(1..<segment.count, from: 0) { index, count in
        let before = EightLanes(close + (index &- 1), count)
        let moves = quotients(EightLanes(close + index, count) - before, before, or: 0)
        return moves * EightLanes(volume + index, count)
      } body: { index, count, sums in
        sums.storeFinite(count, target + index)
      }
    }
  )
}
