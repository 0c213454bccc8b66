import JSON
import Testing

/// The count of trials in a certificate: the best of many looks better than it is, however they are spread over days.
@Suite("Trials on the same data")
struct TrialTests {
  private static let prepared = """
    load sample SPY
    strategy s(n = 20) { enter long when close > sma(n); exit when close < sma(n) }
    """

  private func trials(_ session: inout ScriptedSession, _ statement: String) throws -> Int? {
    try session.result(statement)["certificate"]?["trials"]?.intValue
  }

  @Test("A saved session keeps them, and a run that was counted counts no second time")
  func saved() throws {
    let folder = try StrategyFolder()
    var first = ScriptedSession()
    _ = try first.result(Self.prepared)
    #expect(try trials(&first, "backtest s") == 1)
    _ = try first.result("sweep s(n = 5..9)")
    #expect(try trials(&first, "backtest s(n = 30)") == 7)
    _ = try first.result("save session \"\(folder.path)/s.json\"")

    var second = ScriptedSession()
    _ = try second.result("load session \"\(folder.path)/s.json\"")
    #expect(try trials(&second, "backtest s") == 7)
    #expect(try trials(&second, "backtest s(n = 40)") == 8)
    _ = try second.result("undo")
    #expect(try trials(&second, "backtest s(n = 50)") == 9, "what was seen stays seen")

    // The trials of two sessions on the same data are added, without counting shared ones twice.
    var third = ScriptedSession()
    _ = try third.result(Self.prepared)
    #expect(try trials(&third, "backtest s(n = 60)") == 1)
    _ = try third.result("load session \"\(folder.path)/s.json\"")
    #expect(try trials(&third, "backtest s") == 8)
  }

  @Test("Other data have a count of their own, and a script's runs are counted")
  func apart() throws {
    let folder = try StrategyFolder()
    try folder.write("backtest s(n = 5)\nbacktest s(n = 6)\n", to: "runs.tas")
    var session = ScriptedSession()
    _ = try session.result(Self.prepared)
    _ = try session.result("run \"\(folder.path)/runs.tas\"; names")
    #expect(try trials(&session, "backtest s") == 3)
    #expect(try trials(&session, "load sample IBM; backtest s") == 1)
  }

  @Test("A damaged count is left out")
  func damaged() throws {
    let folder = try StrategyFolder()
    try folder.write(
      #"{"schema": 3, "program": "tas", "saved_at": "2024-01-01T00:00:00Z", "trials": {"x": {"y": -3, "z": "4"}, "w": 5}}"#,
      to: "s.json")
    var session = ScriptedSession()
    let (_, errors) = session.run("load session \"\(folder.path)/s.json\"")
    #expect(errors.isEmpty)
  }
}
