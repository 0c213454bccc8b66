/// The rows that the editor has drawn on a terminal, and the bytes that turn them into other ones.
///
/// Unchanged parts are not drawn again, so that a key press costs a few bytes. Rows are counted from the one in which
/// the prompt begins, and keep their numbers when the screen scrolls.
package struct Screen {
  /// The parameters of `ESC [ … m` of each style.
  private let styles: [String]
  private let width: Int
  private var shown: [ScreenPicture.Row] = []
  private var place = DisplayWidth.Place()
  /// True if the last character filled the last column: the next one goes to the next row by itself.
  private var isAtEnd = false
  /// True after a joined character, which takes more columns on some terminals: the cursor is set again.
  private var isUnsure = false
  private var style: UInt8 = 0
  private var output = ""

  package init(width: Int, styles: [String]) {
    self.width = width
    self.styles = styles
  }

  /// The number of rows drawn.
  var rowCount: Int { shown.count }

  /// The row of the cursor.
  var cursorRow: Int { place.row }

  /// The bytes that replace the picture on screen with another.
  package mutating func show(_ picture: ScreenPicture) -> String {
    output = ""
    if shown.isEmpty { shown = [ScreenPicture.Row()] }
    for row in picture.rows.indices { draw(picture.rows[row], at: row) }
    for row in picture.rows.count..<max(shown.count, picture.rows.count) where !shown[row].glyphs.isEmpty {
      move(to: DisplayWidth.Place(row: row, column: 0))
      output += "\u{1B}[K"
    }
    shown = picture.rows
    setStyle(0)
    move(to: picture.cursor)
    return output
  }

  /// The bytes that take the cursor to the beginning of the row under everything shown.
  mutating func leave() -> String {
    output = ""
    move(to: DisplayWidth.Place(row: max(shown.count - 1, 0), column: 0))
    return output + "\r\n"
  }

  private mutating func draw(_ row: ScreenPicture.Row, at index: Int) {
    let old = index < shown.count ? shown[index] : ScreenPicture.Row()
    guard old != row || index >= shown.count else { return }
    var first = zip(old.glyphs, row.glyphs).prefix { $0 == $1 }.count
    while first > 0,
      first < row.glyphs.count && row.glyphs[first].width == 0
        || first < old.glyphs.count && old.glyphs[first].width == 0
    {
      first -= 1
    }
    let isCreated = index >= shown.count
    guard isCreated || first < row.glyphs.count || old.glyphs.count > first else {
      shown[index] = row
      return
    }
    var end = row.glyphs.count
    let isSameWidth = !isCreated && old.width == row.width && old.glyphs.count == row.glyphs.count
    if isSameWidth { while end > first, old.glyphs[end - 1] == row.glyphs[end - 1] { end -= 1 } }
    while end < row.glyphs.count, row.glyphs[end].width == 0 { end += 1 }
    let start = row.glyphs[..<first].reduce(0) { $0 + Int($1.width) }
    let continues = index > 0 && index - 1 < shown.count && shown[index - 1].isWrapped && !row.glyphs.isEmpty
    move(to: DisplayWidth.Place(row: index, column: start), byWrapping: continues)
    for glyph in row.glyphs[first..<end] { put(glyph) }
    if !isSameWidth, old.width > row.width {
      setStyle(0)
      output += "\u{1B}[K"
    }
    if isCreated { shown.append(row) } else { shown[index] = row }
  }

  private mutating func put(_ glyph: Glyph) {
    if glyph.width > 0, isUnsure { move(to: place) }
    setStyle(glyph.style)
    output.unicodeScalars.append(glyph.scalar)
    guard glyph.width > 0 else {
      isUnsure = isUnsure || JoinedCharacters.mayWiden(glyph.scalar)
      return
    }
    if isAtEnd {
      place = DisplayWidth.Place(row: place.row + 1, column: 0)
      isAtEnd = false
    }
    place.column += Int(glyph.width)
    if place.column >= width {
      place.column = width - 1
      isAtEnd = true
    }
  }

  private mutating func setStyle(_ new: UInt8) {
    guard new != style else { return }
    let parameters = Int(new) < styles.count ? styles[Int(new)] : ""
    output += parameters.isEmpty ? "\u{1B}[0m" : style == 0 ? "\u{1B}[\(parameters)m" : "\u{1B}[0;\(parameters)m"
    style = new
  }

  private mutating func move(to target: DisplayWidth.Place, byWrapping: Bool = false) {
    if isAtEnd, !isUnsure, byWrapping, target == DisplayWidth.Place(row: place.row + 1, column: 0) { return }
    guard target != place || isAtEnd || isUnsure else { return }
    if target.row > place.row, target.row >= shown.count {
      // Rows that are not there yet come by newlines, which scroll at the bottom.
      let reached = max(shown.count - 1, place.row)
      if reached > place.row { output += "\u{1B}[\(reached - place.row)B" }
      output += "\r" + String(repeating: "\n", count: target.row - reached)
      place = DisplayWidth.Place(row: target.row, column: 0)
      isAtEnd = false
    }
    if target.row < place.row { output += "\u{1B}[\(place.row - target.row)A" }
    if target.row > place.row { output += "\u{1B}[\(target.row - place.row)B" }
    if target.column != place.column || isAtEnd || isUnsure {
      if target.column == 0 {
        output += "\r"
      } else if target.column == place.column - 1, !isAtEnd, !isUnsure {
        output += "\u{8}"
      } else {
        output += "\u{1B}[\(target.column + 1)G"
      }
    }
    (isAtEnd, isUnsure) = (false, false)
    place = target
  }
}
