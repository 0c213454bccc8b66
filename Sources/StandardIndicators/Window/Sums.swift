import Columns
import Indicators

extension Indicator {
  /// The sum.
  static let sum = Indicator(
    "sum",
    fullName: "Sum",
    group: .window,
    summary: "The sum of the last values.",
    formula: "x + x[1] + ... + x[period - 1]",
    convention: "Each window is summed separately in blocks; no rounding error builds up.",
    references: ["TA-Lib SUM"],
    example: "sum(volume, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { windowSums($0.inputs[0], $0.count, $0.arguments.whole(0), times: 1, $0.outputs[0]) }
  )

  /// The mean.
  static let mean = Indicator(
    "mean",
    fullName: "Mean",
    group: .window,
    summary: "The mean of the last values.",
    formula: "sum(x, period) / period",
    convention: "The same as sma, for series that are not prices.",
    references: ["TA-Lib SMA"],
    example: "mean(volume, 20)",
    parameters: [.period(30)],
    outputs: [.value(.asInput)],
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let period = segment.arguments.whole(0)
      let share = 1 / Double(period)
      windowSums(segment.inputs[0], segment.count, period, times: share, segment.outputs[0])
    }
  )

  /// The running sum.
  static let cumulative = Indicator(
    "cumulative",
    ["cumsum", "cum"],
    fullName: "Cumulative Sum",
    group: .window,
    summary: "The running sum since the first bar.",
    formula: "y = y[1] + x",
    convention: "A bar without a value is missing and the sum continues after it. Compensated summation.",
    references: ["TA-Lib CUMSUM", "A. Neumaier, ZAMM 54 (1974)"],
    example: "cumulative(volume)",
    outputs: [.value(.asInput)],
    memory: .sinceStart,
    keepsFinite: true,
    coverage: .allBars,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      RunningSum.run(0..<segment.count, from: 0) { index, count in
        EightLanes(x + index, count).map { choose($0, equal: $0, $0, else: .zero) }
      } body: { index, count, sums in
        EightLanes.map(sums, EightLanes(x + index, count)) { sums, values in
          choose(values, equal: values, sums, else: values)
        }.store(count, target + index)
      }
    }
  )

  /// The number of bars on which a condition held.
  static let count = Indicator(
    "count",
    fullName: "Count",
    group: .window,
    summary: "The number of the last bars on which a condition was true.",
    formula: "number of true bars among period bars",
    convention: "A bar on which the condition is missing counts as false.",
    references: ["Definition"],
    example: "count(close > open, 10)",
    inputs: [Input("condition", .truth)],
    parameters: [.period(10)],
    outputs: [.value(.count)],
    keepsFinite: true,
    coverage: .allBars,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (condition, target, period) = (segment.inputs[0], segment.outputs[0], segment.arguments.whole(0))
      var hits = 0
      for index in 0..<segment.count {
        hits &+= isTrue(condition[index]) ? 1 : 0
        if index &+ 1 < period { continue }
        target[index] = Double(hits)
        hits &-= isTrue(condition[index &+ 1 &- period]) ? 1 : 0
      }
    }
  )
}

/// True for any number but 0; a missing value counts as false.
@inline(__always)
func isTrue(_ value: Double) -> Bool { value < 0 || value > 0 }
