import Indicators

extension Indicator {
  /// Dorsey's relative volatility.
  static let rvi = Indicator(
    "rvi",
    fullName: "Relative Volatility Index",
    group: .volatility,
    summary: "The share of the deviation that falls on rising bars, 0 to 100.",
    formula: "100 * up / (up + down); rma over period bars of stdev(x, stdev) on rises, and on falls, else 0",
    convention: """
      The population's deviation; Wilder's smoothing seeded with the simple mean of the first period values, as \
      TA-Lib; 50 if nothing moved.
      """,
    references: ["TA-Lib RVI", "D. Dorsey, Technical Analysis of Stocks & Commodities 11:6 (1993)"],
    example: "rvi(14, 10)",
    parameters: [
      .period(14, "The period of the averages."),
      Parameter(
        "stdev",
        ["stddevperiod"],
        .whole(2...Parameter.longest),
        .value(10),
        "The number of bars of the deviation."
      ),
    ],
    outputs: [.value(.number, range: 0...100)],
    memory: .fading { Memory.wilder($0.whole(0)) },
    keepsFinite: true,
    warmUp: { $0.whole(0) + $0.whole(1) - 2 },
    kernel: { segment in
      let (x, count, target) = (segment.inputs[0], segment.count, segment.outputs[0])
      let (period, bars) = (segment.arguments.whole(0), segment.arguments.whole(1))
      let share = 1 / Double(bars)
      forEachFourVariances(x, count, bars) { last, lanes, _, squares in
        lanes.store((squares * share).roots, target + last)
      }
      var up = SeededAverage(period, from: bars - 1, gain: 1 / Double(period))
      var down = up
      forEachEight(bars - 1..<count) { index, count in
        let (now, before) = (EightLanes(x + index, count), EightLanes(x + (index &- 1), count))
        let deviation = EightLanes(Source(target) + index, count)
        let rising = up.advance(index, deviations(deviation, where: now, isAbove: before))
        let falling = down.advance(index, deviations(deviation, where: before, isAbove: now))
        quotients(100 * rising, rising + falling, or: 50).store(count, target + index)
      }
    }
  )
}

/// The deviations of the bars on which one value is above another, else 0.
@inline(__always)
private func deviations(_ deviations: EightLanes, where left: EightLanes, isAbove right: EightLanes) -> EightLanes {
  EightLanes(
    choose(left.low, above: right.low, deviations.low, else: .zero),
    choose(left.high, above: right.high, deviations.high, else: .zero)
  )
}
