import Indicators

extension Indicator {
  /// The value that a share of the last ones does not pass.
  static let percentile = Indicator(
    "percentile",
    fullName: "Percentile (Nearest Rank)",
    group: .statistics,
    summary: "The smallest of the last values that the given percentage of them does not exceed.",
    formula: "the k-th smallest of period values, k = percentile * period / 100 rounded up, at least 1",
    convention: "The nearest rank: always one of the values, never between two, as in TA-Lib.",
    references: ["TA-Lib PERCENTILE"],
    example: "percentile(close, 30, 90)",
    parameters: [
      .period(30),
      Parameter("percentile", ["percent"], .real(0...100), .value(50), "The share of the values in percent."),
    ],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let target = segment.outputs[0]
      let rank = (segment.arguments.real(1) * Double(period) / 100).rounded(.up)
      let order = min(max(Int(rank), 1), period) - 1
      if period > longestCountedWindow {
        RankedWindow.forEach(x, count, period, hasCounts: false) { last, _, window in
          target[last] = window.values(at: order, isPair: false).lower
        }
        return
      }
      forEachSortedWindow(x, count, period) { last, sorted in target[last] = sorted[order] }
    }
  )
}
