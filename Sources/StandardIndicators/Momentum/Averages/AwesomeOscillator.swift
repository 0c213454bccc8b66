import Indicators

/// Williams' oscillators of the middle of each bar.
extension Indicator {
  /// The distance of two averages of the median price.
  static let ao = Indicator(
    "ao",
    ["awesome"],
    fullName: "Awesome Oscillator",
    group: .momentum,
    summary: "The distance of a fast and a slow mean of the bars' middles.",
    formula: "sma(p, fast) - sma(p, slow), p = (high + low) / 2",
    convention: "Fast and slow are not exchanged: with a longer fast one the sign turns, as in TA-Lib.",
    references: ["TA-Lib AO", "B. Williams, New Trading Dimensions (1998)"],
    example: "ao(5, 34)",
    inputs: [.high, .low],
    parameters: [
      .bars("fast", "fastperiod", 5, "The period of the fast mean."),
      .bars("slow", "slowperiod", 34, "The period of the slow mean."),
    ],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { max($0.whole(0), $0.whole(1)) - 1 },
    kernel: { segment in
      let target = segment.outputs[0]
      forEachAwesome(segment) { index, count, values in values.store(count, target + index) }
    }
  )

  /// The awesome oscillator less its own mean.
  static let ac = Indicator(
    "ac",
    fullName: "Accelerator/Decelerator Oscillator",
    group: .momentum,
    summary: "The awesome oscillator less its own mean.",
    formula: "ao(fast, slow) - sma(ao(fast, slow), signal)",
    convention: "As ao.",
    references: ["TA-Lib AC", "B. Williams, New Trading Dimensions (1998)"],
    example: "ac(5, 34, 5)",
    inputs: [.high, .low],
    parameters: [
      .bars("fast", "fastperiod", 5, "The period of the fast mean."),
      .bars("slow", "slowperiod", 34, "The period of the slow mean."),
      .bars("signal", "signalperiod", 5, "The period of the subtracted mean."),
    ],
    outputs: [.value(.price)],
    keepsFinite: true,
    warmUp: { max($0.whole(0), $0.whole(1)) + $0.whole(2) - 2 },
    kernel: { segment in
      let (target, period) = (segment.outputs[0], segment.arguments.whole(2))
      let share = 1 / Double(period)
      var window = SlidingWindow<Adding>(period)
      forEachAwesome(segment) { index, count, values in
        (values - window.advance(values) * share).store(count, target + index)
      }
    }
  )
}

/// Hands the distances of both means of up to eight bars to `body`.
@inline(__always)
private func forEachAwesome(
  _ segment: Segment,
  body: (_ index: Int, _ count: Int, _ values: EightLanes) -> Void
) {
  let (high, low) = (segment.inputs[0], segment.inputs[1])
  let periods = (segment.arguments.whole(0), segment.arguments.whole(1))
  let shares = (0.5 / Double(periods.0), 0.5 / Double(periods.1))
  var fast = SlidingWindow<Adding>(periods.0)
  var slow = SlidingWindow<Adding>(periods.1)
  forEachEight(0..<segment.count) { index, count in
    let sums = EightLanes(high + index, count) + EightLanes(low + index, count)
    body(index, count, fast.advance(sums) * shares.0 - slow.advance(sums) * shares.1)
  }
}
