import Backtesting
import JSON
import OrderedCollections
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

@Suite("The notes of a backtest")
struct BacktestNotesTests {
  /// Runs with words that each must have in its notes.
  private static let cases = [
    ("with cash_rate 2%", "idle cash earned"), ("with cash 100B", "of the volume"),
    ("with commission 0", "cut to the cash"), ("with borrow_rate 5%", "borrowed shares cost"),
  ]

  @Test("Programs get each note of the page, and its money as numbers", arguments: cases)
  func notes(_ settings: String, _ words: String) throws {
    var interpreter = Interpreter(environment: .still)
    _ = interpreter.runScript(
      """
      load sample SPY
      strategy s { enter long when close > sma(50); enter short when close < sma(50) }
      backtest s since 2015 \(settings) as run
      """, named: "test", keepGoing: false
    ) { event, _ in
      if case .failure(let diagnostic, _, _) = event { Issue.record("\(diagnostic)") }
    }
    let report = try #require(interpreter.session.results["run"]?.backtest)
    let result = report.data
    let notes = (result["notes"]?.elements ?? []).compactMap(\.stringValue)
    #expect(notes.contains { $0.contains(words) }, "\(notes)")
    let page = report.document.blocks.compactMap { block in
      if case .note(let text) = block { text.plain } else { nil }
    }
    #expect(
      Set(notes).isSubset(of: page) && page.count == notes.count + (report.assumptionsText.isEmpty ? 2 : 3),
      "beside them the certificate, the verdict and what differs from the defaults")
    let interest = report.result.interest
    for (key, value) in [("earned", interest.earned), ("loans", interest.loan), ("borrowed_shares", interest.borrow)] {
      #expect(result["interest"]?[key]?.doubleValue ?? 0 == value)
    }
  }
}
