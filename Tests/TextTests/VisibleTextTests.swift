import TestSupport
import Testing
import Text

@Suite("Text that hides something")
struct VisibleTextTests {
  @Test(
    "Marks of direction and characters without width are shown by their numbers",
    arguments: [
      ("ab\u{202E}cd", "ab<U+202E>cd"), ("S\u{200B}PY", "S<U+200B>PY"), ("\u{FEFF}x", "<U+FEFF>x"),
      ("a\u{200D}b", "a<U+200D>b"), ("so\u{AD}ft", "so<U+00AD>ft"), ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
    ])
  func hidden(_ text: String, _ shown: String) {
    #expect(text.map { VisibleText.shown($0) }.joined() == shown)
    #expect(VisibleText.escaped(text) == shown)
  }

  @Test(
    "Letters, accents, emoji and line breaks stay",
    arguments: ["größe", "e\u{301}", "日本語", "👨‍👩‍👧", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "क्‍ष", "a\tb\nc", "─│▁█…"])
  func kept(_ text: String) {
    #expect(text.map { VisibleText.shown($0) }.joined() == text)
    #expect(VisibleText.escaped(text) == text)
  }

  @Test("What steers a terminal is shown, in CSV by its number and in JSON as an escape")
  func controls() {
    #expect(VisibleText.escaped("a\u{1B}[2Jb\u{9B}c\rd\r\n") == "a<U+001B>[2Jb<U+009B>c<U+000D>d\r\n")
    #expect(VisibleText.escaped("\u{202E}\u{E0041}", mark: VisibleText.jsonEscape) == "\\u202e\\udb40\\udc41")
  }

  @Test("A long text is shown as its characters are one by one, and not at all once it is stopped")
  func long() {
    let characters: [Character] = ["a", " ", "\n", "é", "e\u{301}", "\u{202E}", "👨‍👩‍👧", "\r\n", "\u{1B}", "日", "7"]
    var dice = Dice(7)
    let text = (0..<30_000).map { _ in dice.below(10) > 0 ? "x" : dice.pick(characters) }
    let shown = text.map { VisibleText.escaped(String($0)) }.joined()
    #expect(VisibleText.escaped(String(text)) == shown)
    let million = String(repeating: String(text), count: 40)
    #expect(VisibleText.escaped(million, isStopped: { true }).isEmpty)
  }

  @Test("Words of many hundred characters are cut in their middle, sentences are not")
  func shortened() {
    let word = String(repeating: "a", count: 1_000_000)
    let cut = Wording.shortened("unknown name `\(word)` here")
    #expect(cut.count < 200 && cut.hasPrefix("unknown name `aaa") && cut.hasSuffix("aaa` here") && cut.contains("…"))
    let sentence = String(repeating: "a word ", count: 200)
    #expect(Wording.shortened(sentence) == sentence)
  }
}
