import JSON
import Language
import Presentation
import Reports
import Sessions
import Shell
import Testing
import Typing

/// The data of the last statement of a script on the sample SPY.
private func data(_ script: String) throws -> JSONValue {
  var interpreter = Interpreter(environment: .still)
  var last: JSONValue?
  var failures: [String] = []
  _ = interpreter.runScript("load sample SPY\n" + script, named: "test", keepGoing: false) { event, _ in
    switch event {
    case .outcome(let outcome): last = outcome.result?.data ?? last
    case .failure(let diagnostic, _, _): failures.append(diagnostic.message)
    }
  }
  #expect(failures == [])
  return try #require(last)
}

@Suite("Studies of what follows events")
struct StudyTests {
  /// mean, median, deviation, share above zero, worst, best, baseline mean, difference, t: computed with numpy from
  /// the prices alone, the averages and Wilder's index included.
  private static let expected: [Int: [Double]] = [
    1: [
      -0.00014095479168276578, 0.001190489119271887, 0.011462987952158991, 0.5859375, -0.047816027483699064,
      0.03619142956146759, 3.333125400773082e-05, -0.00017428604569049658, -0.1720163647220475,
    ],
    5: [
      0.0020113123964078054, 0.004120637154485407, 0.02491791154122383, 0.6015625, -0.12138999765203096,
      0.05132169943303144, 0.0012433565891539127, 0.0007679558072538927, 0.3486820365743357,
    ],
    20: [
      0.002427671663012748, 0.01121201317480014, 0.053322047393160966, 0.6171875, -0.3117977528089888,
      0.10908590476772995, 0.00568227333069836, -0.003254601667685612, -0.6905514013182358,
    ],
  ]
  private static let keys = [
    "mean", "median", "deviation", "share_above_zero", "worst", "best", "baseline_mean", "difference", "t",
  ]

  @Test("The numbers are those of an independent computation")
  func numbers() throws {
    let study = try data("study rsi(2) < 5 and close > sma(200) after [1, 5, 20]")
    #expect(study["events"]?.intValue == 128)
    #expect(study["overlapping"]?.intValue == 63)
    #expect(study["fill"]?.stringValue == "open")
    let rows = try #require(study["rows"]?.elements)
    #expect(rows.count == 3)
    for row in rows {
      let after = try #require(row["after"]?.intValue)
      let values = try #require(Self.expected[after])
      #expect(row["events"]?.intValue == 128)
      for (key, value) in zip(Self.keys, values) {
        let given = try #require(row[key]?.doubleValue)
        // Sums of thousands of returns, in another order: the difference of two means cancels some digits.
        #expect(abs(given - value) <= 1e-12 + 1e-9 * abs(value), "\(key) after \(after): \(given), not \(value)")
      }
    }
  }

  @Test("`once` leaves out events within the longest horizon of the one before")
  func once() throws {
    let study = try data("study rsi(2) < 5 and close > sma(200) after [1, 5, 20] once")
    #expect(study["events"]?.intValue == 69)
    #expect(study["skipped"]?.intValue == 59)
    #expect(study["overlapping"]?.intValue == 0)
  }

  @Test("A return is that of ahead", arguments: ["open", "close"])
  func ahead(fill: String) throws {
    let study = try data("set fill \(fill)\nstudy rsi(2) < 5 after 7")
    let row = try #require(study["rows"]?.elements?.first)
    let table = try data("set fill \(fill)\ndescribe ahead(7) where rsi(2) < 5")
    let cells = try #require(table["rows"]?.elements?.first?.elements)
    let columns = try #require(table["columns"]?.elements)
    for (key, column) in [("events", "count"), ("median", "median"), ("worst", "min"), ("best", "max")] {
      let place = try #require(columns.firstIndex { $0.stringValue == column })
      #expect(row[key]?.doubleValue == cells[place].doubleValue, "\(key)")
    }
  }

  @Test("Events of dates with a value around them are those bars' values")
  func dates() throws {
    let study = try data("study in [\"2012-01-25\"] before 2 after 3 of close")
    let rows = try #require(study["rows"]?.elements)
    #expect(rows.compactMap { $0["after"]?.intValue } == [-2, -1, 0, 1, 2, 3])
    let shown = try data("show close since 2012-01-23 until 2012-01-30")
    let closes = try #require(shown["rows"]?.elements).compactMap { $0.elements?.last?.doubleValue }
    #expect(rows.compactMap { $0["mean"]?.doubleValue } == closes)
  }

  @Test("Events too near the end are left out and counted")
  func leftOut() throws {
    let row = try #require(try data("study true after 5 last 8")["rows"]?.elements?.first)
    #expect(row["events"]?.intValue == 3)
    #expect(row["left_out"]?.intValue == 5)
  }

  @Test("Groups are compared with the bars of their own key")
  func groups() throws {
    let study = try data("study rsi(2) < 5 after 5 by year >= 2010")
    let rows = try #require(study["rows"]?.elements)
    #expect(rows.compactMap { $0["key"]?.boolValue } == [false, true])
    let late = try #require(try data("study rsi(2) < 5 after 5 since 2010")["rows"]?.elements?.first)
    for key in ["events", "mean", "baseline_mean", "t"] { #expect(rows[1][key] == late[key], "\(key)") }
  }
}

@Suite("Universes and scans")
struct ScanTests {
  @Test("A row is the last bar of each symbol, sorted with missing keys last")
  func rows() throws {
    let scan = try data(
      """
      load sample AAPL
      universe u = AAPL, SPY, NONE
      scan u: close, rsi(14) as r sort by if(close > 200, r, missing)
      """)
    #expect(scan["rows"]?.elements?.compactMap { $0.elements?.first?.stringValue } == ["SPY", "AAPL"])
    let shown = try data("show close, rsi(14) last 1")
    let last = try #require(shown["rows"]?.elements?.first?.elements)
    #expect(scan["rows"]?.elements?.first?.elements?.dropFirst().map(\.doubleValue) == last.map(\.doubleValue))
  }

  @Test("With a date it knows no later bar")
  func at() throws {
    let text = "load sample AAPL\nscan SPY, AAPL: close, ema(20), highest(high, year) sort by close"
    let whole = try data("\(text) at 2012-06-29")
    let shown = try data("show close, ema(20), highest(high, year) since 2012-06-29 until 2012-06-29")
    let row = try #require(whole["rows"]?.elements?.first { $0.elements?.first?.stringValue == "SPY" }?.elements)
    #expect(Array(row.dropFirst()) == shown["rows"]?.elements?.first?.elements)
  }

  @Test("A saved session has its universes")
  func saved() throws {
    let path = "/tmp/tas-universes-\(UInt64.random(in: 0 ... .max)).json"
    let script = """
      universe pair = SPY, AAPL
      universe everything = all
      save session "\(path)"
      reset
      load session "\(path)"
      names
      """
    let names = try #require(try data(script)["rows"]?.elements)
    #expect(
      names.map { $0.elements?.prefix(3).compactMap(\.stringValue) } == [
        ["pair", "universe", "SPY, AAPL"], ["everything", "universe", "all"],
      ])
  }
}

@Suite("Completion of what explores")
struct ExploringCompletionTests {
  private func candidates(_ text: String) -> [String] {
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(
      "load sample SPY\nload sample AAPL\nuniverse pair = SPY, AAPL", named: "test", keepGoing: false
    ) { _, _ in
    }
    return Completion(of: text, session: interpreter.session).candidates.map(\.text)
  }

  @Test("Symbols and universes stand wherever symbols stand")
  func symbols() {
    for text in ["scan ", "scan SPY, ", "universe both = ", "backtest s on "] {
      #expect(Array(candidates(text).prefix(3)) == ["SPY", "AAPL", "pair"], "\(text)")
    }
    #expect(candidates("mean(close, across=") == ["pair"])
    #expect(candidates("drop pa") == ["pair"])
  }

  @Test("Clauses and fields are offered")
  func clauses() {
    for clause in ["after", "before", "of", "by", "once", "since"] {
      #expect(candidates("study close > 1 ").contains(clause), "\(clause)")
    }
    #expect(candidates("scan pair: close so") == ["sort by"])
    #expect(candidates("ahead(5).") == ["best", "worst"])
    #expect(candidates("describe returns(1) by mond") == ["monday"])
  }
}
