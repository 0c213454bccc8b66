import Columns

/// A company's yearly figures from its annual reports, each with the filing that it stands in.
public struct Fundamentals: Sendable, Hashable {
  /// One line of the accounts; the raw value is the name that programs see.
  public enum Item: String, Sendable, Hashable, CaseIterable {
    /// Sales of the year.
    case revenue
    /// Earnings before interest and tax.
    case operatingIncome = "operating_income"
    /// Earnings before tax.
    case pretaxIncome = "pretax_income"
    /// Tax on income: an expense is positive.
    case incomeTax = "income_tax"
    /// What remains for the shareholders.
    case netIncome = "net_income"
    /// Depreciation and amortisation of the year.
    case depreciation
    /// Payments for property, plant and equipment.
    case capex
    /// The increase in receivables and inventories less that in payables.
    case workingCapital = "working_capital"
    /// Compensation paid in shares.
    case stockCompensation = "stock_compensation"
    /// Cash and cash equivalents at the year's end, restricted cash left out.
    case cash
    /// Marketable securities due within a year.
    case currentSecurities = "current_securities"
    /// Marketable securities due later.
    case nonCurrentSecurities = "non_current_securities"
    /// Long-term debt with the part that is due within a year.
    case longTermDebt = "long_term_debt"
    /// Commercial paper and other short borrowings that long-term debt does not hold.
    case shortTermDebt = "short_term_debt"
    /// Weighted average of the year's diluted shares.
    case dilutedShares = "diluted_shares"
    /// Shares outstanding as the annual report's cover page states them.
    case coverShares = "cover_shares"
  }

  /// One figure and where it comes from.
  public struct Figure: Sendable, Hashable {
    /// The value in the reporting currency or in shares; nothing is scaled.
    public var value: Double
    /// The concept of the accounts, such as `Revenues`; sums name their parts: `Depreciation + Amortization…`.
    public var tag: String
    /// The last day of the period, or the day of the balance.
    public var periodEnd: CivilDate
    /// The day on which the filing that states it was filed; of several filings the latest counts.
    public var filed: CivilDate
    /// The filing's accession number.
    public var accession: String

    /// Makes a figure from its parts.
    public init(value: Double, tag: String, periodEnd: CivilDate, filed: CivilDate, accession: String) {
      self.value = value
      self.tag = tag
      self.periodEnd = periodEnd
      self.filed = filed
      self.accession = accession
    }
  }

  /// The figures of one fiscal year.
  public struct FiscalYear: Sendable, Hashable {
    /// The year's number: that of its last day, or the one before where it ends in the first half of January.
    public var year: Int
    /// The first day.
    public var start: CivilDate
    /// The last day.
    public var end: CivilDate
    private var figures: [Item: Figure]

    /// Makes a year without figures.
    public init(year: Int, start: CivilDate, end: CivilDate) {
      self.year = year
      self.start = start
      self.end = end
      figures = [:]
    }

    /// The figure of an item; nil where the reports do not state it.
    public subscript(item: Item) -> Figure? {
      get { figures[item] }
      set { figures[item] = newValue }
    }
  }

  /// The company's name as it files.
  public var company: String
  /// The ticker.
  public var symbol: String
  /// The currency of all amounts, `USD`.
  public var currency: String
  /// The fiscal years, oldest first.
  public var years: [FiscalYear]
  /// The shares outstanding that the newest cover page states, of an annual or a quarterly report.
  public var latestShares: Figure?

  /// Makes fundamentals from their parts.
  public init(
    company: String,
    symbol: String,
    currency: String,
    years: [FiscalYear],
    latestShares: Figure? = nil
  ) {
    self.company = company
    self.symbol = symbol
    self.currency = currency
    self.years = years
    self.latestShares = latestShares
  }

  /// The latest fiscal year, nil where there is none.
  public var latest: FiscalYear? { years.last }

  /// The fiscal year of a number.
  public func year(_ number: Int) -> FiscalYear? { years.first { $0.year == number } }

  /// Items that the year before the latest one states and the latest does not: what is not there is not
  /// zero, though a sum would take it so.
  public var noLongerStated: [Item] {
    guard years.count >= 2 else { return [] }
    let (before, last) = (years[years.count - 2], years[years.count - 1])
    return Item.allCases.filter { before[$0] != nil && last[$0] == nil }
  }

  /// A figure of the latest fiscal year.
  public func figure(_ item: Item) -> Figure? { latest?[item] }
}

extension Fundamentals.FiscalYear {
  /// An item as a share of the year's revenue; nil where either is not stated or revenue is not positive.
  public func shareOfRevenue(_ item: Fundamentals.Item) -> Double? {
    guard let figure = self[item], let revenue = self[.revenue], revenue.value > 0 else { return nil }
    return figure.value / revenue.value
  }

  /// Tax as a share of the earnings before tax; nil where these are not positive.
  public var effectiveTaxRate: Double? {
    guard let tax = self[.incomeTax], let pretax = self[.pretaxIncome], pretax.value > 0 else { return nil }
    return tax.value / pretax.value
  }

  /// Cash and marketable securities, current and not; nil where cash is not stated.
  public var cashAndSecurities: Double? {
    guard let cash = self[.cash] else { return nil }
    return cash.value + (self[.currentSecurities]?.value ?? 0) + (self[.nonCurrentSecurities]?.value ?? 0)
  }

  /// All borrowings; nil where none are stated.
  public var totalDebt: Double? {
    guard self[.longTermDebt] != nil || self[.shortTermDebt] != nil else { return nil }
    return (self[.longTermDebt]?.value ?? 0) + (self[.shortTermDebt]?.value ?? 0)
  }
}

extension Fundamentals {
  /// Operating income of the latest year as a share of its revenue.
  public var margin: Double? { latest?.shareOfRevenue(.operatingIncome) }
  /// Payments for property, plant and equipment of the latest year as a share of its revenue.
  public var capexShare: Double? { latest?.shareOfRevenue(.capex) }
  /// Depreciation and amortisation of the latest year as a share of its revenue.
  public var depreciationShare: Double? { latest?.shareOfRevenue(.depreciation) }
  /// The increase in working capital of the latest year as a share of its revenue.
  public var workingCapitalShare: Double? { latest?.shareOfRevenue(.workingCapital) }

  /// The tax of the latest years together as a share of their earnings before tax.
  ///
  /// One unusual year weighs less than in the rate of a single year. Nil where a year lacks either figure or
  /// the earnings together are not positive.
  public func effectiveTaxRate(years count: Int = 3) -> Double? {
    let recent = years.suffix(max(1, count))
    let taxes = recent.compactMap { $0[.incomeTax]?.value }
    let incomes = recent.compactMap { $0[.pretaxIncome]?.value }
    let income = incomes.reduce(0, +)
    guard taxes.count == recent.count, incomes.count == recent.count, income > 0 else { return nil }
    return taxes.reduce(0, +) / income
  }
}

extension Fundamentals {
  /// The figures in the compact form in which samples are kept.
  public func packed() -> [UInt8] { PackedFundamentals.encode(self) }
}
