import JSON
import OrderedCollections
import Presentation

/// A kept result that is shown again as it was; of one that was large, or that a session's file brought, its fields.
///
/// It is not kept again, so that showing a result changes nothing.
package struct ShownResult: StatementResult {
  private let result: NamedResult

  /// Shows a result.
  package init(_ result: NamedResult) { self.result = result }

  /// The result itself, or the list of its fields.
  package var own: any StatementResult {
    if let whole = result.whole { return whole }
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
  package var rowSubject: RowSubject? { own.rowSubject }
  package var wholeTable: Table? { own.wholeTable }
  package func wholeTable(isStopped: () -> Bool) -> Table? { own.wholeTable(isStopped: isStopped) }
  package var picture: Picture? { own.picture }
}
