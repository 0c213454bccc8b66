/// A field of character cells that the series of a pane are drawn on.
///
/// Lines are drawn with the eight dots of a braille character, so a cell is two dots wide and four high. In
/// ASCII a cell is one dot, and a line is drawn with the character of its series.
struct PlotCanvas {
  /// The order in which items drawn in one cell hide each other; the later ones hide the earlier.
  enum Layer: UInt8, Comparable {
    case empty, guide, histogram, line, lineMark, candle, mark

    static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
  }

  private struct PlotCell {
    var layer = Layer.empty
    var dots: UInt8 = 0
    var glyph: Character = " "
    var style = Style.plain
  }

  let columns: Int
  let lines: Int
  /// The number of dots across and down a cell.
  let dotsAcross: Int
  let dotsDown: Int
  private var cells: [PlotCell]

  init(columns: Int, lines: Int, isUnicode: Bool) {
    self.columns = columns
    self.lines = lines
    dotsAcross = isUnicode ? 2 : 1
    dotsDown = isUnicode ? 4 : 1
    cells = Array(repeating: PlotCell(), count: columns * lines)
  }

  /// Puts a character into a cell unless something of a higher layer is there; outside nothing happens.
  mutating func put(_ glyph: Character, column: Int, line: Int, layer: Layer, style: Style) {
    guard (0..<columns).contains(column), (0..<lines).contains(line) else { return }
    let index = line * columns + column
    guard cells[index].layer <= layer else { return }
    cells[index].layer = layer
    cells[index].glyph = glyph
    cells[index].style = style
    cells[index].dots = 0
  }

  /// Puts a dot of a line, with the character for it in ASCII.
  mutating func dot(_ x: Int, _ y: Int, glyph: Character, style: Style) {
    guard dotsAcross > 1 else {
      return put(glyph, column: x, line: y, layer: .line, style: style)
    }
    let index = (y / 4) * columns + x / 2
    guard cells.indices.contains(index), cells[index].layer <= .line else { return }
    cells[index].layer = .line
    cells[index].style = style
    // The dots of braille are numbered down the left column, then the right one; the lowest were added later.
    let row = y % 4
    let bit: UInt8 = x.isMultiple(of: 2) ? (row == 3 ? 0x40 : 1 << row) : (row == 3 ? 0x80 : 8 << row)
    cells[index].dots |= bit
  }

  /// Puts the dots of a straight line from one dot to another.
  mutating func segment(
    from start: (x: Int, y: Int),
    to end: (x: Int, y: Int),
    glyph: Character,
    style: Style
  ) {
    let across = abs(end.x - start.x)
    let down = abs(end.y - start.y)
    let steps = max(across, down)
    guard steps > 0 else { return dot(start.x, start.y, glyph: glyph, style: style) }
    for step in 0...steps {
      // Whole-number rounding, so that the line is the same on every machine.
      let x = start.x + ((end.x - start.x) * step * 2 + (end.x < start.x ? -steps : steps)) / (2 * steps)
      let y = start.y + ((end.y - start.y) * step * 2 + (end.y < start.y ? -steps : steps)) / (2 * steps)
      dot(x, y, glyph: glyph, style: style)
    }
  }

  /// The cells of a line as text.
  func text(line: Int) -> StyledText {
    var text = StyledText()
    for cell in cells[(line * columns)..<((line + 1) * columns)] {
      if cell.dots != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(cell.dots)) {
        text.append(String(Character(scalar)), cell.style)
      } else {
        text.append(String(cell.glyph), cell.layer == .empty ? .plain : cell.style)
      }
    }
    return text
  }
}
