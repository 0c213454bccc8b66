import Indicators

/// Readings of the last values in order of size.
extension Indicator {
  /// The middle value.
  static let median = Indicator(
    "median",
    fullName: "Median",
    group: .statistics,
    summary: "The middle of the last values in order of size.",
    formula: "the value with as many above as below among period values",
    convention: "Of an even number of values the mean of the two in the middle.",
    references: ["Pine Script ta.median"],
    example: "median(close, 20)",
    parameters: [.period(20)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (period, target) = (segment.arguments.whole(0), segment.outputs[0])
      let lower = (period - 1) / 2
      let upper = period / 2
      if period > longestCountedWindow {
        RankedWindow.forEach(segment.inputs[0], segment.count, period, hasCounts: false) { last, _, window in
          let middle = window.values(at: lower, isPair: lower != upper)
          target[last] = lower == upper ? middle.lower : middle.lower / 2 + middle.upper / 2
        }
        return
      }
      forEachSortedWindow(segment.inputs[0], segment.count, period) { last, sorted in
        target[last] = lower == upper ? sorted[lower] : sorted[lower] / 2 + sorted[upper] / 2
      }
    }
  )

  /// The place of a value among the last ones.
  static let rank = Indicator(
    "rank",
    fullName: "Rank",
    group: .statistics,
    summary: "The place of the value among the last values, 1 for the smallest.",
    formula: "1 + number of smaller values + (number of equal others) / 2, among period values",
    convention: "Over bars, the present one included; equal values share the mean of their places.",
    references: ["pandas Rolling.rank"],
    example: "rank(close, 20)",
    parameters: [.period(20)],
    outputs: [.value(.count)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachRank(segment.inputs[0], segment.count, segment.arguments.whole(0)) { last, smaller, equal in
        target[last] = Double(smaller) + Double(equal + 1) / 2
      }
    }
  )

  /// The share of earlier values that a value reaches.
  static let percentrank = Indicator(
    "percentrank",
    fullName: "Percent Rank",
    group: .statistics,
    summary: "The share of earlier values below the present one, in percent.",
    formula: "100 * number of the period values before it that are < x / period",
    convention:
      "Counts the values below the present one, as in TA-Lib; ties=\"included\" those equal to it too, as Pine Script.",
    references: ["Pine Script ta.percentrank", "TA-Lib PERCENTRANK"],
    example: "percentrank(close, 100)",
    parameters: [
      .period(100, "The number of values before the present one that it is compared with.", counts: .before),
      Parameter(
        "ties",
        [],
        .choice([.init("excluded", 0), .init("included", 1)]),
        .value(0),
        "Whether values equal to the present one count as reached."
      ),
    ],
    outputs: [.value(.percent, range: 0...100)],
    keepsFinite: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (period, target) = (segment.arguments.whole(0), segment.outputs[0])
      let countsTies = segment.arguments.whole(1) == 1
      let share = 100 / Double(period)
      forEachRank(segment.inputs[0], segment.count, period + 1) { last, smaller, equal in
        target[last] = Double(countsTies ? smaller + equal - 1 : smaller) * share
      }
    }
  )
}
