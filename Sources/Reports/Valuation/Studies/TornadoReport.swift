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

  static let rowFields: [Field<Tornado.Row>] = [
    .text("assumption") { $0.parameter }, .number("low", .possible) { $0.low.number },
    .number("high", .possible) { $0.high.number }, .number("swing", .possible) { $0.swing },
    .truth("relative") { $0.isRelative }, .number("value_low", .possible) { $0.low.value },
    .number("value_high", .possible) { $0.high.value }, .number("width", .possible) { $0.width },
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

  private var table: Table {
    Table(
      columns: [
        .text("assumption", .name), .text("moved by"), .number("lower", .fixed(2), key: "value_low"),
        .number("higher", .fixed(2), key: "value_high"), .number("width", .fixed(2)),
      ],
      rows: tornado.rows.map { row in
        [
          .text(row.parameter), .text("± \(amount(row))"), .number(row.low.value), .number(row.high.value),
          .number(row.width),
        ]
      })
  }

  private func bar(_ row: Tornado.Row) -> BarChart.Bar? {
    let ends = [row.low.value, row.high.value, tornado.base.valuePerShare].compactMap { $0 }
    guard let low = ends.min(), let high = ends.max(), low < high else { return nil }
    return BarChart.Bar(row.parameter, from: low, to: high)
  }

  private func amount(_ row: Tornado.Row) -> String {
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
