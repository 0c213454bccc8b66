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
    kernel: { stretch in
      let (high, low, volume) = (stretch.inputs[0], stretch.inputs[1], stretch.inputs[2])
      let (target, scale) = (stretch.outputs[0], stretch.arguments.real(1))
      let period = stretch.arguments.whole(0)
      forEachFour(1..<stretch.count) { index, count in
        let (top, bottom) = (load(high + index, count), load(low + index, count))
        let before = load(high + (index &- 1), count) + load(low + (index &- 1), count)
        let move = (top + bottom - before) * 0.5
        store(move * (top - bottom) * scale / load(volume + index, count), count, target + index)
      }
      windowSums(target + 1, stretch.count - 1, period, times: 1 / Double(period), target + 1)
    }
  )
}
