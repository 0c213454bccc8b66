import LibC
import TestSupport
import Testing

@Suite("Editing a line")
struct EditingTests {
  @Test("Enter hands over the typed text")
  func typing() throws {
    let terminal = try echo()
    #expect(terminal.enter("rsi(14) > 30"))
    terminal.send("\r")
    #expect(terminal.waits { $0.lines.contains("entry:") })
    #expect(terminal.leaves())
  }

  @Test(
    "Keys move and delete as in other shells",
    arguments: [
      ("bc\u{1}a\u{5}d", "abcd"),  // Ctrl-A, Ctrl-E
      ("abc\u{1B}[D\u{1B}[DX", "aXbc"),  // Left
      ("abc\u{1B}[D\u{1B}[D\u{1B}[CX", "abXc"),  // Right
      ("bc\u{1B}[Ha\u{1B}[Fd", "abcd"),  // Home, End
      ("bc\u{1B}OHa\u{1B}OFd", "abcd"),  // the same in application mode
      ("bc\u{1B}[1~a\u{1B}[4~d", "abcd"),  // the same on older terminals
      ("abc\u{1}\u{1B}[3~", "bc"),  // Delete
      ("abc\u{1}\u{4}", "bc"),  // Ctrl-D in a line
      ("abc\u{7F}", "ab"),  // Backspace
      ("abc def\u{1}\u{1B}[C\u{B}", "a"),  // Ctrl-K
      ("abc def\u{1B}[D\u{15}", "f"),  // Ctrl-U deletes to the beginning
      ("abc def\u{17}x", "abc x"),  // Ctrl-W
      ("one two\u{1B}[D\u{B}\u{1}\u{19}", "oone tw"),  // Ctrl-K, Ctrl-Y: what was cut comes back
      ("abc def\u{1}\u{1B}[1;5CX", "abcX def"),  // Ctrl-Right
      ("abc def\u{1}\u{1B}fX", "abcX def"),  // Alt-F
      ("abc def\u{1B}bX", "abc Xdef"),  // Alt-B
      ("abc def\u{1B}[1;3DX", "abc Xdef"),  // Alt-Left
      ("abc def\u{1}\u{1B}d", " def"),  // Alt-D
      ("a👨‍👩‍👧b\u{1B}[D\u{7F}X", "aXb"),  // Left, Backspace: joined emoji are one character
      ("a👍🏽b\u{1}\u{1B}[C\u{4}X", "aXb"),  // Ctrl-A, Right, Ctrl-D
      ("🇩🇪🇫🇷\u{1B}[D\u{1B}[DX\u{5}Y", "X🇩🇪🇫🇷Y"),
      ("abc\u{1B}[15~d", "abcd"),  // F5 leaves nothing behind
      ("abc\u{1B}[1;5Pd", "abcd"),  // Ctrl-F1 neither
      ("abc\u{1B}[[Ad", "abcd"),  // F1 of the Linux console
    ]
  )
  func keys(typed: String, entry: String) throws {
    let terminal = try echo()
    terminal.send(typed + "\r")
    #expect(terminal.waits(forEntry: entry), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Letters of all alphabets are typed, moved over and deleted as one")
  func unicode() throws {
    let terminal = try echo()
    terminal.send("Größe 日本 é\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}本\u{1}>\r")
    #expect(terminal.waits(forEntry: ">Größe 本本 é"), "\(terminal.screen.text)")
    terminal.send("日本\u{1B}[D語")
    #expect(terminal.waits { $0.cursorLine == "tas> 日語本" && $0.cursorColumn == 9 })
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "日語本"))
    #expect(terminal.leaves())
  }

  @Test("A letter and an accent typed after it become one character")
  func combining() throws {
    let terminal = try echo()
    terminal.send("cafe\u{301}!\u{1B}[D\u{1B}[DX\r")
    #expect(terminal.waits { $0.lines.contains { Array($0.utf8) == Array("entry: cafX\u{E9}!".utf8) } })
    #expect(terminal.leaves())
  }

  @Test("The locale C does not spoil letters")
  func localeC() throws {
    let terminal = try echo(environment: ["LC_ALL": "C"])
    terminal.send("Größe\u{1B}[D\u{1B}[Dx\r")
    #expect(terminal.waits(forEntry: "Gröxße"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A line longer than the terminal wraps and can be edited in all its rows")
  func wrapping() throws {
    let terminal = try echo(columns: 30, rows: 10)
    let long = String(repeating: "0123456789", count: 5)
    terminal.send(long)
    #expect(terminal.waits { $0.lines[1] == long.dropFirst(25) && $0.cursorRow == 1 })
    terminal.send("\u{1}<\u{5}>")
    #expect(terminal.waits { $0.lines[0].hasPrefix("tas> <0123") && $0.lines[1].hasSuffix("789>") })
    terminal.send("\r")
    #expect(terminal.waits { $0.lines[2] == "entry: <0123456789012345678901" }, "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A prompt with colours counts only what is seen")
  func colouredPrompt() throws {
    let terminal = try echo("--prompt", "\u{1B}[1m\u{1B}[32mtas>\u{1B}[0m ")
    terminal.send("abc\u{1}X")
    #expect(terminal.waits { $0.cursorLine == "tas> Xabc" && $0.cursorColumn == 6 })
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains("\u{1B}[1;32mt"))
    #expect(output.contains("\u{1B}[0m "))
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "Xabc"))
    #expect(terminal.leaves())
  }

  @Test("A prompt of two rows shows both")
  func promptOfTwoRows() throws {
    let terminal = try echo("--prompt", "one\ntas> ")
    terminal.send("x\r")
    #expect(terminal.waits(for: "one\ntas> x\nentry: x\none\ntas>"), "\(terminal.screen.text)")
  }

  @Test("Ctrl-V takes the next key as a character")
  func quoted() throws {
    let terminal = try echo()
    terminal.send("a\u{16}\tb\r")
    #expect(terminal.waits(forEntry: "a\\tb"), "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("Ctrl-L clears the screen and keeps the line")
  func clearing() throws {
    let terminal = try echo()
    #expect(terminal.enter("one"))
    terminal.send("two")
    #expect(terminal.waits { $0.cursorLine == "tas> two" })
    terminal.send("\u{C}")
    #expect(terminal.waits { $0.lines[0] == "tas> two" }, "\(terminal.screen.text)")
    terminal.send("\r")
    #expect(terminal.waits(forEntry: "two"))
  }

  @Test("A new width draws the line again")
  func resizing() throws {
    let terminal = try echo(columns: 40, rows: 10)
    terminal.send("0123456789012345678901234")
    #expect(terminal.waits(for: "8901234"))
    terminal.resize(columns: 20, rows: 10)
    // The line takes two rows of the narrower terminal.
    #expect(terminal.waits { $0.lines.contains("tas> 012345678901234") && $0.cursorLine == "5678901234" })
    terminal.send("\u{1}<\r")
    #expect(terminal.waits { $0.lines.contains("entry: <012345678901") }, "\(terminal.screen.text)")
    #expect(terminal.leaves())
  }

  @Test("A hint follows the cursor and Right takes it")
  func hints() throws {
    let terminal = try echo("--hints")
    terminal.send("sma")
    #expect(terminal.waits { $0.cursorLine == "tas> sma(close, 20)" && $0.cursorColumn == 8 })
    terminal.send("x")
    #expect(terminal.waits { $0.cursorLine == "tas> smaxlose, 20)" || $0.cursorLine.hasPrefix("tas> smax") })
    #expect(terminal.presses("\u{7F}", "\u{1B}[C", "\r"))
    #expect(terminal.waits(forEntry: "sma(close, 20)"))
    terminal.send("sma\r")
    #expect(terminal.waits { $0.lines.contains("tas> sma") && $0.lines.contains("entry: sma") })
    #expect(terminal.leaves())
  }
}
