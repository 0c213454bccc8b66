import Indicators

extension Indicator {
  /// Sharpe's ratio over a window.
  static let sharpe = Indicator(
    "sharpe",
    ["rolling_sharpe"],
    fullName: "Rolling Sharpe Ratio",
    group: .statistics,
    summary: "The mean return of the last bars in standard deviations, for a year.",
    formula: """
      sqrt(bars_per_year) * (mean(r, period) - rate / bars_per_year) / stdev(r, period, of a sample), r = x / \
      x[1] - 1
      """,
    convention: """
      Simple returns and a sample's deviation; rate is a year's riskless return, divided evenly among the bars. \
      Missing if all returns are equal or an earlier value is 0.
      """,
    references: ["W. Sharpe, Journal of Portfolio Management 21:1 (1994)"],
    example: "sharpe(close, 60)",
    parameters: [
      .period(252, from: 2, "How many returns it looks back over."),
      .barsPerYear,
      Parameter("rate", ["risk_free"], .real(-1...10), .value(0), "A year's return without risk: 0.03 is 3 %."),
    ],
    outputs: [.value(.ratio)],
    isPartial: true,
    warmUp: { $0.whole(0) },
    kernel: { segment in
      let (x, count, period) = (segment.inputs[0], segment.count, segment.arguments.whole(0))
      let (year, target) = (segment.arguments.real(1), segment.outputs[0])
      let riskless = segment.arguments.real(2) / year
      let factor = year * Double(period - 1)
      withScratch(count) { returns in
        forEachFour(1..<count) { index, count in
          store(load(x + index, count) / load(x + (index &- 1), count) - 1, count, returns + index)
        }
        forEachVariance(Source(returns + 1), count - 1, period) { last, mean, squares in
          target[last &+ 1] = squares > 0 ? (mean - riskless) * (factor / squares).squareRoot() : .nan
        }
      }
    }
  )
}
