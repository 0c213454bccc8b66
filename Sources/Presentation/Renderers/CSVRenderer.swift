/// Writes the main table of a document as comma-separated values (RFC 4180).
///
/// Numbers have the fewest digits that read back as the same number, regardless of the digits shown in the column; a
/// missing value is an empty field. A text that a spreadsheet would compute because it begins with `=`, `+`, `-` or
/// `@`, has an apostrophe before it, which marks a text in spreadsheets. Lines end as Unix tools expect, unless the
/// renderer is set otherwise.
public struct CSVRenderer: Sendable, Hashable {
  /// The bytes that end a line.
  public enum LineEnding: String, Sendable, Hashable {
    /// A newline alone, as Unix tools expect.
    case lineFeed = "\n"
    /// Carriage return and newline, as RFC 4180 has it.
    case carriageReturnLineFeed = "\r\n"
  }

  /// The end of each line.
  public var lineEnding: LineEnding

  /// Makes a renderer.
  public init(lineEnding: LineEnding = .lineFeed) {
    self.lineEnding = lineEnding
  }

  /// The main table with a line of titles; an empty string for a document without one.
  public func render(_ document: Document) -> String {
    document.mainTable.map { render($0) } ?? ""
  }

  /// A table with a line of titles; an empty text if cancelled, which is checked every few hundred rows.
  public func render(_ table: Table, isStopped: () -> Bool = { false }) -> String {
    var text = ""
    var bytes: [UInt8] = []
    append(table.columns.map { Self.marked($0.key ?? $0.title) }, to: &bytes)
    let room = RowRoom(rows: table.rows.count, start: bytes.count)
    for row in table.rows.indices {
      if TableLayout.isCheck(row) {
        if isStopped() { return "" }
        // Some rows at a time: to make a string of all at the end would take as long as somebody waits.
        text += String(decoding: bytes, as: UTF8.self)
        bytes.removeAll(keepingCapacity: true)
        if let length = room.length(after: row, of: text.utf8.count) { text.reserveCapacity(length) }
      }
      append(table.columns.indices.map { Self.text(of: table.cell(row, $0)) }, to: &bytes)
    }
    text += String(decoding: bytes, as: UTF8.self)
    return isStopped() ? "" : text
  }

  /// The field of a cell; a text that would be a formula is marked as a text.
  private static func text(of cell: Cell) -> String {
    if case .text = cell.content { marked(cell.exportText) } else { cell.exportText }
  }

  /// A text with a mark if a spreadsheet would read it as a formula.
  private static func marked(_ text: String) -> String {
    guard let first = text.utf8.first, isFormula(first) else { return text }
    // A sign before digits, or alone, is a number, a percentage or a mark, and no formula.
    let rest = text.utf8.dropFirst()
    if first == 43 || first == 45, rest.allSatisfy({ (48...57).contains($0) || [37, 44, 46].contains($0) }) {
      return text
    }
    return "'" + text
  }

  /// True for the signs that formulas of spreadsheets begin with: `=`, `+`, `-`, `@`, tab and carriage return.
  private static func isFormula(_ byte: UInt8) -> Bool { [61, 43, 45, 64, 9, 13].contains(byte) }

  /// One line without titles.
  func line(of fields: [String]) -> String {
    var bytes: [UInt8] = []
    append(fields, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(_ fields: [String], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      // A line with one empty field would read as no line at all.
      append(field, isQuoted: needsQuotes(field) || (field.isEmpty && fields.count == 1), to: &bytes)
    }
    bytes.append(contentsOf: lineEnding.rawValue.utf8)
  }

  private func append(_ field: String, isQuoted: Bool, to bytes: inout [UInt8]) {
    guard isQuoted else { return bytes.append(contentsOf: field.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func needsQuotes(_ field: String) -> Bool {
    field.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
  }
}

extension OutputFormat {
  /// The main table of a result as comma-separated values.
  public static let csv = OutputFormat("csv", title: "CSV", fileEnding: "csv") { result, context in
    var document = context.isFile ? Document() : result.document(isStopped: context.isStopped)
    if var table = context.isFile ? result.wholeTable(isStopped: context.isStopped) : document.mainTable {
      let text = CSVRenderer().render(table, isStopped: context.isStopped)
      document.release(after: text)
      Leftovers.release(&table.rows)
      return text
    }
    guard !context.isFile, let row = result.row else { return nil }
    return CSVRenderer().line(of: row)
  }
}
