import JSON
import Shell
import TestSupport
import Testing

@Suite("Lengths in bars and in days, of returns that are those of days")
struct ReturnLengthTests {
  /// Hourly bars, 24 a day over 60 days, with a strategy that trades on them.
  private func hourly() throws -> (ScriptedSession, StrategyFolder) {
    let folder = try StrategyFolder()
    var lines = ["time,open,high,low,close"]
    var dice = Dice(5)
    var close = 100.0
    for hour in 0..<1440 {
      let open = close
      close *= 1 + dice.number(-0.01...0.0102)
      let (day, hour) = (1 + hour / 24, hour % 24)
      let date = day <= 31 ? "2024-01-\(day < 10 ? "0" : "")\(day)" : "2024-02-\(day < 41 ? "0" : "")\(day - 31)"
      let stamp = "\(date) \(hour < 10 ? "0" : "")\(hour):00"
      lines.append("\(stamp),\(open),\(max(open, close)),\(min(open, close)),\(close)")
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "hours.csv")
    var session = ScriptedSession()
    _ = try session.result(
      """
      load "\(folder.path)/hours.csv" as H
      strategy s(n = 20) { enter long when close > sma(n); exit long when close < sma(n) }
      backtest s as run
      names
      """)
    return (session, folder)
  }

  @Test("Blocks of n bars are their share of a day", arguments: [("48 bars", 2.0), ("36 bars", 1.5), ("48", 2)])
  func blocks(_ length: String, _ days: Double) throws {
    var (session, _) = try hourly()
    let result = try session.result("montecarlo run 50 runs by blocks \(length) seed 1")
    #expect(result["dealt"]?.intValue == 60 && result["return_period"]?.stringValue == "day")
    #expect(result["mean_block"]?.doubleValue == days)
    #expect(result["notes"]?.elements?.count == 1)
  }

  @Test("Less than a day makes blocks of one day, and says so", arguments: ["6h", "12 bars"])
  func shortBlocks(_ length: String) throws {
    var (session, _) = try hourly()
    let result = try session.result("montecarlo run 50 runs by blocks \(length) seed 1")
    #expect(result["mean_block"]?.doubleValue == 1)
    #expect(
      result["notes"]?.elements?.last?.stringValue == "\(length) is part of a day: a block has one return at least")
  }

  @Test("A purge and an embargo leave out the days that they touch")
  func purge() throws {
    var (session, _) = try hourly()
    for (clauses, purge, embargo) in [
      ("purge 12 bars embargo 49 bars", 1, 3), ("purge 48 bars embargo 0 bars", 2, 0), ("purge 2d embargo 36h", 2, 2),
    ] {
      let result = try session.result("crossvalidate s(n = 5..20) groups 4 test 1 \(clauses)")
      #expect(result["purge"]?.intValue == purge && result["embargo"]?.intValue == embargo, "\(clauses)")
      #expect(result["returns"]?.intValue == 60 && result["return_period"]?.stringValue == "day")
    }
  }

  @Test("Of bars of a day a count of bars is itself")
  func daily() throws {
    var session = ScriptedSession()
    _ = try session.result(
      """
      load sample SPY
      strategy s(n = 20) { enter long when close > sma(n); exit long when close < sma(n) }
      backtest s since 2015 as run
      names
      """)
    let dealt = try session.result("montecarlo run 50 runs by blocks 12 bars seed 1")
    #expect(dealt["mean_block"]?.doubleValue == 12 && dealt["return_period"]?.stringValue == "bar")
    let result = try session.result("crossvalidate s(n = 5..20) groups 4 test 1 purge 5 bars embargo 10 since 2015")
    #expect(result["purge"]?.intValue == 5 && result["embargo"]?.intValue == 10)
  }
}
