import TestSupport
import Testing

@Suite("Pasting")
struct PasteTests {
  @Test("Tabs and newlines of a paste are text, and Enter hands all of it over as one entry")
  func tabsAndNewlines() throws {
    let terminal = try echo()
    terminal.paste("st\tx\rsecond\r\nthird\r")
    #expect(terminal.waits { $0.cursorLine == "...> third" })
    #expect(!terminal.screen.text.contains("entry"))
    terminal.send("!\r")
    #expect(terminal.waits(forEntry: "st\\tx\\nsecond\\nthird!"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A paste goes where the cursor is, and control characters in it do nothing")
  func inTheMiddle() throws {
    let terminal = try echo()
    terminal.send("ad\u{1B}[D")
    terminal.paste("b\u{3}\u{1}c")
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "abcd"))
    #expect(terminal.leaves())
  }

  @Test("A paste of many lines loses nothing")
  func long() throws {
    let path = try temporaryPath("history")
    let terminal = try echo("--history", path, columns: 40, rows: 12)
    let text = (1...500).map { "line \($0) = close > \($0)" }.joined(separator: "\n")
    terminal.paste(text)
    terminal.send("\r")
    #expect(terminal.waits { $0.text.hasSuffix("tas>") && $0.text.contains("close > 500") })
    terminal.settle()
    #expect(contents(of: path) == text.split(separator: "\n").joined(separator: "\\n") + "\n")
    #expect(terminal.leaves())
  }

  @Test("A text taller than the terminal is edited at both ends without harm")
  func tallerThanTheTerminal() throws {
    let terminal = try echo(columns: 20, rows: 6)
    terminal.paste(String(repeating: "0123456789", count: 30))
    for _ in 0..<3 {
      terminal.send("\u{1}<\u{5}" + String(repeating: ">", count: 50))
      terminal.settle()
    }
    terminal.send("\r")
    #expect(terminal.waits(atPrompt: "tas> "))
    let text = terminal.screen.text.split(separator: "\n").joined()
    let digits = String(repeating: "0123456789", count: 30)
    #expect(text.contains("entry: <<<" + digits + String(repeating: ">", count: 150)), "\(text)")
    #expect(terminal.leaves())
  }

  @Test("A paste whose end is lost ends with Ctrl-C")
  func withoutEnd() throws {
    let terminal = try echo()
    terminal.send("\u{1B}[200~abc")
    terminal.settle()
    terminal.send("\u{3}")
    #expect(terminal.waits(for: "abc^C\ninterrupted"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Lines that come without marks are read in order")
  func withoutMarks() throws {
    let terminal = try echo()
    terminal.send((1...40).map { "line\($0)\r" }.joined())
    #expect(terminal.waits(forEntry: "line40"))
    let entries = terminal.screen.text.split(separator: "\n").filter { $0.hasPrefix("entry: ") }
    #expect(entries.map(String.init) == (1...40).map { "entry: line\($0)" })
    #expect(terminal.leaves())
  }
}
