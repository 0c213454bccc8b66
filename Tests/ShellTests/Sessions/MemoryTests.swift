import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Testing
import Workspace

/// The memory of a session, at a scale that a test can afford: the budgets are small and so are the files.
@Suite("The memory of a session")
struct MemoryTests {
  private final class Played {
    let files: DiskFiles
    var interpreter: Interpreter
    var codes: [String] = []

    init(_ memory: MemoryBudget) {
      files = DiskFiles(folder: "/tmp/tas-memory-\(UInt64.random(in: 0 ... .max))")
      files.makeFolder("")
      var environment = Environment.still
      environment.files = files
      environment.memory = memory
      interpreter = Interpreter(environment: environment)
    }

    var session: Session { interpreter.session }

    /// Runs statements; the codes of warnings and errors are kept.
    func run(_ script: String) {
      _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
        switch event {
        case .outcome(let outcome): codes += outcome.warnings.filter { $0.severity == .warning }.map(\.code.name)
        case .failure(let diagnostic, _, _): codes.append(diagnostic.code.name)
        }
      }
    }

    /// Writes a file of bars whose closes begin at a number.
    func write(_ name: String, from start: Int, count: Int = 1000) throws {
      var text = "date,open,high,low,close,volume\n"
      for index in 0..<count {
        let close = start + index % 97
        text += "\(CivilDate(daysSince1970: 10_000 + index)),\(close),\(close + 1),\(close - 1),\(close),5\n"
      }
      try files.write(text, to: name)
    }
  }

  /// The bytes of a series of a thousand bars.
  private static let series = 1000 * 48

  /// A reference that does not keep its series.
  private struct Weak {
    weak var series: Evaluation.Series?
  }

  @Test("A file that is loaded under one name again and again is in memory as often as the budget has room for it")
  func loadedAgain() throws {
    let played = Played(MemoryBudget(undo: 3 * Self.series + 20_000))
    try played.write("a.csv", from: 100)
    var loaded: [Weak] = []
    for _ in 0..<24 {
      played.run("load a.csv; ema(close, 5)")
      loaded.append(Weak(series: played.session.series["a"]?.all))
    }
    #expect(loaded.count { $0.series != nil } == 4)
    #expect(loaded.suffix(4).allSatisfy { $0.series != nil })
    // Each of them comes back.
    for left in stride(from: 23, through: 1, by: -1) {
      played.run("undo")
      #expect(played.session.series["a"]?.bars.count == 1000, "\(left) loads are left")
      #expect(played.session.active?.series.name == "a")
    }
    played.run("undo")
    #expect(played.session.isEmpty && played.codes == [])
  }

  @Test("Undo and redo bring back a series that was released, with its resampled bars and its order")
  func released() throws {
    // Room for the lists of the sessions, and for no series.
    let played = Played(MemoryBudget(undo: 20_000))
    try played.write("a.csv", from: 100)
    try played.write("b.csv", from: 300)
    played.run("load a.csv; load b.csv; use a timeframe 1w")
    let before = played.interpreter.fingerprint
    let values = played.session.active?.series.bars.close.values
    played.run("load b.csv as a; load a.csv as b")
    let after = played.interpreter.fingerprint
    played.run("undo; undo")
    #expect(played.interpreter.fingerprint == before)
    #expect(played.session.active?.series.bars.close.values == values)
    #expect(Array(played.session.series.keys) == ["a", "b"])
    played.run("redo; redo")
    #expect(played.interpreter.fingerprint == after && played.codes == [])
  }

  @Test("A source that changed since is said, and one that is gone leaves the session as it is")
  func changedSource() throws {
    let played = Played(MemoryBudget(undo: 0))
    try played.write("a.csv", from: 100)
    try played.write("b.csv", from: 300)
    played.run("load a.csv; load b.csv as a")
    try played.write("a.csv", from: 200)
    played.run("undo")
    #expect(played.codes == ["source-changed"] && played.session.series["a"]?.bars.close.values.first == 200)
    played.run("redo")
    #expect(played.session.series["a"]?.bars.close.values.first == 300)
    try played.files.write("no table", to: "a.csv")
    let before = played.interpreter.fingerprint
    played.run("undo")
    #expect(played.codes.count == 2 && played.codes.last != "nothing-to-undo")
    #expect(played.interpreter.fingerprint == before)
    try played.write("a.csv", from: 200)
    played.run("undo")
    #expect(played.session.series["a"]?.bars.close.values.first == 200 && played.codes.count == 2)
  }

  @Test("A backtest that was released is run again with the same numbers")
  func releasedBacktest() throws {
    let played = Played(MemoryBudget(undo: 0))
    try played.write("a.csv", from: 100)
    played.run(
      """
      load a.csv
      strategy cross(fast = 3) {
        enter long when close crosses above ema(fast)
        exit long when close crosses below ema(fast)
      }
      backtest cross as trial
      """)
    let first = try #require(played.session.results["trial"]?.backtest)
    let before = played.interpreter.fingerprint
    played.run("backtest cross(fast=9) as trial")
    #expect(played.session.results["trial"]?.backtest?.performance.endValue != first.performance.endValue)
    played.run("undo")
    let second = try #require(played.session.results["trial"]?.backtest)
    #expect(second.result.equity.values == first.result.equity.values && played.codes == [])
    #expect(second.result.trades == first.result.trades && played.interpreter.fingerprint == before)
  }

  @Test("Two hundred statements can be taken back, also where the session holds thousands of names")
  func depth() {
    let played = Played(MemoryBudget(undo: 1 << 19))
    func steps() -> Int {
      var count = 0
      while true {
        played.run("undo")
        if played.codes.popLast() == "nothing-to-undo" { return count }
        count += 1
      }
    }
    for number in 0..<250 { played.run("let x = \(number)") }
    #expect(steps() == 200)
    for number in 0..<1000 { played.run("let x\(number) = \(number)") }
    #expect(steps() == 200)
  }

  @Test("The budgets change no result", arguments: [MemoryBudget(columns: 0, undo: 20_000), MemoryBudget()])
  func determinism(memory: MemoryBudget) throws {
    let played = Played(memory)
    try played.write("a.csv", from: 100)
    try played.write("b.csv", from: 110)
    var texts: [String] = []
    let printer = OutcomePrinter(format: .json)
    let script = """
      load a.csv; load b.csv; use a; indicator x = ema(close, 5) - sma(close, 9)
      show x, rsi(14), (close @ b) - close last 50
      strategy s(n = 3) { enter long when x > 0 and rsi(n) < 60; exit long when x < 0 }
      sweep s(n=2..12) by sharpe_ratio
      load b.csv as a; x last 5; undo; x last 5; redo; x last 5
      """
    _ = played.interpreter.runScript(script, named: "test", keepGoing: true) { event, sources in
      texts.append(printer.text(of: event, sources: sources).output)
    }
    let plain = Played(MemoryBudget(columns: 1 << 30, undo: 1 << 30))
    try plain.write("a.csv", from: 100)
    try plain.write("b.csv", from: 110)
    var expected: [String] = []
    _ = plain.interpreter.runScript(script, named: "test", keepGoing: true) { event, sources in
      expected.append(printer.text(of: event, sources: sources).output)
    }
    #expect(texts == expected && texts.count == 13 && !texts.contains { $0.hasPrefix(#"{"kind":"error"#) })
  }
}
