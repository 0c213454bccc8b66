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
    warmUp: { _ in 0 },
    kernel: { stretch in
      let (open, high) = (stretch.inputs[0], stretch.inputs[1])
      let (low, close) = (stretch.inputs[2], stretch.inputs[3])
      let target = stretch.outputs[0]
      forEachFour(0..<stretch.count) { index, count in
        let range = load(high + index, count) - load(low + index, count)
        let values = (load(close + index, count) - load(open + index, count)) / range
        store(values.replacing(with: 0, where: .!(range .> 0)), count, target + index)
      }
    }
  )
}
