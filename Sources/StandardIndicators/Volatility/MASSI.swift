import Indicators

extension Indicator {
  /// Dorsey's mass index.
  static let massi = Indicator(
    "massi",
    fullName: "Mass Index",
    group: .volatility,
    summary: "How much the ranges of the bars widen: a sum of average ranges over their averages.",
    formula: "sum over slow bars of e / ema(e, fast), e = ema(high - low, fast)",
    convention: """
      Each average is seeded with the simple mean of its first values; a quotient is 1 if there is no range, as \
      TA-Lib.
      """,
    references: ["TA-Lib MASSI", "D. Dorsey, Technical Analysis of Stocks & Commodities 10:6 (1992)"],
    example: "massi(9, 25)",
    inputs: [.high, .low],
    parameters: [
      .bars("fast", "fastperiod", 9, "The period of both averages."),
      .bars("slow", "slowperiod", 25, "The number of bars over which the quotients are summed."),
    ],
    outputs: [.value(.number)],
    memory: .fading { Memory.exponential($0.whole(0), stages: 2) },
    keepsFinite: true,
    warmUp: { 2 * ($0.whole(0) - 1) + $0.whole(1) - 1 },
    kernel: { segment in
      let (high, low, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      var once = SeededAverage(segment.arguments.whole(0), from: 0)
      var twice = SeededAverage(segment.arguments.whole(0), from: once.first)
      var window = SlidingWindow<Adding>(segment.arguments.whole(1))
      forEachEight(0..<segment.count) { index, count in
        let ranges = once.advance(index, EightLanes(high + index, count) - EightLanes(low + index, count))
        let shares = quotients(ranges, twice.advance(index, ranges), or: 1)
        window.advance(shares).storeFinite(count, target + index)
      }
    }
  )
}
