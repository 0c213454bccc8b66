import Language
import Platform
import Sessions
import Shell
import Testing

@Suite("Pages of help on the language")
struct LanguagePageTests {
  @Test("The examples of a page succeed", arguments: LanguagePage.all.map(\.name))
  func examples(name: String) throws {
    let page = try #require(LanguagePage.named(name))
    for example in page.examples {
      var failures: [String] = []
      var interpreter = Interpreter(environment: .still)
      _ = interpreter.runScript("load sample SPY\n" + example, named: "test", keepGoing: true) { event, _ in
        if case .failure(let diagnostic, _, _) = event { failures.append(diagnostic.message) }
      }
      #expect(failures == [], "\(example)")
    }
  }

  @Test("A page's words lead to it, and no command or function has them")
  func words() {
    let words = LanguagePage.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(words).count == words.count)
    for page in LanguagePage.all { #expect(CommandTable.command(named: page.name) == nil, "\(page.name)") }
  }
}
