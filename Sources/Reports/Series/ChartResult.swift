import JSON
import Presentation

/// A chart in the terminal.
package struct ChartResult: StatementResult {
  package var title: String
  package var chart: Chart
  package var columns: [String]
  package var rows: [(label: String, values: [Double])]

  package init(title: String, chart: Chart, columns: [String], rows: [(label: String, values: [Double])]) {
    self.title = title
    self.chart = chart
    self.columns = columns
    self.rows = rows
  }

  package var kind: String { "chart" }
  package var memory: [HeldMemory] { [HeldMemory(rows)] }
  package var data: JSONValue {
    [
      "title": .string(title), "columns": .strings(columns),
      "rows": .array(rows.map { .array([.string($0.label)] + $0.values.map { .number($0) }) }),
    ]
  }
  package var document: Document { Document(StyledText(title)) { chart } }
}
