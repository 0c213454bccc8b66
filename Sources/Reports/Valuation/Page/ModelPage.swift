import Presentation
import Research
import Text
import Valuation

/// The forecast of a model as a page of figures: years to the right, lines down, one unit said once.
struct ModelPage {
  let result: ValuationResult
  let years: PageYears
  let unit: MoneyUnit
  private let lines: [PageLine]

  /// The page of a valuation.
  ///
  /// - Parameters:
  ///   - past: the years before the forecast, oldest first.
  ///   - currency: the currency of the accounts, if it is known.
  init(_ result: ValuationResult, past: some Sequence<PastYear> = [], currency: String?) {
    self.result = result
    years = PageYears(result, past: Array(past), showsBase: result.numbers(of: .baseMargin) != nil)
    var builder = PageBuilder(result: result, columns: years.columns)
    builder.build()
    lines = builder.lines
    let amounts = lines.filter { $0.kind == .money }.flatMap { $0.values.compactMap { $0 } }
    unit = MoneyUnit(of: amounts.isEmpty ? [result.enterpriseValue, result.equityValue] : amounts, currency: currency)
  }

  /// The page as a table; nil for a model without years.
  var table: Table? {
    guard !result.years.isEmpty || !result.equityYears.isEmpty else { return nil }
    let titles = years.columns.map { year -> Table.Column in
      var column = Table.Column.number(years.title(year))
      column.group = years.group(year)
      return column
    }
    var table = Table(columns: [.whole(unit.title)] + titles, rows: lines.map { $0.cells(unit) })
    table.leavesOutEmptyRows = true
    table.rules = Set(lines.indices.filter { lines[$0].hasRule })
    return table
  }

  /// The remark on figures of the past that are worked out; nil if there are none.
  var remark: String? {
    let hasPast = years.columns.contains { if case .past = $0 { true } else { false } }
    guard hasPast, !result.years.isEmpty else { return nil }
    return "the tax of past years is each year's effective rate on operating income, so that flows are of one kind"
  }
}
