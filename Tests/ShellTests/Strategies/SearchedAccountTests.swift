import JSON
import Language
import Shell
import TestSupport
import Testing

@Suite("A search whose combinations hold many symbols")
struct SearchedAccountTests {
  private static let prepared = """
    load sample SPY
    load sample AAPL
    load sample IBM
    portfolio rotation(n = 1, look = 60) { on SPY, AAPL, IBM; rank by roc(look) desc; hold n; rebalance monthly }
    strategy dip(n = 3) { enter long when rsi(n) < 20; exit long when rsi(n) > 70; size 50% }
    """

  /// A search and the sweep of the same combinations.
  private static let cases = [
    ("rotation(n = 1..2, look = 40..60 step 10)", "since 2015 with certificate off", 6),
    (
      "dip(n = 2..7)",
      "on SPY, AAPL, IBM in one account since 2015 with positions 2, prefer -returns(20), certificate off", 6
    ),
  ]

  private static func rows(_ result: JSONValue) throws -> [String] {
    try #require(result["rows"]?.elements).map { $0.write() }
  }

  @Test("Of all combinations gives the rows of a sweep, and counts each of them once", arguments: cases)
  func whole(_ subject: String, _ clauses: String, _ count: Int) throws {
    var session = ScriptedSession()
    let swept = try session.result("\(Self.prepared)\nsweep \(subject) \(clauses)")
    for method in ["guided", "latin", "random"] {
      let searched = try session.result("search \(subject) \(count) trials by sharpe using \(method) \(clauses)")
      #expect(try Self.rows(searched) == Self.rows(swept))
      #expect(searched["symbols"] == swept["symbols"] && searched["notes"] == swept["notes"])
      #expect(searched["significance"]?["trials"]?.intValue == count, "each is counted once")
    }
  }

  @Test("Tries the same ones with the same seed, and the best row is its backtest")
  func some() throws {
    var session = ScriptedSession()
    let statement = "search rotation(n = 1..3, look = 20..120) 12 trials by sharpe seed 3 since 2015"
    let first = try session.result("\(Self.prepared)\n\(statement) as found")
    #expect(try Self.rows(session.result(statement)) == Self.rows(first))
    let best = try #require(first["rows"]?.elements?.first)
    let values = ["n", "look"].compactMap { best[$0]?.doubleValue ?? best["parameters"]?[$0]?.doubleValue }
    #expect(values.count == 2)
    let run = try session.result("backtest best of found since 2015")
    #expect(run["performance"]?["sharpe_ratio"] == best["sharpe_ratio"])
  }

  @Test("Refuses terms of an account without one, and several symbols without an account")
  func refused() throws {
    var session = ScriptedSession()
    _ = try session.result("\(Self.prepared)\nnames")
    let alone = session.run("search dip(n = 2..9) 4 trials since 2015 with positions 2")
    #expect(alone.errors.map(\.code.name) == ["unknown-setting"])
    let many = session.run("search dip(n = 2..9) 4 trials on SPY, AAPL since 2015")
    #expect(many.errors.map(\.code.name) == ["backtest-refused"])
  }
}
