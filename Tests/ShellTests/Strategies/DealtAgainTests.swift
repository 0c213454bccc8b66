import JSON
import TestSupport
import Testing

@testable import Shell

@Suite("Runs dealt again and tested again")
struct DealtAgainTests {
  private let aapl = """
    load sample AAPL
    strategy early { enter long when day < 5; exit long when day > 20 }
    """

  private func percentiles(_ statements: String) throws -> [Double] {
    var session = ScriptedSession()
    let result = try session.result("\(aapl)\n\(statements)")
    let total = try #require(result["total_return"]?.members?.compactMap { $0.value.doubleValue })
    return total + [try #require(result["actual"]?["total_return"]?.doubleValue)]
  }

  @Test("A split is no fall of the price for trades at random places, and adds nothing to the noise of prices")
  func splits() throws {
    for method in ["200 runs by entries", "20 runs by bars noise 10%"] {
      let traded = try percentiles("backtest early since 2012 as e\nmontecarlo e \(method)")
      let adjusted = try percentiles(
        "use AAPL adjusted for splits\nbacktest early since 2012 as e\nmontecarlo e \(method)")
      #expect(traded.count == adjusted.count && traded.count > 6)
      for (own, other) in zip(traded, adjusted) {
        #expect(abs(own - other) < 0.002 * (1 + abs(other)), "\(method)")
      }
    }
  }

  @Test("The strategy's own trades, filled at closes or opens, are counted over the closes that they are held for")
  func own() throws {
    for fill in ["open", "close"] {
      var session = ScriptedSession()
      let run = try session.result(
        "\(aapl)\nuse AAPL adjusted for splits\nbacktest early since 2012 with fill \(fill) as e")
      let trades = try #require(run["trades"]?.elements)
      let actual = try session.result("montecarlo e 10 runs by entries")["actual"]?["total_return"]?.doubleValue
      var growth = 1.0
      for trade in trades {
        // The closes before the fills stand for the opens.
        let dates = try ["entry_date", "exit_date"].map { try #require(trade[$0]?.stringValue) }
        let closes = try dates.map { date in
          let lag = fill == "open" ? "[1]" : ""
          let row = try session.result("show close\(lag) since \(date) until \(date)")["rows"]?.elements?.first
          return try #require(row?.elements?.last?.doubleValue ?? row?.members?.last?.value.doubleValue)
        }
        growth *= closes[1] / closes[0]
      }
      #expect(trades.count > 100)
      #expect(abs(try #require(actual) - (growth - 1)) < 1e-9 * growth, "\(fill)")
    }
  }

  @Test("The total return of a tested path is that of the account, whatever cash would have earned")
  func paths() throws {
    let rules = "strategy idle(n = 1) { enter long when close > 0 * n; exit long when close < 0 }"
    func returns(_ settings: String) throws -> [Double] {
      var session = ScriptedSession()
      let result = try session.result(
        "load sample SPY\n\(rules)\ncrossvalidate idle(n=1..3 step 1) groups 4 test 1 since 2015 with \(settings)")
      return try #require(result["paths"]?.elements).compactMap { $0["total_return"]?.doubleValue }
    }
    let (plain, above) = (try returns("risk_free 0"), try returns("risk_free 4%"))
    #expect(plain.count == 1 && plain[0] > 0.5)
    #expect(abs(plain[0] - above[0]) < 1e-9)
  }
}
