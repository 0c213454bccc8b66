import TestSupport
import Testing

@testable import LineEditing

@Suite("Completion")
struct CompletionTests {
  @Test("The only candidate is inserted with a blank")
  func unique() throws {
    let terminal = try echo()
    terminal.send("de\tx\r")
    #expect(terminal.waits(forEntry: "describe x"), "\(terminal.screen.text)")
    terminal.send("ü\tx\r")
    #expect(terminal.waits(forEntry: "übersicht x"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("No blank follows where the word goes on or a blank stands there already")
  func noBlank() throws {
    let terminal = try echo()
    terminal.send("sto\t14)\r")
    #expect(terminal.waits(forEntry: "stochrsi(14)"), "\(terminal.screen.text)")
    terminal.send("de close\u{1}\u{6}\u{6}\tX\r")
    #expect(terminal.waits(forEntry: "describeX close"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A shared beginning is inserted, and a second key lists the candidates with what they are")
  func list() throws {
    let terminal = try echo()
    terminal.send("x (s\t")
    #expect(terminal.waits { $0.cursorLine == "tas> x (st" })
    terminal.send("\t")
    #expect(
      terminal.waits {
        $0.text.hasSuffix(
          """
          tas> x (st
          stats      figures of a run
          strategy   rules with a name
          stochrsi(  stochastic of RSI
          tas> x (st
          """
        )
      },
      "\(terminal.screen.text)"
    )
    terminal.send("a\t)\r")
    #expect(terminal.waits(forEntry: "x (stats )"))
    #expect(terminal.leaves())
  }

  @Test("The list comes under the whole line, and the cursor stays where it was")
  func listInTheMiddle() throws {
    let terminal = try echo()
    terminal.send("st tail\u{1}\u{6}\u{6}\t\t")
    #expect(terminal.waits { $0.cursorLine == "tas> st tail" && $0.cursorColumn == 7 && $0.cursorRow == 4 })
    terminal.send("a\tX\r")
    #expect(terminal.waits(forEntry: "statsX tail"), "\(terminal.screen.text)")
  }

  @Test("Many candidates stand in columns that fit the terminal")
  func columns() throws {
    let terminal = try echo(columns: 40, rows: 12)
    terminal.send("n\t\t")
    #expect(terminal.waits { $0.text.contains("more") && $0.cursorLine == "tas> name_1" })
    let rows = terminal.screen.text.split(separator: "\n").filter { $0.hasPrefix("name_") }
    #expect(rows.count == 9)
    #expect(rows[0] == "name_100  name_109  name_118")
    #expect(terminal.screen.text.contains("… and 33 more"))
  }

  @Test("Nothing to offer rings the bell and changes nothing")
  func nothing() throws {
    let terminal = try echo()
    terminal.send("zzz\t")
    #expect(terminal.waits { $0.bells == 1 })
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "zzz"))
  }

  @Test("In a further line the whole entry is looked at, and the line alone is changed")
  func continuation() throws {
    let terminal = try echo()
    terminal.send("größe(\rx (de\t))\r")
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
      let list = CompletionList(
        candidates: names.map { CompletionCandidate(text: $0, detail: details) },
        size: TerminalSize(columns: columns, rows: 10),
        isColorEnabled: false
      )
      #expect(list.rows.allSatisfy { DisplayWidth.columns(of: $0) <= max(columns - 1, 0) })
    }
  }
}
