import Calendar

extension Fundamentals {
  /// Which figures a valuation starts from.
  public enum Base: Sendable, Hashable {
    /// The latest twelve months, or the latest fiscal year where the quarters do not state all that is needed.
    case latestTwelveMonths
    /// The latest fiscal year.
    case fiscalYear
    /// The fiscal year of a number.
    case year(Int)

    /// Reads `ltm`, `fy` or a year such as `2024`.
    public init?(_ text: String) {
      switch text {
      case "ltm": self = .latestTwelveMonths
      case "fy": self = .fiscalYear
      default:
        guard let year = Int(text), (1900...2999).contains(year) else { return nil }
        self = .year(year)
      }
    }

    /// The word or number that it is written as.
    public var text: String {
      switch self {
      case .latestTwelveMonths: "ltm"
      case .fiscalYear: "fy"
      case .year(let number): "\(number)"
      }
    }
  }

  /// The figures of one period that a valuation starts from: all flows of the same twelve months, all balances of
  /// the same day.
  public struct BasePeriod: Sendable, Hashable {
    /// The base period that was asked for.
    public var asked: Base
    /// True for twelve months that end after the fiscal year.
    public var isTrailing: Bool
    /// The figures; its year is the fiscal year that they are of or continue.
    public var figures: FiscalYear
    /// The twelve months before, where they are known; balances and shares are not in it.
    public var previous: FiscalYear?
    /// The day of the balance sheet.
    public var balanceDate: CivilDate
    /// Shares outstanding: of the latest cover page for trailing months, else of that annual report's.
    public var shares: Figure?
    /// Lines that the fiscal year states and the quarters do not, for which all figures are the fiscal year's; or,
    /// where mixing was allowed, which alone are the fiscal year's.
    public var withoutTrailing: [Item]
    /// True where `withoutTrailing` stand beside trailing figures.
    public var isMixed: Bool

    /// The first day of the twelve months.
    public var start: CivilDate { figures.start }
    /// The last day of the twelve months.
    public var end: CivilDate { figures.end }
    /// `FY2025`, or `LTM to 2025-12-27`.
    public var name: String { isTrailing ? "LTM to \(end)" : "FY\(figures.year)" }
    /// The figure of an item; nil where it is not stated for the period.
    public subscript(item: Item) -> Figure? { figures[item] }
  }

  /// Lines that a valuation cannot do without: all of them are of one period.
  public static let neededLines: [Item] = [.revenue, .operatingIncome, .capex, .depreciation, .workingCapital]

  /// The figures that a valuation starts from; nil for a fiscal year that is not there.
  ///
  /// The latest twelve months are the last fiscal year plus the year to date less the year to date a year before.
  /// Where the quarters lack one of ``neededLines`` that the year states, all lines are the fiscal year's and
  /// `withoutTrailing` says which were lacking; with `mixing` those alone are.
  public func period(_ base: Base = .latestTwelveMonths, mixing: Bool = false) -> BasePeriod? {
    switch base {
    case .latestTwelveMonths: trailing(mixing: mixing) ?? years.indices.last.map { fiscal($0, base) }
    case .fiscalYear: years.indices.last.map { fiscal($0, base) }
    case .year(let number): years.firstIndex { $0.year == number }.map { fiscal($0, base) }
    }
  }

  private func fiscal(_ place: Int, _ base: Base, lacking: [Item] = []) -> BasePeriod {
    var year = years[place]
    carryYearlyBalances(to: &year)
    return BasePeriod(
      asked: base, isTrailing: false, figures: year, previous: place > 0 ? years[place - 1] : nil,
      balanceDate: year.end,
      shares: shares(year[.coverShares] ?? year[.outstandingShares] ?? year[.basicShares] ?? year[.dilutedShares]),
      withoutTrailing: lacking, isMixed: false)
  }

  private func trailing(mixing: Bool) -> BasePeriod? {
    guard let year = years.last, let end = chooser.interimEnd(after: year) else { return nil }
    let flows = Item.allCases.filter { !$0.isBalance }
    var figures = FiscalYear(year: year.year, start: year.start, end: end)
    for item in flows { figures[item] = chooser.trailing(item, year: year, through: end, splits: splits) }
    let lacking = Self.neededLines.filter { year[$0] != nil && figures[$0] == nil }
    guard lacking.isEmpty || mixing, figures[.revenue] != nil || year[.revenue] == nil,
      let start = flows.lazy.compactMap({ figures[$0].flatMap { $0.parts.isEmpty ? nil : $0.periodStart } }).first
    else { return fiscal(years.count - 1, .latestTwelveMonths, lacking: lacking.isEmpty ? [.revenue] : lacking) }
    for item in lacking { figures[item] = year[item] }
    figures.start = start
    var balanceDate = end
    for item in Item.allCases where item.isBalance { figures[item] = chooser.balance(item, end) }
    if figures[.assets] == nil, figures[.equity] == nil, figures[.cash] == nil {
      balanceDate = year.end
      for item in Item.allCases where item.isBalance { figures[item] = year[item] }
    }
    carryYearlyBalances(to: &figures)
    let cover = latestShares.flatMap { $0.periodEnd >= year.end ? $0 : nil } ?? year[.coverShares]
    figures[.coverShares] = cover
    return BasePeriod(
      asked: .latestTwelveMonths, isTrailing: true, figures: figures, previous: twelveMonthsBefore(year, end),
      balanceDate: balanceDate,
      shares: shares(
        cover ?? figures[.outstandingShares] ?? figures[.basicShares] ?? figures[.dilutedShares]
          ?? year[.basicShares] ?? year[.dilutedShares]),
      withoutTrailing: lacking, isMixed: !lacking.isEmpty)
  }

  /// The twelve months that end a year before `end`.
  private func twelveMonthsBefore(_ year: FiscalYear, _ end: CivilDate) -> FiscalYear? {
    guard years.count > 1 else { return nil }
    let before = years[years.count - 2]
    guard abs(before.end.daysSince1970 + 1 - year.start.daysSince1970) < 10 else { return nil }
    let days = end.daysSince1970 - year.end.daysSince1970
    let window = FactWindow.toDate(from: year.start, days: days)
    guard
      let last = [Item.revenue, .operatingIncome, .netIncome].lazy.compactMap({ self.chooser.flow($0, window) }).first
    else { return nil }
    var result = FiscalYear(year: before.year, start: before.start, end: last.periodEnd)
    for item in Item.allCases where !item.isBalance {
      result[item] = chooser.trailing(item, year: before, through: last.periodEnd, splits: splits)
      if let start = result[item]?.periodStart, result[item]?.parts.isEmpty == false { result.start = start }
    }
    return result
  }

  /// Takes leases, pensions and associates from the balance sheet before where this one does not state them.
  private func carryYearlyBalances(to figures: inout FiscalYear) {
    for item in Item.allCases where FactChains.yearlyBalances.contains(item) && figures[item] == nil {
      let before = years.last { $0.end < figures.end && $0[item] != nil }
      if let before, figures.end.daysSince1970 - before.end.daysSince1970 < 380 { figures[item] = before[item] }
    }
  }

  /// A count of shares in the shares of today.
  private func shares(_ figure: Figure?) -> Figure? {
    guard var figure else { return nil }
    let factor = Split.factor(splits, after: figure.filed)
    guard factor != 1 else { return figure }
    figure.parts = [figure]
    figure.value *= factor
    figure.tag += " (after splits)"
    return figure
  }
}
