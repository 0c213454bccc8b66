import Presentation

/// A result of which the drawing alone is shown: the answer of `plot` to the name of one.
package struct DrawnResult: ShapedResult {
  private let own: any StatementResult
  private let drawing: Picture

  /// The drawing of a result; nil for one that has none.
  package init?(of result: any StatementResult) {
    guard let picture = result.picture else { return nil }
    (own, drawing) = (result, picture)
  }

  /// The title, and the values after the drawing as one table.
  package static let shape = ResultShape<DrawnResult>(
    "chart", "The values of a drawing.",
    [.text("title") { $0.drawing.title }, .table { $0.own.wholeTable(isStopped: $1) ?? Table(columns: []) }])

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
