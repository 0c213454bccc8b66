import Backtesting
import Calendar
import Columns
import JSON
import LibC
import Presentation
import Strategies
import Text

/// The test of the difference between two backtests, paired by day.
package struct BacktestDifference: Sendable {
  package var from: String
  package var to: String
  package var test: MeanDifference
  /// The number of spans in a year.
  package var periodsPerYear: Double

  /// True if each pair has equal returns: then there is nothing to test.
  private var isNone: Bool { test.mean == 0 && test.low == 0 && test.high == 0 }

  static let fields: [Field<BacktestDifference>] = [
    .text("from") { $0.from }, .text("to") { $0.to }, .integer("pairs") { $0.test.count },
    .rate("mean") { $0.test.mean }, .rate("mean_a_year") { $0.test.mean * $0.periodsPerYear },
    .rate("low") { $0.test.low }, .rate("high") { $0.test.high },
    .number("p", .possible) { $0.isNone ? nil : $0.test.probability }, .integer("draws") { $0.test.bootstrap.draws },
    .number("block") { $0.test.bootstrap.blockLength }, .integer("seed") { Int($0.test.bootstrap.seed) },
  ]

  /// The outcome in words.
  package var text: String {
    if isNone {
      return "from \(from) to \(to): the same in \(NumberText.counted(test.count, "pair")) of returns by day"
    }
    func percent(_ number: Double) -> String { NumberFormat.percent(2).signed.text(number * periodsPerYear) }
    let likely = test.probability < 0.05 ? "hardly chance" : "may be chance"
    return """
      from \(from) to \(to): \(percent(test.mean)) a year in the mean, 95% of the draws from \(percent(test.low)) to \
      \(percent(test.high)), p \(NumberFormat.fixed(3).text(test.probability)): \(likely) · \
      \(NumberText.counted(test.count, "pair")) of returns by day · stationary bootstrap, \
      \(NumberText.grouped(test.bootstrap.draws)) draws in blocks of \(NumberText.plain(test.bootstrap.blockLength)), \
      seed \(test.bootstrap.seed)
      """
  }
}

extension BacktestReport {
  /// The returns with the date that each ends on.
  private var datedReturns: [CivilDate: Double] {
    let ends = result.basis.marks ?? Array(1..<max(1, result.range.count))
    var dated: [CivilDate: Double] = [:]
    for (end, value) in zip(ends, result.returns()) {
      dated[bars.civilTime(at: result.range.lowerBound + end).date] = value
    }
    return dated
  }

  /// The test of the difference to another backtest; nil if the returns are of other spans or too few are paired.
  package func difference(to other: BacktestReport, named names: (String, String)) -> BacktestDifference? {
    let mine = datedReturns
    let others = other.datedReturns
    let dates = mine.keys.filter { others[$0] != nil }.sorted()
    guard performance.periodsPerYear == other.performance.periodsPerYear, dates.count >= 20 else { return nil }
    let pairs = dates.map { (mine[$0] ?? .nan, others[$0] ?? .nan) }.filter { $0.0.isFinite && $0.1.isFinite }
    return BacktestDifference(
      from: names.0, to: names.1, test: MeanDifference(pairs), periodsPerYear: performance.periodsPerYear)
  }

  /// The assumptions of the run, each as a text, for a comparison.
  package var comparedAssumptions: [(String, String)] {
    [("strategy", title)]
      + RunAssumptions(settings, result.settings, result.basis).allMembers.map { name, value in
        if case .bool(let isOn) = value { return (name, isOn ? "on" : "off") }
        return (name, value.stringValue ?? value.doubleValue.map { NumberText.plain($0) } ?? "\(value)")
      } + [("account", run.shared?.text ?? (result.symbols.isEmpty ? "of one series" : "of a portfolio"))]
  }

  /// The interval that holds 95 % of the draws of a headline statistic, in words; nil for one that has none.
  func intervalText(of name: String) -> String? {
    let returns = result.returns()
    let size = Double(returns.count)
    guard returns.count >= 20 else { return nil }
    let periods = performance.periodsPerYear
    let bootstrap = BlockBootstrap(count: returns.count)
    let draws: [Double]
    switch name {
    case "sharpe_ratio", "volatility":
      draws = bootstrap.map(count: returns.count) { indexes in
        var (sum, squares) = (0.0, 0.0)
        for index in indexes {
          sum += returns[index]
          squares += returns[index] * returns[index]
        }
        let mean = sum / size
        let deviation = max(0, (squares - size * mean * mean) / (size - 1)).squareRoot()
        return name == "volatility"
          ? deviation * periods.squareRoot() : deviation > 0 ? mean / deviation * periods.squareRoot() : .nan
      }
    case "total_return", "cagr":
      let years = result.basis.years
      draws = bootstrap.map(count: returns.count) { indexes in
        let end = indexes.reduce(1.0) { $0 * (1 + returns[$1]) }
        return name == "total_return" ? end - 1 : end > 0 && years > 0 ? pow(end, 1 / years) - 1 : .nan
      }
    case "max_drawdown":
      draws = bootstrap.map(count: returns.count) { indexes in
        var (worth, peak, worst) = (1.0, 1.0, 0.0)
        for index in indexes {
          worth *= 1 + returns[index]
          peak = max(peak, worth)
          worst = min(worst, worth / peak - 1)
        }
        return worst
      }
    default: return nil
    }
    let (low, high) = bootstrap.interval(of: draws)
    let format: NumberFormat = name == "sharpe_ratio" ? .fixed(3) : .percent(2)
    return """
      \(format.text(low)) to \(format.text(high)), stationary bootstrap of the returns, \
      \(NumberText.grouped(bootstrap.draws)) draws in blocks of \(NumberText.plain(bootstrap.blockLength)), \
      seed \(bootstrap.seed)
      """
  }
}
