import JSON
import Presentation
import Text
import Valuation

/// The error that each assumption may have.
package struct BreakevenReport: StatementResult {
  package var title: String
  package var breakeven: Breakeven

  package init(title: String, breakeven: Breakeven) {
    self.title = title
    self.breakeven = breakeven
  }

  package var kind: String { "breakeven" }

  package var data: JSONValue {
    [
      "title": .string(title), "base_value": .number(breakeven.base.valuePerShare), "target": .number(breakeven.target),
      "rows": .array(
        breakeven.rows.map {
          [
            "assumption": .string($0.parameter), "base": .number($0.base), "value": .number($0.number),
            "distance": .number($0.distance), "factor": .bool($0.isFactor), "swings": .number($0.swings),
            "unique": .bool($0.isUnique), "text": .string($0.text),
          ]
        }),
    ]
  }

  package var document: Document {
    let value = NumberFormat.fixed(2)
    return Document(
      StyledText(
        "\(title): \(value.text(breakeven.base.valuePerShare)) a share; what each assumption alone has to do for \(value.text(breakeven.target))"
      )
    ) {
      Table(
        columns: [
          .text("assumption", .name), .number("swings", .fixed(1)), .text("for the price").wrapping,
        ],
        rows: breakeven.rows.map { row in
          [.text(row.parameter), .number(row.swings.map(abs)), .text(words(row))]
        })
    }
  }

  /// The row without its name and its swings, which have columns of their own.
  private func words(_ row: Breakeven.Row) -> String {
    var text = Substring(row.text)
    if text.hasPrefix(row.parameter) { text = text.dropFirst(row.parameter.count + 1) }
    if text.hasSuffix(" swings)"), let bracket = text.lastIndex(of: "(") { text = text[..<bracket].dropLast() }
    return String(text)
  }
}
