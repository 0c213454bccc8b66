import LineEditing
import TestSupport
import Testing

@Suite("Completion")
struct CompletionTests {
  @Test("The only candidate is inserted with a blank")
  func unique() throws {
    let terminal = try echo()
    #expect(terminal.presses("de", "\t", "x\r"))
    #expect(terminal.waits(forEntry: "describe x"), "\(terminal.screen.text)")
    #expect(terminal.presses("ü", "\t", "x\r"))
    #expect(terminal.waits(forEntry: "übersicht x"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("No blank follows if the word continues or a blank follows already")
  func noBlank() throws {
    let terminal = try echo()
    #expect(terminal.presses("sto", "\t", "14)\r"))
    #expect(terminal.waits(forEntry: "stochrsi(14)"), "\(terminal.screen.text)")
    #expect(terminal.presses("de close\u{1}\u{6}\u{6}", "\t", "X\r"))
    #expect(terminal.waits(forEntry: "describeX close"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("The first key inserts what all share and lists the candidates with what they are")
  func list() throws {
    let terminal = try echo()
    #expect(terminal.presses("x (s", "\t"))
    let list = "\nstats      figures of a run\nstrategy   rules with a name\nstochrsi(  stochastic of RSI"
    #expect(
      terminal.waits { $0.text == "tas> x (st" + list && $0.cursorRow == 0 && $0.cursorColumn == 10 },
      "\(terminal.screen.text)")
    #expect(terminal.presses("a"))
    #expect(terminal.waits { $0.text == "tas> x (sta" }, "\(terminal.screen.text)")
    #expect(terminal.presses("\t", ")", "\r"))
    #expect(terminal.waits(forEntry: "x (stats )"))
    #expect(terminal.leaves())
  }

  @Test("Tab, Shift-Tab and the arrows go through the list; Enter takes the choice, Escape restores the typed text")
  func choosing() throws {
    let terminal = try echo()
    #expect(terminal.presses("x (s", "\t", "\t"))
    #expect(terminal.waits { $0.cursorLine == "tas> x (stats" }, "\(terminal.screen.text)")
    #expect(terminal.presses("\u{1B}[B", "\t"))
    #expect(terminal.waits { $0.cursorLine == "tas> x (stochrsi(" })
    #expect(terminal.presses("\u{1B}[Z"))
    #expect(terminal.waits { $0.cursorLine == "tas> x (strategy" })
    #expect(terminal.presses("\u{1B}[A", "\u{1B}[A"))
    #expect(terminal.waits { $0.cursorLine == "tas> x (stochrsi(" })
    #expect(terminal.presses("\u{1B}"))
    #expect(terminal.waits { $0.text == "tas> x (st" }, "\(terminal.screen.text)")
    #expect(terminal.presses("\t", "\t", "\t", "\r"))
    #expect(terminal.waits { $0.text == "tas> x (strategy" }, "\(terminal.screen.text)")
    #expect(terminal.presses(")", "\r"))
    #expect(terminal.waits(forEntry: "x (strategy )"))
    #expect(terminal.leaves())
  }

  @Test("The list comes under the whole line, and the cursor stays where it was")
  func listInTheMiddle() throws {
    let terminal = try echo()
    #expect(terminal.presses("st tail\u{1}\u{6}\u{6}", "\t"))
    #expect(terminal.waits { $0.cursorLine == "tas> st tail" && $0.cursorColumn == 7 && $0.cursorRow == 0 })
    #expect(terminal.screen.text.contains("strategy   rules"))
    #expect(terminal.presses("a", "\t", "X\r"))
    #expect(terminal.waits(forEntry: "statsX tail"), "\(terminal.screen.text)")
  }

  @Test("A long list has pages, and says which is on show", arguments: [40, 80])
  func pages(columns: Int) throws {
    let terminal = try echo(columns: columns, rows: 8)
    #expect(terminal.presses("n", "\t"))
    #expect(terminal.waits { $0.cursorLine == "tas> name_1" && $0.text.contains("of 60") }, "\(terminal.screen.text)")
    #expect(terminal.screen.lines.allSatisfy { $0.count < columns })
    #expect(terminal.presses("\u{1B}[6~", "\u{1B}[6~", "\u{1B}[6~", "\u{1B}[6~", "\u{1B}[6~"))
    #expect(terminal.presses("\u{1B}[6~", "\u{1B}[6~", "\u{1B}[6~", "\u{1B}[6~", "\u{1B}[6~"))
    #expect(
      terminal.waits { $0.cursorLine == "tas> name_159" && $0.text.contains("60 of 60") }, "\(terminal.screen.text)")
    #expect(terminal.presses("\r", "\r"))
    #expect(terminal.waits(forEntry: "name_159"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A tab among text that comes at once is text")
  func burst() throws {
    let terminal = try echo()
    terminal.send("st\tx\r")
    #expect(terminal.waits(forEntry: "st\\tx"), "\(terminal.screen.text)")
    #expect(terminal.presses("de\t", "x\r"))
    #expect(terminal.waits(forEntry: "describe x"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Nothing to offer rings the bell and changes nothing")
  func nothing() throws {
    let terminal = try echo()
    terminal.send("zzz\t")
    #expect(terminal.waits { $0.bells == 1 })
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "zzz"))
  }

  @Test("In a further line the full entry is looked at")
  func continuation() throws {
    let terminal = try echo()
    #expect(terminal.presses("größe(\rx (de", "\t", "))\r"))
    #expect(terminal.waits(forEntry: "größe(\\nx (describe ))"), "\(terminal.screen.text)")
  }

  @Test("What can be inserted without a choice")
  func insertion() {
    func insertion(_ typed: String, _ candidates: String...) -> String? {
      Completions(replaceStart: 0, candidates: candidates.map { CompletionCandidate(text: $0) })
        .insertion(for: typed)
    }
    #expect(insertion("s", "sma") == "sma")
    #expect(insertion("S", "sma") == "sma")
    #expect(insertion("s", "stoch", "stats") == "st")
    #expect(insertion("st", "stoch", "stats") == nil)
    #expect(insertion("x", "abc", "xyz") == nil)
    #expect(insertion("x") == nil)
    #expect(insertion("é", "éa", "éb") == nil)
  }

  @Test("Rows of a list never exceed the terminal's width", arguments: [1, 5, 20, 80])
  func widths(columns: Int) {
    let names = ["a", "日本語日本語", String(repeating: "x", count: 30), "öö"]
    for details in ["", "words that say what it is, and many of them, more than fit into one row, truly"] {
      for chosen in [nil, 0, 3] {
        let list = CompletionRows(
          names.map { CompletionCandidate(text: $0, detail: details) }, chosen: chosen, columns: columns, rowLimit: 3)
        #expect(list.rows.allSatisfy { DisplayWidth.columns(of: $0.map(\.text).joined()) <= max(columns - 1, 1) })
        #expect(list.rows.count <= 3)
      }
    }
  }
}
