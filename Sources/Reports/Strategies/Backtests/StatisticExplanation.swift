import Backtesting
import Columns
import Presentation
import Robustness
import Strategies
import Text

extension BacktestReport {
  /// The explanation of a statistic: its formula and the numbers of this run that go into it.
  package func explanation(of metric: Metric) -> Explanation {
    var facts: [(String, String)] = [("statistic", metric.title), ("formula", metric.formula)]
    if let convention = Self.conventions[metric.name] { facts.append(("convention", convention)) }
    facts += numbers(of: metric.name)
    facts.append(("value", text(metric.value(performance), metric.unit)))
    if let interval = intervalText(of: metric.name) { facts.append(("95% of the draws", interval)) }
    facts.append(("run", "\(title) on \(seriesName)"))
    return Explanation(expression: "\(name).\(metric.name)", facts: facts)
  }

  /// If libraries differ, the one that is followed.
  private static let conventions = [
    "alpha": "compounded to a year, as empyrical; quantstats multiplies the mean by the periods a year",
    "information_ratio": "scaled to a year; quantstats leaves it for one period",
    "up_capture": "growth a year, as empyrical; others take the ratio of mean returns",
    "down_capture": "growth a year, as empyrical; others take the ratio of mean returns",
    "value_at_risk": "the empirical quantile, as empyrical; quantstats takes that of a normal distribution",
    "conditional_value_at_risk": "the empirical tail, as empyrical; quantstats takes what lies below a normal quantile",
    "ulcer_index": "over all closes; quantstats divides by the returns less one",
    "kelly": "of trades; quantstats takes returns",
    "profit_factor": "of trades; quantstats takes returns",
    "sharpe_ratio": "arithmetic mean, sample deviation; backtesting.py takes the growth a year instead of the mean",
    "recovery_factor": "of the total return; quantstats adds the returns up",
  ]

  private func text(_ value: Double, _ unit: Metric.Unit) -> String {
    if value.isNaN { return "missing: it is not defined for this run" }
    switch unit {
    case .fraction: return "\(NumberFormat.percent(4).text(value)) (\(NumberText.plain(value)))"
    case .money: return NumberFormat.fixed(2).grouped.text(value)
    default: return NumberText.plain(value)
    }
  }

  private func percent(_ value: Double) -> String { NumberFormat.percent(4).text(value) }

  private func money(_ value: Double) -> String { NumberFormat.fixed(2).grouped.text(value) }

  /// The inputs of a statistic, each with its label.
  private func numbers(of name: String) -> [(String, String)] {
    switch name {
    case "total_return", "cagr":
      return [
        ("start value", money(performance.startValue)), ("end value", money(performance.endValue)),
        ("years", NumberFormat.fixed(4).text(result.basis.years)),
      ]
    case "volatility", "sharpe_ratio", "sortino_ratio", "downside_deviation": return numbersOfReturns
    case "calmar_ratio":
      return [("growth a year", percent(performance.cagr)), ("max drawdown", percent(performance.maxDrawdown))]
    case "max_drawdown", "recovery_factor":
      guard let deepest = result.drawdowns().min(by: { $0.depth < $1.depth }) else { return [] }
      let first = result.range.lowerBound
      let peak = deepest.start < first ? performance.startValue : result.equity[deepest.start - first]
      return [
        ("peak", "\(money(peak)) on \(label(max(deepest.start, first)))"),
        ("trough", "\(money(result.equity[deepest.trough - first])) on \(label(deepest.trough))"),
      ] + (name == "max_drawdown" ? [] : [("total return", percent(performance.totalReturn))])
    case "value_at_risk", "conditional_value_at_risk", "tail_ratio", "omega_ratio", "best_period", "worst_period",
      "positive_periods", "skewness", "kurtosis":
      let returns = result.returns().sorted()
      return [("returns", spans(returns.count))]
        + (name == "tail_ratio"
          ? [
            ("95% quantile", percent(SortedSample.quantile(0.95, of: returns))),
            ("5% quantile", percent(performance.valueAtRisk)),
          ] : [])
        + (name == "omega_ratio"
          ? [
            ("sum of gains", percent(returns.reduce(0) { $0 + max($1, 0) })),
            ("sum of losses", percent(returns.reduce(0) { $0 + min($1, 0) })),
          ] : [])
    case "alpha", "beta", "benchmark_correlation", "information_ratio", "tracking_error", "up_capture", "down_capture":
      return numbersOfBenchmark(name)
    case "win_rate", "profit_factor", "expectancy", "average_return", "average_win", "average_loss", "payoff_ratio",
      "kelly", "sqn", "average_mae", "average_mfe", "best_trade", "worst_trade":
      return numbersOfTrades(name)
    case "ulcer_index":
      var (peak, squares) = (performance.startValue, 0.0)
      for value in result.equity.values {
        peak = max(peak, value)
        squares += (value / peak - 1) * (value / peak - 1)
      }
      return [
        ("sum of squared drawdowns", NumberText.plain(squares)), ("closes", NumberText.grouped(result.range.count)),
      ]
    case "exposure":
      return [
        ("closes with a position", NumberText.grouped(result.exposedBars)),
        ("closes", NumberText.grouped(result.range.count)),
      ]
    default: return []
    }
  }

  private func spans(_ count: Int) -> String {
    "\(NumberText.grouped(count)) of \(result.basis.period == .day ? "a day" : "a bar") each"
  }

  private var numbersOfReturns: [(String, String)] {
    let returns = result.returns()
    let count = Double(returns.count)
    let mean = returns.reduce(0, +) / count
    let deviation = (returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
    let downside = (returns.reduce(0) { $0 + min($1, 0) * min($1, 0) } / count).squareRoot()
    return [
      ("returns", spans(returns.count)), ("mean return", NumberText.plain(mean)),
      ("sample deviation", NumberText.plain(deviation)), ("downside deviation", NumberText.plain(downside)),
      ("periods a year", NumberText.plain(performance.periodsPerYear)),
      ("risk-free", run.settings.riskFree.text),
    ]
  }

  private func numbersOfBenchmark(_ name: String) -> [(String, String)] {
    guard let pairs = run.benchmarkReturns else { return [] }
    var facts = [
      ("benchmark", run.settings.benchmark ?? "holding \(seriesName)"), ("returns", spans(pairs.count)),
      ("mean above risk-free", NumberText.plain(pairs.meanExcess)),
      ("benchmark's mean above risk-free", NumberText.plain(pairs.benchmarkMeanExcess)),
    ]
    switch name {
    case "alpha", "beta", "benchmark_correlation":
      facts.append(("covariance", NumberText.plain(pairs.covariance)))
      facts.append(("benchmark's variance", NumberText.plain(pairs.benchmarkVariance)))
    case "information_ratio", "tracking_error":
      facts.append(("mean above the benchmark", NumberText.plain(pairs.meanActive)))
      facts.append(("deviation of that", NumberText.plain(pairs.activeDeviation)))
    default:
      let growth = pairs.growth(periodsPerYear: performance.periodsPerYear) { name == "up_capture" ? $0 > 0 : $0 < 0 }
      facts.append(("return a year there", percent(growth.run)))
      facts.append(("benchmark's return a year there", percent(growth.benchmark)))
    }
    return facts + [("periods a year", NumberText.plain(performance.periodsPerYear))]
  }

  private func numbersOfTrades(_ name: String) -> [(String, String)] {
    let trades = result.trades
    let wins = trades.filter { $0.pnl > 0 }
    let losses = trades.filter { $0.pnl < 0 }
    if name == "sqn" {
      let mean = trades.reduce(0) { $0 + $1.pnl } / Double(trades.count)
      let squares = trades.reduce(0) { $0 + ($1.pnl - mean) * ($1.pnl - mean) }
      return [
        ("trades", NumberText.grouped(trades.count)), ("mean gain", money(mean)),
        ("sample deviation", money((squares / Double(trades.count - 1)).squareRoot())),
      ]
    }
    return [
      ("trades", "\(NumberText.grouped(trades.count)), \(wins.count) won, \(losses.count) lost"),
      ("won", money(wins.reduce(0) { $0 + $1.pnl })), ("lost", money(losses.reduce(0) { $0 + $1.pnl })),
      ("average win", percent(performance.averageWin)), ("average loss", percent(performance.averageLoss)),
    ]
  }
}
