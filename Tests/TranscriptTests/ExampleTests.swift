import Evaluation
import Indicators
import Language
import Presentation
import Sessions
import Shell
import StandardIndicators
import Testing

/// The examples that help and the reference show are typed and must succeed.
@Suite("Examples of the tables")
struct ExampleTests {
  /// The statements that the examples of the commands take for granted.
  private static let preparation = """
    load sample SPY
    load sample AAPL
    use SPY
    strategy cross(fast = 12, slow = 26) {
      golden: enter long when ema(fast) crosses above ema(slow)
      death: exit long when ema(fast) crosses below ema(slow)
    }
    strategy swing { enter long when rsi(14) < 30; exit long when rsi(14) > 70 }
    backtest swing
    backtest cross
    dcf AAPL { price = 172.5; shares = 15.74B; revenue = 383.3B; growth = 6% to 3%; margin = 30%; discount = 9%
      terminal = 2.5%; horizon = 5y }
    save scenario base
    save scenario bear
    save scenario bull
    save forecast "Q3 view"
    load sample fundamentals AAPL
    load sample fundamentals NVDA
    load sample fundamentals MRVL
    """

  /// The interpreter after the preparation: a value, so that each example has one of its own.
  // Never changed, so that threads may copy it.
  nonisolated(unsafe) private static let prepared: Interpreter = {
    // Some examples write files.
    var interpreter = Interpreter(environment: .fixed())
    let failures = Self.failures(of: preparation, on: &interpreter)
    precondition(failures.isEmpty, "\(failures)")
    return interpreter
  }()

  /// Runs a text; the diagnostics of its failures, and what its results have that their schemas do not allow.
  private static func failures(of text: String, on interpreter: inout Interpreter) -> [String] {
    var failures: [String] = []
    _ = interpreter.runScript(text, named: "prompt", keepGoing: true) { event, sources in
      switch event {
      case .failure(let diagnostic, _, _): failures.append(DiagnosticReport(diagnostic, sources: sources).text)
      case .outcome(let outcome):
        guard let result: any Presentable = outcome.result else { return }
        failures += ResultSchemaTests.faults(of: result.data, kind: result.kind)
      }
    }
    return failures
  }

  /// Runs a text after the preparation; the diagnostics of its failures.
  private func failures(of text: String) -> [String] {
    var interpreter = Self.prepared
    return Self.failures(of: text, on: &interpreter)
  }

  /// The same with a book of its own, which copies of an interpreter share.
  private func failures(ofAccounts text: String, isNew: Bool) -> [String] {
    var interpreter = Interpreter(environment: .fixed())
    let preparation =
      isNew
      ? "load sample SPY; strategy cross { enter long when close > sma(20); exit when close < sma(20) }"
      : """
      load sample SPY; load sample AAPL
      account main currency USD cash 25_000 on 2020-01-02
      book buy 100 AAPL at 75 on 2020-01-06
      """
    return Self.failures(of: preparation, on: &interpreter) + Self.failures(of: text, on: &interpreter)
  }

  @Test("An example of a command succeeds", arguments: CommandTable.all.map(\.name))
  func command(name: String) throws {
    let command = try #require(CommandTable.command(named: name))
    #expect(!command.examples.isEmpty)
    // `run "setup.tas"` and `import "model.xlsx"` need a file that a reader would have; the transcripts show them.
    // `resume` needs a statement that was stopped. Others need a folder of keys or a library, which tests of the whole
    // program have.
    // Orders need a series that is live.
    let exceptions = [
      "resume", "run", "import", "key", "store", "refresh", "forget", "stream", "wait", "record", "buy", "sell",
      "short",
      "cover", "cancel",
    ]
    for example in command.examples where !exceptions.contains(name) {
      let failures =
        command.category == .accounts
        ? failures(ofAccounts: example, isNew: name.hasPrefix("account") || name == "alert") : failures(of: example)
      #expect(failures == [], "\(example)")
    }
  }

  @Test("An example of an indicator succeeds", arguments: Indicator.all.map(\.name))
  func indicator(name: String) throws {
    let indicator = try #require(Indicator.named(name))
    #expect(failures(of: indicator.example) == [], "\(indicator.example)")
  }

  @Test("An example of a function succeeds", arguments: BarFunction.all.map(\.name))
  func function(name: String) throws {
    let function = try #require(BarFunction.named(name))
    #expect(failures(of: function.example) == [], "\(function.example)")
  }
}
