import Calendar
import Research
import Valuation

/// A column of a page.
enum PageYear {
  /// A year of the past, or the latest twelve months.
  case past(PastYear)
  /// The base year, of which only the assumptions are known.
  case base
  /// A year of the forecast, from 1.
  case forecast(Int)
  /// All that follows the forecast.
  case terminal
}

/// The columns of a page: years to the right.
struct PageYears {
  let columns: [PageYear]
  private let result: ValuationResult
  private let last: PastYear?

  /// The columns of a forecast, after those of the past or of the base year.
  init(_ result: ValuationResult, past: [PastYear], showsBase: Bool) {
    self.result = result
    last = past.last
    let count = max(result.years.count, result.equityYears.count)
    let before: [PageYear] = past.isEmpty ? (showsBase ? [.base] : []) : past.map { .past($0) }
    columns = before + (0..<count).map { .forecast($0 + 1) } + [.terminal]
  }

  /// The words above a column: `FY2025A`, `LTM Jun-26`, `FY2026E`, `Jun-27E`, `year 1`, `terminal`.
  func title(_ column: PageYear) -> String {
    switch column {
    case .past(let year): year.number.map { "FY\($0)A" } ?? "LTM \(month(year.end))"
    case .base: "base"
    case .forecast(let year): title(year)
    case .terminal: "terminal"
    }
  }

  /// A year of the forecast: fiscal years count on, other twelve months are called by their last month.
  private func title(_ year: Int) -> String {
    if let number = last?.number { return "FY\(number + year)E" }
    guard let text = result.periodEnd(year), let end = CivilDate(iso8601: text) else { return "year \(year)" }
    return last == nil ? "FY\(end.year)E" : "\(month(end))E"
  }

  private func month(_ day: CivilDate) -> String {
    "\(CalendarNames.months[max(0, min(11, day.month - 1))])-\(String(day.year).suffix(2))"
  }

  /// The group of a column, which a narrow page keeps together: the past, then five years at a time.
  func group(_ column: PageYear) -> Int {
    switch column {
    case .past: 0
    case .base: 1
    case .forecast(let year): 1 + (year - 1) / 5
    case .terminal: 1 + max(0, max(result.years.count, result.equityYears.count) - 1) / 5
    }
  }
}
