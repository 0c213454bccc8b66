import Indicators

extension Indicator {
  /// The middle of a window's range.
  static let midpoint = Indicator(
    "midpoint",
    fullName: "Midpoint over Period",
    group: .overlap,
    summary: "The middle between the highest and the lowest value of the last bars.",
    formula: "(highest(x, period) + lowest(x, period)) / 2",
    convention: "The present bar is part of the window.",
    references: ["TA-Lib MIDPOINT"],
    example: "midpoint(close, 14)",
    parameters: [.period(14)],
    outputs: [.value(.asInput)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      forEachFourRanges(x, x, segment.count, segment.arguments.whole(0)) { last, lanes, highest, lowest in
        lanes.store((highest + lowest) * SIMD4(repeating: 0.5), target + last)
      }
    }
  )

  /// The middle of a window's range of highs and lows.
  static let midprice = Indicator(
    "midprice",
    fullName: "Midpoint Price over Period",
    group: .overlap,
    summary: "The middle between the highest high and the lowest low of the last bars.",
    formula: "(highest(high, period) + lowest(low, period)) / 2",
    convention: "The present bar is part of the window.",
    references: ["TA-Lib MIDPRICE"],
    example: "midprice(14)",
    inputs: [.high, .low],
    parameters: [.period(14)],
    outputs: [.value(.price)],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let target = segment.outputs[0]
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      forEachFourRanges(high, low, segment.count, segment.arguments.whole(0)) { last, lanes, highest, lowest in
        lanes.store((highest + lowest) * SIMD4(repeating: 0.5), target + last)
      }
    }
  )

  /// The channel of the highest high and the lowest low.
  static let donchian = Indicator(
    "donchian",
    fullName: "Donchian Channel",
    group: .overlap,
    summary: "The highest high and the lowest low of the last bars, and their middle.",
    formula: "upper = highest(high, period); lower = lowest(low, period); middle = (upper + lower) / 2",
    convention: "The present bar is part of the window.",
    references: ["TA-Lib DONCHIAN"],
    example: "donchian(20).upper",
    inputs: [.high, .low],
    parameters: [.period(20)],
    outputs: [
      Output("upper", ["upperband"], unit: .price),
      Output("middle", ["middleband", "mid", "basis"], unit: .price),
      Output("lower", ["lowerband"], unit: .price),
    ],
    placement: .overlay,
    keepsFinite: true,
    warmUp: { $0.whole(0) - 1 },
    kernel: { segment in
      let (upper, middle, lower) = (segment.outputs[0], segment.outputs[1], segment.outputs[2])
      let (high, low) = (segment.inputs[0], segment.inputs[1])
      forEachFourRanges(high, low, segment.count, segment.arguments.whole(0)) { last, lanes, highest, lowest in
        lanes.store(highest, upper + last)
        lanes.store((highest + lowest) * SIMD4(repeating: 0.5), middle + last)
        lanes.store(lowest, lower + last)
      }
    }
  )
}
