import Language
import Platform
import Presentation
import Reports
import Sessions
import Shell
import TestSupport
import Testing

@Suite("Help that teaches")
struct TeachingTests {
  @Test("The statement of each step of the tutorial does the step, and the last one ends it")
  func tutorial() {
    var interpreter = Interpreter(environment: .still)
    #expect(TutorialStep.all.count == 11)
    var pages: [String] = []
    func run(_ text: String) {
      let succeeded = interpreter.runScript(text, named: "prompt", keepGoing: false) { event, sources in
        switch event {
        case .failure(let diagnostic, _, _): Issue.record("\(DiagnosticReport(diagnostic, sources: sources).text)")
        case .outcome(let outcome):
          guard outcome.result?.kind == "help" else { return }
          pages.append(TextRenderer(width: 80).render(outcome.result?.document ?? Document()))
        }
      }
      #expect(succeeded)
    }
    run("tutorial")
    for (index, step) in TutorialStep.all.enumerated() {
      #expect(pages.last?.contains("Step \(index + 1) of 11") == true, "\(pages.last ?? "")")
      #expect(pages.last?.contains(step.statement.prefix(60)) == true)
      let before = pages.count
      run(step.statement)
      #expect(pages.count == before + 1, "step \(index + 1)")
    }
    #expect(pages.last?.contains("That is all") == true)
    let count = pages.count
    run("rsi(14) last 1")
    #expect(pages.count == count)
  }

  @Test("`help` fits a screen of 24 rows and 80 columns, and ends with how to begin")
  func overview() {
    let text = TextRenderer(width: 80).render(HelpPages.overview)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count <= 24, "\(lines.count)")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.suffix(3).joined().contains("Begin with"))
    for command in CommandTable.all { #expect(text.contains(command.name)) }
  }

  @Test("Every clause of rules, metric and setting has a page", arguments: RuleClause.all.map(\.name))
  func clauses(name: String) throws {
    let page = try #require(HelpPages.page(on: name))
    let clause = try #require(RuleClause.named(name).first)
    #expect(TextRenderer(width: 200).render(page).contains(clause.summary))
  }

  @Test("The example of a clause runs", arguments: RuleClause.all.map(\.example))
  func clauseExamples(example: String) {
    var interpreter = Interpreter(environment: .still)
    var failures: [String] = []
    _ = interpreter.runScript("load sample SPY\n" + example, named: "prompt", keepGoing: false) { event, _ in
      if case .failure(let diagnostic, _, _) = event { failures.append(diagnostic.message) }
    }
    #expect(failures == [])
  }

  @Test(
    "Words find without quotes",
    arguments: [
      ("help moving average", "sma"), ("help sharpe ratio", "sharpe_ratio"), ("help weighted average", "wma"),
      ("help trailing stop", "trail"), ("help share of equity", "size"),
    ])
  func words(statement: String, expected: String) {
    var interpreter = Interpreter(environment: .still)
    var text = ""
    _ = interpreter.runScript(statement, named: "prompt", keepGoing: false) { event, _ in
      if case .outcome(let outcome) = event {
        text += TextRenderer(width: 100).render(outcome.result?.document ?? Document())
      }
    }
    #expect(text.contains(expected), "\(text)")
  }

  @Test("A short word is found as a word, and not inside of others")
  func shortWords() {
    let found = HelpPages.search(["vi"]).map(\.0)
    #expect(found.contains("keyboard"))
    #expect(!found.contains("describe"))
    #expect(HelpPages.search(["rsi"]).first?.0 == "rsi")
    #expect(HelpPages.search(["deviation"]).contains { $0.0 == "describe" })
  }

  @Test("An example inside the program is the file in scripts/examples", arguments: ExampleScript.all.map(\.name))
  func examples(name: String) throws {
    let example = try #require(ExampleScript.named(name))
    let file = try FileContents.bytes(PackageFolder.file("scripts/examples/\(name).tas"))
    #expect(example.text == String(decoding: file, as: UTF8.self))
  }
}
