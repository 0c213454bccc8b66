import Text

/// Writes a document as one HTML page that needs nothing else: no other file, no network, and no script to be read.
///
/// It is light or dark as its reader prefers, and prints without colours behind the text. Text is escaped wherever it
/// comes from. Charts are pictures.
public struct HTMLRenderer: Sendable, Hashable {
  /// The width of a chart in columns.
  public var chartWidth: Int
  /// The look of numbers that its reader chose.
  public var look = Look()
  /// True where charts can be moved, for which the page has a script.
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
  ///   - isStopped: True once the page is wanted no longer; asked every few thousand rows of a table. The page is empty
  ///     then.
  public func render(_ document: Document, picture: Picture? = nil, isStopped: () -> Bool = { false }) -> String {
    let hasPicture = picture != nil || document.blocks.contains(where: \.isDrawing)
    let body = body(document, picture, isStopped)
    if isStopped() { return "" }
    if part == .later { return "<hr>\n\(body)" }
    if part == .guest {
      let pictures = hasPicture ? "\n\(PictureStyle.sheet)" : ""
      return "<div class=\"tas-result\">\n<style>\n\(HTMLStyle.guestSheet)\(pictures)\n</style>\n\(body)</div>\n"
    }
    // Long rows are not searched for headings: the document knows how many there are.
    let headings = document.blocks.count { if case .heading = $0 { true } else { false } }
    let isLong = part == .whole && headings > Self.longPage
    return page(
      titled: document.title ?? picture?.title, of: isLong ? withContents(body) : body, hasPicture: hasPicture)
  }

  /// The headings from which on a page begins with a list of them.
  private static let longPage = 8

  /// A page of many parts with a list of links to them in front of the first.
  private func withContents(_ body: String) -> String {
    // Text is escaped: the tag is that of a heading.
    let pieces = body.split(separator: "<h2>", omittingEmptySubsequences: false)
    guard pieces.count > Self.longPage, let opening = pieces.first else { return body }
    var (links, parts) = ("", "")
    for (number, piece) in pieces.dropFirst().enumerated() {
      guard let end = piece.firstRange(of: "</h2>") else { return body }
      links += "<a href=\"#part-\(number + 1)\">\(piece[..<end.lowerBound])</a>\n"
      parts += "<h2 id=\"part-\(number + 1)\">\(piece)"
    }
    return """
      \(opening)<details class="contents"><summary>contents</summary>
      <nav>
      \(links)</nav></details>
      \(parts)
      """
  }

  /// The parts of a page: the heading, the picture, and the rest of the document.
  private func body(_ document: Document, _ picture: Picture?, _ isStopped: () -> Bool) -> String {
    guard let picture else { return fragment(document, isStopped: isStopped) }
    var rest = document
    rest.blocks = rest.blocks.compactMap { block in
      switch block {
      case .chart, .bars: nil
      // The numbers of a map stay beside its drawing.
      case .figure(let part): part.drawing.map.map { .table($0.table) }
      // It stands below the picture.
      case .note(let text) where text.plain == picture.remark: nil
      default: block
      }
    }
    let heading = rest.blocks.firstIndex { if case .heading = $0 { true } else { false } }
    let first =
      heading.map { Document([rest.blocks.remove(at: $0)]) } ?? Document([.heading(StyledText(picture.title))])
    return fragment(first) + HTMLPicture(picture, isLive: isLive).text
      + fragment(rest, hasTitle: true, isStopped: isStopped)
  }

  /// A page with its head.
  ///
  /// - Parameter hasPicture: false for a body without drawings, which is then not searched for them.
  private func page(titled title: String?, of body: String, hasPicture: Bool) -> String {
    let hasScript = isLive && hasPicture && body.contains("<figure class=\"live\">")
    let script = hasScript ? "<script>\(LiveScript.source)</script>\n" : ""
    let policy = hasScript ? "; script-src '\(LiveScript.digest)'" : ""
    let needsStyle = part == .first || hasPicture && body.contains("class=\"tas\"")
    let pictures = needsStyle ? "\n\(PictureStyle.sheet)" : ""
    let end = part == .first ? "" : "</main>\n\(script)      </body>\n</html>\n"
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
      \(body)\(end)
      """
  }

  /// The document as a part of a page: its blocks without a head.
  ///
  /// - Parameters:
  ///   - hasTitle: true where the page has its title already.
  ///   - isStopped: True once the part is wanted no longer; what there is by then is given back.
  public func fragment(
    _ document: Document, hasTitle: Bool = false, isStopped: () -> Bool = { false }
  ) -> String {
    var hasTitle = hasTitle
    var body = ""
    for block in document.blocks {
      let text = text(block, isTitle: !hasTitle, isStopped)
      if case .heading = block { hasTitle = true }
      if !text.isEmpty { body += text + "\n" }
    }
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
    case .table(let table): rows(table, isStopped)
    case .properties(let properties): list(properties)
    case .chart(let chart): figure(.chart(chart))
    case .bars(let bars): figure(.bars(bars))
    case .figure(let part): figure(part.drawing, part.caption)
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

  private func figure(_ drawing: Picture.Drawing, _ caption: String = "") -> String {
    HTMLPicture(Picture(title: caption, [Picture.Part(caption, drawing)]), isLive: isLive).text
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

  private func rows(_ table: Table, _ isStopped: () -> Bool) -> String {
    guard !table.columns.isEmpty else { return "" }
    let all = Array(table.rows.indices)
    var cells = table.columns.indices.map {
      ColumnText(table, column: $0, rows: all, look: look, isStopped: isStopped).cells
    }
    defer { if all.count > TableLayout.rowsBetweenChecks { Leftovers.release(&cells, leaving: []) } }
    let titles = table.columns.map {
      "<th scope=\"col\"\(alignment($0))>\(Self.escaped(VisibleText.escaped($0.title)))</th>"
    }
    var body = ""
    for row in all {
      if TableLayout.isCheck(row), isStopped() { return "" }
      let texts = table.columns.indices.map { index in
        cell(cells[index][row].withoutTrailingBlanks, in: table.columns[index], isName: index == 0)
      }
      body += "<tr\(table.rules.contains(row) ? " class=\"rule\"" : "")>\(texts.joined())</tr>\n"
    }
    return """
      <div class="table"><table>
      <thead><tr>\(titles.joined())</tr></thead>
      <tbody>
      \(body)</tbody>
      </table></div>
      """
  }

  /// A cell; the first one names its row.
  private func cell(_ text: StyledText, in column: Table.Column, isName: Bool) -> String {
    let tag = isName && column.alignment == .left ? "th" : "td"
    let scope = tag == "th" ? " scope=\"row\"" : ""
    return "<\(tag)\(scope)\(alignment(column))>\(inline(text))</\(tag)>"
  }

  private func alignment(_ column: Table.Column) -> String { column.alignment == .right ? " class=\"number\"" : "" }

  /// A text on one line; a span in the style of its surroundings gets no element of its own.
  private func inline(_ text: StyledText, _ surrounding: Style = .plain) -> String {
    text.spans.map { span in
      guard span.style != surrounding, let name = HTMLStyle.name(of: span.style) else { return Self.escaped(span.text) }
      return "<span class=\"\(name)\">\(Self.escaped(span.text))</span>"
    }.joined()
  }

  /// Text that a browser shows and never reads as a tag, an attribute's end or a character's name.
  public static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
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
    var document = result.document(isStopped: context.isStopped)
    let text = renderer.render(document, picture: result.picture, isStopped: context.isStopped)
    document.release(after: text)
    return text
  }
}
