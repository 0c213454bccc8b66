import Calendar

extension Fundamentals {
  /// Which figures a valuation starts from.
  public enum Base: Sendable, Hashable {
    /// The latest twelve months, or the latest fiscal year if the quarters do not state everything needed.
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
  /// the same day, which is that of the newest balance sheet unless a past year was requested.
  public struct BasePeriod: Sendable, Hashable {
    /// The base period requested.
    public var asked: Base
    /// True for twelve months that end after the fiscal year.
    public var isTrailing: Bool
    /// The figures; its year is the fiscal year that they are of or continue.
    public var figures: FiscalYear
    /// The twelve months before, if known; balances and shares are not in it.
    public var previous: FiscalYear?
    /// The day of the balance sheet.
    public var balanceDate: CivilDate
    /// Shares outstanding: of the newest cover page, or that annual report's for a year that was requested by number.
    public var shares: Figure?
    /// Lines that the fiscal year states and the quarters do not, for which all flows are the fiscal year's; or, if
    /// mixing was allowed, which alone are the fiscal year's.
    public var withoutTrailing: [Item]
    /// True if `withoutTrailing` are used with trailing figures.
    public var isMixed: Bool
    /// The twelve months that the fiscal year was taken for instead; nil if it was not.
    public var missed: MissedMonths? = nil

    /// The first day of the twelve months.
    public var start: CivilDate { figures.start }
    /// The last day of the twelve months.
    public var end: CivilDate { figures.end }
    /// `FY2025`, or `LTM to 2025-12-27`.
    public var name: String { isTrailing ? "LTM to \(end)" : "FY\(figures.year)" }
    /// The figure of an item; nil if it is not stated for the period.
    public subscript(item: Item) -> Figure? { figures[item] }
  }

  /// Twelve months that were filed and are not the base, as a needed line is lacking in them.
  public struct MissedMonths: Sendable, Hashable {
    /// Their last day.
    public var end: CivilDate
    /// Their revenue; nil if it is one of the lines that are lacking.
    public var revenue: Figure?
  }

  /// Lines that a valuation of a firm cannot do without: all of them are of one period.
  ///
  /// A valuation needs fewer if assumptions are typed, and one of equity needs others.
  public static let neededLines: [Item] = [.revenue, .operatingIncome, .capex, .depreciation, .workingCapital]

  /// The figures that a valuation starts from; nil for a fiscal year that is not there.
  ///
  /// The latest twelve months are the last fiscal year plus the year to date less the year to date a year before. If
  /// the quarters lack one of the needed lines that the year states, all flows are the fiscal year's and
  /// `withoutTrailing` lists the missing lines; with `mixing` those alone are. The balance sheet and the shares are the
  /// newest filed regardless of the flows' period, except for a year that is requested by its number.
  ///
  /// - Parameters:
  ///   - base: the period requested.
  ///   - mixing: whether lines of the fiscal year may be used with lines of the latest twelve months.
  ///   - lines: the lines that must be of one period; other lines may be missing without effect on these.
  public func period(
    _ base: Base = .latestTwelveMonths, mixing: Bool = false, needing lines: [Item] = neededLines
  ) -> BasePeriod? {
    periods.period(PeriodMemory.Request(base: base, mixing: mixing, lines: lines)) {
      switch base {
      case .latestTwelveMonths: trailing(mixing: mixing, lines) ?? years.indices.last.map { newest($0, base) }
      case .fiscalYear: years.indices.last.map { newest($0, base) }
      case .year(let number): years.firstIndex { $0.year == number }.map { fiscal($0, base) }
      }
    }
  }

  /// A fiscal year as its annual report has it.
  private func fiscal(_ place: Int, _ base: Base) -> BasePeriod {
    var year = years[place]
    carryBalances(to: &year, on: year.end)
    return BasePeriod(
      asked: base, isTrailing: false, figures: year, previous: place > 0 ? years[place - 1] : nil,
      balanceDate: year.end,
      shares: shares(year[.coverShares] ?? year[.outstandingShares] ?? year[.basicShares] ?? year[.dilutedShares]),
      withoutTrailing: [], isMixed: false)
  }

  /// The flows of the latest fiscal year with the newest balance sheet and count of shares.
  private func newest(_ place: Int, _ base: Base, lacking: [Item] = [], missed: MissedMonths? = nil) -> BasePeriod {
    var period = fiscal(place, base)
    period.withoutTrailing = lacking
    period.missed = missed
    let year = years[place]
    let day = balanceDay(notBefore: year.end)
    guard day > year.end else {
      if let cover = latestShares, cover.periodEnd >= year.end {
        period.figures[.coverShares] = cover
        period.shares = shares(cover)
      }
      return period
    }
    takeBalances(of: day, into: &period.figures)
    period.balanceDate = day
    let cover = latestShares.flatMap { $0.periodEnd >= year.end ? $0 : nil } ?? year[.coverShares]
    period.figures[.coverShares] = cover
    period.shares = shares(
      cover ?? period.figures[.outstandingShares] ?? year[.basicShares] ?? year[.dilutedShares])
    return period
  }

  /// The day of the newest balance sheet, if it is of the following year; else the day itself.
  private func balanceDay(notBefore end: CivilDate) -> CivilDate {
    guard let day = chooser.newestBalanceSheet(), day > end, day.daysSince1970 - end.daysSince1970 < 360 else {
      return end
    }
    return day
  }

  /// Puts the balance sheet of a day into figures, and figures it does not state from the last one that does.
  func takeBalances(of day: CivilDate, into figures: inout FiscalYear) {
    let sheet = chooser.sheetDay(near: day)
    for item in Item.allCases where item.isBalance { figures[item] = chooser.balance(item, on: sheet, or: day) }
    carryBalances(to: &figures, on: min(sheet, day))
  }

  private func trailing(mixing: Bool, _ lines: [Item]) -> BasePeriod? {
    guard let year = years.last, let end = chooser.interimEnd(after: year) else { return nil }
    let flows = Item.allCases.filter { !$0.isBalance }
    var figures = FiscalYear(year: year.year, start: year.start, end: end)
    for item in flows { figures[item] = chooser.trailing(item, year: year, through: end, splits: splits) }
    let lacking = lines.filter { year[$0] != nil && figures[$0] == nil }
    let start = flows.lazy.compactMap { figures[$0].flatMap { $0.parts.isEmpty ? nil : $0.periodStart } }.first
    guard lacking.isEmpty || mixing, let start else {
      return newest(
        years.count - 1, .latestTwelveMonths, lacking: lacking.isEmpty ? [.revenue] : lacking,
        missed: MissedMonths(end: end, revenue: figures[.revenue]))
    }
    for item in lacking { figures[item] = year[item] }
    figures.start = start
    var balanceDate = balanceDay(notBefore: end)
    takeBalances(of: balanceDate, into: &figures)
    if figures[.assets] == nil, figures[.equity] == nil, figures[.cash] == nil {
      // The quarters state no balance sheet.
      balanceDate = chooser.newestBalanceSheet().map { min($0, end) } ?? year.end
      takeBalances(of: balanceDate, into: &figures)
    }
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
    guard year.follows(before) else { return nil }
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

  /// Takes what a balance sheet does not state from the last one that does.
  ///
  /// Cash, securities, borrowings, minority interests and preferred stock are of any earlier balance sheet of thirteen
  /// months: many companies state them by the year. Short borrowings without a line count as none if the others are
  /// stated, and so do claims that the sheet shows to be gone. Leases, pensions and associates are of the annual report
  /// before.
  private func carryBalances(to figures: inout FiscalYear, on day: CivilDate) {
    for item in Item.allCases where FactChains.yearlyBalances.contains(item) && figures[item] == nil {
      let before = years.last { $0.end < day && $0[item] != nil }
      if let before, day.daysSince1970 - before.end.daysSince1970 < 380 { figures[item] = before[item] }
    }
    for item in FactChains.carriedBalances where figures[item] == nil {
      guard let last = lastStated(item, before: day), !chooser.isGone(item, last, on: day) else { continue }
      figures[item] = last
    }
    guard figures[.longTermDebt] == nil, let debt = lastStated(.longTermDebt, before: day) else { return }
    figures[.longTermDebt] = debt
    if figures[.shortTermDebt] == nil { figures[.shortTermDebt] = chooser.balance(.shortTermDebt, debt.periodEnd) }
  }

  /// The last statement of an item in the thirteen months before a day.
  func lastStated(_ item: Item, before end: CivilDate) -> Figure? {
    let limit = end.adding(days: -400)
    if item.isBalance {
      let days = Set(ledger.balanceDays(from: limit, before: end)).sorted(by: >)
      return days.lazy.compactMap { self.chooser.balance(item, $0) }.first
    }
    let year = years.last { $0.end < end && $0.end > limit && $0[item] != nil }
    return year?[item]
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
