import JSON
import OrderedCollections
import Presentation

/// A kept result that is shown again: a backtest as it was, of another result its fields.
///
/// It is not kept anew, so that looking at a result changes nothing.
package struct ShownResult: StatementResult {
  private let result: NamedResult

  /// Shows a result.
  package init(_ result: NamedResult) { self.result = result }

  private var own: any StatementResult {
    if let backtest = result.backtest { return backtest }
    return TableResult(
      title: "\(result.name), a \(result.kind)",
      table: Table(
        columns: [.text("field", .name), .number("value")],
        rows: result.fields.sorted { $0.key < $1.key }.map { [.text($0.key), .number($0.value)] }))
  }

  package var kind: String { own.kind }
  package var data: JSONValue { own.data }
  package var document: Document { own.document }
  package func data(isStopped: () -> Bool) -> JSONValue { own.data(isStopped: isStopped) }
  package func document(isStopped: () -> Bool) -> Document { own.document(isStopped: isStopped) }
  package var rowCount: Int? { own.rowCount }
  package var memory: [HeldMemory] { own.memory }
}
