import Backtesting
import Calendar
import Columns
import Foundation
import PlainSimulation
import TestSupport
import Testing

/// Figures against empyrical-reloaded 0.7.1 and quantstats 0.0.86 on the same equity curves.
///
/// The curves are those of the reference runs, their last equity of each day. Differences of definition:
/// - Their growth a year is total ^ (252 / days counted) - 1; ours goes by calendar days / 365.25, so growth and
///   the Calmar ratio are compared with years set to returns / 252.
/// - quantstats divides the ulcer index by n - 1 returns and its drawdowns start after the first return; ours is
///   the root mean square over all n + 1 closes. The first drawdown is 0 in both, so the sums are equal.
/// - quantstats' `var` is a normal quantile and `cvar` the mean below it; ours are empyrical's.
@Suite(.enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct RiskMetricTests {
  struct Curve {
    var equity: [Double]
    var performance: Performance
    var empyrical: [String: Double]
    var quantstats: [String: Double]
  }

  static func curve(_ symbol: String, _ strategy: String, _ commission: String) throws -> Curve {
    let rows = try SharedFolder.rows("oracles/backtest/\(symbol).equity.csv")
    let place = try #require(rows[0].firstIndex(of: "\(strategy)|\(commission)"))
    var days: [(day: String, equity: Double)] = []
    for row in rows.dropFirst() {
      let day = String(row[0].prefix(10))
      let equity = try #require(Double(row[place]))
      if days.last?.day == day { days[days.count - 1].equity = equity } else { days.append((day, equity)) }
    }
    return try curve(days.map(\.equity), "\(symbol)/\(strategy)/commission=\(commission)")
  }

  /// The curve of holding a symbol: its last close of each day.
  static func holding(_ symbol: String) throws -> Curve {
    let bars = try ReferenceBacktestTests.bars(symbol)
    var days: [(day: Int, close: Double)] = []
    for (time, close) in zip(bars.times, bars.close.values) {
      let day = Int(time.seconds / 86_400)
      if days.last?.day == day { days[days.count - 1].close = close } else { days.append((day, close)) }
    }
    return try curve(days.map(\.close), "\(symbol)/buy_and_hold_close")
  }

  private static func curve(_ equity: [Double], _ key: String) throws -> Curve {
    let basis = ReturnBasis(
      period: .day,
      periodsPerYear: 252,
      source: .setting,
      years: Double(equity.count - 1) / 252
    )
    let all = try #require(
      JSONSerialization.jsonObject(with: Data(SharedFolder.bytes("oracles/risk-metrics.json"))) as? [String: Any])
    let runs = try #require(all["runs"] as? [String: Any])
    let run = try #require(runs[key] as? [String: Any])
    return Curve(
      equity: equity,
      performance: Performance(equity: equity, startingFrom: equity[0], basis: basis),
      empyrical: try #require(run["empyrical"] as? [String: Double]),
      quantstats: try #require(run["quantstats"] as? [String: Double])
    )
  }

  @Test("ratios, tails and moments of holding are those of the reference", arguments: ["GOOG", "EURUSD"])
  func holding(symbol: String) throws { try compare(Self.holding(symbol)) }

  @Test("ratios, tails and moments are those of the reference", arguments: ReferenceBacktestTests.runs)
  func metrics(run: (String, String, String)) throws {
    try compare(Self.curve(run.0, run.1, run.2))
  }

  private func compare(_ curve: Curve) throws {
    let ours = curve.performance
    func expectEqual(_ value: Double, _ key: String, _ reference: [String: Double]) throws {
      let expected = try #require(reference[key])
      #expect(abs(value - expected) <= 1e-9 * abs(expected), "\(key): \(value) is not \(expected)")
    }
    try expectEqual(ours.totalReturn, "cum_return", curve.empyrical)
    try expectEqual(ours.cagr, "annual_return", curve.empyrical)
    try expectEqual(ours.volatility, "annual_volatility", curve.empyrical)
    try expectEqual(ours.sharpeRatio, "sharpe", curve.empyrical)
    try expectEqual(ours.sortinoRatio, "sortino", curve.empyrical)
    try expectEqual(ours.calmarRatio, "calmar", curve.empyrical)
    try expectEqual(ours.maxDrawdown, "max_drawdown", curve.empyrical)
    try expectEqual(ours.omegaRatio, "omega", curve.empyrical)
    try expectEqual(ours.tailRatio, "tail_ratio", curve.empyrical)
    try expectEqual(ours.downsideDeviation, "downside_risk", curve.empyrical)
    try expectEqual(ours.valueAtRisk, "value_at_risk_5pct", curve.empyrical)
    try expectEqual(ours.conditionalValueAtRisk, "conditional_value_at_risk_5pct", curve.empyrical)
    try expectEqual(ours.sharpeRatio, "sharpe", curve.quantstats)
    try expectEqual(ours.sortinoRatio, "sortino", curve.quantstats)
    try expectEqual(ours.skewness, "skew", curve.quantstats)
    try expectEqual(ours.kurtosis, "kurtosis", curve.quantstats)
    try expectEqual(ours.bestPeriod, "best", curve.quantstats)
    try expectEqual(ours.worstPeriod, "worst", curve.quantstats)
    try expectEqual(ours.volatility, "volatility", curve.quantstats)
    try expectEqual(ours.cagr, "cagr", curve.quantstats)
    try expectEqual(ours.calmarRatio, "calmar", curve.quantstats)
    try expectEqual(ours.maxDrawdown, "max_drawdown", curve.quantstats)
    try expectEqual(ours.omegaRatio, "omega", curve.quantstats)
    try expectEqual(ours.tailRatio, "tail_ratio", curve.quantstats)
    let returns = Double(curve.equity.count - 1)
    let rescaled = ours.ulcerIndex * ((returns + 1) / (returns - 1)).squareRoot()
    try expectEqual(rescaled, "ulcer_index", curve.quantstats)
  }

  @Test("a run over hourly bars has the ratios of its daily equity")
  func intraday() throws {
    let result = try ReferenceBacktestTests.run("EURUSD", "sma_10_20_longshort", "0.001")
    let reference = try Self.curve("EURUSD", "sma_10_20_longshort", "0.001").empyrical
    #expect(result.basis.period == .day)
    #expect(result.basis.periodsPerYear == 252, "a currency trades on Sunday evening, not on Saturday")
    // The reference leaves the first day out, as it begins with that day's equity; ours begins with the cash.
    func sharpe(_ equity: [Double]) -> Double {
      let returns = zip(equity.dropFirst(), equity).map { $0 / $1 - 1 }
      let mean = returns.reduce(0, +) / Double(returns.count)
      let squares = returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return mean / (squares / Double(returns.count - 1)).squareRoot() * 252.0.squareRoot()
    }
    let days = try #require(result.basis.marks).map { result.equity[$0] }
    #expect(near(sharpe(days), try #require(reference["sharpe"])))
    #expect(near(result.performance().sharpeRatio, sharpe([result.settings.cash] + days)))
  }
}

extension RiskMetricTests {
  @Test(
    "alpha and beta beside holding are those of the reference",
    arguments: ReferenceBacktestTests.runs.filter { $0.0 == "GOOG" })
  func benchmark(run: (String, String, String)) throws {
    let curve = try Self.curve(run.0, run.1, run.2)
    let rows = try SharedFolder.rows("data/market/daily/GOOG.csv")
    let place = try #require(rows[0].firstIndex { $0.lowercased() == "close" })
    let closes = try rows.dropFirst().map { try #require(Double($0[place])) }
    try #require(closes.count == curve.equity.count)
    let basis = ReturnBasis(
      period: .day, periodsPerYear: 252, source: .setting, years: Double(closes.count - 1) / 252)
    let pairs = BenchmarkReturns(
      equity: curve.equity, startingFrom: curve.equity[0], benchmark: closes, basis: basis)
    var ours = curve.performance
    ours.compare(pairs)
    let alpha = try #require(curve.empyrical["alpha"])
    let beta = try #require(curve.empyrical["beta"])
    #expect(abs(ours.alpha - alpha) <= 1e-9 && abs(ours.beta - beta) <= 1e-9)
    // quantstats multiplies where empyrical compounds.
    let multiplied = (pairs.meanExcess - ours.beta * pairs.benchmarkMeanExcess) * 252
    #expect(abs(multiplied - (try #require(curve.quantstats["alpha"]))) <= 1e-9)
  }

  @Test("A curve that is the benchmark has its returns, all of its gains and all of its losses")
  func benchmarkItself() throws {
    let curve = try Self.curve("GOOG", "ema_12_26_long", "0")
    let basis = ReturnBasis(period: .day, periodsPerYear: 252, source: .setting, years: 8)
    var ours = curve.performance
    ours.compare(
      BenchmarkReturns(
        equity: curve.equity, startingFrom: curve.equity[0], benchmark: curve.equity, basis: basis))
    #expect(abs(ours.beta - 1) < 1e-12 && abs(ours.alpha) < 1e-12 && ours.informationRatio.isNaN)
    #expect(ours.upCapture == 1 && ours.downCapture == 1 && abs(ours.benchmarkCorrelation - 1) < 1e-12)
  }
}
