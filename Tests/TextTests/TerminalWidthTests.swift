import Testing
import Text

@Suite("Widths in a terminal")
struct TerminalWidthTests {
  @Test(
    "Widths of letters, marks, wide characters and emoji",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("👍", 2),
      ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("│─⣿█…", 5), ("a\u{200B}b", 2), ("\u{1B}", 0), ("→", 1), ("µ", 1),
    ]
  )
  func width(text: String, width: Int) {
    #expect(displayWidth(text) == width)
  }
}
