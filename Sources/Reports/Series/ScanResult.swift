import JSON
import OrderedCollections
import Presentation
import Text

/// What expressions are on one bar of each of several symbols.
package struct ScanResult: StatementResult {
  package var table: Table
  /// How many symbols have a bar, and how many of them match.
  package var scanned: Int
  package var matched: Int
  package var hasCondition: Bool
  /// Symbols without a bar up to the date.
  package var without: [String]

  package init(table: Table, scanned: Int, matched: Int, hasCondition: Bool, without: [String]) {
    self.table = table
    self.scanned = scanned
    self.matched = matched
    self.hasCondition = hasCondition
    self.without = without
  }

  package var kind: String { "scan" }
  package var data: JSONValue {
    [
      "columns": .strings(table.columns.map { $0.key ?? $0.title }),
      "rows": .array(table.rows.map { row in .array(row.map(\.json)) }),
      "scanned": .integer(scanned), "matched": .integer(matched), "without_bars": .strings(without),
    ]
  }
  package var document: Document {
    Document {
      table
      if hasCondition { Block.note("\(NumberText.counted(matched, "symbol")) of \(NumberText.grouped(scanned)) match") }
      if !without.isEmpty { Block.note("without a bar up to then: \(without.joined(separator: ", "))") }
    }
  }
}
