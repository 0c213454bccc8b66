import Calendar
import JSON
import Platform
import Presentation
import Sessions
import Shell
import TestSupport
import Testing

@Suite("The laws of a walk-forward")
struct WalkForwardLawTests {
  private static let prepared = """
    load sample SPY
    strategy s(n = 20) { enter long when close > sma(n); exit when close < sma(n) }
    names
    """

  @Test("One window is the best row of the sweep on its training bars, and the backtest of it on its test bars")
  func oneWindow() throws {
    var session = ScriptedSession()
    _ = try session.result(Self.prepared)
    let walk = try session.result("walkforward s(n = 5..9) train 1000 bars test 250 bars by sharpe first 1250")
    let windows = try #require(walk["windows"]?.elements)
    #expect(windows.count == 1)
    let window = try #require(windows.first)
    func span(_ key: String) throws -> String {
      let since = try #require(window[key]?["since"]?.stringValue)
      let until = try #require(window[key]?["until"]?.stringValue)
      return "since \(since) until \(until)"
    }
    let sweep = try session.result("sweep s(n = 5..9) by sharpe top 1 \(try span("train"))")
    let best = try #require(sweep["rows"]?.elements?.first)
    let n = try #require(best["n"]?.doubleValue)
    #expect(window["parameters"]?["n"]?.doubleValue == n)
    #expect(window["train_sharpe_ratio"] == best["sharpe_ratio"])
    #expect(window["train_total_return"] == best["total_return"])
    let run = try session.result("backtest s(n = \(Int(n))) \(try span("test")) with finalize on")
    #expect(window["test_total_return"] == run["performance"]?["total_return"])
    #expect(walk["performance"]?["total_return"] == run["performance"]?["total_return"])
    #expect(walk["performance"]?["sharpe_ratio"] == run["performance"]?["sharpe_ratio"])
    #expect(walk["trades"]?.elements?.count == run["trades"]?.elements?.count)
  }

  /// Bars of a walk, of which those from some place on are of another one.
  private func csv(_ count: Int, otherFrom place: Int, seed: UInt64) -> String {
    var lines = ["Date,Open,High,Low,Close"]
    var (first, second) = (UInt64(7), seed)
    var close = 100.0
    for index in 0..<count {
      let state = index < place ? first : second
      let next = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      if index < place { first = next } else { second = next }
      let open = close
      close *= 1 + (Double(next >> 40) / Double(1 << 24) - 0.495) / 20
      let day = CivilDate(daysSince1970: 18_000 + index)
      lines.append("\(day),\(open),\(max(open, close)),\(min(open, close)),\(close)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("No choice sees a bar of its test: other bars from there on leave it as it is")
  func plantedBars() throws {
    let folder = try StrategyFolder()
    var choices: [[JSONValue?]] = []
    var tests: [JSONValue?] = []
    for seed: UInt64 in [1, 2] {
      try folder.write(csv(400, otherFrom: 300, seed: seed), to: "walk.csv")
      var session = ScriptedSession()
      _ = try session.result(
        "load \"\(folder.path)/walk.csv\" as X\nstrategy s(n = 20) { enter long when close > sma(n); exit when close < sma(n) }\nnames"
      )
      let walk = try session.result("walkforward s(n = 2..30) train 300 bars test 100 bars by sharpe")
      let windows = try #require(walk["windows"]?.elements)
      #expect(windows.count == 1)
      choices.append(windows.flatMap { [$0["parameters"], $0["train_score"], $0["train_trades"]] })
      tests.append(windows.first?["test_total_return"])
    }
    #expect(choices[0] == choices[1])
    #expect(tests[0] != tests[1], "the bars of the test differ")
  }

  @Test("Neither its test nor the embargo before it moves a choice, in any window", arguments: ["", " anchored"])
  func plantedEmbargo(_ anchored: String) throws {
    let folder = try StrategyFolder()
    func windows(
      otherFrom place: Int, _ rules: String = "enter long when close > sma(n); exit when close < sma(n)",
      n values: String = "2..30"
    ) throws -> [JSONValue] {
      try folder.write(csv(600, otherFrom: place, seed: 3), to: "walk.csv")
      var session = ScriptedSession()
      _ = try session.result("load \"\(folder.path)/walk.csv\" as X\nstrategy s(n = 20) { \(rules) }\nnames")
      let walk = try session.result(
        "walkforward s(n = \(values)) train 200 bars test 100 bars embargo 20 bars\(anchored) by sharpe")
      return try #require(walk["windows"]?.elements)
    }
    func choice(_ window: JSONValue) -> [JSONValue?] {
      ["parameters", "train_score", "train_trades", "train_total_return"].map { window[$0] }
    }
    let plain = try windows(otherFrom: 600)
    #expect(plain.count == 3)
    for number in plain.indices {
      // The test of this window begins 20 bars after its training.
      let trained = 200 + 100 * number
      let planted = try windows(otherFrom: trained)
      for earlier in 0...number { #expect(choice(planted[earlier]) == choice(plain[earlier]), "window \(number)") }
      #expect(planted[number]["test_total_return"] != plain[number]["test_total_return"])
      // Bars of the training change the choice or its figures: of the very last one the chosen run may be out.
      let seen = try windows(otherFrom: trained - 40)
      #expect(choice(seen[number]) != choice(plain[number]), "window \(number)")
      // A rule that is always in the market sees the last bar of the training, and not the one after it.
      let held = try [600, trained, trained - 1].map { place in
        choice(try windows(otherFrom: place, "enter long when close > n", n: "0..1")[number])
      }
      #expect(held[0] == held[1] && held[1] != held[2], "window \(number)")
    }
  }

  @Test("What is purged and what the embargo leaves out moves no choice of a cross-validation")
  func plantedPurge() throws {
    // Two halves that rise, each with a crash three returns from the other half: whoever sees it goes short.
    var lines = ["Date,Open,High,Low,Close"]
    var close = 100.0
    for index in 0..<400 {
      let open = close
      let isCrash = index == 197 || index == 203
      close *= isCrash ? 0.4 : index.isMultiple(of: 2) ? 1.006 : 0.998
      let day = CivilDate(daysSince1970: 18_000 + index)
      lines.append("\(day),\(open),\(max(open, close)),\(min(open, close)),\(close)")
    }
    let folder = try StrategyFolder()
    try folder.write(lines.joined(separator: "\n") + "\n", to: "crash.csv")
    var session = ScriptedSession()
    _ = try session.result(
      "load \"\(folder.path)/crash.csv\" as X\nstrategy s(side = 1) { enter long when close > 0 and side > 0; enter short when close > 0 and side < 0 }\nnames"
    )
    func choices(_ clauses: String) throws -> [Int: Int] {
      let validated = try session.result("crossvalidate s(side = [-1, 1]) groups 2 test 1 \(clauses)")
      var counts: [Int: Int] = [:]
      for choice in try #require(validated["choices"]?.elements) {
        let side = try #require(choice["parameters"]?["side"]?.doubleValue)
        counts[Int(side)] = choice["splits"]?.intValue
      }
      return counts
    }
    #expect(try choices("purge 6 bars embargo 0 bars") == [1: 2])
    #expect(try choices("purge 0 bars embargo 0 bars") == [-1: 2])
    #expect(try choices("purge 0 bars embargo 6 bars") == [1: 1, -1: 1], "the embargo is behind the test alone")
  }

  @Test("The ledger counts each combination of a walk-forward and its joined run once, however often it is repeated")
  func ledger() throws {
    var session = ScriptedSession()
    _ = try session.result(Self.prepared)
    let statement = "walkforward s(n = 5..9) train 1000 bars test 250 bars by sharpe first 1500"
    _ = try session.result(statement)
    #expect(try session.result("backtest s")["certificate"]?["trials"]?.intValue == 7)
    _ = try session.result(statement)
    #expect(try session.result("backtest s(n = 40)")["certificate"]?["trials"]?.intValue == 8)
  }

  @Test(
    "The answer is the same for any number of threads, to the last digit",
    arguments: [
      "walkforward s(n = 5..14) train 500 bars test 250 bars since 2012",
      "search s(n = 2..200) 40 trials by sharpe seed 3 top 40 since 2015",
      "crossvalidate s(n = 5..14) groups 5 since 2015",
      "backtest s since 2015; montecarlo 200 runs by blocks seed 3",
    ])
  func threads(_ statement: String) {
    func text(_ workers: Int) -> String {
      var interpreter = Interpreter(
        environment: Environment(
          today: CivilDate(daysSince1970: 20_000), now: { "2024-10-04T00:00:00Z" }, stateDirectory: "/nonexistent",
          workers: workers))
      let printer = OutcomePrinter(format: .json)
      var last = ""
      _ = interpreter.runScript("\(Self.prepared)\n\(statement)", named: "test", keepGoing: false) { event, sources in
        last = printer.text(of: event, sources: sources).output
      }
      return last
    }
    let one = text(1)
    #expect(!one.contains("\"kind\":\"error\""), "\(one.prefix(300))")
    #expect(text(2) == one)
  }
}
