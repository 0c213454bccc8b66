import Calendar
import Columns
import Filings
import MarketData
import Valuation

/// What a company's reports say of a valuation's assumptions, each with where it comes from.
struct FundamentalsAssumptions {
  /// The period that the figures are of.
  var period: Fundamentals.BasePeriod
  /// Assumptions that hold unless others are typed.
  var known: [Assumption] = []
  /// Figures that a model takes where it asks for them: dividends and returns for banks, the history of research,
  /// leases and associates, which nothing adds or takes away by itself.
  var offered: [Assumption] = []
  /// Values of the base year, where paths that begin with `to` start.
  var baseYear: [String: Double] = [:]
  /// The figures that each assumption is made of, by its name.
  var figures: [String: [Fundamentals.Figure]] = [:]
  /// What is to be known of the figures, the gravest first.
  var findings: [FundamentalsFinding] = []
  /// The highest operating margin of the ten years up to the period, which a forecast margin is held against.
  var highestMargin: (margin: Double, year: Int)?

  /// The grounds for not valuing the company from these figures, without those that are allowed.
  ///
  /// What the user types settles some of them: a finding whose assumptions are all in `typed` is none.
  func refusals(allowing codes: [String], typed: Set<String> = []) -> [FundamentalsFinding] {
    findings.filter { finding in
      let names = finding.assumptions
      return finding.severity == .refusal && !codes.contains(finding.code.rawValue)
        && !(finding.code != .bank && !names.isEmpty && names.allSatisfy { typed.contains($0) })
    }
  }
}

extension FundamentalsFinding {
  /// The assumptions that are made of the lines that it is about.
  var assumptions: [String] {
    var names: [String] = []
    for item in items {
      let name: String? =
        switch item {
        case .revenue, .capex, .depreciation, .minority, .preferred, .pension: item.rawValue
        case .workingCapital: "working_capital"
        case .stockCompensation: "stock_compensation"
        case .operatingIncome: "base_margin"
        case .pretaxIncome, .incomeTax: "tax"
        case .cash, .currentSecurities, .nonCurrentSecurities: "cash"
        case .longTermDebt, .shortTermDebt, .financeLeases: "debt"
        case .coverShares, .outstandingShares, .basicShares, .dilutedShares: "shares"
        case .equity: "book"
        case .operatingLeases: "leases"
        case .associates: "investments"
        default: nil
        }
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }
}

extension Fundamentals {
  /// What is known for a valuation of the latest twelve months, or of the latest fiscal year where these are not.
  var assumptions: (known: [Assumption], baseYear: [String: Double]) {
    assumptions(base: .latestTwelveMonths).map { ($0.known, $0.baseYear) } ?? ([], [:])
  }

  /// What the reports say of a valuation's assumptions; nil for a fiscal year that they do not state.
  ///
  /// All flows are of one period and all balances of one day. Tax is the effective rate of three fiscal years
  /// where it lies within 0 to 40 %. Figures that the reports do not state are left out, never guessed.
  ///
  /// - Parameters:
  ///   - base: the base period.
  ///   - date: the valuation date, for the age of the figures.
  ///   - mixing: whether a line that has no latest twelve months may stand beside others that do (`allow
  ///     mixed-periods`).
  func assumptions(
    base: Base, on date: CivilDate? = nil, mixing: Bool = false
  ) -> FundamentalsAssumptions? {
    guard let period = period(base, mixing: mixing) else { return nil }
    var reader = AssumptionReader(fundamentals: self, result: FundamentalsAssumptions(period: period))
    reader.readOperations()
    reader.readClaims()
    reader.readDates()
    reader.readOffers()
    reader.result.findings = findings(of: period, on: date)
    reader.result.highestMargin = highestMargin(through: period)
    return reader.result
  }

  /// The assumptions as they were known from each filing on, oldest first: for valuations in the past that see
  /// nothing of what was filed later.
  ///
  /// An entry holds from the day after `filed` to the next entry's `filed`; filings before the first annual report
  /// have none. No `date` is given to the findings, so the age of the figures is for the valuation to check.
  func assumptionsByFiling(
    base: Base = .latestTwelveMonths, since first: CivilDate? = nil
  ) -> [(filed: CivilDate, assumptions: FundamentalsAssumptions)] {
    let days = filingDates
    // The last filing before the first day is what is known on it.
    let start = first.flatMap { day in days.lastIndex { $0 < day } } ?? 0
    return days[start...].compactMap { day in
      asOf(day)?.assumptions(base: base).map { (filed: day, assumptions: $0) }
    }
  }
}

/// Turns the figures of a period into assumptions.
private struct AssumptionReader {
  let fundamentals: Fundamentals
  var result: FundamentalsAssumptions

  private var period: Fundamentals.BasePeriod { result.period }

  mutating func readOperations() {
    let revenue = period[.revenue]
    add("revenue", revenue?.value, "revenue", [revenue])
    let margin = period.shareOfRevenue(.operatingIncome)
    add("base_margin", margin, "operating income / revenue", [period[.operatingIncome], revenue])
    result.baseYear["margin"] = margin
    if let tax = fundamentals.effectiveTaxRate(through: period), (0...0.4).contains(tax) {
      let years = fundamentals.years.filter { $0.year <= period.figures.year }.suffix(3)
      add(
        "tax", tax, "effective rate of three years", years.reversed().flatMap { [$0[.incomeTax], $0[.pretaxIncome]] },
        of: "FY\(period.figures.year)")
    }
    let shares: [(String, Fundamentals.Item, String)] = [
      ("capex", .capex, "capex / revenue"), ("depreciation", .depreciation, "depreciation / revenue"),
      ("working_capital", .workingCapital, "increase of working capital / revenue"),
      ("stock_compensation", .stockCompensation, "stock compensation / revenue, a memo"),
    ]
    for (name, item, what) in shares {
      // A line that mixing took from the fiscal year is a share of that year's revenue.
      let ofYear = period.isMixed && period.withoutTrailing.contains(item)
      let whole = ofYear ? fundamentals.years.last?[.revenue] : revenue
      guard let figure = period[item], let whole, whole.value > 0 else { continue }
      add(
        name, figure.value / whole.value, what, [figure, whole], of: ofYear ? "FY\(period.figures.year)" : period.name)
    }
    if let growth = period.growth { result.baseYear["growth"] = growth }
  }

  mutating func readClaims() {
    let cash = [period[.cash], period[.currentSecurities], period[.nonCurrentSecurities]]
    add("cash", period.figures.cashAndSecurities, "cash and marketable securities", cash, of: balance)
    let debt = [period[.longTermDebt], period[.shortTermDebt], period[.financeLeases]]
    add("debt", period.figures.totalDebt, "all borrowings", debt, of: balance)
    add("shares", period.shares?.value, "shares outstanding", [period.shares])
    add("book", period[.equity]?.value, "equity at book value", [period[.equity]], of: balance)
    for (name, item, what) in [
      ("minority", Fundamentals.Item.minority, "minority interests at book value"),
      ("preferred", .preferred, "preferred equity at book value"),
    ] {
      if let figure = period[item], figure.value > 0 { add(name, figure.value, what, [figure], of: balance) }
    }
    if let pension = period[.pension], pension.value > 0 {
      let tax = (result.known.first { $0.name == "tax" }).flatMap { tax -> Double? in
        if case .scalar(let rate) = tax.value { rate } else { nil }
      }
      add(
        "pension", pension.value * (1 - (tax ?? 0.21)), "pension liabilities after tax at book value", [pension],
        of: balance)
    }
  }

  mutating func readDates() {
    let source = Assumption.Source.fundamentals(detail: "last day of \(period.name)")
    append(Assumption("base_end", word: "\(period.end)", source: source))
    append(
      Assumption(
        "balance_date", word: "\(period.balanceDate)",
        source: .fundamentals(detail: "balance sheet of \(period.balanceDate)")))
    append(
      Assumption("currency", word: fundamentals.currency, source: .fundamentals(detail: "currency of the reports")))
  }

  mutating func readOffers() {
    let opening = fundamentals.openingEquity(of: period)
    offer("roe", period.returnOnEquity(opening: opening), "net income / equity before", [period[.netIncome], opening])
    offer("payout", period.payout, "dividends / net income", [period[.dividendsPaid], period[.netIncome]])
    offer("dividend", period[.dividendPerShare]?.value, "dividends per share", [period[.dividendPerShare]])
    if let gross = period.figures.grossProfit, let revenue = period[.revenue], revenue.value > 0 {
      offer(
        "gross_margin", gross / revenue.value, "gross profit / revenue",
        [period[.grossProfit] ?? period[.costOfRevenue], revenue])
    }
    offer("leases", period[.operatingLeases]?.value, "operating leases", [period[.operatingLeases]])
    offer("investments", period[.associates]?.value, "associates at book value", [period[.associates]])
    if let interest = period[.interestExpense], interest.value > 0, let income = period[.operatingIncome] {
      offer("coverage", income.value / interest.value, "operating income / interest", [income, interest])
    }
    let research = fundamentals.history(.research, of: period)
    if !research.isEmpty {
      result.figures["research"] = research
      result.offered.append(
        Assumption("research", YearPath(.list(research.map(\.value))), source: source("research", research, nil)))
    }
  }

  private var balance: String { "\(period.balanceDate)" }

  private mutating func add(
    _ name: String, _ value: Double?, _ what: String, _ figures: [Fundamentals.Figure?], of span: String? = nil
  ) {
    guard let value, value.isFinite else { return }
    let figures = figures.compactMap { $0 }
    result.figures[name] = figures
    append(Assumption(name, value, source: source(what, figures, span)))
    result.baseYear[name] = value
  }

  private mutating func offer(_ name: String, _ value: Double?, _ what: String, _ figures: [Fundamentals.Figure?]) {
    guard let value, value.isFinite else { return }
    let figures = figures.compactMap { $0 }
    result.figures[name] = figures
    result.baseYear[name] = value
    result.offered.append(Assumption(name, value, source: source(what, figures, nil)))
  }

  private mutating func append(_ assumption: Assumption) {
    if AssumptionDefinition.named(assumption.name) != nil { result.known.append(assumption) }
  }

  /// `FY2025: capex / revenue (PaymentsTo…, filed 2025-10-31, 0000320193-25-000079)`.
  private func source(_ what: String, _ figures: [Fundamentals.Figure], _ span: String?) -> Assumption.Source {
    let filing = figures.first.map { " (\($0.tag), filed \($0.filed), \($0.accession))" } ?? ""
    return .fundamentals(detail: "\(span ?? period.name): \(what)" + filing)
  }
}
