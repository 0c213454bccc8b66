import JSON
import Presentation

/// A chart with the values behind it.
package struct ChartResult: StatementResult {
  package var title: String
  package var chart: Chart
  /// The words below the picture of the chart.
  package var remark = ""

  package init(title: String, chart: Chart) {
    self.title = title
    self.chart = chart
  }

  package var kind: String { "chart" }
  package var memory: [HeldMemory] { chart.columns.map { HeldMemory($0.values) } }
  package var data: JSONValue {
    let columns = chart.columns
    return [
      "title": .string(title), "columns": .strings(["time"] + columns.map(\.name)),
      "rows": .array(
        (0..<chart.count).map { bar in
          .array([.string(chart.timeLabel(of: bar))] + columns.map { .number($0.values[bar]) })
        }),
    ]
  }
  package var document: Document { Document(StyledText(title)) { chart } }
  package var picture: Picture? { Picture(title: title, [Picture.Part("", .chart(chart))], remark: remark) }
}
