extension Indicator {
  /// The trend of price and volume.
  static let pvt = Indicator(
    "pvt",
    fullName: "Price Volume Trend",
    group: .volume,
    summary: "The running sum of volume times the close's relative move.",
    formula: "y = y[1] + volume * (close - close[1]) / close[1]",
    convention: "Starts from 0, as TA-Lib; a bar after a close of 0 adds nothing.",
    references: ["TA-Lib PVT"],
    example: "pvt()",
    inputs: [.close, .volume],
    outputs: [.value(.volume)],
    memory: .sinceStart,
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { stretch in
      let (close, volume, target) = (stretch.inputs[0], stretch.inputs[1], stretch.outputs[0])
      target[0] = 0
      RunningSum.run(1..<stretch.count, from: 0) { index, count in
        let before = Eight(close + (index &- 1), count)
        let moves = quotients(Eight(close + index, count) - before, before, or: 0)
        return moves * Eight(volume + index, count)
      } body: { index, count, sums in
        sums.storeFinite(count, target + index)
      }
    }
  )
}
