import Indicators

extension Indicator {
  /// Coppock's curve.
  static let coppock = Indicator(
    "coppock",
    fullName: "Coppock Curve",
    group: .momentum,
    summary: "A weighted average of two rates of change, for turns of long trends.",
    formula: "wma(roc(x, roc1) + roc(x, roc2), wma)",
    convention: "A rate of change counts in percent and is 0 if the earlier value is 0, as in TA-Lib.",
    references: ["TA-Lib COPPOCK", "E. S. C. Coppock, Barron's (1962)"],
    example: "coppock(10, 11, 14)",
    parameters: [
      .bars("wma", "wmaperiod", 10, "The period of the weighted average."),
      .bars("roc1", "roc1period", 11, "The number of bars the first rate of change looks back.", counts: .distance),
      .bars("roc2", "roc2period", 14, "The number of bars the second rate of change looks back.", counts: .distance),
    ],
    outputs: [.value(.percent)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 + max($0.whole(1), $0.whole(2)) },
    kernel: { segment in
      let (x, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let (period, one, two) = (segment.arguments.whole(0), segment.arguments.whole(1), segment.arguments.whole(2))
      let scale = 200 / (Double(period) * Double(period + 1))
      let first = max(one, two)
      var window = LinearWindow(period)
      forEachEight(first..<count) { index, count in
        let now = EightLanes(x + index, count)
        let (early, late) = (EightLanes(x + (index &- one), count), EightLanes(x + (index &- two), count))
        let changes = quotients(now - early, early, or: 0) + quotients(now - late, late, or: 0)
        (window.advance(changes) * scale).storeFinite(count, target + index)
      }
    }
  )
}
