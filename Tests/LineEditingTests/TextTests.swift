import LibC
import Testing

@testable import LineEditing

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
