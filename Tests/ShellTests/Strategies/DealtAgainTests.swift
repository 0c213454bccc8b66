import JSON
import Shell
import TestSupport
import Testing

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

  @Test("The return beside random entries is that of the run, whatever its costs, stops and dividends")
  func own() throws {
    for settings in ["fill open", "fill close", "commission 0.1%, slippage 5bp"] {
      for stop in ["", "; stop 2%; target 3%"] {
        var session = ScriptedSession()
        let run = try session.result(
          "load sample AAPL\nstrategy e { enter long when day < 5; exit long when day > 20\(stop) }\n"
            + "backtest e since 2012 with \(settings) as r")
        let dealt = try session.result("montecarlo r 10 runs by entries")
        let own = try #require(run["performance"]?["total_return"]?.doubleValue)
        #expect(dealt["actual"]?["total_return"]?.doubleValue == own, "\(settings)\(stop)")
      }
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
