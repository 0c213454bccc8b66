import Text

/// Draws a document as text for a terminal or a file.
public struct TextRenderer: Sendable, Hashable {
  /// The width of a page that has none, such as a file's: no line is broken and no table split.
  public static let unlimited = Int.max

  /// The width of a line in columns, ``unlimited`` for none.
  public var width: Int
  /// True if styles become ANSI escape sequences.
  public var color: Bool
  /// True if rules, charts and bars are drawn with Unicode characters, else with ASCII.
  public var unicode: Bool
  /// The look that its reader chose.
  public var look = Look()

  /// Makes a renderer; without colour the text has no escape sequence at all.
  public init(width: Int = 80, color: Bool = false, unicode: Bool = true) {
    self.width = width
    self.color = color
    self.unicode = unicode
  }

  /// The document as lines that each end with a newline; an empty document is an empty string.
  ///
  /// - Parameter isStopped: True once the text is wanted no longer; asked every few hundred rows of a table. The text
  ///   is empty then.
  public func render(_ document: Document, isStopped: () -> Bool = { false }) -> String {
    var result = ""
    var lines = lines(document, isStopped)
    defer { Leftovers.release(&lines) }
    let room = RowRoom(rows: lines.count, start: 0)
    for (index, line) in lines.enumerated() {
      if TableLayout.isCheck(index), isStopped() { return "" }
      if let length = room.length(after: index, of: result.utf8.count) { result.reserveCapacity(length) }
      result += encoded(line)
      result += "\n"
    }
    return result
  }

  /// A text as one line or several, wrapped at the width, without a newline at the end.
  public func render(_ text: StyledText) -> String {
    text.wrapped(to: width).map(encoded).joined(separator: "\n")
  }

  /// The width of charts and bars, which have one on every page.
  private var drawingWidth: Int { look.chartWidth.map { min($0, width) } ?? (width == Self.unlimited ? 80 : width) }

  private var symbols: Symbols { Symbols(isUnicode: unicode) }

  private func lines(_ document: Document, _ isStopped: () -> Bool) -> [StyledText] {
    var lines: [StyledText] = []
    var previous: Document.Block?
    for block in document.blocks {
      if case .blank = block {
        if lines.last?.isEmpty == false { lines.append(StyledText()) }
        previous = block
        continue
      }
      let own = self.lines(block, isStopped)
      guard !own.isEmpty else { continue }
      if let previous, Self.isApart(previous, block) { lines.append(StyledText()) }
      lines += own
      previous = block
    }
    return lines
  }

  /// True if there is an empty line between two parts.
  private static func isApart(_ first: Document.Block, _ second: Document.Block) -> Bool {
    switch (first, second) {
    case (.blank, _), (_, .blank): false
    case (_, .heading): true
    case (.heading, _): false
    case (.table, .note), (.properties, .note), (.chart, .note), (.bars, .note): false
    case (.table, _), (.properties, _), (.chart, _), (.bars, _), (.figure, _), (.code, _), (.values, _),
      (.sparkline, _):
      true
    case (_, .table), (_, .properties), (_, .chart), (_, .bars), (_, .figure), (_, .code), (_, .values),
      (_, .sparkline):
      true
    default: false
    }
  }

  /// A drawing below its words.
  private func lines(_ part: Picture.Part, _ isStopped: () -> Bool) -> [StyledText] {
    let drawn: [StyledText] =
      switch part.drawing {
      case .chart(let chart): lines(.chart(chart), isStopped)
      case .bars(let bars): lines(.bars(bars), isStopped)
      case .grid(let map): HeatMapDrawing(map, symbols: symbols, color: color, look: look).lines(width: width)
      case .multiples(let multiples): multiples.lines(width: drawingWidth, symbols: symbols)
      }
    return (part.caption.isEmpty ? [] : StyledText(part.caption).wrapped(to: width)) + drawn
  }

  private func lines(_ table: Table, _ isStopped: () -> Bool) -> [StyledText] {
    var layout = TableLayout(table, symbols: symbols, look: look, isStopped: isStopped)
    defer { layout.release() }
    return layout.lines(width: width, isStopped: isStopped)
  }

  private func lines(_ block: Document.Block, _ isStopped: () -> Bool) -> [StyledText] {
    switch block {
    case .heading(let text): text.styled(.heading).wrapped(to: width)
    case .paragraph(let text): text.wrapped(to: width)
    case .list(let items):
      items.flatMap { (StyledText(symbols.bullet + " ") + $0).wrapped(to: width, indent: 2) }
    case .table(let table):
      lines(table, isStopped)
    case .properties(let properties): lines(properties)
    case .chart(let chart): ChartDrawing(chart, width: drawingWidth, symbols: symbols, color: color).lines()
    case .bars(let bars): bars.lines(width: drawingWidth, symbols: symbols)
    case .figure(let part): lines(part, isStopped)
    case .note(let text): text.styled(.dim).wrapped(to: width)
    case .warning(let text): (StyledText("warning: ", .warning) + text).wrapped(to: width, indent: 2)
    case .code(let text): lines(ofCode: text, isStopped)
    case .values(let values): [.joined(values.map { look.text(ofSingle: $0) }, separator: " ")]
    case .sparkline(let sparkline):
      [StyledText(Sparkline(sparkline.values, width: min(sparkline.width, drawingWidth)).text(unicode: unicode))]
    case .blank: []
    }
  }

  /// The lines of a text that keeps them; fewer once it is stopped.
  private func lines(ofCode text: String, _ isStopped: () -> Bool) -> [StyledText] {
    var lines: [StyledText] = []
    var rest = text[...]
    while let end = rest.firstIndex(where: \.isNewline) {
      if TableLayout.isCheck(lines.count), isStopped() { return lines }
      lines.append(StyledText(rest[..<end]).onOneLine)
      rest = rest[rest.index(after: end)...]
    }
    lines.append(StyledText(rest).onOneLine)
    return lines
  }

  private func lines(_ properties: [Property]) -> [StyledText] {
    let longest = properties.reduce(0) { max($0, displayWidth($1.label)) }
    let labelWidth = min(longest, max(width / 2, 1))
    let column = Table.Column("")
    return properties.flatMap { property in
      let value = ColumnText.text(property.value, in: column, format: look.format(column.format), look: look)
      let label = StyledText(property.label, .dim).truncated(to: labelWidth, ellipsis: symbols.ellipsis)
        .padded(to: labelWidth, alignment: .left)
      var line = label + "  " + value
      if let remark = property.remark { line += "  " + remark.styled(.dim) }
      return line.wrapped(to: width, indent: labelWidth + 2)
    }
  }

  private func encoded(_ line: StyledText) -> String {
    let text = line.withoutTrailingBlanks
    guard color else { return spelled(text.plain) }
    return text.spans.reduce(into: "") { result, span in
      guard let code = ANSI.code(span.style, isLight: look.isLight ?? false, depth: look.colorDepth) else {
        return result += spelled(span.text)
      }
      result += "\u{1B}[\(code)m\(spelled(span.text))\u{1B}[0m"
    }
  }

  /// The signs of sentences that a terminal without Unicode does not have, and their replacements.
  private static let plainSigns: [Character: Character] = [
    "·": "|", "–": "-", "—": "-", "…": "~", "“": "\"", "”": "\"", "’": "'", "×": "x", "−": "-",
  ]

  /// A text as the terminal can show it.
  private func spelled(_ text: String) -> String {
    if unicode || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return String(text.map { Self.plainSigns[$0] ?? $0 })
  }
}

extension OutputFormat {
  /// Text for a terminal.
  public static let table = OutputFormat("table", title: "text", fileEnding: nil) { result, context in
    var document = result.document(isStopped: context.isStopped)
    let text = context.page.render(document, isStopped: context.isStopped)
    document.release(after: text)
    return text
  }
}
