import Calendar
import JSON
import Presentation
import Sessions

/// The speed of one account over many symbols: a portfolio ranked once a month, and a strategy on all of them.
enum Portfolios {
  static func measure(_ workplace: Workplace) throws {
    let (count, days) = workplace.size.symbols
    var statements: [String] = []
    for place in 0..<count {
      let file = try workplace.file("symbol\(place)-\(days).csv") {
        SyntheticBars.commaSeparated(SyntheticBars.bars(count: days, timeframe: .day, seed: UInt64(place + 1)))
      }
      statements.append("load \"\(file)\" as S\(place)")
    }
    var session = try workplace.session(statements.joined(separator: "\n") + "\n" + portfolio)
    let runs = try workplace.runs { try session.run("backtest rotation") }
    workplace.report(
      Measurement(
        name: "portfolio.rotation", unit: .milliseconds, runs: runs,
        details: [("symbols", .integer(count)), ("bars", .integer(days))]))
    let account = "backtest cross on everything in one account with positions 20, prefer roc(60), certificate "
    for (name, certificate) in [("account", "off"), ("account.certified", "on")] {
      let runs = try workplace.runs { try session.run(account + certificate) }
      workplace.report(
        Measurement(
          name: "portfolio.\(name)", unit: .milliseconds, runs: runs,
          details: [("symbols", .integer(count)), ("bars", .integer(days))]))
    }
  }

  private static let portfolio = """
    universe everything = all
    portfolio rotation {
      on everything
      long when close > sma(200)
      rank by roc(60) desc
      hold 20
      rebalance monthly
    }
    strategy cross {
      enter long when ema(12) crosses above ema(26)
      exit long when ema(12) crosses below ema(26)
      stop 8%
    }
    """
}
