import Language
import Presentation
import Reports
import Text

/// A cell of a table of a result, found by the words that name its row and its column.
struct CellPlace {
  /// The number of the table among those of the result's document.
  let table: Int
  /// The row and the column, from 0.
  let row: Int
  let column: Int
  /// The words of the first column, with their heading if they are a number, and without it.
  private let words: String
  let label: String
  let title: String
  /// The heading's name in JSON and CSV.
  let key: String
  /// The cell as a program reads it.
  let value: String
  private let rows: Int

  /// The row and the column as they are said: `2 sharpe_ratio`.
  var name: String { "\(row + 1) \(title.contains(" ") ? "\"\(title)\"" : title)" }

  /// The row, the column and the value.
  var facts: [(String, String)] {
    [
      ("place", "row \(row + 1) of \(NumberText.grouped(rows))" + (words.isEmpty ? "" : " (\(words))") + ", \(title)"),
      ("cell", value.isEmpty ? "missing" : value),
    ]
  }

  /// Finds a cell: the row by its number from 1 or by the words of its first column, the column by its heading, its key
  /// or its number.
  init(
    row: Word, column: Word, names: (row: String, column: String), in result: any StatementResult
  ) throws(Diagnostic) {
    let document = result.document
    var tables = document.blocks.compactMap { block -> Table? in
      if case .table(let table) = block { table } else { nil }
    }
    if tables.isEmpty, let whole = document.mainTable ?? result.wholeTable { tables = [whole] }
    guard let first = tables.first else {
      throw Diagnostic(
        .noResult, "this result is not a table, so it has no cells", at: row.span,
        hints: ["`explain NAME.FIELD` explains a field of it"])
    }
    // The table that has both; the error names the part missing in the first one.
    for (number, table) in tables.enumerated() {
      guard let rowIndex = Self.row(names.row, in: table), let columnIndex = Self.column(names.column, in: table) else {
        continue
      }
      self.table = number
      (self.row, self.column) = (rowIndex, columnIndex)
      let heading = table.columns[columnIndex]
      let cells = table.rows[rowIndex]
      title = heading.title
      key = heading.key ?? heading.title.replacing(" ", with: "_")
      label = columnIndex == 0 ? "" : Self.plain(cells[0].exportText)
      words = label.isEmpty || cells[0].numericValue == nil ? label : "\(table.columns[0].title) \(label)"
      value = cells[columnIndex].exportText
      rows = table.rows.count
      return
    }
    guard Self.column(names.column, in: first) != nil else {
      let known = first.columns.map { $0.key ?? $0.title }
      throw Diagnostic(
        .unknownField, "the table has no column `\(names.column)`", at: column.span,
        hints: [
          Spelling.hint(for: names.column, in: known, written: Self.written)
            ?? "its columns: \(known.map(Self.written).joined(separator: ", "))"
        ])
    }
    throw Diagnostic(
      .outOfRange, "the table has no row `\(names.row)`", at: row.span,
      hints: [
        "it has \(NumberText.counted(first.rows.count, "row")): give its number from 1, or the text of its first column"
      ])
  }

  private static func row(_ name: String, in table: Table) -> Int? {
    if let number = Int(name), table.rows.indices.contains(number &- 1) { return number - 1 }
    let found = table.rows.indices.filter { index in
      table.rows[index].first.map { same(plain($0.exportText), name) } ?? false
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func column(_ name: String, in table: Table) -> Int? {
    table.columns.firstIndex { $0.key == name || $0.title == name }
      ?? table.columns.firstIndex { same($0.key ?? "", name) || same(plain($0.title), name) }
      ?? Int(name).flatMap { table.columns.indices.contains($0 &- 1) ? $0 - 1 : nil }
  }

  /// A heading without the mark of the base.
  private static func plain(_ text: String) -> String { text.hasSuffix(" *") ? String(text.dropLast(2)) : text }

  private static func same(_ text: String, _ name: String) -> Bool {
    func folded(_ text: String) -> String { text.lowercased().replacing("_", with: " ") }
    return folded(text) == folded(name)
  }

  /// A name as typed for a word.
  private static func written(_ name: String) -> String {
    name.contains { " ,;(){}[]#\"'".contains($0) } ? "`\"\(name)\"`" : "`\(name)`"
  }
}
