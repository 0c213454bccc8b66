import Presentation
import Text
import Valuation

/// The assumptions by their effect on the value.
package struct TornadoReport: ShapedResult {
  package var title: String
  package var tornado: Tornado

  package init(title: String, tornado: Tornado) {
    self.title = title
    self.tornado = tornado
  }

  package static let shape = ResultShape<TornadoReport>(
    "tornado", "The influence of each assumption.",
    [
      .text("title") { $0.title }, .number("base_value") { $0.tornado.base.valuePerShare },
      .number("price", .possible) { $0.tornado.base.price }, .number("swing", .possible) { $0.tornado.swing },
      .list("rows", rowFields) { $0.tornado.rows }, .strings("without_influence") { $0.tornado.withoutInfluence },
    ])

  private static let rowFields: [Field<Tornado.Row>] = [
    .text(.text("assumption", .name), .never) { $0.parameter },
    .column(.text("moved by")) { .text("± \(amount($0))") },
    .number("low", .possible) { $0.low.number }, .number("high", .possible) { $0.high.number },
    .number("swing", .possible) { $0.swing }, .truth("relative") { $0.isRelative },
    .number(.number("lower", .fixed(2), key: "value_low")) { $0.low.value },
    .number(.number("higher", .fixed(2), key: "value_high")) { $0.high.value },
    .number(.number("width", .fixed(2))) { $0.width },
  ]

  package var document: Document {
    let base = NumberFormat.fixed(2).text(tornado.base.valuePerShare)
    return Document(StyledText("\(title): \(base) a share, each assumption moved by itself"), mainTable: table) {
      table
      BarChart(
        tornado.rows.compactMap(bar), format: .fixed(2), reference: tornado.base.valuePerShare, referenceLabel: "value")
      for row in tornado.rows {
        for end in [row.low, row.high] {
          if let refusal = end.refusal {
            Block.note(StyledText("\(row.parameter) moved by \(text(end.change, row)): \(refusal.message)"))
          }
        }
      }
      if !tornado.withoutInfluence.isEmpty {
        Block.note(StyledText("without influence here: \(tornado.withoutInfluence.joined(separator: ", "))"))
      }
    }
  }

  private var table: Table { Self.rowFields.table(of: tornado.rows) }

  private func bar(_ row: Tornado.Row) -> BarChart.Bar? {
    let ends = [row.low.value, row.high.value, tornado.base.valuePerShare].compactMap { $0 }
    guard let low = ends.min(), let high = ends.max(), low < high else { return nil }
    return BarChart.Bar(row.parameter, from: low, to: high)
  }

  private static func amount(_ row: Tornado.Row) -> String {
    row.isRelative
      ? NumberFormat.general.text(row.swing * 100) + "%" : AssumptionDefinition.step(row.swing, of: row.parameter)
  }

  private func text(_ change: Assumption.Shift, _ row: Tornado.Row) -> String {
    row.isRelative
      ? "\(change.operator.rawValue) \(NumberFormat.general.text(change.amount))"
      : "\(change.operator.rawValue) \(AssumptionDefinition.step(change.amount, of: row.parameter))"
  }
}

extension AssumptionDefinition {
  /// A step of an assumption as typed: `1pp`, `0.25`.
  package static func step(_ amount: Double, of name: String) -> String {
    switch named(name)?.unit {
    case .rate, .terminal: NumberFormat.general.text(amount * 100) + "pp"
    default: NumberFormat.general.text(amount)
    }
  }
}
