import Text

/// Values by two keys as lines of text: the number in each field, on a colour, or with a shade if there is none.
struct HeatMapDrawing {
  private let map: HeatMap
  private let symbols: Symbols
  private let color: Bool
  private let look: Look

  /// A drawing of a map; one without colour has a shade before each number and a legend below.
  init(_ map: HeatMap, symbols: Symbols, color: Bool, look: Look) {
    var map = map
    map.rows = map.rows.map { VisibleText.escaped($0) }
    map.columns = map.columns.map { VisibleText.escaped($0) }
    map.rowTitle = VisibleText.escaped(map.rowTitle)
    map.columnTitle = VisibleText.escaped(map.columnTitle)
    self.map = map
    self.symbols = symbols
    self.color = color
    self.look = look
  }

  /// True if fields have a background of their own, which needs no shade.
  private var isPainted: Bool { color && look.colorDepth != .sixteen }

  /// The lines; columns that do not fit go into further blocks below.
  func lines(width: Int) -> [StyledText] {
    guard !map.rows.isEmpty, !map.columns.isEmpty else { return [] }
    let strengths = map.strengths()
    let texts = map.rows.indices.map { row in map.columns.indices.map { text(row, $0) } }
    let key = map.columnTitle.isEmpty ? map.rowTitle : "\(map.rowTitle) \\ \(map.columnTitle)"
    let longest = map.rows.reduce(displayWidth(key)) { max($0, displayWidth($1)) }
    let labelWidth = width == TextRenderer.unlimited ? longest : min(longest, max(width / 2, 4))
    let widest = (map.columns + texts.joined()).reduce(1) { max($0, displayWidth($1)) }
    let field = widest + (isPainted ? 2 : 3)
    let most = width == TextRenderer.unlimited ? map.columns.count : max((width - labelWidth - 1) / field, 1)
    // Blocks of about the same width, no last one of a single column.
    let blocks = (map.columns.count + most - 1) / most
    let perBlock = (map.columns.count + blocks - 1) / blocks
    var lines: [StyledText] = []
    for start in stride(from: 0, to: map.columns.count, by: perBlock) {
      if start > 0 { lines.append(StyledText()) }
      let columns = start..<min(start + perBlock, map.columns.count)
      var head = name(key, labelWidth)
      for column in columns {
        head.append(StyledText(map.columns[column]).padded(to: field - 1, alignment: .right))
        head.append(" ")
      }
      lines.append(head.withoutTrailingBlanks.styled(.heading))
      for row in map.rows.indices {
        var line = name(map.rows[row], labelWidth)
        for column in columns {
          line += self.field(texts[row][column], strengths[row][column], isMarked(row, column), width: field)
        }
        lines.append(line.withoutTrailingBlanks)
      }
    }
    if !isPainted, let legend { lines.append(legend) }
    return lines
  }

  private func isMarked(_ row: Int, _ column: Int) -> Bool { map.marked == HeatMap.Place(row: row, column: column) }

  private func text(_ row: Int, _ column: Int) -> String {
    let value = map.value(row, column)
    let text = value.isFinite ? look.format(map.sharedFormat).text(value) : look.missing
    // Every field keeps the place of the mark, so that the digits align.
    return map.marked == nil ? text : text + (isMarked(row, column) ? "*" : " ")
  }

  private func name(_ text: String, _ width: Int) -> StyledText {
    StyledText(text).truncated(to: width, ellipsis: symbols.ellipsis).padded(to: width, alignment: .left) + " "
  }

  private func field(_ text: String, _ strength: Double?, _ isMarked: Bool, width: Int) -> StyledText {
    guard let strength else {
      return StyledText(text, .dim).padded(to: width - 1, alignment: .right) + " "
    }
    let style: Style = map.isCentre(strength) ? .plain : .heat(Int((strength * 100).rounded()))
    guard !isPainted else {
      let padded = StyledText(text).padded(to: width - 1, alignment: .right).plain
      return StyledText(padded + " ", style)
    }
    let shade = map.isCentre(strength) ? " " : String(symbols.shade(abs(strength)))
    let number = StyledText(text, isMarked ? .strong : .plain).padded(to: width - 2, alignment: .right)
    return StyledText(shade, strength < 0 ? .negative : .positive) + number + " "
  }

  /// The meaning of the shades.
  private var legend: StyledText? {
    let known = map.values.joined().filter(\.isFinite)
    guard let low = known.min(), let high = known.max(), low < high else { return nil }
    let format = look.format(map.format)
    let steps = [0.3, 0.5, 0.7, 0.9].map { String(symbols.shade($0)) }.joined()
    let text: String
    if case .around(let centre) = map.scheme, centre.isFinite, low < centre, high > centre {
      text = "\(steps) the farther from \(format.text(centre))"
    } else if case .around(let centre) = map.scheme, centre.isFinite {
      text =
        "\(steps) from \(format.text(centre)) to \(format.text(abs(high - centre) > abs(low - centre) ? high : low))"
    } else {
      text = "\(steps) from \(format.text(low)) to \(format.text(high))"
    }
    return StyledText(text, .dim)
  }
}
