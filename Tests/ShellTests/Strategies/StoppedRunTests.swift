import JSON
import Language
import Platform
import Reports
import Sessions
import Shell
import Synchronization
import Testing
import Work

/// Work that Ctrl-C stops, and that `resume` continues.
@Suite("Stopped work continues to the same bits")
struct StoppedRunTests {
  /// Stops work after a number of checks, from a call on until it may continue.
  private final class Stopper: Sendable {
    private let left = Mutex<Int?>(nil)
    /// True once it has stopped something.
    var hasStopped: Bool { left.withLock { $0 == 0 } }
    func stop(after asks: Int) { left.withLock { $0 = asks } }
    func release() { left.withLock { $0 = nil } }
    func isStopped() -> Bool {
      left.withLock { left in
        guard let count = left else { return false }
        left = max(0, count - 1)
        return count == 0
      }
    }
  }

  private static let rules =
    "strategy s(n = 20, k = 1) { enter long when close > k * sma(n); exit when close < k * sma(n) }"
  private static let prepared = "load sample SPY\n" + rules

  /// An interpreter of two threads that a stopper stops.
  private func interpreter(_ stopper: Stopper) -> Interpreter {
    var environment = Environment.still
    environment.workers = 2
    environment.monitor = WorkMonitor(isCancelled: { stopper.isStopped() })
    return Interpreter(environment: environment)
  }

  /// The data of the last result, and the messages.
  private func run(_ script: String, _ interpreter: inout Interpreter) -> (data: JSONValue?, said: [String]) {
    var data: JSONValue?
    var said: [String] = []
    _ = interpreter.runScript(script, named: "test", keepGoing: true) { event, _ in
      switch event {
      case .outcome(let outcome):
        if let result = outcome.result { data = result.data }
        said += outcome.warnings.map(\.message)
      case .failure(let diagnostic, _, _): said.append(diagnostic.message)
      }
    }
    return (data, said)
  }

  @Test(
    "Stopped anywhere, the rest gives what a statement gives that was not stopped",
    arguments: [
      "search s(n = 2..200, k = 0.97..1.03 step 0.01) 400 trials where n > 3 by sharpe seed 5 top 20 since 2016",
      "search s(n = 2..200, k = 0.97..1.03 step 0.01) 300 trials using latin seed 5 since 2016",
      "sweep s(n = 2..60, k = [0.99, 1, 1.01]) where n > 2 with commission = [0, 5bp] since 2016",
      "sweep s(n = 2..60) on SPY, IBM @ [1d, 1w] since 2016",
      "walkforward s(n = 2..30) train 300 bars test 60 bars since 2016",
    ])
  func resumed(_ statement: String) throws {
    let prepared = Self.prepared + "\nload sample IBM\nuse SPY"
    var plain = Interpreter(environment: .still)
    _ = run(prepared, &plain)
    let whole = try #require(run(statement, &plain).data)
    var stops = 0
    for asks in [40, 90, 150, 260, 420, 700] {
      let stopper = Stopper()
      var interpreter = interpreter(stopper)
      _ = run(prepared, &interpreter)
      stopper.stop(after: asks)
      let (_, said) = run(statement, &interpreter)
      stopper.release()
      guard said.contains(where: { $0.hasPrefix("stopped") }) else { continue }
      stops += 1
      let resumed = run("resume", &interpreter)
      #expect(resumed.data == whole, "stopped after \(asks): \(resumed.said)")
      // Nothing is left to continue.
      #expect(run("resume", &interpreter).said == ["there is nothing to resume"])
    }
    #expect(stops >= 2, "some of them were stopped half-way")
  }

  @Test(
    "Continued work takes the name of the stopped work",
    arguments: [
      "search s(n = 2..200, k = 0.97..1.03 step 0.01) 400 trials seed 5 since 2016",
      "walkforward s(n = 2..30) train 300 bars test 60 bars since 2016",
    ])
  func named(_ statement: String) throws {
    var plain = Interpreter(environment: .still)
    _ = run(Self.prepared, &plain)
    _ = run(statement + " as whole", &plain)
    let field = statement.hasPrefix("search") ? "evaluated" : "total_return"
    let whole = try #require(run("whole.\(field)", &plain).data?["value"])
    var stops = 0
    for asks in [40, 90, 150, 260, 420, 700] {
      let stopper = Stopper()
      var interpreter = interpreter(stopper)
      _ = run(Self.prepared, &interpreter)
      stopper.stop(after: asks)
      let (_, said) = run(statement + " as part", &interpreter)
      stopper.release()
      guard said.contains(where: { $0.hasPrefix("stopped after") }) else { continue }
      stops += 1
      #expect(run("part.\(field)", &interpreter).data?["value"] != whole)
      _ = run("resume", &interpreter)
      #expect(run("part.\(field)", &interpreter).data?["value"] == whole, "stopped after \(asks)")
    }
    #expect(stops > 0, "some of them were stopped half-way")
  }

  @Test("Stopped among the certificates, the sweep continues to the complete result")
  func resumedCertificates() throws {
    let statement = "sweep s(n = 20..60 step 5) since 2000"
    var plain = Interpreter(environment: .still)
    _ = run(Self.prepared, &plain)
    let whole = try #require(run(statement, &plain).data)
    var stops = 0
    for asks in stride(from: 5, through: 400, by: 5) where stops < 3 {
      let stopper = Stopper()
      var interpreter = interpreter(stopper)
      _ = run(Self.prepared, &interpreter)
      stopper.stop(after: asks)
      let (data, said) = run(statement, &interpreter)
      stopper.release()
      guard said.contains(where: { $0.contains("certificates") || $0.hasPrefix("stopped: all rows") }) else { continue }
      stops += 1
      #expect(data?["rows"] == whole["rows"])
      #expect(run("resume", &interpreter).data == whole, "stopped after \(asks)")
    }
    #expect(stops == 3, "it was stopped among the certificates")
  }

  @Test("Stopped work continues with its own rules and data only")
  func changed() throws {
    let stopper = Stopper()
    var interpreter = interpreter(stopper)
    _ = run(Self.prepared, &interpreter)
    // The columns are computed first, of which no part is kept.
    let isStopped = [60, 90, 150, 260, 420, 700].contains { asks in
      stopper.stop(after: asks)
      defer { stopper.release() }
      return run("search s(n = 2..200, k = 0.97..1.03 step 0.01) 400 trials seed 5 since 2016", &interpreter).said
        .contains {
          $0.hasPrefix("stopped after")
        }
    }
    try #require(isStopped)
    let other = run(
      "strategy s(n = 20, k = 1) { enter long when close > sma(n) + k; exit when close < sma(n) }\nresume", &interpreter
    )
    #expect(other.said.contains { $0.hasPrefix("the stopped statement used other rules") })
    // The former rules continue: a statement that fails changes nothing.
    #expect(run(Self.rules + "\nresume", &interpreter).said.allSatisfy { !$0.contains("nothing to resume") })
    #expect(run("resume", &interpreter).said == ["there is nothing to resume"])
  }

  @Test(
    "A stop is never silent: where something is missing it is said",
    arguments: [
      "sweep s(n = 2..30, k = [0.99, 1]) since 2018", "sweep s(n = 2..30) on SPY, IBM since 2018",
      "search s(n = 2..60) 30 trials seed 1 since 2018",
    ])
  func toldStops(_ statement: String) throws {
    var (stops, whole) = (0, 0)
    for asks in stride(from: 20, through: 1200, by: 20) {
      let stopper = Stopper()
      var interpreter = interpreter(stopper)
      _ = run(Self.prepared + "\nload sample IBM\nuse SPY", &interpreter)
      stopper.stop(after: asks)
      let (_, said) = run(statement, &interpreter)
      guard stopper.hasStopped else {
        whole += 1
        continue
      }
      stops += 1
      #expect(said.contains { $0.hasPrefix("stopped") || $0.hasPrefix("interrupted") }, "after \(asks): \(said)")
    }
    #expect(stops > 5)
    #expect(whole > 0, "some end before they are stopped")
  }

  @Test(
    "A simulation by chance that is stopped says how many runs there are", arguments: ["trades", "blocks", "entries"])
  func chance(_ method: String) throws {
    let stopper = Stopper()
    var interpreter = interpreter(stopper)
    _ = run(Self.prepared + "\nbacktest s since 2012", &interpreter)
    // Rules are computed first, which asks as well.
    stopper.stop(after: method == "entries" ? 60 : 4)
    let (data, said) = run("montecarlo 100_000 runs by \(method)", &interpreter)
    let runs = try #require(data?["runs"]?.intValue)
    #expect(runs > 0 && runs < 100_000)
    #expect(said.contains { $0.contains("of 100,000 runs") })
  }

  @Test("A cross-validation whose tests are stopped keeps its paths")
  func crossValidation() throws {
    var seen = 0
    for asks in [120, 160, 200, 260, 320] {
      let stopper = Stopper()
      var interpreter = interpreter(stopper)
      _ = run(Self.prepared, &interpreter)
      stopper.stop(after: asks)
      let (data, said) = run("crossvalidate s(n = 2..60) groups 6 since 2016", &interpreter)
      guard let data, said.contains(where: { $0.contains("tests against luck are missing") }) else { continue }
      seen += 1
      #expect(data["paths"]?.elements?.count == 5)
      #expect(data["superior_ability"]?["consistent"]?.write() == "null")
    }
    #expect(seen > 0)
  }
}
