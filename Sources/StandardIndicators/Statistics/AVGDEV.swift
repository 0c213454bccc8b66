import Indicators

extension Indicator {
  /// The mean absolute deviation.
  static let avgdev = Indicator(
    "avgdev",
    fullName: "Average Deviation",
    group: .statistics,
    summary: "The mean distance of the last values from their mean.",
    formula: "mean of |x - mean(x, period)| over period bars",
    convention: "The mean is that of the window in which the distances are taken.",
    references: ["TA-Lib AVGDEV"],
    example: "avgdev(close, 14)",
    parameters: [.period(14)],
    outputs: [.value(.asInput)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (count, target) = (segment.count, segment.outputs[0])
      withScratch(count) { mean in
        writeMeanDeviation(segment.inputs[0], count, segment.arguments.whole(0), mean: mean, target)
      }
    }
  )
}
