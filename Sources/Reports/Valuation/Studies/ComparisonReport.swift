import JSON
import OrderedCollections
import Presentation
import Text
import Valuation

/// Things side by side: one row an item, one column a thing.
package struct ComparisonReport: StatementResult {
  package var columns: [String]
  package var rows: [(item: String, values: [JSONValue], cells: [Cell])]
  /// The words for items that are no names of the language; the others stand for themselves.
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

  package var kind: String { "comparison" }
  package var data: JSONValue {
    var members: [(String, JSONValue)] = [
      ("columns", .strings(columns)),
      ("rows", .array(rows.map { ["item": .string($0.item), "values": .array($0.values)] })),
    ]
    members.append(("attribution", .array(attribution.map(Self.json))))
    if !walks.isEmpty { members.append(("walks", .array(walks.map(\.json)))) }
    if !differences.isEmpty { members.append(("differences", .array(differences.map(\.json)))) }
    if let field { members.append(("football_field", field.json)) }
    if let weightedValue { members.append(("weighted_value", .number(weightedValue))) }
    return .object(members)
  }
  package var document: Document {
    Document {
      Table(
        columns: [.text("item", .name)] + columns.map { .number($0) },
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

  private static func json(_ item: (from: String, to: String, split: Attribution)) -> JSONValue {
    [
      "from": .string(item.from), "to": .string(item.to), "gap": .number(item.split.gap),
      "parts": .array(
        item.split.parts.map { ["assumptions": .strings($0.assumptions), "amount": .number($0.amount)] }),
    ]
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
