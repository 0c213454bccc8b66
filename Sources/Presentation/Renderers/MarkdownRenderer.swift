import Text

/// Writes a document as Markdown with the tables that GitHub knows.
///
/// Charts become text in a code block.
public struct MarkdownRenderer: Sendable, Hashable {
  /// The width of a chart in columns.
  public var chartWidth: Int
  /// The look of numbers that its reader chose.
  public var look = Look()

  /// The name of the file of a figure by its number from 1, for figures in files; nil draws them as text.
  public var figureFile: (@Sendable (Int) -> String)?

  /// True if both write the same.
  public static func == (left: MarkdownRenderer, right: MarkdownRenderer) -> Bool {
    left.chartWidth == right.chartWidth && left.look == right.look
      && (left.figureFile == nil) == (right.figureFile == nil)
  }

  /// Hashes the width.
  public func hash(into hasher: inout Hasher) { hasher.combine(chartWidth) }

  /// Makes a renderer.
  public init(chartWidth: Int = 80) {
    self.chartWidth = chartWidth
  }

  /// The document as Markdown; parts are separated by an empty line.
  ///
  /// - Parameter isStopped: True once the text is wanted no longer; asked every few hundred rows of a table. The text
  ///   is empty then.
  public func render(_ document: Document, isStopped: () -> Bool = { false }) -> String {
    var figures = 0
    var all = ""
    for block in document.blocks {
      if case .table(let table) = block, !table.columns.isEmpty {
        if !all.isEmpty { all += "\n\n" }
        // A long table is written in its place.
        append(table, to: &all, isStopped)
        continue
      }
      var part = ""
      if case .figure(let figure) = block, let figureFile {
        figures += 1
        let words = escaped(figure.caption.isEmpty ? "figure \(figures)" : VisibleText.escaped(figure.caption))
        part = "![\(words)](<\(figureFile(figures))>)" + (figure.caption.isEmpty ? "" : "\n\n*\(words)*")
      } else {
        part = text(block, isStopped)
      }
      if part.isEmpty { continue }
      if !all.isEmpty { all += "\n\n" }
      all += part
    }
    if all.isEmpty || isStopped() { return "" }
    all += "\n"
    return all
  }

  private func text(_ block: Document.Block, _ isStopped: () -> Bool) -> String {
    switch block {
    case .heading(let text): "## " + inline(text.onOneLine, isHeading: true)
    case .paragraph(let text), .note(let text): paragraph(text)
    case .warning(let text): "**warning:** " + paragraph(text)
    case .list(let items): items.map { "- " + inline($0.onOneLine) }.joined(separator: "\n")
    case .table(let table): rows(table, isStopped)
    case .properties(let properties): list(properties)
    case .figure(let part) where part.drawing.map != nil:
      [
        part.caption.isEmpty ? "" : "*\(escaped(VisibleText.escaped(part.caption)))*",
        part.drawing.map.map { rows($0.table, isStopped) } ?? "",
      ]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    case .chart, .bars, .figure: fenced(TextRenderer(width: chartWidth).render(Document([block])))
    case .code(let text): fenced(text.hasSuffix("\n") ? text : text + "\n")
    case .values(let values):
      fenced(values.map { look.text(ofSingle: $0).plain }.joined(separator: " ") + "\n")
    case .sparkline(let sparkline): fenced(sparkline.text() + "\n")
    case .blank: ""
    }
  }

  /// Lines of the text end with a backslash, which keeps them apart.
  private func paragraph(_ text: StyledText) -> String {
    text.wrapped(to: .max).map { inline($0) }.joined(separator: "\\\n")
  }

  private func list(_ properties: [Property]) -> String {
    let column = Table.Column("")
    return properties.map { property in
      let value = inline(ColumnText.text(property.value, in: column, format: look.format(column.format), look: look))
      let remark = property.remark.map { " (" + inline($0.onOneLine) + ")" } ?? ""
      return "- \(escaped(property.label)): \(value)\(remark)"
    }.joined(separator: "\n")
  }

  private func rows(_ table: Table, _ isStopped: () -> Bool) -> String {
    var text = ""
    if !table.columns.isEmpty { append(table, to: &text, isStopped) }
    return text
  }

  /// Adds a table; a part of it once it is stopped.
  private func append(_ table: Table, to text: inout String, _ isStopped: () -> Bool) {
    let all = Array(table.rows.indices)
    guard var columns = ColumnText.columns(of: table, rows: all, look: look, isStopped: isStopped) else { return }
    defer { if all.count > TableLayout.rowsBetweenChecks { Leftovers.release(&columns, leaving: []) } }
    text += line(table.columns.map { escaped(VisibleText.escaped($0.title)) }) + "\n"
    text += line(table.columns.map { $0.alignment == .right ? "---:" : "---" })
    let room = RowRoom(rows: all.count, start: text.utf8.count)
    for row in all {
      if TableLayout.isCheck(row), isStopped() { return }
      if let length = room.length(after: row, of: text.utf8.count) { text.reserveCapacity(length) }
      text += "\n"
      text += line(columns.map { inline($0[row].withoutTrailingBlanks) })
    }
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  private func fenced(_ text: String) -> String {
    // A fence longer than any run of backticks in the text.
    var longest = 2
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence)text\n\(text)\(fence)"
  }

  private func inline(_ text: StyledText, isHeading: Bool = false) -> String {
    text.spans.map { span in
      switch span.style {
      case .strong, .heading, .warning, .error, .accent:
        isHeading ? escaped(span.text) : emphasized(span.text)
      case .plain, .dim, .name, .number, .keyword, .positive, .negative, .series, .heat: escaped(span.text)
      }
    }.joined()
  }

  /// Bold, with the blanks at the ends outside, as Markdown asks for.
  private func emphasized(_ text: String) -> String {
    let start = text.prefix { $0 == " " }
    let body = text.dropFirst(start.count)
    let end = body.reversed().prefix { $0 == " " }.count
    guard body.count > end else { return text }
    return start + "**" + escaped(String(body.dropLast(end))) + "**" + String(repeating: " ", count: end)
  }

  private func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: Self.isSpecial) else { return text }
    // Byte by byte: a mark that combines with a bar makes another character of it, and it still ends a cell.
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if Self.isSpecial(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True for the bytes of characters that mean something in Markdown.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "|"), UInt8(ascii: "#"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension OutputFormat {
  /// Markdown with the tables that GitHub knows.
  public static let markdown = OutputFormat("markdown", title: "Markdown", fileEnding: "md") { result, context in
    var renderer = MarkdownRenderer(chartWidth: context.page.look.chartWidth ?? 80)
    renderer.look = context.page.look
    var document = result.document(isStopped: context.isStopped).adding(notes: context.remarks)
    let text = renderer.render(document, isStopped: context.isStopped)
    document.release(after: text)
    return text
  }
}
