import JSON
import Jobs
import Platform
import Presentation
import Sessions
import Shell
import TestSupport
import Testing

/// The engine computes; nothing of a result but its `job` depends on it.
@Suite("Engines")
struct EngineLawTests {
  private static let preparation = """
    load sample SPY; load sample AAPL; use SPY
    strategy cross(fast = 12, slow = 26) { enter long when ema(fast) crosses above ema(slow); exit when ema(fast) crosses below ema(slow) }
    strategy dip(low = 30, away = 3%) { enter long when rsi(14) < low; exit when rsi(14) > 70; stop away }
    strategy swing(n = 14) { enter short when rsi(n) > 70; exit when rsi(n) < 50; target 5%; size 50% of equity }
    """

  /// What statements print as JSON, without the jobs of results.
  private func printed(_ text: String, _ workforce: Workforce = .inPlace) throws -> (lines: [String], errors: String) {
    var environment = Environment.fixed()
    environment.workforce = workforce
    var interpreter = Interpreter(environment: environment)
    _ = interpreter.runScript(Self.preparation, named: "preparation", keepGoing: false) { _, _ in }
    let printer = OutcomePrinter(format: .json)
    var (lines, errors): ([String], String) = ([], "")
    _ = interpreter.runScript(text, named: "test", keepGoing: true) { event, sources in
      let text = printer.text(of: event, sources: sources)
      errors += text.errors
      if !text.output.isEmpty { lines.append(text.output) }
    }
    return (try lines.map(withoutJob), errors)
  }

  private func withoutJob(_ line: String) throws -> String {
    let json = try JSONValue(parsing: Array(line.utf8))
    guard let members = json.members else { return line }
    return JSONValue.object(
      members.filter { $0.key != "statement" && $0.key != "line" }.map { member in
        guard member.key == "data", let data = member.value.members else { return (member.key, member.value) }
        return ("data", .object(data.filter { $0.key != "job" }.map { ($0.key, $0.value) }))
      }
    ).write()
  }

  /// A statement without its settings, and how many of its runs there may be.
  private func statement(_ dice: inout Dice) -> (text: String, settings: [String]) {
    let (low, step) = (5 + dice.below(5), 1 + dice.below(4))
    let subjects = [
      "cross(fast=\(low)..\(low + 6) step \(step), slow=20..40 step \(5 + dice.below(6)))",
      "dip(low=\(20 + low)..\(30 + low) step \(step), away=1%..4% step 1%)", "swing(n=\(low)..\(low + 8) step \(step))",
    ]
    let subject = subjects[dice.below(subjects.count)]
    let clauses = [
      "", " where trades >= 3", " by max_drawdown", " by sharpe_ratio - 0.1 * trades / years", " on AAPL",
      " on SPY, AAPL",
      " on SPY, AAPL in one account", " @ [1d, 1w]", " by calmar top 3", " since 2010 until 2014",
    ]
    let settings = [[], ["commission = [0, 5bp]"], ["certificate off"], ["cash 50k"]]
    return ("sweep \(subject)\(clauses[dice.below(clauses.count)])", settings[dice.below(settings.count)])
  }

  private func same(_ text: String, _ settings: [String], _ engine: [String]) throws {
    func with(_ all: [String]) -> String { text + (all.isEmpty ? "" : " with " + all.joined(separator: ", ")) }
    let here = try printed(with(settings))
    let there = try printed(with(settings + ["engine processes", "engine_from 0"] + engine))
    // The text of the statement below a message is another one.
    func messages(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix(" ") } }
    #expect(messages(here.errors) == messages(there.errors), "\(with(settings))")
    #expect(here.lines == there.lines, "\(with(settings))")
  }

  @Test(
    "A sweep has the same JSON on workers as on threads, whatever the size of a shard and the number of workers",
    arguments: Thoroughness.some(0..<80))
  func sweeps(seed: Int) throws {
    var dice = Dice(UInt64(seed))
    let (text, settings) = statement(&dice)
    try same(text, settings, ["shard \(1 + dice.below(30)) runs", "workers \(1 + dice.below(4))"])
  }

  @Test(
    "So have walk-forwards, cross-validations and Monte Carlos on noisy bars", arguments: Thoroughness.some(1..<31))
  func others(seed: Int) throws {
    var dice = Dice(UInt64(1000 + seed))
    let grid = "cross(fast=\(3 + dice.below(5))..12 step 3, slow=20..50 step \(7 + dice.below(8)))"
    let walk = dice.pick([
      "", " where trades >= 2", " by max_drawdown", " by cagr - 0.01 * trades", " on SPY, AAPL", " anchored",
    ])
    let shard = "shard \(1 + dice.below(9)) runs"
    let workers = "workers \(1 + dice.below(3))"
    try same(
      "walkforward \(grid) train \(300 + dice.below(300)) bars test \(100 + dice.below(200)) bars\(walk)",
      dice.pick([[], ["commission = 5bp"]]), [shard, workers])
    try same("crossvalidate \(grid) seed \(seed)", [], [shard, workers])
    try same(
      "backtest cross since 2015; montecarlo \(5 + dice.below(20)) runs by bars seed \(seed)", [], [shard, workers])
  }
}
