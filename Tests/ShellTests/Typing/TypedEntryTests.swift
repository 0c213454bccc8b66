import Shell
import Testing
import Typing

@Suite("Entries of the prompt")
struct TypedEntryTests {
  @Test(
    "Statements are distinguished from other text",
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
      // Commands of other prompts.
      ("\\q", .statements("quit")), (".quit", .statements("quit")), (":q", .statements("quit")),
      ("exit()", .statements("quit")),
      ("\\?", .statements("help")), (".help rsi", .statements("help rsi")), ("man rsi", .statements("help rsi")),
      ("man", .statements("man")), ("\\dt", .statements("data")), (".tables;", .statements("data")),
      ("SHOW TABLES;", .statements("data")), ("\\i a.tas", .statements("run \"a.tas\"")), ("\\! ls", .outside("ls")),
      ("\\e", .edit), (".cd /tmp", .changeFolder("/tmp")),
      ("head", .statements("show open, high, low, close, volume first 5")),
      ("tail 3", .statements("show open, high, low, close, volume last 3")), ("head + 1", .statements("head + 1")),
      // What was copied with its prompts, and what tas answered.
      ("tas> rsi(14)", .statements("rsi(14)")), ("tas SPY 1d> rsi(14) last 3", .statements("rsi(14) last 3")),
      (
        "tas SPY 1d> strategy s {\n       ...>   stop 2%\n       ...> }\ns is a strategy\ntas SPY 1d> close",
        .statements("strategy s {\n  stop 2%\n}\nclose")
      ), ("tas> print (1 +\n2)\n3", .statements("print (1 +\n2)")), ("tas> .help", .statements("help")),
    ])
  func reading(text: String, entry: TypedEntry) {
    #expect(TypedEntry(text) == entry)
  }

  @Test("A name of the session is not a word of the prompt")
  func names() {
    #expect(TypedEntry("clear", isName: { $0 == "clear" }) == .statements("clear"))
    #expect(TypedEntry("head", isName: { $0 == "head" }) == .statements("head"))
  }

  @Test("A user-defined prompt is left out of a paste too")
  func ownPrompt() {
    #expect(TypedEntry("SPY $ rsi(14)\n12", prompt: "SPY $ ") == .statements("rsi(14)"))
    #expect(TypedEntry("tas > 3", prompt: "SPY $ ") == .statements("tas > 3"))
  }

  @Test("An entry waits for its brackets, and a line of the system's shell for nothing")
  func completeness() {
    #expect(!TypedEntry("print (1").isComplete)
    #expect(TypedEntry("!echo (").isComplete)
    #expect(TypedEntry("print 1 | cat").isComplete)
  }

  @Test("The statements after an error are found, whatever is wrong with them")
  func rest() {
    let text = "print 1\nprint ) 2\nlet a = 3; print a"
    #expect(TypedEntry.statements(of: text, behind: 2) == ["let a = 3", "print a"])
    #expect(TypedEntry.statements(of: text, behind: 4).isEmpty)
  }
}
