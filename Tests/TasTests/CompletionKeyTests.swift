import TestSupport
import Testing

@Suite("Completion and hints at the prompt")
struct CompletionKeyTests {
  @Test("The only word is completed, with a blank where it is at its end", arguments: [40, 80, 200])
  func words(columns: Int) throws {
    let place = try Place()
    let terminal = try place.prompt(columns: columns)
    #expect(terminal.types("loa", "\t", "sam", "\t", "SP", "\t"))
    #expect(
      terminal.waits { $0.cursorLine == "tas> load sample SPY" && $0.cursorColumn == 21 }, "\(terminal.screen.text)")
    terminal.send("\r")
    #expect(terminal.waits(atPrompt: "tas SPY 1d> "))
    #expect(terminal.types("bban", "\t", "20, 2).u", "\t", "las", "\t", "2\r"))
    #expect(terminal.waits(for: "tas SPY 1d> bbands(20, 2)"), "\(terminal.screen.text)")
    #expect(terminal.waits(for: "2021-03-31"))
  }

  @Test("The first Tab lists what fits with what it is, in place, and Tab goes through it")
  func lists() throws {
    let place = try Place()
    let terminal = try place.prompt(rows: 40)
    #expect(terminal.types("set fi", "\t"))
    #expect(terminal.waits(for: "fill      When an order"), "\(terminal.screen.text)")
    #expect(terminal.waits { $0.cursorLine == "tas> set fi" })
    #expect(terminal.types("ll = ", "\t"))
    #expect(terminal.waits { $0.text.contains("\nopen") && $0.text.contains("close") }, "\(terminal.screen.text)")
    #expect(terminal.types("\t", "\t"))
    #expect(terminal.waits { $0.cursorLine == "tas> set fill = close" }, "\(terminal.screen.text)")
    terminal.send("\u{3}")
    #expect(terminal.waits(atPrompt: "tas> "))
    #expect(terminal.types("\t"))
    #expect(terminal.waits(for: "\n1 to "), "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("\nload"))
    #expect(!terminal.screen.text.contains("\nrsi("))
  }

  @Test(
    "On terminals that cannot move their cursor the list stands between two lines", arguments: ["dumb", "", "unknown"])
  func simpleTerminals(_ kind: String) throws {
    let place = try Place()
    for language in ["C.UTF-8", "C"] {
      let terminal = try place.prompt(environment: ["TERM": kind, "LC_ALL": language])
      #expect(terminal.types("set fi", "\t"))
      #expect(terminal.waits(for: "fill      When an order"), "\(terminal.screen.text)")
      #expect(terminal.waits { $0.cursorLine == "tas> set fi" }, "\(terminal.screen.text)")
      terminal.send("ll = cloze\u{8}\u{8}se\r")
      #expect(terminal.waits(for: "fill = close"), "\(terminal.screen.text)")
      #expect(terminal.waits(atPrompt: "tas> "))
      terminal.send("print größe\u{1}\u{1B}[C\u{1B}[C\u{1B}[Cx\u{3}")
      #expect(terminal.waits(for: "tas> prixnt größe^C"), "\(terminal.screen.text)")
      #expect(!terminal.output.contains(0x1B), "\(kind)")
      #expect(terminal.leave() == 0)
    }
  }

  @Test("Files are completed after `load` and `run`, in quotes and with blanks in their names")
  func files() throws {
    let place = try Place()
    try place.write("data/goog.csv", "Date,Close\n2020-01-02,1\n")
    try place.write("data/my files/a b.csv", "Date,Close\n2020-01-02,1\n")
    try place.write("data/.hidden", "")
    let terminal = try place.prompt(columns: 100)
    func typed(_ keys: String, _ line: String) -> Bool {
      guard terminal.typesWithTabs(keys) else { return false }
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
    #expect(typed("load $HOME/da\tgo\t", "load ~/data/goog.csv"), "\(terminal.screen.text)")
    #expect(typed("load ~/DATA/GO\t", "load ~/DATA/GO"), "\(terminal.screen.text)")
    #expect(typed("load ~/data/GO\t", "load ~/data/goog.csv"), "\(terminal.screen.text)")
    #expect(terminal.typesWithTabs("load \(place.path)/data/\t"))
    #expect(terminal.waits(for: "\ngoog.csv   file\nmy files/  folder"), "\(terminal.screen.text)")
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
    // A hint that is gone can no longer be taken.
    terminal.send("prix\u{1B}[C\r")
    #expect(terminal.waits(for: "unknown name `prix`"), "\(terminal.screen.text)")
  }
}
