import Testing
import Typing

@testable import Shell

@Suite("Entries of the prompt")
struct TypedEntryTests {
  @Test(
    "What is not a statement is told from what is",
    arguments: [
      ("?rsi", TypedEntry.statements("help rsi")), ("? moving average", .statements("help \"moving average\"")),
      ("?", .statements("help ")), ("rsi?", .statements("help rsi")),
      ("unknown-name??", .statements("help unknown-name")),
      ("solve base growth = ?", .statements("solve base growth = ?")), ("quit()", .statements("quit")),
      ("clear", .clearScreen), ("pwd", .printFolder), ("edit", .edit), ("cd", .changeFolder("")),
      ("cd \"my data\"", .changeFolder("my data")), ("cd ~/x ", .changeFolder("~/x")),
      ("cd == 3", .statements("cd == 3")),
      ("!ls -l | wc", .outside("ls -l | wc")), ("trades | head -3", .piped("trades", into: "head -3")),
      ("print \"a|b\"", .statements("print \"a|b\"")), ("print 1 # a | b", .statements("print 1 # a | b")),
      ("print \"a|b\" | cat", .piped("print \"a|b\"", into: "cat")), ("a || b", .statements("a || b")),
      ("print 1 |", .statements("print 1 |")),
    ])
  func reading(text: String, entry: TypedEntry) {
    #expect(TypedEntry(text) == entry)
  }

  @Test("A name of the session is not a word of the prompt")
  func names() {
    #expect(TypedEntry("clear", isName: { $0 == "clear" }) == .statements("clear"))
  }

  @Test("An entry waits for its brackets, and a line of the system's shell for nothing")
  func completeness() {
    #expect(!TypedEntry("print (1").isComplete)
    #expect(TypedEntry("!echo (").isComplete)
    #expect(TypedEntry("print 1 | cat").isComplete)
  }

  @Test("The statements behind an error are found, whatever is wrong with them")
  func rest() {
    let text = "print 1\nprint ) 2\nlet a = 3; print a"
    #expect(TypedEntry.statements(of: text, behind: 2) == ["let a = 3", "print a"])
    #expect(TypedEntry.statements(of: text, behind: 4).isEmpty)
  }
}
