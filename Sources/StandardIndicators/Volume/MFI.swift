import Indicators

extension Indicator {
  /// A relative strength that weighs moves by the money traded.
  static let mfi = Indicator(
    "mfi",
    fullName: "Money Flow Index",
    group: .volume,
    summary: "The share of money traded on rising prices in the last bars, 0 to 100.",
    formula:
      "100 * rising / (rising + falling); sums over period bars of p * volume, p = (high + low + close) / 3",
    convention: """
      A bar on which p does not change, or by less than its rounding (1e-14 of both), counts to neither side; 0 if \
      nothing was traded.
      """,
    references: [
      "TA-Lib MFI", "G. Quong, A. Soudack, Technical Analysis of Stocks & Commodities 7:3 (1989)",
    ],
    example: "mfi(14)",
    inputs: [.high, .low, .close, .volume],
    parameters: [.period(14, from: 2)],
    outputs: [.value(.percent, range: 0...100)],
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      let (close, volume) = (segment.inputs[2], segment.inputs[3])
      let target = segment.outputs[0]
      let (count, period) = (segment.count, segment.arguments.whole(0))
      withScratch(2 * count) { rising in
        let falling = rising + count
        var before = (high[0] + low[0] + close[0]) / 3
        for index in 1..<count {
          let now = (high[index] + low[index] + close[index]) / 3
          let (flow, move) = (now * volume[index], now - before)
          // Prices in cents whose sums are equal differ by the rounding of the additions.
          let tie = 1e-14 * (now.magnitude + before.magnitude)
          rising[index] = move > tie ? flow : 0
          falling[index] = -move > tie ? flow : 0
          before = now
        }
        forEachWindow(count - 1, period) { index, _ in
          SIMD2(rising[index &+ 1], falling[index &+ 1])
        } body: { last, _, sums in
          let flow = sums[0] + sums[1]
          target[last &+ 1] = flow > 0 ? 100 * (sums[0] / flow) : 0
        }
      }
    }
  )
}
