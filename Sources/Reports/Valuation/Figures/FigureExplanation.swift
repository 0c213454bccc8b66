import JSON
import Presentation
import Research
import Text

/// One cell of a company's figures: its value, how it is made, and each tag with its filing.
package struct FigureExplanation: ShapedResult {
  package var ticker: String
  package var period: FigureHistory.Period
  package var line: FigureLine
  package var cell: FigureCell

  package init(ticker: String, period: FigureHistory.Period, line: FigureLine, cell: FigureCell) {
    self.ticker = ticker
    self.period = period
    self.line = line
    self.cell = cell
  }

  package static let shape = ResultShape<FigureExplanation>(
    "explanation", "How a value comes about.", isOpen: true,
    [
      .text("expression") { "figures.\($0.line.rawValue).\($0.period.key)" }, .text("ticker") { $0.ticker },
      .text("period") { $0.period.name }, .text("line") { $0.line.rawValue }, .text("unit") { $0.line.unit.rawValue },
      .number("value", .possible) { $0.cell.value }, .text("formula") { $0.cell.formula },
      .text("reason", .possible) { $0.cell.reason }, .list("figures", Step.fields) { $0.steps },
    ])

  package var document: Document {
    Document(StyledText("\(ticker) \(line.title), \(period.name)"), mainTable: table) {
      facts
      if !cell.figures.isEmpty { table }
    }
  }

  private var facts: [Property] {
    [
      Property("value", StyledText(cell.value.map(text) ?? "missing: \(cell.reason ?? "not stated")")),
      Property("how", StyledText(cell.formula)),
      Property("period", StyledText(period.days)),
    ]
  }

  private func text(_ value: Double) -> String {
    switch line.unit {
    case .rate: NumberFormat.percent(2).text(value)
    case .times: NumberFormat.fixed(2).suffixed("x").text(value)
    case .perShare: NumberFormat.fixed(4).text(value)
    case .money, .shares: NumberFormat.exact.grouped.text(value)
    }
  }

  /// The figures with those that they are the sum of below them.
  private var steps: [Step] { cell.figures.flatMap { Step.all($0, depth: 0) } }

  private struct Step {
    var figure: Fundamentals.Figure
    var depth: Int

    static func all(_ figure: Fundamentals.Figure, depth: Int) -> [Step] {
      [Step(figure: figure, depth: depth)] + figure.parts.flatMap { all($0, depth: depth + 1) }
    }

    static let fields: [Field<Step>] = [
      .text("tag") { $0.figure.tag }
        .shown(.text("tag", .name).wrapping) { .text(String(repeating: " ", count: $0.depth) + $0.figure.tag) },
      .number(number, .never) { $0.figure.value }, .integer("depth") { $0.depth },
      .text(.date("period"), .never) { $0.figure.period }, .text(.date("filed"), .never) { "\($0.figure.filed)" },
      .text(.date("accession"), .never) { $0.figure.accession },
    ]

    private static let number: Table.Column = {
      var column = Table.Column.number("value", NumberFormat.exact.grouped)
      column.isWhole = true
      return column
    }()
  }

  private var table: Table { Step.fields.table(of: steps) }
}
