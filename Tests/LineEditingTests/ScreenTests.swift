import LineEditing
import TestSupport
import Testing

@Suite("Drawing")
struct ScreenTests {
  /// A text laid out with the cursor at an offset.
  private func picture(_ text: String, cursor: Int, width: Int) -> ScreenPicture {
    var builder = PictureBuilder(width: width)
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == cursor { builder.placeCursor() }
      builder.append(scalar, style: index % 3 == 0 ? 0 : UInt8(index % 7))
    }
    if cursor == text.unicodeScalars.count { builder.placeCursor() }
    return builder.picture
  }

  private let styles = ["", "1", "31", "32", "33", "34", "35"]

  @Test("Whatever was shown before, a picture looks as if it were drawn alone", arguments: [1, 2, 3, 7, 20, 40])
  func differences(width: Int) {
    var dice = Dice(UInt64(width))
    let alphabet = Array("abc d\n日é\t(x".unicodeScalars)
    for _ in 0..<60 {
      var screen = Screen(width: width, styles: styles)
      var terminal = TerminalScreen(columns: width, rows: 30)
      var text: [Unicode.Scalar] = []
      for _ in 0..<12 {
        for _ in 0..<dice.below(5) {
          let place = dice.below(text.count + 1)
          if dice.below(4) == 0, !text.isEmpty {
            text.remove(at: min(place, text.count - 1))
          } else {
            text.insert(alphabet[dice.below(alphabet.count)], at: place)
          }
        }
        let cursor = dice.below(text.count + 1)
        let picture = picture(String(text), cursor: cursor, width: width)
        guard picture.rows.count < 28 else { continue }
        terminal.feed(screen.show(picture).utf8)
        var alone = TerminalScreen(columns: width, rows: 30)
        var fresh = Screen(width: width, styles: styles)
        alone.feed(fresh.show(picture).utf8)
        #expect(terminal.lines == alone.lines, "\(String(text).debugDescription)")
        #expect(terminal.cursorRow == alone.cursorRow && terminal.cursorColumn == alone.cursorColumn)
      }
    }
  }

  @Test("A character typed at the end costs little more than itself")
  func cost() {
    var screen = Screen(width: 80, styles: styles)
    _ = screen.show(picture("print ", cursor: 6, width: 80))
    let one = screen.show(picture("print 1", cursor: 7, width: 80))
    #expect(one.utf8.count <= 1)
    #expect(screen.show(picture("print 1", cursor: 6, width: 80)) == "\u{8}")
  }

  @Test("Brackets are matched by the cursor, those in strings are not")
  func brackets() {
    let text = Array("f(a, \")\", [1)".unicodeScalars)
    let spans = [(1, 2), (10, 11), (12, 13)].map { StyledSpan(start: $0.0, end: $0.1, style: .bracket) }
    var styled = StyledText(text, spans: spans)
    styled.markBrackets(at: 13)
    #expect(styled.numbers[12] == TextStyle.lonelyBracket.rawValue)
    var closed = StyledText(
      Array("f(a)".unicodeScalars),
      spans: [(1, 2), (3, 4)].map {
        StyledSpan(start: $0.0, end: $0.1, style: .bracket)
      })
    closed.markBrackets(at: 4)
    #expect(closed.numbers == [0, TextStyle.matchingBracket.rawValue, 0, TextStyle.matchingBracket.rawValue])
  }

  @Test("A row of a simple terminal shows the part around the cursor", arguments: [4, 10, 40])
  func plainRow(width: Int) {
    var dice = Dice(7)
    var row = PlainRow(width: width)
    var terminal = TerminalScreen(columns: width, rows: 3)
    var text: [Unicode.Scalar] = []
    for _ in 0..<200 {
      if dice.below(3) == 0, !text.isEmpty { text.removeLast() } else { text.append("a") }
      let cursor = dice.below(text.count + 1)
      let glyphs = text.map { Glyph(scalar: $0, width: 1, style: 0) }
      let output = row.show(glyphs, position: cursor, row: 0)
      #expect(!output.utf8.contains(0x1B))
      terminal.feed(output.utf8)
      #expect(terminal.cursorRow == 0)
      #expect(terminal.lines[0].count <= min(text.count, width - 1))
    }
  }

  @Test("The colour of a background is dark or light, in all its spellings")
  func background() {
    var query = BackgroundQuery()
    query.read("11;rgb:ffff/ffff/dddd")
    #expect(query.background == .light && query.isAnswered)
    query.read("11;rgb:00/2b/36")
    #expect(query.background == .dark)
    #expect((BackgroundQuery.lightness(of: "#ffffff") ?? 0) > 0.99)
    #expect(BackgroundQuery.lightness(of: "none") == nil)
    #expect(Theme.Background(stating: "15;0") == .dark)
    #expect(Theme.Background(stating: "0;15") == .light)
    #expect(Theme.Background(stating: nil) == .unknown)
  }

  @Test("Changes are undone word by word, and done again")
  func undoing() {
    var stack = UndoStack()
    stack.begin(with: EditedText(""))
    for text in ["a", "ab", "ab ", "ab c", "ab cd"] { stack.note(EditedText(text)) }
    #expect(stack.undo()?.text == "ab ")
    #expect(stack.undo()?.text == "")
    #expect(stack.undo() == nil)
    #expect(stack.redo()?.text == "ab ")
    #expect(stack.redo()?.text == "ab cd")
    stack.note(EditedText("x"))
    #expect(stack.redo() == nil && stack.undo()?.text == "ab cd")
  }
}
