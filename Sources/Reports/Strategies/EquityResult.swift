import JSON
import OrderedCollections
import Presentation

/// The equity of a backtest: its rows, and the whole curve as a sparkline.
package struct EquityResult: StatementResult {
  package var table: Table
  package var curve: [Double]

  package init(table: Table, curve: [Double]) {
    self.table = table
    self.curve = curve
  }

  package var kind: String { "table" }
  package var data: JSONValue { TableResult(table: table).data }
  package var document: Document {
    Document {
      table
      if curve.count > 1 { Block.sparkline(Sparkline(curve, width: 60)) }
    }
  }
}
