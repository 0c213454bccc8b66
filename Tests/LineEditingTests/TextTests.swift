import LibC
import LineEditing
import Testing

@Suite("Texts, prompts and sizes")
struct TextTests {
  @Test("The cursor goes from row to row in its column")
  func rows() {
    var text = EditedText("abc\nd\nefgh")
    text.cursor = 9
    #expect(text.rowStart == 6 && text.rowEnd == 10)
    #expect(text.cursorAbove == 5 && text.cursorBelow == nil)
    text.cursor = 2
    #expect(text.cursorAbove == nil && text.cursorBelow == 5)
    #expect(EditedText("").cursorAbove == nil)
    text = EditedText("\n")
    #expect(text.cursorAbove == 0)
  }

  @Test("Places follow wrapping, newlines, tabs and control characters")
  func places() {
    func place(_ text: String, width: Int = 10) -> [Int] {
      let place = DisplayWidth.place(after: text.unicodeScalars, width: width)
      return [place.row, place.column]
    }
    #expect(place("") == [0, 0])
    #expect(place("abc") == [0, 3])
    #expect(place("0123456789") == [1, 0])
    #expect(place("ab\ncd") == [1, 2])
    #expect(place("a\tb", width: 20) == [0, 9])
    #expect(place("a\u{1}") == [0, 3])
  }

  @Test("A prompt is runs of characters with their colours")
  func prompts() {
    func runs(_ text: String) -> [String] { Prompt(text).runs.map { "\($0.parameters)|\($0.text)" } }
    #expect(runs("tas> ") == ["|tas> "])
    #expect(runs("\u{1B}[1m\u{1B}[31mtas\u{1B}[0m> ") == ["1;31|tas", "|> "])
    #expect(runs("\u{1B}[1;36mtas\u{1B}[m> \u{1B}[2K") == ["1;36|tas", "|> "])
    #expect(Prompt("\u{1B}[1mone\u{1B}[0m\ntwo> ").visible == "one\ntwo> ")
  }

  @Test("Letters and their accents join where a joined form exists")
  func composition() {
    #expect(Composition.join("e", "\u{301}") == "\u{E9}")
    #expect(Composition.join("u", "\u{308}") == "\u{FC}")
    #expect(Composition.join("q", "\u{301}") == nil)
    #expect(Composition.join(Array("u\u{308}ber".unicodeScalars)) == Array("\u{FC}ber".unicodeScalars))
  }

  @Test("A character of several scalars is one for the cursor, for what deletes, and on the screen")
  func joined() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    for character in [family, "\u{1F44D}\u{1F3FD}", "\u{1F1E9}\u{1F1EA}", "\u{2764}\u{FE0F}", "q\u{301}\u{323}"] {
      let count = character.unicodeScalars.count
      let text = EditedText("a" + character + "b")
      func settled(_ cursor: Int, from before: Int) -> Int? {
        var (now, then) = (text, text)
        (now.cursor, then.cursor) = (cursor, before)
        return JoinedCharacters.settled(now, before: then, keepsOnText: false)?.cursor
      }
      #expect(settled(count, from: count + 1) == 1, "left")
      #expect(settled(2, from: 1) == count + 1, "right")
      #expect(settled(1, from: 0) == nil && settled(count + 1, from: count + 2) == nil)
      for place in 1...count {
        // Backspace after it or a delete within takes one scalar away.
        var now = text
        now.scalars.remove(at: place)
        now.cursor = place
        #expect(
          JoinedCharacters.settled(now, before: text, keepsOnText: false) == EditedText(scalars: ["a", "b"], cursor: 1))
      }
      let columns = JoinedCharacters.columns(of: text.scalars) ?? []
      #expect(
        columns.count == count + 2 && columns.reduce(0, +) == (character.first == family.first ? 4 : columns[1] + 2))
      #expect(columns[2...count].allSatisfy { $0 == 0 })
    }
    #expect(DisplayWidth.columns(of: family) == 2 && DisplayWidth.columns(of: "\u{1F1E9}\u{1F1EA}") == 2)
    #expect(JoinedCharacters.columns(of: Array("plain".unicodeScalars)) == nil)
  }

  @Test("A search finds the newest match first and minds case only where the pattern does")
  func search() {
    var search = IncrementalSearch(entries: ["RSI a", "rsi b", "rsi b", "x"], original: EditedText("draft"))
    search.extend("rsi")
    #expect(search.found == 2 && search.shown.text == "rsi b" && search.shown.cursor == 0)
    search.older(last: "")
    #expect(search.found == 0)
    search.older(last: "")
    #expect(search.hasFailed && search.found == 0)
    search.newer()
    #expect(!search.hasFailed && search.found == 1)
    var other = IncrementalSearch(entries: ["RSI a", "rsi b"], original: EditedText("draft"))
    other.older(last: "RSI")
    #expect(other.found == 0)
  }

  @Test("COLUMNS and LINES come before the terminal's own size")
  func sizes() {
    setenv("COLUMNS", "123", 1)
    setenv("LINES", "none", 1)
    #expect(TerminalSize.current().columns == 123)
    #expect(TerminalSize.current().rows >= 1)
    unsetenv("COLUMNS")
    unsetenv("LINES")
  }

  @Test("An interrupt sets the flag until it is cleared")
  func interrupts() {
    Interrupts.install()
    Interrupts.clear()
    #expect(!Interrupts.isPending)
    // To the process, because the thread that runs a test may block signals.
    kill(getpid(), SIGINT)
    for _ in 0..<1000 where !Interrupts.isPending { usleep(1000) }
    #expect(Interrupts.isPending)
    Interrupts.clear()
    #expect(!Interrupts.isPending)
  }
}
