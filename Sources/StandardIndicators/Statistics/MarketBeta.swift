import Indicators

extension Indicator {
  /// The slope of a series' returns over those of a market.
  static let marketBeta = Indicator(
    "market_beta",
    fullName: "Beta to a Market",
    group: .statistics,
    summary: "How much the returns of a series move with those of a market.",
    formula: "covariance(rx, rm) / variance(rm) over period returns r = x / x[1] - 1",
    convention: """
      The series first, then the market; `beta` keeps TA-Lib's order, in which the first one is the market. Missing \
      if the market's returns do not vary.
      """,
    references: ["W. Sharpe, Journal of Finance 19:3 (1964)"],
    example: "market_beta(close, open, 60)",
    inputs: [Input("x"), Input("market")],
    parameters: [.period(60, from: 2, "How many returns it looks back over.")],
    outputs: [.value(.ratio)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, market, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      let (count, period) = (segment.count, segment.arguments.whole(0))
      let share = 1 / Double(period)
      withScratch(2 * count) { returns in
        let marketReturns = returns + count
        for (source, target) in [(x, returns), (market, marketReturns)] {
          forEachFour(1..<count) { index, count in
            store(load(source + index, count) / load(source + (index &- 1), count) - 1, count, target + (index &- 1))
          }
        }
        forEachWindow(count - 1, period) { index, origin in
          let (a, b) = (returns[index] - returns[origin], marketReturns[index] - marketReturns[origin])
          return SIMD4(a, b, a * b, b * b)
        } body: { last, _, sums in
          let mean = sums[1] * share
          let squares = sums[3] - mean * sums[1]
          target[last &+ 1] = squares > 0 ? (sums[2] - mean * sums[0]) / squares : .nan
        }
      }
    }
  )
}
