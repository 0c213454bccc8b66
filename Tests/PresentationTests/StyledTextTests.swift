import Presentation
import Testing
import Text

@Suite("Styled text")
struct StyledTextTests {
  @Test("Interpolated values bring their styles and formats")
  func interpolation() {
    let text: StyledText = "loaded \("SPY", .name), \(2516) bars, \(0.0312, .percent, .positive)"
    #expect(text.plain == "loaded SPY, 2516 bars, 3.12%")
    #expect(text.spans.map(\.style) == [.plain, .name, .plain, .positive])
  }

  @Test("Neighbours of one style are one span and empty texts leave none")
  func spans() {
    var text = StyledText("a", .name) + StyledText("b", .name) + ""
    text.append("", .error)
    #expect(text.spans == [.init("ab", .name)])
    #expect(StyledText("").isEmpty)
  }

  @Test("A style fills only the plain parts")
  func styled() {
    let text = ("x \("y", .error)" as StyledText).styled(.dim)
    #expect(text.spans == [.init("x ", .dim), .init("y", .error)])
  }

  @Test("Lines break at blanks, keep styles, and drop the blanks at the break")
  func wrapping() {
    let text: StyledText = "one two \("three four", .strong) five"
    let lines = text.wrapped(to: 9)
    #expect(lines.map(\.plain) == ["one two", "three", "four five"])
    #expect(lines[1].spans == [.init("three", .strong)])
  }

  @Test("A line that fits exactly is not broken, one column less breaks it")
  func exactFit() {
    #expect(StyledText("ab cd").wrapped(to: 5).map(\.plain) == ["ab cd"])
    #expect(StyledText("ab cd").wrapped(to: 4).map(\.plain) == ["ab", "cd"])
    #expect(StyledText("ab cd").wrapped(to: 2).map(\.plain) == ["ab", "cd"])
  }

  @Test("Long words break inside, newlines stay, later lines are indented")
  func longWords() {
    #expect(StyledText("abcdefgh").wrapped(to: 3).map(\.plain) == ["abc", "def", "gh"])
    #expect(StyledText("a\n\nb").wrapped(to: 3).map(\.plain) == ["a", "", "b"])
    #expect(StyledText("- ab cd").wrapped(to: 5, indent: 2).map(\.plain) == ["- ab", "  cd"])
    #expect(StyledText("  ab cd").wrapped(to: 5).map(\.plain) == ["  ab", "cd"])
    #expect(StyledText("漢字").wrapped(to: 1).map(\.plain) == ["漢", "字"])
    #expect(StyledText("").wrapped(to: 5).map(\.plain) == [""])
  }

  @Test("No wrapped line is wider than the page, and no word is lost", arguments: 2...40)
  func wrappingProperty(width: Int) {
    let words = "the quick 漢字 brown naïve fox jumps over a considerably lazy dog"
    let lines = StyledText(words).wrapped(to: width)
    #expect(lines.allSatisfy { $0.width <= width })
    let letters = lines.map(\.plain).joined().filter { $0 != " " }
    #expect(letters == words.filter { $0 != " " })
  }

  @Test("Cut text ends with an ellipsis inside the width")
  func truncation() {
    #expect(StyledText("abcdef").truncated(to: 4, ellipsis: "…").plain == "abc…")
    #expect(StyledText("abcdef").truncated(to: 6, ellipsis: "…").plain == "abcdef")
    #expect(StyledText("漢字漢字").truncated(to: 4, ellipsis: "…").plain == "漢…")
    #expect(StyledText("abcdef").truncated(to: 2, ellipsis: "...").plain == "ab")
  }

  @Test("Control characters never reach a terminal")
  func controlCharacters() {
    let nasty = "a\u{1B}[31mb\u{7}\tc\r\nd\u{9B}e"
    let text = TextRenderer(width: 80).render(
      Document([
        .paragraph(StyledText(nasty)), .code(nasty), .heading(StyledText(nasty)),
        .table(Table(columns: [.text("t")], rows: [[.text(nasty)]])),
      ])
    )
    #expect(
      !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) }
    )
  }
}
