import JSON
import Presentation

/// A result of which the drawing alone is shown: the answer of `plot` to the name of one.
package struct DrawnResult: StatementResult {
  private let own: any StatementResult
  private let drawing: Picture

  /// The drawing of a result; nil for one that has none.
  package init?(of result: any StatementResult) {
    guard let picture = result.picture else { return nil }
    (own, drawing) = (result, picture)
  }

  package var kind: String { "chart" }
  package var data: JSONValue { data(isStopped: { false }) }

  /// The title, and the values behind the drawing as one table.
  package func data(isStopped: () -> Bool) -> JSONValue {
    let table = own.wholeTable(isStopped: isStopped)
    return [
      "title": .string(drawing.title), "columns": .strings(table?.columns.map { $0.key ?? $0.title } ?? []),
      "rows": .array(table?.rows.made(isStopped: isStopped) { row in .array(row.map(\.json)) } ?? []),
    ]
  }

  package var memory: [HeldMemory] { own.memory }
  package var wholeTable: Table? { own.wholeTable }
  package func wholeTable(isStopped: () -> Bool) -> Table? { own.wholeTable(isStopped: isStopped) }
  package var picture: Picture? { drawing }

  package var document: Document {
    Document(StyledText(drawing.title)) {
      for part in drawing.parts { Block.figure(part) }
      if !drawing.remark.isEmpty { Block.note(StyledText(drawing.remark)) }
    }
  }
}
