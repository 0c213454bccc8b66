import Calendar
import Valuation

/// A company's reported figures for a valuation, as they became known over time.
struct FiledFigures {
  /// The figures that were known from a filing on.
  struct Entry {
    /// The day of the filing.
    var day: CivilDate
    /// The figures.
    var figures: FundamentalsAssumptions

    /// The figure that gives an assumption; nil if the reports did not state it.
    subscript(name: String) -> Assumption? {
      figures.known.first { $0.name == name } ?? figures.offered.first { $0.name == name }
    }

    /// The period of the figures, and the filing: `LTM to 2025-12-27, 0000320193-26-000006`.
    var text: String {
      let filings = figures.figures.values.joined().filter { $0.filed == day }.map(\.accession).sorted()
      return figures.period.name + (filings.first.map { ", \($0)" } ?? "")
    }
  }

  /// The filings since which figures are known, oldest first.
  let entries: [Entry]
  /// The names of all assumptions that any of them states.
  let names: Set<String>
  /// The splits of shares that the filings show.
  let splits: [Fundamentals.Split]
  /// The days of all filings.
  let days: [CivilDate]

  /// The figures that a base, such as `fy`, takes from each filing for a valuation by some assumptions.
  init(_ fundamentals: Fundamentals, base: Fundamentals.Base, _ assumptions: Assumptions) {
    let filed = fundamentals.assumptionsByFiling(base: base, for: assumptions.figureDemand())
    entries = filed.map { Entry(day: $0.filed, figures: $0.assumptions) }
    names = Set(entries.flatMap { $0.figures.known.map(\.name) + $0.figures.offered.map(\.name) })
    splits = fundamentals.splits
    days = fundamentals.filingDates
  }

  /// The figures that were known at the end of a day; nil before the first filing.
  func known(on day: CivilDate) -> Entry? { entries.last { $0.day <= day } }
}
