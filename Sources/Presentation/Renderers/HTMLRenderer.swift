import Text

/// Writes a document as one HTML page that needs nothing else: no other file, no network, and no script to be read.
///
/// It is light or dark as its reader prefers, and prints without colours after the text. Text is always escaped. Charts
/// are pictures.
public struct HTMLRenderer: Sendable, Hashable {
  /// The width of a chart in columns.
  public var chartWidth: Int
  /// The look of numbers that its reader chose.
  public var look = Look()
  /// True if charts can be moved, for which the page has a script.
  public var isLive = false
  /// The part of a page that a document is.
  public var part = PagePart.whole

  /// The part of a page that one of several documents is, which are printed one after the other.
  public enum PagePart: Sendable, Hashable {
    /// A page with this document alone.
    case whole
    /// The beginning of a page that others may follow on; HTML lets it end without a word.
    case first
    /// One that follows on a page.
    case later
    /// A part of a page of another program, whose style it leaves alone.
    case guest
  }

  /// Makes a renderer.
  public init(chartWidth: Int = 80) {
    self.chartWidth = chartWidth
  }

  /// The document as a page; its first heading is the title.
  ///
  /// - Parameters:
  ///   - picture: the picture below the title, in place of the document's own charts.
  ///   - isStopped: True once the page is wanted no longer; asked every few hundred rows of a table. The page is empty
  ///     then.
  public func render(_ document: Document, picture: Picture? = nil, isStopped: () -> Bool = { false }) -> String {
    let hasPicture = picture != nil || document.blocks.contains(where: \.isDrawing)
    let pieces = pieces(of: document, picture, isStopped)
    if isStopped() { return "" }
    let frame = frame(titled: document.title ?? picture?.title, around: pieces, hasPicture: hasPicture)
    var page = frame.before
    append(part == .whole ? withContents(pieces) : pieces, to: &page, isStopped)
    page += frame.after
    return isStopped() ? "" : page
  }

  /// A piece of a page: its text, or a table, which may be long and is written in its place.
  private enum Piece {
    case text(String)
    case table(Table)

    func contains(_ text: String) -> Bool {
      guard case .text(let own) = self else { return false }
      return own.contains(text)
    }

    /// The words between the tags of a heading of a part; nil for all else.
    var heading: Substring? {
      // Text is escaped: the tag is that of a heading.
      guard case .text(let own) = self, own.hasPrefix("<h2>"), let end = own.firstRange(of: "</h2>") else { return nil }
      return own[..<end.lowerBound].dropFirst(4)
    }
  }

  /// The number of parts from which on a page begins with a list of them.
  private static let longPage = 8

  /// The pieces of a page, if long with a list of links to its parts before the first.
  private func withContents(_ pieces: [Piece]) -> [Piece] {
    let headings = pieces.indices.filter { pieces[$0].heading != nil }
    guard headings.count >= Self.longPage, let first = headings.first else { return pieces }
    var result = pieces
    var links = ""
    for (number, place) in headings.enumerated() {
      guard let heading = pieces[place].heading else { continue }
      links += "<a href=\"#part-\(number + 1)\">\(heading)</a>\n"
      result[place] = .text("<h2 id=\"part-\(number + 1)\">\(heading)</h2>\n")
    }
    let list = "<details class=\"contents\"><summary>contents</summary>\n<nav>\n\(links)</nav></details>\n"
    result.insert(.text(list), at: first)
    return result
  }

  /// The text before and after the pieces of a document.
  private func frame(
    titled title: String?, around pieces: [Piece], hasPicture: Bool
  ) -> (before: String, after: String) {
    switch part {
    case .later: return ("<hr>\n", "")
    case .guest:
      let pictures = hasPicture ? "\n\(PictureStyle.sheet)" : ""
      return (
        "<div class=\"tas-result\">\n<style>\n\(HTMLStyle.guestSheet)\(pictures)\n</style>\n", "</div>\n"
      )
    case .whole, .first:
      let hasScript = isLive && hasPicture && pieces.contains { $0.contains("<figure class=\"live newest\">") }
      let hasDrawing = part == .first || hasPicture && pieces.contains { $0.contains("class=\"tas\"") }
      let script = hasScript ? "<script>\(LiveScript.source)</script>\n" : ""
      return (
        head(titled: title, hasScript: hasScript, hasDrawing: hasDrawing),
        part == .first ? "" : "</main>\n\(script)      </body>\n</html>\n"
      )
    }
  }

  /// The pieces of a page: the heading, the picture, and the rest of the document.
  private func pieces(of document: Document, _ picture: Picture?, _ isStopped: () -> Bool) -> [Piece] {
    guard let picture else { return pieces(of: document, isStopped) }
    var rest = document
    rest.blocks = rest.blocks.compactMap { block in
      switch block {
      case .chart, .bars: nil
      // The numbers of a map stay next to its drawing.
      case .figure(let part): part.drawing.map.map { .table($0.table) }
      // It is below the picture.
      case .note(let text) where text.plain == picture.remark: nil
      default: block
      }
    }
    let heading = rest.blocks.firstIndex { if case .heading = $0 { true } else { false } }
    let first =
      heading.map { Document([rest.blocks.remove(at: $0)]) } ?? Document([.heading(StyledText(picture.title))])
    return pieces(of: first, isStopped) + [.text(HTMLPicture(picture, isLive: isLive).text(isStopped: isStopped))]
      + pieces(of: rest, hasTitle: true, isStopped)
  }

  private func pieces(of document: Document, hasTitle: Bool = false, _ isStopped: () -> Bool) -> [Piece] {
    var hasTitle = hasTitle
    return document.blocks.compactMap { block in
      if isStopped() { return nil }
      if case .table(let table) = block { return .table(table) }
      let text = text(block, isTitle: !hasTitle, isStopped)
      if case .heading = block { hasTitle = true }
      return text.isEmpty ? nil : .text(text + "\n")
    }
  }

  private func append(_ pieces: [Piece], to page: inout String, _ isStopped: () -> Bool) {
    for piece in pieces {
      switch piece {
      case .text(let text): page += text
      case .table(let table): append(table, to: &page, isStopped)
      }
    }
  }

  /// The page up to its first part.
  private func head(titled title: String?, hasScript: Bool, hasDrawing: Bool) -> String {
    let policy = hasScript ? "; script-src '\(LiveScript.digest)'" : ""
    let pictures = hasDrawing ? "\n\(PictureStyle.sheet)" : ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'\(policy)">
      <meta name="color-scheme" content="light dark">
      <title>\(Self.escaped(VisibleText.escaped(title ?? "tas")))</title>
      <style>
      \(HTMLStyle.sheet)\(pictures)
      </style>
      </head>
      <body>
      <main>

      """
  }

  /// The document as a part of a page: its blocks without a head.
  ///
  /// - Parameters:
  ///   - hasTitle: true if the page has its title already.
  ///   - isStopped: True once the part is no longer needed; the part made so far is returned.
  public func fragment(
    _ document: Document, hasTitle: Bool = false, isStopped: () -> Bool = { false }
  ) -> String {
    var body = ""
    append(pieces(of: document, hasTitle: hasTitle, isStopped), to: &body, isStopped)
    return body
  }

  private func text(_ block: Document.Block, isTitle: Bool, _ isStopped: () -> Bool) -> String {
    switch block {
    case .heading(let text):
      isTitle ? "<h1>\(inline(text.onOneLine, .heading))</h1>" : "<h2>\(inline(text.onOneLine, .heading))</h2>"
    case .paragraph(let text): "<p>\(lines(text))</p>"
    case .note(let text): "<p class=\"note\">\(lines(text))</p>"
    case .warning(let text): "<p class=\"warning\"><strong>warning:</strong> \(lines(text))</p>"
    case .list(let items):
      "<ul>\n" + items.map { "<li>\(inline($0.onOneLine))</li>\n" }.joined() + "</ul>"
    case .table: ""
    case .properties(let properties): list(properties)
    case .chart(let chart): figure(.chart(chart), isStopped)
    case .bars(let bars): figure(.bars(bars), isStopped)
    case .figure(let part): figure(part.drawing, isStopped, caption: part.caption)
    case .code(let text): drawing(text)
    case .values(let values): drawing(values.map { look.text(ofSingle: $0).plain }.joined(separator: " "))
    case .sparkline(let sparkline): drawing(sparkline.text())
    case .blank: ""
    }
  }

  /// A text whose own lines stay apart.
  private func lines(_ text: StyledText) -> String {
    text.wrapped(to: .max).map { inline($0) }.joined(separator: "<br>\n")
  }

  private func figure(_ drawing: Picture.Drawing, _ isStopped: () -> Bool, caption: String = "") -> String {
    HTMLPicture(Picture(title: caption, [Picture.Part(caption, drawing)]), isLive: isLive)
      .text(isStopped: isStopped)
  }

  private func drawing(_ text: String) -> String { "<pre>\(Self.escaped(text))</pre>" }

  private func list(_ properties: [Property]) -> String {
    guard !properties.isEmpty else { return "" }
    let column = Table.Column("")
    let rows = properties.map { property in
      let value = inline(ColumnText.text(property.value, in: column, format: look.format(column.format), look: look))
      let remark = property.remark.map { " <span class=\"dim\">\(inline($0.onOneLine))</span>" } ?? ""
      return "<dt>\(Self.escaped(property.label))</dt><dd>\(value)\(remark)</dd>\n"
    }
    return "<dl>\n\(rows.joined())</dl>"
  }

  /// Adds a table; without its end once it is stopped.
  private func append(_ table: Table, to page: inout String, _ isStopped: () -> Bool) {
    guard !table.columns.isEmpty else { return }
    let all = Array(table.rows.indices)
    guard var cells = ColumnText.columns(of: table, rows: all, look: look, isStopped: isStopped) else { return }
    defer { if all.count > TableLayout.rowsBetweenChecks { Leftovers.release(&cells, leaving: []) } }
    let titles = table.columns.map {
      "<th scope=\"col\"\(alignment($0))>\(Self.escaped(VisibleText.escaped($0.title)))</th>"
    }
    page += "<div class=\"table\"><table>\n<thead><tr>\(titles.joined())</tr></thead>\n<tbody>\n"
    // The first cell names its row.
    let tags = table.columns.enumerated().map { index, column in
      index == 0 && column.alignment == .left
        ? ("<th scope=\"row\"\(alignment(column))>", "</th>") : ("<td\(alignment(column))>", "</td>")
    }
    let room = RowRoom(rows: all.count, start: page.utf8.count)
    for row in all {
      if TableLayout.isCheck(row), isStopped() { return }
      if let length = room.length(after: row, of: page.utf8.count) { page.reserveCapacity(length) }
      page += table.rules.contains(row) ? "<tr class=\"rule\">" : "<tr>"
      for (index, tag) in tags.enumerated() {
        page += tag.0
        page += inline(cells[index][row].withoutTrailingBlanks)
        page += tag.1
      }
      page += "</tr>\n"
    }
    page += "</tbody>\n</table></div>\n"
  }

  private func alignment(_ column: Table.Column) -> String {
    column.alignment == .right ? " class=\"number\"" : column.isWhole ? " class=\"date\"" : ""
  }

  /// A text on one line; a span in the style of its surroundings gets no element of its own.
  private func inline(_ text: StyledText, _ surrounding: Style = .plain) -> String {
    text.spans.map { span in
      guard span.style != surrounding, let name = HTMLStyle.name(of: span.style) else { return Self.escaped(span.text) }
      return "<span class=\"\(name)\">\(Self.escaped(span.text))</span>"
    }.joined()
  }

  /// Text that a browser shows and never reads as a tag, an attribute's end or a character's name.
  public static func escaped(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(where: { entity(of: $0) != nil }) else { return String(text) }
    // Byte by byte: a mark that combines with a quote makes another character of it, and it still ends an attribute.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if let entity = entity(of: byte) { bytes.append(contentsOf: entity.utf8) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The entity name of a character with a meaning in HTML; nil for the others.
  private static func entity(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}

extension OutputFormat {
  /// One page of HTML with all that it needs inside.
  public static let html = OutputFormat("html", title: "HTML", fileEnding: "html") { result, context in
    page(of: result, in: context, part: context.pagePart)
  }

  /// A part of a page of another program, such as a notebook.
  public static let htmlPart = OutputFormat("html_part", title: "a part of an HTML page", fileEnding: nil) {
    result, context in
    page(of: result, in: context, part: .guest)
  }

  private static func page(
    of result: any Presentable, in context: OutputContext, part: HTMLRenderer.PagePart
  ) -> String {
    var renderer = HTMLRenderer(chartWidth: context.page.look.chartWidth ?? 80)
    renderer.look = context.page.look
    renderer.isLive = context.isFile
    renderer.part = part
    var document = result.document(isStopped: context.isStopped).adding(notes: context.remarks)
    let picture = context.isStopped() ? nil : result.picture
    let text = renderer.render(document, picture: picture, isStopped: context.isStopped)
    document.release(after: text)
    return text
  }
}
