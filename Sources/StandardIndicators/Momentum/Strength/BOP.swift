import Indicators

extension Indicator {
  /// The balance of power.
  static let bop = Indicator(
    "bop",
    fullName: "Balance of Power",
    group: .momentum,
    summary: "The move from open to close as a share of the bar's range, -1 to 1.",
    formula: "(close - open) / (high - low)",
    convention: "0 if the range is not above 0, as in TA-Lib; nothing is smoothed.",
    references: ["TA-Lib BOP", "I. Livshin, Technical Analysis of Stocks & Commodities 19:8 (2001)"],
    example: "bop()",
    inputs: [.open, .high, .low, .close],
    outputs: [.value(.fraction)],
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (open, high) = (segment.inputs[0], segment.inputs[1])
      let (low, close) = (segment.inputs[2], segment.inputs[3])
      let target = segment.outputs[0]
      forEachEight(0..<segment.count) { index, count in
        let range = EightLanes(high + index, count) - EightLanes(low + index, count)
        EightLanes.map(EightLanes(close + index, count) - EightLanes(open + index, count), range) { move, range in
          choose(range, above: .zero, move / range, else: .zero).finiteOrMissing
        }.store(count, target + index)
      }
    }
  )
}
