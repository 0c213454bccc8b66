import Indicators

extension Indicator {
  /// The vortex of upward and downward movement.
  static let vortex = Indicator(
    "vortex",
    fullName: "Vortex Indicator",
    group: .momentum,
    summary: "Movement from the low before to the high, and the reverse, in true ranges.",
    formula: """
      plus = (sum of |high - low[1]|) / (sum of true ranges) over period bars; minus = (sum of |low - high[1]|) / \
      (sum of true ranges)
      """,
    convention: "0 if there is no range, as in TA-Lib.",
    references: ["TA-Lib VORTEX", "E. Botes, D. Siepman, Technical Analysis of Stocks & Commodities 28:1 (2010)"],
    example: "vortex(14).plus",
    inputs: [.high, .low, .close],
    parameters: [.period(14, "The number of moves from bar to bar in the sums.")],
    outputs: [
      Output("plus", ["plusvi"], unit: .ratio),
      Output("minus", ["minusvi"], unit: .ratio),
    ],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (plus, minus, period) = (segment.outputs[0], segment.outputs[1], segment.arguments.whole(0))
      var up = SlidingWindow<Adding>(period)
      var down = SlidingWindow<Adding>(period)
      var range = SlidingWindow<Adding>(period)
      forEachEight(1..<segment.count) { index, count in
        let (tops, bottoms) = (EightLanes(high + index, count), EightLanes(low + index, count))
        let ups = up.advance((tops - EightLanes(low + (index &- 1), count)).magnitudes)
        let downs = down.advance((bottoms - EightLanes(high + (index &- 1), count)).magnitudes)
        let ranges = range.advance(eightTrueRanges(high, low, close, index, count))
        quotients(ups, ranges, or: 0).storeFinite(count, plus + index)
        quotients(downs, ranges, or: 0).storeFinite(count, minus + index)
      }
    }
  )
}
