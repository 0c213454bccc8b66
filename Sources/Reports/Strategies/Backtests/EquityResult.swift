import JSON
import OrderedCollections
import Presentation

/// The equity of a backtest: its rows, and the whole curve as a sparkline.
package struct EquityResult: StatementResult {
  package var rows: TableResult
  package var curve: [Double]

  /// The equity beside holding, and the drawdowns.
  package var picture: Picture?

  package init(rows: TableResult, curve: [Double], picture: Picture? = nil) {
    self.rows = rows
    self.curve = curve
    self.picture = picture
  }

  package var kind: String { rows.kind }
  package var rowCount: Int? { rows.rowCount }
  package var rowSubject: RowSubject? { rows.rowSubject }
  package var memory: [HeldMemory] { rows.memory + [HeldMemory(curve)] }
  package var data: JSONValue { rows.data }
  package func data(isStopped: () -> Bool) -> JSONValue { rows.data(isStopped: isStopped) }
  package var document: Document {
    var document = rows.document
    if curve.count > 1 { document.append(.sparkline(Sparkline(curve, width: 60))) }
    return document
  }
}
