import Language
import Platform
import Presentation
import Sessions
import Shell
import Synchronization
import Testing
import Work

@Suite("Statements that are stopped")
struct StoppedStatementTests {
  /// Asks of a monitor, after some of which the work is stopped.
  private final class Countdown: Sendable {
    private let left = Atomic(Int.max)

    func begin(_ count: Int) { left.store(count, ordering: .relaxed) }

    var isOver: Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue < 0 }
  }

  @Test(
    "Stopped at any moment, a statement ends as interrupted, says that it kept a part, or is whole",
    arguments: [
      "patterns all", "patterns where value > 0 sort by value all", "equity all", "equity where drawdown < -1% all",
      "show close, rsi(14) all", "show close where close > 100 sort by close all", "describe returns(1) by month",
      "study rsi(14) < 30 after 1..10", "study rsi(14) < 30 after 1..3 by year", "scan SPY, AAPL, IBM: close, rsi(14)",
      "show close all to \"/dev/null\"", "show close all as kept", "show close sort by close all",
      "show close all to \"-\"",
      "sensitivity base growth = 1%..9% step 0.1%, discount = 8%..12% step 0.1%",
      "sensitivity base growth = 1%..9% step 0.001%", "tornado base", "breakeven base",
      "simulate base 20_000 runs growth + normal(0pp, 2pp)", "trades sort by pnl all", "calendar by day all",
    ])
  func anyMoment(statement: String) throws {
    let countdown = Countdown()
    var environment = Environment.still
    environment.monitor = WorkMonitor(isCancelled: { countdown.isOver })
    var prepared = Interpreter(environment: environment)
    let isReady = prepared.runScript(
      """
      load sample AAPL; load sample IBM; load sample SPY
      strategy cross { enter long when ema(12) > ema(26); exit when ema(12) < ema(26) }
      backtest cross
      dcf ACME { price = 20; revenue = 100M; growth = 3%; margin = 20%; shares = 10M; discount = 9%; terminal = 2% }
      save scenario base
      """, named: "test", keepGoing: false
    ) { _, _ in }
    try #require(isReady)
    var endings: Set<String> = []
    for asks in [0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 25, 40, 80, 1000] {
      var interpreter = prepared
      countdown.begin(asks)
      let before = interpreter.fingerprint
      var hasFailed = false
      _ = interpreter.runScript(statement, named: "test", keepGoing: false) { event, sources in
        switch event {
        case .failure(let diagnostic, _, _):
          hasFailed = true
          endings.insert(diagnostic.code.name)
        case .outcome(let outcome):
          endings.formUnion(outcome.warnings.map(\.code.name).filter { $0 == "interrupted" })
          // What is printed is laid out from the same rows.
          let printer = OutcomePrinter(format: .table, isStopped: { countdown.isOver })
          _ = printer.text(of: event, sources: sources)
        }
      }
      // A result that is kept under a name is a change of the session.
      #expect(interpreter.fingerprint == before || !hasFailed && statement.hasSuffix("as kept"))
      countdown.begin(.max)
    }
    #expect(endings.subtracting(["interrupted", "no-rows"]).isEmpty, "\(statement): \(endings)")
    #expect(endings.contains("interrupted"), "\(statement)")
  }
}
