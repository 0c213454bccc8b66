import JSON
import Presentation
import Text

/// A result was written to a file.
package struct Written: StatementResult {
  package var file: String
  package var format: String
  /// The number of rows; nil for a result that is not a table.
  package var rows: Int?

  package init(file: String, format: String, rows: Int? = nil) {
    self.file = file
    self.format = format
    self.rows = rows
  }

  package var kind: String { "written" }
  package var data: JSONValue {
    ["file": .string(file), "format": .string(format), "rows": rows.map { .integer($0) } ?? .null]
  }
  package var document: Document {
    Document { StyledText("wrote \(file)\(rows.map { ", " + NumberText.counted($0, "row") } ?? "")") }
  }
}
