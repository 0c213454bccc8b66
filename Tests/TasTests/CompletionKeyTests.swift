import TestSupport
import Testing

@Suite("Completion and hints at the prompt")
struct CompletionKeyTests {
  @Test("The only word is completed, with a blank where it is at its end")
  func words() throws {
    let place = try Place()
    let terminal = try place.prompt()
    terminal.send("loa\tsam\tSP\t")
    #expect(
      terminal.waits { $0.cursorLine == "tas> load sample SPY" && $0.cursorColumn == 21 }, "\(terminal.screen.text)")
    terminal.send("\r")
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    terminal.send("bban\t20, 2).u\tlas\t2\r")
    #expect(terminal.waits(for: "tas SPY 1d> bbands(20, 2).upper last 2"), "\(terminal.screen.text)")
    #expect(terminal.waits(for: "2021-03-31"))
  }

  @Test("A second Tab lists the words with what they are, in columns where they are many")
  func lists() throws {
    let place = try Place()
    let terminal = try place.prompt(rows: 40)
    terminal.send("set f\t\t")
    #expect(terminal.waits(for: "fill      When an order"), "\(terminal.screen.text)")
    #expect(terminal.waits { $0.cursorLine == "tas> set fi" })
    terminal.send("ll = \t\t")
    #expect(terminal.waits { $0.text.contains("\nopen") && $0.text.contains("close") })
    terminal.send("\u{3}")
    #expect(terminal.waits(atPrompt: "tas> "))
    terminal.send("\t\t")
    #expect(terminal.waits(for: "backtest"))
    #expect(!terminal.screen.text.contains("rsi("))
  }

  @Test("Files are completed after `load` and `run`, in quotes and with blanks in their names")
  func files() throws {
    let place = try Place()
    try place.write("data/goog.csv", "Date,Close\n2020-01-02,1\n")
    try place.write("data/my files/a b.csv", "Date,Close\n2020-01-02,1\n")
    try place.write("data/.hidden", "")
    let terminal = try place.prompt(columns: 100)
    func typed(_ keys: String, _ line: String) -> Bool {
      terminal.send(keys)
      defer {
        terminal.send("\u{3}")
        _ = terminal.waits(atPrompt: "tas> ")
      }
      return terminal.waits { $0.cursorLine == "tas> " + line }
    }
    #expect(typed("load \(place.path)/da\tg\t", "load \(place.path)/data/goog.csv"), "\(terminal.screen.text)")
    #expect(typed("run \"\(place.path)/da\tg\t", "run \"\(place.path)/data/goog.csv\""), "\(terminal.screen.text)")
    #expect(
      typed("load \(place.path)/data/m\ta\t", "load \"\(place.path)/data/my files/a b.csv\""), "\(terminal.screen.text)"
    )
    #expect(typed("load ~/data/go\t", "load ~/data/goog.csv"), "\(terminal.screen.text)")
    terminal.send("load \(place.path)/data/\t\t")
    #expect(terminal.waits(for: "\ngoog.csv   file\nmy files/  folder\n"), "\(terminal.screen.text)")
    #expect(!terminal.screen.text.contains(".hidden"))
  }

  @Test("The arguments of a call stand dimmed behind the cursor, and so does an earlier entry")
  func hints() throws {
    let place = try Place()
    let terminal = try place.prompt(columns: 120)
    terminal.send("rsi(")
    #expect(
      terminal.waits {
        $0.cursorLine.hasPrefix("tas> rsi([") && $0.cursorLine.contains("period=14") && $0.cursorColumn == 9
      })
    terminal.send("\u{3}")
    #expect(terminal.waits(for: "tas> rsi(^C\n"), "\(terminal.screen.text)")
    #expect(terminal.enter("print 12345"))
    #expect(terminal.waits(for: "\n12345\n"))
    terminal.send("pri")
    #expect(terminal.waits { $0.cursorLine == "tas> print 12345" && $0.cursorColumn == 8 })
    terminal.send("\u{1B}[C\r")
    #expect(terminal.waits(for: "\n12345\ntas> print 12345\n12345\n"), "\(terminal.screen.text)")
    #expect(terminal.waits(atPrompt: "tas> "))
    // A hint that is gone cannot be taken any more.
    terminal.send("prix\u{1B}[C\r")
    #expect(terminal.waits(for: "unknown name `prix`"), "\(terminal.screen.text)")
  }
}
