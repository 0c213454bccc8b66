import Indicators

extension Indicator {
  /// Williams' fractals.
  static let fractal = Indicator(
    "fractal",
    fullName: "Williams Fractal",
    group: .momentum,
    summary: "Marks the bar on which a swing high or a swing low is confirmed, with 100.",
    formula: """
      high = 100 where high[right] is above the highs of the left bars before it and of the right bars after it, \
      else 0; low = 100 where low[right] is below the lows around it
      """,
    convention: """
      The mark is on the bar that confirms the swing, right bars after the extreme, as in TA-Lib: no value looks \
      ahead. An extreme with an equal one among those bars is not a swing; 0 until there are enough bars.
      """,
    references: ["TA-Lib FRACTAL", "B. Williams, Trading Chaos (1995)"],
    example: "fractal(2, 2).high",
    inputs: [.high, .low],
    parameters: [
      .bars("left", "leftbars", 2, "The number of bars before the extreme that it must exceed."),
      .bars("right", "rightbars", 2, "The number of bars after the extreme that it must exceed, which confirm it."),
    ],
    outputs: [
      Output("high", ["swinghigh"], unit: .number),
      Output("low", ["swinglow"], unit: .number),
    ],
    memory: .fading { $0.whole(0) + $0.whole(1) },
    keepsFinite: true,
    warmUp: { _ in 0 },
    kernel: { segment in
      let (left, right) = (segment.arguments.whole(0), segment.arguments.whole(1))
      writeSwings(Highest.self, segment.inputs[0], segment.count, left, right, segment.outputs[0])
      writeSwings(Lowest.self, segment.inputs[1], segment.count, left, right, segment.outputs[1])
    }
  )
}

/// The most bars around an extreme that are compared with it one by one: that beats sliding windows until then.
private let longestComparedSwing = 16

/// Marks with 100 each bar `right` bars after a value that joining with any value around it changes into itself only.
@inline(__always)
private func writeSwings<Join: Joining>(
  _ join: Join.Type,
  _ source: Source,
  _ count: Int,
  _ left: Int,
  _ right: Int,
  _ target: Target
) {
  target.update(repeating: 0, count: min(left + right, count))
  guard count > left + right else { return }
  if left + right <= longestComparedSwing {
    forEachEight(left + right..<count) { index, count in
      let center = source + (index &- right)
      var around = EightLanes(center - 1, count)
      for back in 1..<left { around = Join.join(around, EightLanes(center - (back &+ 1), count)) }
      for ahead in 0..<right { around = Join.join(around, EightLanes(center + (ahead &+ 1), count)) }
      marks(join, EightLanes(center, count), around).store(count, target + index)
    }
    return
  }
  var before = SlidingWindow<Join>(left)
  var after = SlidingWindow<Join>(right)
  forEachEight(0..<count) { index, count in
    let values = EightLanes(source, index, back: right, count)
    let earlier = before.advance(EightLanes(source, index, back: right &+ 1, count))
    let around = Join.join(earlier, after.advance(EightLanes(source + index, count)))
    marks(join, values, around).store(count, target + index)
  }
  // The first windows are not full.
  target.update(repeating: 0, count: left + right)
}

/// 100 if a value differs from the values around it and wins against them.
@inline(__always)
private func marks<Join: Joining>(_ join: Join.Type, _ values: EightLanes, _ around: EightLanes) -> EightLanes {
  EightLanes.map(Join.join(around, values), around) { choose($0, equal: $1, .zero, else: SIMD4(repeating: 100)) }
}
