import Presentation
import Text
import Valuation

/// The error that each assumption may have.
package struct BreakevenReport: ShapedResult {
  package var title: String
  package var breakeven: Breakeven

  package init(title: String, breakeven: Breakeven) {
    self.title = title
    self.breakeven = breakeven
  }

  package static let shape = ResultShape<BreakevenReport>(
    "breakeven", "What each assumption has to be for the value to reach the price.",
    [
      .text("title") { $0.title }, .number("base_value") { $0.breakeven.base.valuePerShare },
      .number("target") { $0.breakeven.target }, .list("rows", rowFields) { $0.breakeven.rows },
    ])

  private static let rowFields: [Field<Breakeven.Row>] = [
    .text(.text("assumption", .name), .never) { $0.parameter }, .number("base", .possible) { $0.base },
    .number("value", .possible) { $0.number }, .number("distance", .possible) { $0.distance },
    .truth("factor") { $0.isFactor },
    .number("swings", .possible) { $0.swings }.shown(.number("swings", .fixed(1))) { .number($0.swings.map(abs)) },
    .truth("unique") { $0.isUnique },
    .text("text") { $0.text }.shown(.text("for the price").wrapping) { .text(words($0)) },
  ]

  package var document: Document {
    let value = NumberFormat.fixed(2)
    return Document(
      StyledText(
        "\(title): \(value.text(breakeven.base.valuePerShare)) a share; what each assumption alone has to do for \(value.text(breakeven.target))"
      )
    ) {
      Self.rowFields.table(of: breakeven.rows)
    }
  }

  /// The row without its name and its swings, which have columns of their own.
  private static func words(_ row: Breakeven.Row) -> String {
    var text = Substring(row.text)
    if text.hasPrefix(row.parameter) { text = text.dropFirst(row.parameter.count + 1) }
    if text.hasSuffix(" swings)"), let bracket = text.lastIndex(of: "(") { text = text[..<bracket].dropLast() }
    return String(text)
  }
}
