/// The row being edited on a terminal that knows nothing but characters, the backspace and the carriage return.
///
/// One row of the text is shown, the one with the cursor; a row longer than the terminal shows the part around the
/// cursor.
package struct PlainRow {
  private let width: Int
  /// The characters drawn, and the number of them before the cursor.
  private var shown: [Glyph] = []
  private var cursor = 0
  /// The number of the text's row that is drawn; nil before the first.
  private var row: Int?

  /// True before anything is drawn.
  var isFresh: Bool { row == nil }

  package init(width: Int) { self.width = max(width, 4) }

  /// The bytes that show a row of the text.
  ///
  /// - Parameters:
  ///   - glyphs: the row with its prompt.
  ///   - position: the number of glyphs before the cursor.
  ///   - row: the number of the row in the text; another one than before begins on a new line.
  package mutating func show(_ glyphs: [Glyph], position: Int, row: Int) -> String {
    var output = ""
    if let drawn = self.row, drawn != row {
      output += "\r\n"
      shown = []
      cursor = 0
    }
    self.row = row
    let (visible, place) = window(of: glyphs, around: position)
    let common = zip(shown, visible).prefix { $0 == $1 }.count
    if common < shown.count || common < visible.count {
      output += back(from: cursor, to: min(common, cursor), of: shown)
      if common > cursor { output += text(shown[cursor..<common]) }
      output += text(visible[common...])
      let extra = columns(shown) - columns(visible)
      if extra > 0 { output += String(repeating: " ", count: extra) + String(repeating: "\u{8}", count: extra) }
      cursor = visible.count
    }
    shown = visible
    if place < cursor { output += back(from: cursor, to: place, of: visible) }
    if place > cursor { output += text(visible[cursor..<place]) }
    cursor = place
    return output
  }

  /// The bytes that go to the line below.
  mutating func leave() -> String {
    row = nil
    shown = []
    cursor = 0
    return "\r\n"
  }

  private func window(of glyphs: [Glyph], around position: Int) -> ([Glyph], Int) {
    guard columns(glyphs) >= width else { return (glyphs, position) }
    var start = 0
    // The part moves by half a row, so that most keys move nothing.
    while columns(glyphs[start..<position]) >= width - 1 { start += width / 2 }
    var end = start
    while end < glyphs.count, columns(glyphs[start...end]) < width { end += 1 }
    return (Array(glyphs[start..<end]), position - start)
  }

  private func back(from: Int, to: Int, of glyphs: [Glyph]) -> String {
    String(repeating: "\u{8}", count: to < from ? columns(glyphs[to..<from]) : 0)
  }

  private func text(_ glyphs: some Sequence<Glyph>) -> String { String(glyphs.map(\.scalar)) }

  private func columns(_ glyphs: some Sequence<Glyph>) -> Int { glyphs.reduce(0) { $0 + Int($1.width) } }
}
