import JSON
import Language
import Strategies
import Testing

@Suite("Ready strategies")
struct ReadyStrategyTests {
  @Test("Each loads, trades on bars inside the program, and says what its first version got wrong")
  func trades() throws {
    var session = ScriptedSession()
    _ = try session.result("load sample SPY")
    for ready in ReadyStrategy.all {
      let defined = try session.result("load strategy \(ready.name)")
      #expect(defined["name"]?.stringValue == ready.name)
      let run = try session.result("backtest \(ready.name) with certificate off")
      #expect(try #require(run["portfolio"]?["total_trades"]?.intValue) > 0, "\(ready.name) does not trade")
      #expect(ready.text.split(separator: "\n").dropFirst().first?.contains("# ") == true, "\(ready.name)")
      #expect(ready.text.split(separator: "\n").allSatisfy { $0.count <= 130 }, "\(ready.name)")
    }
    #expect(ReadyStrategy.all.count == Set(ReadyStrategy.all.map(\.name)).count)
  }

  @Test("Another name is given with `as`, and the text that is shown is that of the session")
  func renamed() throws {
    var session = ScriptedSession()
    _ = try session.result("load strategy rsi_momentum as mine")
    #expect(try session.result("show strategy mine")["text"]?.stringValue?.hasPrefix("strategy mine(") == true)
    #expect(
      session.run("load sample SPY; backtest rsi_momentum").errors.first?.hints.first?.contains("load strategy") == true
    )
    #expect(session.run("load strategy rsi_momentum as or").errors.count == 1)
  }

  @Test("The rules that were mended fire, where the first versions hardly could")
  func mended() throws {
    var session = ScriptedSession()
    _ = try session.result("load sample SPY")
    let original = """
      strategy crossing_twice { enter long when ema(9) crosses above ema(21) and ema(21) crosses above ema(50) }
      strategy macd_of_itself { let line = macd().macd; enter long when line crosses above line }
      strategy weak_at_the_cross { let m = macd(); enter long when m.macd crosses above m.signal and rsi(14) < 30 }
      """
    _ = session.run(original)
    for (name, most) in [("crossing_twice", 2), ("macd_of_itself", 0), ("weak_at_the_cross", 0)] {
      let signals = try session.result("signals \(name) all")["summary"]?["entry_signals"]?.intValue
      #expect(try #require(signals) <= most, "\(name)")
    }
  }
}
