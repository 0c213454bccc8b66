import Indicators

extension Indicator {
  /// Arms's ease of movement.
  static let eom = Indicator(
    "eom",
    ["emv"],
    fullName: "Ease of Movement",
    group: .volume,
    summary: "How far the price moves for the volume traded, averaged.",
    formula: "sma(scale * change((high + low) / 2) * (high - low) / volume, period)",
    convention: """
      scale only makes the numbers handy: 100,000,000 as StockCharts. A bar without volume has no defined value, \
      and no average holds one.
      """,
    references: [
      "R. Arms, Volume Cycles in the Stock Market (1983)", "StockCharts ChartSchool, Ease of Movement",
    ],
    example: "eom(14)",
    inputs: [.high, .low, .volume],
    parameters: [
      .period(14),
      Parameter("scale", ["divisor"], .real(1e-6...1e15), .value(1e8), "A factor on the result."),
    ],
    outputs: [.value(.number)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (high, low, volume) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (target, scale) = (segment.outputs[0], segment.arguments.real(1))
      let period = segment.arguments.whole(0)
      forEachFour(1..<segment.count) { index, count in
        let (top, bottom) = (load(high + index, count), load(low + index, count))
        let before = load(high + (index &- 1), count) + load(low + (index &- 1), count)
        let move = (top + bottom - before) * 0.5
        store(move * (top - bottom) * scale / load(volume + index, count), count, target + index)
      }
      windowSums(target + 1, segment.count - 1, period, times: 1 / Double(period), target + 1)
    }
  )
}
