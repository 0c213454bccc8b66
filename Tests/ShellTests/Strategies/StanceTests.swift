import Backtesting
import JSON
import Language
import OrderedCollections
import Reports
import Sessions
import Shell
import Strategies
import TestSupport
import Testing

/// Ten bars whose rules can be followed by eye: with an average of three bars entries hold on the third to the fifth and on
/// the last, exits on the sixth to the eighth.
private let week = [
  "2024-01-02,100,102,99,101", "2024-01-03,101,103,100,102", "2024-01-04,102,104,101,103",
  "2024-01-05,103,105,102,104", "2024-01-08,104,106,103,105", "2024-01-09,105,107,102,103",
  "2024-01-10,103,104,100,101", "2024-01-11,101,102,98,99", "2024-01-12,99,101,97,100", "2024-01-16,100,104,99,103",
]

private func csv(_ rows: some Sequence<String>) -> String {
  "Date,Open,High,Low,Close\n" + rows.joined(separator: "\n") + "\n"
}

private let both = """
  strategy both { enter long when close > sma(3); enter short when close < sma(3) }
  """

@Suite("The stances of a run")
struct StanceTests {
  private func stances(_ rules: String, _ settings: String = "") throws -> String {
    let folder = try StrategyFolder()
    try folder.write(csv(week), to: "week.csv")
    var interpreter = Interpreter(environment: .still)
    let script = "load \"\(folder.path)/week.csv\" as X\nstrategy s { \(rules) }\nbacktest s\(settings)"
    var failures: [String] = []
    _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { failures.append(diagnostic.message) }
    }
    #expect(failures == [])
    let report = try #require(interpreter.session.results["s"]?.backtest)
    return report.result.stances().map { side in
      switch side {
      case .long: "L"
      case .short: "S"
      case nil: "-"
      }
    }.joined()
  }

  @Test(
    "A stance lasts from the close that decides the entry to the one before the exit is decided",
    arguments: [
      ("enter long when close > sma(3); exit when close < sma(3)", "", "--LLL----L"),
      ("enter long when close > sma(3); exit when close < sma(3)", " with fill close", "--LLL----L"),
      ("enter long when close > sma(3); enter short when close < sma(3)", "", "--LLLSSSSL"),
      ("enter long when close > sma(3); enter short when close < sma(3)", " with fill close", "--LLLSSSSL"),
      ("enter long when close > sma(3); stop 2%", "", "--LLLL---L"),
      ("enter long when close > sma(3); exit when close < sma(3)", " with finalize on", "--LLL----L"),
    ])
  func spans(_ rules: String, _ settings: String, _ expected: String) throws {
    #expect(try stances(rules, settings) == expected)
  }

  @Test("Its accuracy is the share of stances after which the price went their way")
  func accuracy() throws {
    let folder = try StrategyFolder()
    try folder.write(csv(week), to: "week.csv")
    var session = ScriptedSession()
    _ = try session.result(
      "load \"\(folder.path)/week.csv\" as X\nstrategy s { enter long when close > sma(3); exit when close < sma(3) }\nnames"
    )
    // 103 to 104 and 104 to 105 are right, 105 to 103 is wrong; the last close has no later one.
    let one = try session.result("validate s horizon 1")
    #expect(one["backtesting_score"]?.doubleValue == 2.0 / 3)
    // 103 to 105 is right, 104 to 103 and 105 to 101 are wrong.
    let two = try session.result("validate s horizon 2")
    #expect(two["backtesting_score"]?.doubleValue == 1.0 / 3)
    #expect(two["missing"]?.elements?.compactMap(\.stringValue) == ["walkforward", "live"])
  }
}

@Suite("The journal of signals in a session")
struct SignalJournalSessionTests {
  @Test("Signals that were written bar by bar have the hit rate of the backtest on the same bars")
  func liveIsBacktest() throws {
    let folder = try StrategyFolder()
    var session = ScriptedSession()
    _ = try session.result("\(both)\nnames")
    for count in 3...week.count {
      try folder.write(csv(week.prefix(count)), to: "week.csv")
      let signal = try session.result("load \"\(folder.path)/week.csv\" as X\nsignal both horizon 1")
      #expect(signal["journal"]?.stringValue == "written")
    }
    // Right: 103 to 104, 104 to 105, 103 to 101, 101 to 99. Wrong: 105 to 103, 99 to 100, 100 to 103.
    let journal = try session.result("journal both")
    #expect(journal["settled"]?.intValue == 7)
    #expect(journal["hit_rate"]?.doubleValue == 4.0 / 7)
    #expect(journal["rewritten"]?.intValue == 0)
    let validation = try session.result("validate both horizon 1")
    #expect(validation["live_score"]?.doubleValue == 4.0 / 7)
    #expect(validation["backtesting_score"]?.doubleValue == 4.0 / 7)
    #expect(validation["drift_magnitude"]?.doubleValue == 0)
  }

  @Test("Signals of other rules that had the same name do not count, and those of another horizon neither")
  func otherRules() throws {
    let folder = try StrategyFolder()
    var session = ScriptedSession()
    _ = try session.result("\(both)\nnames")
    for count in 3...week.count {
      try folder.write(csv(week.prefix(count)), to: "week.csv")
      _ = try session.result("load \"\(folder.path)/week.csv\" as X\nsignal both horizon 1")
    }
    #expect(try session.result("validate both horizon 1")["live_score"]?.doubleValue == 4.0 / 7)
    #expect(try session.result("validate both horizon 2")["live_score"]?.doubleValue == nil)
    // The rules of other names, and another layout, are the same rules.
    let laidOut = both.replacing("; ", with: "\n  ")
    #expect(try session.result("\(laidOut)\nvalidate both horizon 1")["live_score"]?.doubleValue == 4.0 / 7)
    let opposite = both.replacing("close >", with: "close ?").replacing("close <", with: "close >").replacing(
      "close ?", with: "close <")
    #expect(try session.result("\(opposite)\nvalidate both horizon 1")["live_score"]?.doubleValue == nil)
    #expect(try session.result("signal both horizon 1")["journal"]?.stringValue == "written")
    // The definition of a name in the rules is part of them.
    let named = "let days = 3\n" + both.replacing("3", with: "days")
    _ = try session.result("\(named)\nsignal both horizon 1")
    #expect(try session.result("let days = 4\nsignal both horizon 1")["journal"]?.stringValue == "written")
    #expect(try session.result("let days = 3\nsignal both horizon 1")["journal"]?.stringValue == "stands already")
  }

  @Test("A signal is written once, and one that says something else of the same bar and data is not")
  func once() throws {
    let folder = try StrategyFolder()
    try folder.write(csv(week), to: "week.csv")
    var session = ScriptedSession()
    _ = try session.result("load \"\(folder.path)/week.csv\" as X\n\(both)\nnames")
    #expect(try session.result("signal both")["journal"]?.stringValue == "written")
    #expect(try session.result("signal both")["journal"]?.stringValue == "stands already")
    #expect(try session.result("signal both horizon 2")["journal"]?.stringValue == "written")
    #expect(try session.result("journal")["entries"]?.elements?.count == 2)
  }

  @Test("A rewritten history is reported, and a signal of a bar with another price is not settled")
  func rewritten() throws {
    let folder = try StrategyFolder()
    try folder.write(csv(week.prefix(8)), to: "week.csv")
    var session = ScriptedSession()
    _ = try session.result("load \"\(folder.path)/week.csv\" as X\n\(both)\nsignal both horizon 1")
    var other = week
    other[7] = "2024-01-11,101,102,98,98.5"
    try folder.write(csv(other), to: "week.csv")
    let journal = try session.result("load \"\(folder.path)/week.csv\" as X\njournal")
    #expect(journal["rewritten"]?.intValue == 1)
    #expect(journal["entries"]?.elements?.first?["outcome"]?.stringValue == "rewritten")
    #expect(journal["settled"]?.intValue == 0)
  }
}
