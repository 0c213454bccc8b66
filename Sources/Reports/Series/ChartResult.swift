import JSON
import Presentation

/// A chart with its values.
package struct ChartResult: ShapedResult {
  package var title: String
  package var chart: Chart
  /// The words below the picture of the chart.
  package var remark = ""

  package init(title: String, chart: Chart) {
    self.title = title
    self.chart = chart
  }

  package var memory: [HeldMemory] { chart.columns.map { HeldMemory($0.values) } }
  package static let shape = ResultShape<ChartResult>(
    "chart", "The values of a drawing.",
    [
      .text("title") { $0.title }, .strings("columns") { ["time"] + $0.chart.columns.map(\.name) },
      .elements("rows", of: { 0..<$0.chart.count }) { result, bar in
        .array(
          [.string(result.chart.timeLabel(of: bar))] + result.chart.columns.map { .number($0.values[bar]) })
      },
    ])
  package var document: Document { Document(StyledText(title)) { chart } }
  package var picture: Picture? { Picture(title: title, [Picture.Part("", .chart(chart))], remark: remark) }
}
