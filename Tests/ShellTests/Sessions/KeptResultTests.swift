import Calendar
import JSON
import Language
import LibC
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Shell
import Synchronization
import Testing
import Work

/// The results that `_` and `$3` denote, and work that its user stops.
@Suite("Results that are kept, and part of one")
struct KeptResultTests {
  /// Runs statements as entries of the prompt; gives the outputs and the errors.
  private func entries(_ texts: [String], _ environment: Environment) -> (outputs: [String], errors: [String]) {
    var interpreter = Interpreter(environment: environment)
    let printer = OutcomePrinter(format: .table)
    var outputs: [String] = []
    var errors: [String] = []
    for text in texts {
      interpreter.remember(entry: text, at: nil)
      var output = ""
      _ = interpreter.runScript(text, named: "prompt", keepGoing: false) { event, sources in
        let text = printer.text(of: event, sources: sources)
        output += text.output
        if !text.errors.isEmpty { errors.append(text.errors) }
      }
      outputs.append(output)
    }
    return (outputs, errors)
  }

  @Test("Results of earlier entries have a budget of memory: the oldest go first, and `$1` says so")
  func budget() {
    var environment = Environment.still
    environment.memory.results = 200_000
    let (outputs, errors) = entries(
      ["load sample SPY", "close * 2", "close * 3", "show close, open, high, low all", "rsi(14)", "$5", "$2", "$4"],
      environment)
    #expect(outputs[5] == outputs[4] && !outputs[4].isEmpty)
    #expect(errors.count == 2 && errors.allSatisfy { $0.contains("it was dropped") && $0.contains("history run") })
    // Results that share the session's columns take no memory of their own.
    environment.memory.results = 1_000_000
    let roomy = entries(["load sample SPY", "close * 2", "close", "rsi(14)", "$2", "$3"], environment)
    #expect(roomy.errors.isEmpty && roomy.outputs[4] == roomy.outputs[1] && roomy.outputs[5] == roomy.outputs[2])
  }

  /// A monitor that stops the work once it was asked so often.
  private func stopped(after asks: Int) -> (monitor: WorkMonitor, ask: @Sendable () -> Int) {
    let count = Counter()
    return (WorkMonitor(isCancelled: { count.next() > asks }), { count.value })
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test("A simulation that is stopped shows the runs that there are, and how many they are")
  func stoppedSimulation() throws {
    let model = """
      dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 20 }
      """
    var environment = Environment.still
    environment.monitor = stopped(after: 12).monitor
    let statement = "simulate 1_000_000 runs growth + normal(0pp, 2pp) seed 7"
    let (outputs, errors) = entries([model + "\n" + statement], environment)
    let said = try #require(errors.last)
    let count = try #require(said.firstMatch(of: /stopped after ([\d,]+) of 1,000,000 runs/)).1.filter { $0 != "," }
    let whole = entries(
      [model + "\n" + statement.replacing("1_000_000", with: count)], Environment.still)
    #expect(outputs == whole.outputs)
  }

  @Test("A list is made no further than anybody waits for it")
  func stoppedRows() throws {
    var interpreter = Interpreter(environment: .still)
    var result: (any StatementResult)?
    _ = interpreter.runScript("load sample SPY; close all", named: "test", keepGoing: false) { event, _ in
      if case .outcome(let outcome) = event { result = outcome.result }
    }
    let series = try #require(result)
    for format in [OutputFormat.table, .json, .csv] {
      #expect(format.render(series, in: OutputContext(isStopped: { true })) == "", "\(format.name)")
      #expect(format.render(series, in: OutputContext()) != "")
    }
    let rows = try #require(series.document(isStopped: { true }).mainTable).rows.count
    #expect(rows == 255 && series.rowCount == 5849)
  }
}

@Suite("A backtest of a session that is loaded again")
struct RestoredNoteTests {
  /// Statements that keep a result, and words of one of its notes.
  private static let cases = [
    (
      """
      load sample AAPL
      use AAPL adjusted for splits
      strategy s { enter long when close > sma(50); exit long when close < sma(50) }
      backtest s since 2015 as kept
      """, "prices adjusted"
    ),
    (
      """
      load sample SPY
      strategy s(n = 20) { enter long when close > sma(n); exit long when close < sma(n) }
      sweep s(n = 10..21) since 2010 until 2015 as found
      backtest best of found as kept
      """, "best of 12"
    ),
    (
      """
      load sample SPY
      strategy s(n = 20) { enter long when close > sma(n); exit long when close < sma(n) }
      sweep s(n = 10..21) since 2010 until 2015 as found
      backtest best of found since 2016 as kept
      """, "best of 12"
    ),
    (
      """
      load sample SPY
      load sample BAC
      portfolio p { on SPY, BAC; rank by roc(60) desc; hold 1; rebalance monthly }
      backtest p until 2005 as kept
      """, "buy and hold begins with equal parts of 1 symbol"
    ),
  ]

  /// The members of an object in any order, as a file sorts them; another value as it is.
  private static func texts(_ value: JSONValue) -> Set<String> {
    guard let members = value.members else { return [value.write()] }
    return Set(members.map { "\($0.key): \($0.value.write())" })
  }

  @Test("Has the remarks that it had, on prices and on how its parameters were chosen", arguments: cases)
  func notes(_ script: String, _ words: String) throws {
    var environment = Environment.still
    let files = DiskFiles(folder: "/tmp/tas-notes-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
    environment.files = files
    var interpreter = Interpreter(environment: environment)
    func report(after script: String) throws -> (notes: [String], members: [JSONValue.Member]) {
      _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
        if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic)") }
      }
      let report = try #require(interpreter.session.results["kept"]?.backtest)
      return (report.notes, report.data.members ?? [])
    }
    let before = try report(after: script + "\nsave session \"kept.json\"")
    #expect(before.notes.contains { $0.contains(words) }, "\(before.notes)")
    let after = try report(after: "load session \"kept.json\"")
    #expect(after.notes == before.notes && after.members.map(\.key) == before.members.map(\.key))
    for (now, then) in zip(after.members, before.members) {
      #expect(Self.texts(now.value) == Self.texts(then.value), "\(now.key)")
    }
  }
}

@Suite("A session that is computed again")
struct ReplayThreadTests {
  @Test("Gives every number to the bit with 1, 2 and 7 threads")
  func threads() throws {
    let files = DiskFiles(folder: "/tmp/tas-replay-\(UInt64.random(in: 0 ... .max))")
    files.makeFolder("")
    func run(_ script: String, workers: Int) -> [String] {
      var environment = Environment.still
      environment.files = files
      environment.workers = workers
      var interpreter = Interpreter(environment: environment)
      var messages: [String] = []
      _ = interpreter.runScript(script, named: "test", keepGoing: false) { event, _ in
        switch event {
        case .outcome(let outcome):
          if let report = outcome.result as? ReplayReport { messages.append("\(report.data.write())") }
        case .failure(let diagnostic, _, _): messages.append(diagnostic.message)
        }
      }
      return messages
    }
    let made = run(
      """
      load sample SPY
      load sample IBM
      use SPY
      let typical = mean_of(rsi(14))
      let calm = 30 + 2 * 10
      strategy cross(fast = 10, slow = 50) {
        enter long when sma(fast) crosses above sma(slow) and rsi(14) < calm + 20
        exit long when sma(fast) crosses below sma(slow)
      }
      backtest cross
      backtest cross(fast = 5) on SPY, IBM in one account as shared
      dcf ACME { revenue = 100M; growth = 5%; margin = 20%; shares = 10M; discount = 9%; terminal = 2%; price = 20 }
      save forecast view
      save session "kept.json"
      """, workers: 3)
    #expect(made.isEmpty, "\(made)")
    let replays = [1, 2, 7].map { run("replay \"kept.json\"", workers: $0) }
    #expect(
      replays[0].count == 1 && replays[0][0].contains("typical") && !replays[0][0].contains("has changed"),
      "\(replays[0])")
    #expect(replays.allSatisfy { $0 == replays[0] })
  }
}
