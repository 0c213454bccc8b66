import TestSupport
import Testing

@Suite("Keys beyond moving and deleting")
struct KeyTests {
  @Test(
    "Undo, redo, a new line, the last word of before",
    arguments: [
      ("one two\u{1F}x\r", "one x"),  // Ctrl-_
      ("one two\u{18}\u{15}\u{1F}\u{1B}r\u{1B}r!\r", "one two!"),  // Ctrl-X Ctrl-U, Alt-R
      ("a\u{1B}\rb\r", "a\\nb"),  // Alt-Enter
      ("x \u{1B}.\r", "x third"),  // Alt-.
      ("x \u{1B}.\u{1B}.\r", "x second"),
    ])
  func keys(typed: String, entry: String) throws {
    let terminal = try echo()
    #expect(terminal.enter("first second", "and third"))
    terminal.send(typed)
    #expect(terminal.waits(forEntry: entry), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A hint is taken whole by Ctrl-E and by Right, and word by word by Alt-F")
  func hints() throws {
    for (key, entry) in [("\u{5}", "sma(close, 20)"), ("\u{1B}[C", "sma(close, 20)"), ("\u{1B}f", "sma(close,")] {
      let terminal = try echo("--hints")
      terminal.send("sma")
      #expect(terminal.waits { $0.cursorLine == "tas> sma(close, 20)" && $0.cursorColumn == 8 })
      terminal.send(key)
      #expect(terminal.waits { $0.cursorColumn == 5 + entry.count }, "\(terminal.screen.text)")
      terminal.send("\r")
      #expect(terminal.waits(forEntry: entry) || terminal.waits { $0.text.contains(entry) })
    }
  }

  @Test("With the keys of vi a lone Escape leads to the commands at once", arguments: [40, 80, 200])
  func vi(columns: Int) throws {
    let path = try temporaryPath(".editrc")
    try write("bind -v\n", to: path)
    let terminal = try echo("--editrc", columns: columns, environment: ["EDITRC": path])
    #expect(terminal.presses("alpha beta", "\u{1B}", "b", "i", "x", "\u{1B}", "0", "x", "A", "!", "\r"))
    #expect(terminal.waits(forEntry: "lpha xbeta!"), "\(terminal.screen.text)")
    #expect(terminal.presses("one two", "\u{1B}", "dd", "i", "new\u{1B}[D\u{1B}[DX", "\r"))
    #expect(terminal.waits(forEntry: "nXew"), "\(terminal.screen.text)")
    #expect(terminal.presses("\u{1B}", "k", "k", "\r"))
    #expect(terminal.waits { $0.text.hasSuffix("entry: lpha xbeta!\ntas>") }, "\(terminal.screen.text)")
    #expect(terminal.presses("abc", "\u{1B}", "x", "u", "A", "d", "\r"))
    #expect(terminal.waits(forEntry: "abcd"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }
}
