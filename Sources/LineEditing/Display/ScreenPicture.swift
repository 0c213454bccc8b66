/// One character on the screen.
package struct Glyph: Equatable {
  var scalar: Unicode.Scalar
  /// The columns that it takes; 0 for a mark on the character before it, or for a part that is joined to it.
  var width: UInt8
  /// The index of its style among the styles of the screen.
  var style: UInt8

  package init(scalar: Unicode.Scalar, width: UInt8, style: UInt8) {
    self.scalar = scalar
    self.width = width
    self.style = style
  }
}

/// Rows of characters with a cursor, as wide as a terminal: all that the editor shows at one moment.
package struct ScreenPicture: Equatable {
  /// A row, and whether the text continues in the next one because the row was full.
  package struct Row: Equatable {
    var glyphs: [Glyph] = []
    var isWrapped = false

    /// The columns that are taken.
    var width: Int { glyphs.reduce(0) { $0 + Int($1.width) } }
  }

  package var rows: [Row] = [Row()]
  var cursor = DisplayWidth.Place()

  /// The rows that fit into a height, among them the cursor's.
  ///
  /// - Parameter before: the number of rows that were left out above the last time; no more is moved than needed.
  /// - Returns: those rows, and the number now left out above.
  func clipped(toRows height: Int, before: Int) -> (picture: ScreenPicture, top: Int) {
    guard rows.count > height else { return (self, 0) }
    let top = max(0, min(max(min(before, cursor.row), cursor.row - height + 1), rows.count - height))
    var picture = self
    picture.rows = Array(rows[top..<top + height])
    picture.cursor.row -= top
    return (picture, top)
  }
}

/// Lays text out into the rows of a terminal.
package struct PictureBuilder {
  let width: Int
  package private(set) var picture = ScreenPicture()
  private var column = 0

  package init(width: Int) { self.width = max(width, 1) }

  /// The columns left in the current row.
  var room: Int { width - column }

  /// The place after the text so far; a full row leaves it in the next one.
  private var place: DisplayWidth.Place { DisplayWidth.Place(row: picture.rows.count - 1, column: column) }

  /// Begins a row.
  mutating func breakRow(isWrapped: Bool = false) {
    picture.rows[picture.rows.count - 1].isWrapped = isWrapped
    picture.rows.append(ScreenPicture.Row())
    column = 0
  }

  /// Adds a text; a newline begins a row with the mark of further lines.
  mutating func append(_ text: some Sequence<Unicode.Scalar>, style: UInt8) {
    let scalars = Array(text)
    let columns = JoinedCharacters.columns(of: scalars)
    for (index, scalar) in scalars.enumerated() { append(scalar, style: style, columns: columns?[index]) }
  }

  /// Adds a character: a tab as blanks, another control character as `^A`.
  ///
  /// - Parameter columns: those of a part of a joined character; nil if it is a character of its own.
  package mutating func append(_ scalar: Unicode.Scalar, style: UInt8, columns: Int? = nil) {
    switch scalar {
    case "\n": breakRow()
    case "\t":
      repeat { put(" ", 1, style) } while column % 8 != 0 && column < width
    default:
      let columns = columns ?? DisplayWidth.columns(of: scalar)
      if columns < 0 {
        put("^", 1, style)
        put(scalar.value < 0x20 ? Unicode.Scalar(UInt8(scalar.value + 0x40)) : "?", 1, style)
      } else {
        put(scalar, columns, style)
      }
    }
  }

  /// Puts the cursor after the text so far.
  package mutating func placeCursor() {
    if column >= width {
      breakRow(isWrapped: true)
      // A row that is only wrapped into holds something, so that the terminal takes the two as one line.
      picture.rows[picture.rows.count - 1].glyphs = [Glyph(scalar: " ", width: 1, style: 0)]
    }
    picture.cursor = place
  }

  private mutating func put(_ scalar: Unicode.Scalar, _ columns: Int, _ style: UInt8) {
    if columns > 0, column + columns > width, column > 0 {
      while column < width { addGlyph(" ", 1, 0) }
      breakRow(isWrapped: true)
    }
    addGlyph(scalar, columns, style)
  }

  private mutating func addGlyph(_ scalar: Unicode.Scalar, _ columns: Int, _ style: UInt8) {
    let last = picture.rows.count - 1
    // The blank under a cursor at the beginning of a row gives way to text.
    if column == 0, columns > 0, !picture.rows[last].glyphs.isEmpty { picture.rows[last].glyphs = [] }
    picture.rows[last].glyphs.append(Glyph(scalar: scalar, width: UInt8(min(columns, width)), style: style))
    column += columns
  }
}
