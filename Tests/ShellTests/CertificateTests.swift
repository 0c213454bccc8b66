import Backtesting
import Calendar
import Columns
import JSON
import Language
import OrderedCollections
import Presentation
import Reports
import Sessions
import Shell
import Strategies
import TestSupport
import Testing

/// The findings of a backtest's certificate, and clean runs that must have none.
@Suite("Certificates")
struct CertificateTests {
  private static func certificate(_ script: String) throws -> (Certificate, [String]) {
    var interpreter = Interpreter(environment: .still)
    var codes: [String] = []
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      switch event {
      case .failure(let diagnostic, _, _): Issue.record("\(diagnostic)\n\(script)")
      case .outcome(let outcome): codes += outcome.warnings.map(\.code.name)
      }
    }
    let report = try #require(interpreter.session.results["s"]?.backtest)
    return (try #require(report.run.certificate), codes)
  }

  @Test(
    "Honest rules are replayed and are accused of nothing",
    arguments: [
      "enter long when ema(5) crosses above ema(20); exit long when profit > 2% or bars_held > 9",
      "enter long when close @ 1w > sma(10) @ 1w; exit long when rsi(14) > 70; stop 2%; trail 3%",
      "enter long when rsi(14) @ AAPL < 40; exit long when close @ IBM < sma(20) @ IBM; target 5%",
      "enter long at limit close * 0.99 for 3 bars when volume > sma(volume, 20); exit after 5d; stop 1%; target 1%",
      "enter long when close > sma(close, 90d); exit long when close < close[30d]; size risk 1%; stop 2 * atr(14)",
      "enter short when close < close @ UNRATE * 20 and percentrank(close, 100) < 40; exit when weekday == 5",
    ])
  func honest(_ rules: String) throws {
    let (certificate, codes) = try Self.certificate(
      """
      load sample AAPL; load sample IBM; load sample UNRATE; load sample SPY
      strategy s { \(rules.replacing("; ", with: "\n")) }
      backtest s since 2012
      """)
    #expect(certificate.isReplayed && certificate.prefixes.count == 3)
    #expect(certificate.lookAhead.isEmpty && !codes.contains("data-look-ahead"))
    #expect(certificate.worstReturn <= certificate.bestReturn && certificate.laterReturn.isFinite)
  }

  @Test("A bar that differs is found, in every place", arguments: [40, 77, 119])
  func difference(index: Int) throws {
    var dice = Dice(7)
    var price = 100.0
    let closes = (0..<120).map { _ in
      price *= 1 + Double.random(in: -0.02...0.02, using: &dice)
      return price
    }
    func run(_ closes: [Double]) throws -> BacktestResult {
      let column = Column(closes)
      let bars = Bars(
        times: (0..<closes.count).map { .init(milliseconds: Int64($0) * 86_400_000) }, open: column, high: column,
        low: column, close: column, volume: column, timeframe: .day, zone: .utc)
      let rises = Column(closes.indices.map { $0 > 0 && closes[$0] > closes[$0 - 1] ? 1 : 0 })
      let strategy = Strategy(
        name: "s", entries: [EntryRule(name: "up", side: .long, condition: .column(rises))])
      return try Backtest.run(bars: bars, strategy: strategy, listsSignals: true)
    }
    let whole = try run(closes)
    var other = closes
    other[index] *= other[index] > other[index - 1] ? 0.9 : 1.1
    #expect(whole.firstDifference(from: try run(closes), bars: 120) == nil)
    #expect(whole.firstDifference(from: try run(other), bars: 120) == index)
  }

  @Test("The better order of prices is never the worse one if trades do not overlap")
  func ambiguity() throws {
    let (certificate, _) = try Self.certificate(
      """
      load sample SPY
      strategy s { enter long when close > open; stop 0.6%; target 0.6%; size 100 shares }
      backtest s since 2010 with cash 100k
      """)
    #expect(certificate.ambiguousTrades > 20 && certificate.ambiguousTrades < certificate.trades)
    #expect(certificate.worstReturn < certificate.bestReturn)
  }

  @Test("Trials are counted once each, and undo takes none back")
  func trials() throws {
    let (certificate, _) = try Self.certificate(
      """
      load sample SPY
      strategy s(n = 5) { enter long when close > sma(n); exit long when close < sma(n) }
      backtest s since 2020; backtest s since 2020; backtest s(n = 6) since 2020; undo
      sweep s(n = 2..11) since 2020
      backtest s since 2019
      """)
    // Ten combinations since 2020, two of which were run before, and one since 2019.
    #expect(certificate.trials == 11)
  }
}
