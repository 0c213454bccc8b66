extension Indicator {
  /// The balance of power.
  static let bop = Indicator(
    "bop",
    fullName: "Balance of Power",
    group: .momentum,
    summary: "The move from open to close as a share of the bar's range, -1 to 1.",
    formula: "(close - open) / (high - low)",
    convention: "0 where the range is not above 0, as TA-Lib; nothing is smoothed.",
    references: ["TA-Lib BOP", "I. Livshin, Technical Analysis of Stocks & Commodities 19:8 (2001)"],
    example: "bop()",
    inputs: [.open, .high, .low, .close],
    outputs: [.value(.fraction)],
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { stretch in
      let (open, high) = (stretch.inputs[0], stretch.inputs[1])
      let (low, close) = (stretch.inputs[2], stretch.inputs[3])
      let target = stretch.outputs[0]
      forEachEight(0..<stretch.count) { index, count in
        let range = Eight(high + index, count) - Eight(low + index, count)
        Eight.map(Eight(close + index, count) - Eight(open + index, count), range) { move, range in
          choose(range, above: .zero, move / range, else: .zero).finiteOrMissing
        }.store(count, target + index)
      }
    }
  )
}
