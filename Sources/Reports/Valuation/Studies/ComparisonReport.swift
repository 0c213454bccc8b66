import JSON
import OrderedCollections
import Presentation
import Text
import Valuation

/// Things side by side: one row an item, one column a thing.
package struct ComparisonReport: ShapedResult {
  package var columns: [String]
  package var rows: [(item: String, values: [JSONValue], cells: [Cell])]
  /// The words for items that are no names of the language; the others are shown as written.
  package var titles: [String: String] = [:]
  package var weightedValue: Double?
  package var notes: [StyledText] = []
  /// The attribution of the gap from the first column to each other one; empty for columns that are not valuations.
  package var attribution: [(from: String, to: String, split: Attribution)] = []
  /// The ways through time, between a forecast and another valuation of the company.
  package var walks: [WalkReport] = []
  /// The tests of the difference of the first backtest to each other one.
  package var differences: [BacktestDifference] = []
  /// The ranges of the values on one axis.
  package var field: FootballField?
  /// The equity of the backtests over time, and their drawdowns; nil for other things.
  package var curves: Picture?

  package init(
    columns: [String], rows: [(item: String, values: [JSONValue], cells: [Cell])], weightedValue: Double? = nil,
    notes: [StyledText] = [], attribution: [(from: String, to: String, split: Attribution)] = [],
    walks: [WalkReport] = [], field: FootballField? = nil
  ) {
    self.columns = columns
    self.rows = rows
    self.weightedValue = weightedValue
    self.notes = notes
    self.attribution = attribution
    self.walks = walks
    self.field = field
  }

  package static let shape = ResultShape<ComparisonReport>(
    "comparison", "Scenarios, forecasts or backtests side by side.",
    [
      .strings("columns") { $0.columns },
      .list("rows", [.text("item") { $0.item }, .value("values", [.list]) { .array($0.values) }]) { report in
        report.rows.map { (item: $0.item, values: $0.values) }
      }, .list("attribution", attributionFields) { $0.attribution },
      Field.list("walks", WalkReport.fields) { $0.walks }.only { !$0.walks.isEmpty },
      Field.list("differences", BacktestDifference.fields) { $0.differences }.only { !$0.differences.isEmpty },
      Field.object("football_field", FootballField.fields) { $0.field }.only { $0.field != nil },
      Field.number("weighted_value") { $0.weightedValue }.only { $0.weightedValue != nil },
    ])

  private static let attributionFields: [Field<(from: String, to: String, split: Attribution)>] = [
    .text("from") { $0.from }, .text("to") { $0.to }, .number("gap") { $0.split.gap },
    .list("parts", [.strings("assumptions") { $0.assumptions }, .number("amount") { $0.amount }]) { $0.split.parts },
  ]

  package var document: Document {
    Document {
      Table(
        columns: [.text("item", .name)] + columns.map { .number($0).wrapping },
        rows: rows.map { [.text(titles[$0.item] ?? $0.item)] + $0.cells })
      for note in notes { Block.paragraph(note) }
      for difference in differences { Block.note(StyledText(difference.text)) }
      if let field {
        Block.paragraph(field.title)
        Block.bars(field.chart)
      }
      for walk in walks {
        walk.title
        walk.steps
        if let forecastAssumptions = walk.forecastAssumptions {
          Block.paragraph("opinions")
          forecastAssumptions
        }
        for note in walk.notes { Block.note(note) }
      }
      for item in attribution {
        Block.paragraph("from \(item.from) to \(item.to): \(item.split.gap, NumberFormat.fixed(2).signed) a share, by")
        Table(
          columns: [
            .text("assumption", .name), .number("a share", NumberFormat.fixed(2).signed),
            .percent("of the gap", decimals: 1),
          ],
          rows: item.split.parts.map {
            [.text($0.assumptions.joined(separator: ", ")), .number($0.amount), .number($0.amount / item.split.gap)]
          })
      }
    }
  }
}

extension ScenarioComparison.Row {
  /// The result in words; an assumption has the name under which it is typed.
  package var title: String {
    if let year { return "free cash flow, year \(year)" }
    if kind == .assumption { return item }
    return item == "cagr" ? "CAGR to fair value" : item.replacing("_", with: " ")
  }
}

extension ScenarioComparison.Cell {
  package var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .path(let values, _): .numbers(values)
    case .text(let text): .string(text)
    case .missing: .null
    }
  }

  package func cell(_ row: ScenarioComparison.Row) -> Presentation.Cell {
    switch self {
    case .number(let number):
      switch row.unit {
      case .rate, .terminal: .number(number, .percent(2))
      case .money, .count: .number(number, .compact(2))
      case .perShare: .number(number, .fixed(2))
      case .years: .number(number, NumberFormat.general.suffixed("y"))
      default: .number(number)
      }
    case .path(_, let written): .text(StyledText(written.withShortLists))
    case .text(let text): .text(text)
    case .missing: .missing
    }
  }
}
