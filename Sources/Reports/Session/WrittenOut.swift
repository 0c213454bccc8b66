import JSON
import Presentation

/// A result that goes to standard output with all its rows, as `to "-"` asks: comma-separated values if a reader would
/// see the table, else the format that the program prints in.
package struct WrittenOut: StatementResult {
  private let result: any StatementResult
  private let text: String

  /// Makes a result of its comma-separated values.
  package init(_ result: any StatementResult, text: String) {
    self.result = result
    self.text = text
  }

  package var kind: String { result.kind }
  package var data: JSONValue { result.data }
  package var rowCount: Int? { result.rowCount }
  package var wholeTable: Table? { result.wholeTable }
  package var document: Document {
    var lines = text
    if lines.hasSuffix("\n") { lines.removeLast() }
    return Document([.code(lines)], mainTable: result.wholeTable)
  }
}
