import Platform
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

/// The report of a backtest, as a page of words.
@Suite("Reports of backtests")
struct ReportTests {
  private func page(_ load: String) throws -> String {
    var page = ""
    var interpreter = Interpreter(environment: .still)
    let script = """
      \(load)
      strategy s { up: enter long when close > sma(20); down: exit when close < sma(20) }
      backtest s
      report s
      """
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .outcome(let outcome) = event, let result = outcome.result, result.kind != "backtest" {
        page = TextRenderer(width: 300).render(result.document)
      }
    }
    try #require(page.contains("To run it again"))
    return page
  }

  @Test("A year of intraday bars is counted in days, not in as many bars")
  func rollingYear() throws {
    #expect(try page("load sample SPY timeframe 1h").contains("Each point looks back over 252 days"))
    #expect(try page("load sample SPY").contains("Each point looks back over 252 bars"))
  }

  @Test("The best, worst and longest trades have the values that opened and closed them")
  func reasons() throws {
    let page = try page("load sample SPY")
    #expect(page.contains("the values that it saw"))
    #expect(page.contains("close > sma(20) ("))
  }
}
