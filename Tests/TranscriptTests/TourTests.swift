import Language
import Sessions
import Shell
import TestSupport
import Testing

/// The tour in scripts/tour.tas runs, and shows every command.
@Suite("Tour")
struct TourTests {
  @Test("Each statement of the tour succeeds")
  func tourSucceeds() throws {
    let text = try #require(Files.text(PackageFolder.file("scripts/tour.tas")))
    var interpreter = Interpreter(environment: .fixed())
    var outcomes = 0
    let succeeded = interpreter.runScript(text, named: "tour.tas", keepGoing: false) { event, sources in
      switch event {
      case .outcome: outcomes += 1
      case .failure(let diagnostic, _, _): Issue.record("\(DiagnosticReport(diagnostic, sources: sources).text)")
      }
    }
    #expect(succeeded)
    #expect(outcomes > 60)
  }

  @Test(
    "Each statement of an example succeeds, and it trades",
    arguments: ["rsi2_pullback", "donchian_breakout", "dual_momentum", "opening_range", "pairs"])
  func exampleSucceeds(name: String) throws {
    let text = try #require(Files.text(PackageFolder.file("scripts/examples/\(name).tas")))
    var interpreter = Interpreter(environment: .fixed())
    let succeeded = interpreter.runScript(
      text + "\nassert trial.trades > 10\n", named: "\(name).tas", keepGoing: false
    ) { event, sources in
      if case .failure(let diagnostic, _, _) = event {
        Issue.record("\(DiagnosticReport(diagnostic, sources: sources).text)")
      }
    }
    #expect(succeeded)
  }

  @Test("The tour uses each command once at least")
  func tourIsComplete() throws {
    let text = try #require(Files.text(PackageFolder.file("scripts/tour.tas")))
    let words = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
    // `run` needs a second script, `resume` a Ctrl-C, orders a live series, others a network or somebody at a terminal.
    let others: Set = [
      "run", "resume", "search", "quote", "key", "store", "refresh", "forget", "buy", "sell", "short", "cover",
      "cancel",
    ]
    let unused = CommandTable.all.filter {
      !words.contains($0.name) && !others.contains($0.name)
    }
    #expect(unused.isEmpty)
  }
}
