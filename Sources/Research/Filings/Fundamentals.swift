import Calendar
import MarketData
import Text

/// A company's figures from its annual and quarterly reports, each with the filing that has it.
///
/// ``years`` are the fiscal years; ``period(_:)`` gives the figures that a valuation starts from, which are those of
/// the latest twelve months if the quarters state them; ``asOf(_:)`` gives the figures known on a day.
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
    /// The earnings that remain for the shareholders, before preferred dividends if both are stated.
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
    /// Cost of goods and services sold.
    case costOfRevenue = "cost_of_revenue"
    /// Revenue less the cost of revenue, as stated.
    case grossProfit = "gross_profit"
    /// Research and development, as an expense of the year.
    case research
    /// Interest paid and owed.
    case interestExpense = "interest_expense"
    /// The interest that a bank earns less the interest that it pays, or all its interest if that is not stated.
    case netInterestIncome = "net_interest_income"
    /// Cash from operations.
    case operatingCashFlow = "operating_cash_flow"
    /// Dividends paid; positive.
    case dividendsPaid = "dividends_paid"
    /// Payments for the company's own shares; positive.
    case buybacks
    /// Dividends declared for one common share.
    case dividendPerShare = "dividend_per_share"
    /// Earnings per share on the basic average.
    case basicEarningsPerShare = "eps_basic"
    /// Earnings per share on the diluted average.
    case dilutedEarningsPerShare = "eps_diluted"
    /// Weighted average of the period's shares without dilution.
    case basicShares = "basic_shares"
    /// Shares outstanding on the balance sheet's day, as it states them.
    case outstandingShares = "outstanding_shares"
    /// Finance leases that the long-term debt does not hold.
    case financeLeases = "finance_leases"
    /// Operating lease liabilities; under IFRS all leases.
    case operatingLeases = "operating_leases"
    /// Interests of others in subsidiaries, at book value.
    case minority
    /// Preferred equity, at book value.
    case preferred
    /// Pension liabilities beyond the year, before tax.
    case pension
    /// Book value of the shareholders' equity, without minority interests.
    case equity
    /// Goodwill.
    case goodwill
    /// All assets.
    case assets
    /// Companies held by the equity method, at book value.
    case associates
    /// The deposits of a bank's customers.
    case deposits
    /// The earnings that remain for the common shares, after preferred dividends.
    case commonIncome = "common_income"
    /// Dividends on preferred stock.
    case preferredDividends = "preferred_dividends"
    /// Intangible assets without goodwill.
    case intangibles
    /// The premiums that an insurer earned.
    case premiums

    /// The lines that a short table shows, in their order.
    public static let principal: [Item] = [
      .revenue, .operatingIncome, .pretaxIncome, .incomeTax, .netIncome, .depreciation, .capex, .workingCapital,
      .stockCompensation, .cash, .currentSecurities, .nonCurrentSecurities, .longTermDebt, .shortTermDebt,
      .dilutedShares, .coverShares,
    ]

    /// The item's place among all cases.
    ///
    /// Every figure is found by it, and hashing the name would take longer than finding the figure in its filing.
    var place: Int { Self.places[Self.tag(self)] }

    private static func tag(_ item: Item) -> Int { withUnsafeBytes(of: item) { Int($0[0]) } }

    private static let places: [Int] = {
      var places = Array(repeating: 0, count: 256)
      for (place, item) in allCases.enumerated() { places[tag(item)] = place }
      return places
    }()

    /// True for a balance on a day, false for a flow over a period.
    public var isBalance: Bool {
      switch self {
      case .cash, .currentSecurities, .nonCurrentSecurities, .longTermDebt, .shortTermDebt, .coverShares,
        .outstandingShares, .financeLeases, .operatingLeases, .minority, .preferred, .pension, .equity, .goodwill,
        .assets, .associates, .deposits, .intangibles:
        true
      default: false
      }
    }
  }

  /// One figure and its origin.
  public struct Figure: Sendable, Hashable {
    /// The value in the reporting currency or in shares; nothing is scaled.
    public var value: Double
    /// The concept of the accounts, such as `Revenues`; sums name their parts: `Depreciation + Amortization…`.
    public var tag: String
    /// The first day of the period; nil for a balance.
    public var periodStart: CivilDate?
    /// The last day of the period, or the day of the balance.
    public var periodEnd: CivilDate
    /// The day of the filing that made the value known: a restated value is of the filing that restated it, and
    /// a value that later filings only repeat is of the first one.
    public var filed: CivilDate
    /// The filing's accession number; of a figure of several parts, that of the newest.
    public var accession: String
    /// The figures that it is the sum of, with signs; empty if a filing states it as it is.
    public var parts: [Figure]
    /// Parts of the line that only the fiscal year states, and not the quarters: a figure of the latest twelve months
    /// leaves them out.
    public var omitted: [Figure] = []

    /// Makes a figure from its parts.
    public init(
      value: Double, tag: String, periodStart: CivilDate? = nil, periodEnd: CivilDate, filed: CivilDate,
      accession: String, parts: [Figure] = []
    ) {
      self.value = value
      self.tag = tag
      self.periodStart = periodStart
      self.periodEnd = periodEnd
      self.filed = filed
      self.accession = accession
      self.parts = parts
    }
  }

  /// The figures of one fiscal year.
  public struct FiscalYear: Sendable, Hashable {
    /// The year's number: that of its last day, or the one before if it ends in the first half of January.
    public var year: Int
    /// The first day.
    public var start: CivilDate
    /// The last day.
    public var end: CivilDate
    private var figures: [Figure?]

    /// Makes a year without figures.
    public init(year: Int, start: CivilDate, end: CivilDate) {
      self.year = year
      self.start = start
      self.end = end
      figures = Array(repeating: nil, count: Item.allCases.count)
    }

    /// The figure of an item; nil if the reports do not state it.
    public subscript(item: Item) -> Figure? {
      get { figures[item.place] }
      set { figures[item.place] = newValue }
    }
  }

  /// The company's name as it files.
  public let company: String
  /// The ticker.
  public let symbol: String
  /// The currency of all amounts, `USD`.
  public let currency: String
  /// The currency of older reports, whose figures are not read; nil if it has always been ``currency``.
  public let formerCurrency: String?
  /// The fiscal years, oldest first.
  public let years: [FiscalYear]
  /// The shares outstanding that the newest cover page states, of an annual or a quarterly report.
  public let latestShares: Figure?
  /// The splits of shares that the filings show, oldest first.
  public let splits: [Split]
  /// All that was filed.
  let ledger: FactLedger
  /// Finds figures in the ledger.
  let chooser: FactChooser
  /// The periods asked for before.
  let periods: PeriodMemory

  /// Makes the fundamentals from a company's filings.
  init(company: String, symbol: String, currency: String, formerCurrency: String? = nil, ledger: FactLedger) {
    self.company = company
    self.symbol = symbol
    self.currency = currency
    self.formerCurrency = formerCurrency
    self.ledger = ledger
    chooser = FactChooser(ledger)
    periods = PeriodMemory()
    years = chooser.fiscalYears()
    latestShares = chooser.latestShares()
    splits = Split.all(in: ledger)
  }

  /// Two are equal if the same was filed by the same company.
  public static func == (a: Fundamentals, b: Fundamentals) -> Bool {
    a.company == b.company && a.symbol == b.symbol && a.currency == b.currency && a.ledger == b.ledger
  }

  /// Feeds the company and its filings into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(symbol)
    hasher.combine(ledger)
  }

  /// The latest fiscal year, nil if there is none.
  public var latest: FiscalYear? { years.last }

  /// The fiscal year of a number.
  public func year(_ number: Int) -> FiscalYear? { years.first { $0.year == number } }

  /// Items that the year before the latest one states and the latest does not: a missing item is not zero, though a sum
  /// would treat it as zero.
  public var noLongerStated: [Item] {
    guard years.count >= 2 else { return [] }
    let (before, last) = (years[years.count - 2], years[years.count - 1])
    return Item.principal.filter { before[$0] != nil && last[$0] == nil }
  }

  /// A figure of the latest fiscal year.
  public func figure(_ item: Item) -> Figure? { latest?[item] }
}

extension Fundamentals.FiscalYear {
  /// True if the period begins at the end of `before`: year-on-year comparisons must not skip a year.
  func follows(_ before: Self) -> Bool { abs(start.daysSince1970 - before.end.daysSince1970 - 1) < 10 }

  /// An item as a share of the year's revenue; nil if either is not stated or revenue is not positive.
  public func shareOfRevenue(_ item: Fundamentals.Item) -> Double? {
    guard let figure = self[item], let revenue = self[.revenue], revenue.value > 0 else { return nil }
    return figure.value / revenue.value
  }

  /// Cash and marketable securities, current and not; nil if cash is not stated.
  public var cashAndSecurities: Double? {
    guard let cash = self[.cash] else { return nil }
    return cash.value + (self[.currentSecurities]?.value ?? 0) + (self[.nonCurrentSecurities]?.value ?? 0)
  }

  /// All borrowings with finance leases; nil if none are stated.
  public var totalDebt: Double? {
    let parts = debtParts
    return parts.isEmpty ? nil : parts.reduce(0) { $0 + $1.value }
  }

  /// The lines of the debt; finance leases are not counted twice if the long-term debt includes them.
  var debtParts: [Fundamentals.Figure] {
    let holdsLeases = self[.longTermDebt]?.tag.hasPart("CapitalLease") ?? false
    return [self[.longTermDebt], self[.shortTermDebt], holdsLeases ? nil : self[.financeLeases]].compactMap { $0 }
  }

  /// Preferred equity included in the equity at book value; nil if there is none, or if it is reported outside equity,
  /// such as stock redeemable by its holders.
  public var preferredInEquity: Fundamentals.Figure? {
    self[.preferred].flatMap { $0.tag.hasPrefix("TemporaryEquity") || $0.value <= 0 ? nil : $0 }
  }

  /// The book value of the common shares: equity without preferred stock; nil if no equity is stated.
  public var commonEquity: Double? {
    self[.equity].map { $0.value - (preferredInEquity?.value ?? 0) }
  }

  /// Dividends on the common shares: those of preferred stock are subtracted if the total includes them.
  public var commonDividends: Double? {
    self[.dividendsPaid].map { paid in
      paid.tag == "PaymentsOfDividends" ? max(0, paid.value - (self[.preferredDividends]?.value ?? 0)) : paid.value
    }
  }

  /// Gross profit as stated, or revenue less its cost; nil if neither is known.
  public var grossProfit: Double? {
    if let stated = self[.grossProfit] { return stated.value }
    guard let revenue = self[.revenue], let cost = self[.costOfRevenue] else { return nil }
    return revenue.value - cost.value
  }

  /// Operating income with depreciation added back; nil if either is not stated.
  public var ebitda: Double? {
    guard let income = self[.operatingIncome], let depreciation = self[.depreciation] else { return nil }
    return income.value + depreciation.value
  }
}

extension Fundamentals {
  /// Unpacks the output of ``packed()``; throws `damaged-sample`.
  public init(packed bytes: [UInt8], name: String) throws(MarketDataError) {
    let result = bytes.withUnsafeBufferPointer { bytes in
      do throws(MarketDataError) {
        return Result<Fundamentals, MarketDataError>.success(try PackedFundamentals.decode(bytes, name: name))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// The filed figures in the compact form in which samples are kept; throws `not-packable`.
  public func packed() throws(MarketDataError) -> [UInt8] { try PackedFundamentals.encode(self) }
}
