import Calendar
import Columns
import JSON
import Presentation
import Sessions

/// The speed of the tests for luck: walk-forwards, cross-validation, searches, Monte Carlo.
enum Searching {
  static func measure(_ workplace: Workplace) throws {
    try measureWalkForward(workplace)
    let n = workplace.size.sweepSteps
    var session = try workplace.session("load \"\(try workplace.days())\"; \(strategy)")
    let small = max(5, n / 5)
    try measure(
      "crossvalidate.paths15", small * small, workplace, &session,
      "crossvalidate cross(fast=5..\(4 + small), slow=60..\(59 + small)) groups 16 test 2")
    try measure(
      "search.guided", n * 10, workplace, &session,
      "search cross(fast=2..200, slow=3..400) \(n * 10) trials where fast < slow by sharpe")
    // Short trades, so that there are some five hundred of them in ten years.
    try session.run("backtest flips as flips")
    for method in ["trades", "blocks 20d", "entries"] {
      let runs = workplace.size.bars / 100
      try measure(
        "montecarlo.\(method.prefix { $0 != " " })", runs, workplace, &session,
        "montecarlo flips \(runs) runs by \(method)")
    }
  }

  private static func measure(
    _ name: String, _ count: Int, _ workplace: Workplace, _ session: inout WorkedSession, _ statement: String
  ) throws {
    let runs = try workplace.runs { try session.run(statement) }
    workplace.report(
      Measurement(
        name: name, unit: .milliseconds, runs: runs,
        details: [("count", .integer(count)), ("workers", .integer(Machine.cores))]))
  }

  /// Twenty windows compared with twenty sweeps of the same combinations on the same number of bars, and with
  /// vectorbt's splitter, in the same run.
  private static func measureWalkForward(_ workplace: Workplace) throws {
    let days = workplace.size.days
    let n = workplace.size.sweepSteps
    let (fast, slow) = (max(2, n / 2), max(2, n * 4 / 5))
    let ranges = "fast=5..\(4 + fast), slow=60..\(59 + slow)"
    let (train, test) = (days / 5, days / 25)
    var session = try workplace.session("load \"\(try workplace.days())\"; \(strategy)")
    let walk = try workplace.runs {
      try session.run("walkforward cross(\(ranges)) train \(train) bars test \(test) bars by sharpe")
    }
    let sweeps = try workplace.runs {
      for _ in 0..<20 { try session.run("sweep cross(\(ranges)) last \(train) bars with certificate off") }
    }
    let prices = try workplace.file("walk.prices") {
      let bars = SyntheticBars.bars(count: days, timeframe: .day)
      return [bars.open, bars.high, bars.low, bars.close].flatMap { $0.values.withUnsafeBytes { Array($0) } }
    }
    let answer = WalkForwardPeer(workplace)?.run(
      WalkForwardPeer.Work(
        bars: prices, count: days, fast: Array(5..<5 + fast), slow: Array(60..<60 + slow), windows: 20, train: train,
        test: test), times: 1)
    let ratio = (walk.wall.min() ?? 0) / max(1e-9, sweeps.wall.min() ?? 0)
    workplace.report(
      Measurement(
        name: "walkforward.windows20", unit: .milliseconds, runs: walk,
        details: [
          ("combinations", .integer(fast * slow)), ("bars", .integer(days)), ("workers", .integer(Machine.cores)),
          ("sweeps_ms", .number(Measurement.rounded((sweeps.wall.min() ?? 0) * 1000))),
          ("over_sweeps", .number(Measurement.rounded(ratio))),
          ("vectorbt_ms", .number(answer.map { Measurement.rounded($0.seconds * 1000) })),
          ("vectorbt_over", .number(answer.map { Measurement.rounded($0.seconds / max(1e-9, walk.wall.min() ?? 0)) })),
          ("vectorbt_return", .number(answer?.totalReturn)), ("vectorbt_trades", .integer(answer?.trades)),
        ]))
  }

  private static let strategy = """
    strategy cross(fast = 10, slow = 50) {
      enter long when sma(fast) crosses above sma(slow)
      exit long when sma(fast) crosses below sma(slow)
    }
    strategy flips() {
      enter long when close < close[1]
      exit long when close > close[1]
    }
    """
}
