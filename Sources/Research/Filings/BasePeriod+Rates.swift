import Calendar
import Text

extension Fundamentals {
  /// The tax of some fiscal years together, up to that of a period, as a share of their earnings before tax.
  ///
  /// One unusual year weighs less than in the rate of a single year. The latest twelve months do not enter: tax is
  /// settled by the year. Nil if a year lacks either figure or the earnings together are not positive.
  public func effectiveTaxRate(years count: Int = 3, through period: BasePeriod) -> Double? {
    let known = years.filter { $0.year <= period.figures.year }.suffix(max(1, count))
    let taxes = known.compactMap { $0[.incomeTax]?.value }
    let incomes = known.compactMap { $0[.pretaxIncome]?.value }
    let income = incomes.reduce(0, +)
    guard !known.isEmpty, taxes.count == known.count, incomes.count == known.count, income > 0 else { return nil }
    return taxes.reduce(0, +) / income
  }

  /// The highest operating margin of a period and the ten fiscal years up to it, with the year's number; nil if no year
  /// has one.
  public func highestMargin(years count: Int = 10, through period: BasePeriod) -> (margin: Double, year: Int)? {
    var best: (margin: Double, year: Int)?
    for year in years.filter({ $0.year <= period.figures.year }).suffix(count) + [period.figures] {
      guard let margin = year.shareOfRevenue(.operatingIncome) else { continue }
      if best.map({ margin > $0.margin }) ?? true { best = (margin, year.year) }
    }
    return best
  }

  /// An item of a period, then of the twelve months before it and so on, as far as they follow without a gap.
  public func history(_ item: Item, of period: BasePeriod, count: Int = 12) -> [Figure] {
    guard let first = period[item], let last = years.lastIndex(where: { $0.year == period.figures.year }) else {
      return []
    }
    var result = [first]
    for place in stride(from: last - 1, through: 0, by: -1) where result.count == last - place {
      guard result.count < count, years[place + 1].follows(years[place]) else { break }
      if period.isTrailing {
        let days = period.end.daysSince1970 - years[last].end.daysSince1970
        let end = years[place].end.adding(days: days)
        if let figure = chooser.trailing(item, year: years[place], through: end, splits: splits) {
          result.append(figure)
        }
      } else if let figure = years[place][item] {
        result.append(figure)
      }
    }
    return result
  }
}

extension Fundamentals.BasePeriod {
  /// An item as a share of the period's revenue; nil if either is not stated or revenue is not positive.
  public func shareOfRevenue(_ item: Fundamentals.Item) -> Double? { figures.shareOfRevenue(item) }

  /// Growth of revenue over the twelve months before; nil if these are not known, or a year between is not.
  public var growth: Double? {
    guard let previous, figures.follows(previous), let before = previous[.revenue]?.value, before > 0,
      let now = self[.revenue]?.value
    else { return nil }
    return now / before - 1
  }

  /// Net income to the common shares as a share of the common equity at the period's start; nil if that is not known or
  /// not positive.
  public func returnOnEquity(opening: Fundamentals.FiscalYear?) -> Double? {
    guard let equity = opening?.commonEquity, equity > 0, let income = incomeToCommon else { return nil }
    return income.value / equity
  }

  /// Net income after preferred dividends if that is stated, else net income.
  public var incomeToCommon: Fundamentals.Figure? { self[.commonIncome] ?? self[.netIncome] }

  /// Dividends on the common shares as a share of the income that remains for them; nil if either is not stated or
  /// there was no profit.
  public var payout: Double? {
    guard let paid = figures.commonDividends, let income = incomeToCommon?.value, income > 0 else { return nil }
    return paid / income
  }
}

extension Fundamentals {
  /// The balance sheet of about the day before a period began; nil if there is none.
  public func openingBalances(of period: BasePeriod) -> FiscalYear? { balances(near: period.start.adding(days: -1)) }
}

extension Fundamentals.Figure {
  /// True for an operating income that is not stated, and is the income before tax and interest instead.
  var isBeforeInterest: Bool { tag.hasPart(" + Interest") || tag.hasPart(" + FinanceCosts") }

  /// The days that it is of: `2025-09-28..2025-12-27`, or one day for a balance.
  public var period: String { periodStart.map { "\($0)..\(periodEnd)" } ?? "\(periodEnd)" }

  /// Its origin in one line: concept, days, filing.
  public var provenance: String { "\(tag) \(period), filed \(filed), \(accession)" }

  /// The figures of single concepts that add up to this one; a figure combined from several periods stays combined.
  public var terms: [Fundamentals.Figure] {
    let isSum = !parts.isEmpty && parts.allSatisfy { $0.periodEnd == periodEnd && $0.tag != tag }
    return isSum ? parts.flatMap(\.terms) : [self]
  }
}
