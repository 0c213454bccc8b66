import JSON
import Presentation

/// Rows of keys and values as a table for programs: a column for each key, in the order in which keys come first.
package struct Records {
  private var columns: [String]
  private var rows: [[String: Cell]] = []

  /// No rows yet.
  ///
  /// - Parameter columns: the columns that there are in any case, and before all others.
  package init(columns: [String] = []) { self.columns = columns }

  /// Adds a row; a column that is new comes last.
  package mutating func append(_ row: [(key: String, cell: Cell)]) {
    for (key, _) in row where !columns.contains(key) { columns.append(key) }
    rows.append(Dictionary(row.map { ($0.key, $0.cell) }, uniquingKeysWith: { $1 }))
  }

  /// The table; a value that a row lacks is missing.
  package var table: Table {
    Table(
      columns: columns.map { Table.Column($0) },
      rows: rows.map { row in columns.map { row[$0] ?? .missing } })
  }
}

extension Cell {
  /// The cell of a value of JSON; a list or an object is not one.
  package init(_ json: JSONValue) {
    switch json {
    case .number(let number): self = .number(number)
    case .integer(let number): self = .integer(Int(number))
    case .decimal(let digits): self = Cell(.number(Double(digits) ?? .nan), exact: digits)
    case .string(let text): self = .text(text)
    case .bool(let flag): self = .truth(flag)
    case .null, .array, .object: self = .missing
    }
  }
}

extension Table {
  /// A table of JSON objects, with a column for each of their keys; values that are lists or objects are left out.
  package init(records: [JSONValue]) {
    var result = Records()
    for record in records {
      result.append(
        (record.members ?? []).filter { $0.value.elements == nil && $0.value.members == nil }
          .map { ($0.key, Cell($0.value)) })
    }
    self = result.table
  }
}
