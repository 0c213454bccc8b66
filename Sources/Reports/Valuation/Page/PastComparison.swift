import Presentation
import Research
import Text
import Valuation

/// The assumptions beside the five years before: the figures, their mean, and the distance of a perpetual value from
/// it.
struct PastComparison {
  private struct Row {
    var assumption: Assumption
    var past: [Double?]
    /// The rate that holds after the forecast; nil if a multiple follows.
    var lasting: Double?

    /// True for each year of the past that is a fiscal year.
    var isFiscal: [Bool]

    /// The mean of the fiscal years that have a value; nil if fewer than two have one.
    ///
    /// The latest twelve months are for the most part in the last of them.
    var mean: Double? {
      let known = zip(past, isFiscal).compactMap { $1 ? $0 : nil }
      return known.count < 2 ? nil : known.reduce(0, +) / Double(known.count)
    }
  }

  private let years: [PastYear]
  private let titles: [String]
  private let rows: [Row]

  /// The typed rates of a valuation beside the past; empty if no past is known.
  init(_ result: ValuationResult, past: [PastYear]) {
    years = past
    let columns = PageYears(result, past: past, showsBase: false)
    titles = past.map { columns.title(.past($0)) }
    rows = result.assumptions.all.compactMap { assumption in
      guard let name = assumption.key, assumption.isSaid else { return nil }
      let rates = past.map { $0.rate(of: name, basis: assumption.basis) }
      guard rates.contains(where: { $0 != nil }) else { return nil }
      return Row(
        assumption: assumption, past: rates, lasting: result.lastingRate(of: name),
        isFiscal: past.map { $0.number != nil })
    }
  }

  /// The comparison as a table; nil if nothing can be compared.
  var table: Table? {
    guard !rows.isEmpty else { return nil }
    let points = NumberFormat.fixed(1).signed.suffixed("pp")
    let past = titles.map { title -> Table.Column in
      var column = Table.Column.percent(title, decimals: 1)
      column.group = 0
      return column
    }
    let assumed = [
      Table.Column.percent("mean", decimals: 1), .text("assumed"), .percent("terminal", decimals: 1),
      .number("from the mean", points),
    ].map { column in
      var column = column
      column.group = 1
      return column
    }
    return Table(
      columns: [.text("beside the past", .name)] + past + assumed,
      rows: rows.map { row in
        let distance = row.lasting.flatMap { lasting in row.mean.map { (lasting - $0) * 100 } }
        return [.text(row.assumption.name)] + row.past.map { .number($0) } + [
          .number(row.mean), .text(row.assumption.text.withShortLists), blank(row.lasting), .number(distance),
        ]
      })
  }

  private func blank(_ rate: Double?) -> Cell { rate.map { .number($0) } ?? .text("") }
}

extension Assumption {
  /// Whether somebody chose it: by hand or in a scenario.
  fileprivate var isSaid: Bool {
    switch source {
    case .typed, .scenario: true
    case .default, .fundamentals, .outside: false
    }
  }
}

extension ValuationResult {
  /// The rate of an assumption of the perpetuity; nil if none follows.
  fileprivate func lastingRate(of name: AssumptionName) -> Double? {
    guard terminal.isPerpetuity else { return nil }
    switch name {
    case .growth: return terminal.impliedGrowth
    case .margin: return terminal.stable?.margin ?? numbers(of: name)?.last
    case .tax: return terminal.stable?.taxRate ?? numbers(of: name)?.last
    case .payout: return terminal.payout ?? numbers(of: name)?.last
    case .roe: return numbers(of: .terminalROE)?.last
    case .capex, .workingCapital: return terminal.stable == nil ? numbers(of: name)?.last : nil
    default: return numbers(of: name)?.last
    }
  }
}
