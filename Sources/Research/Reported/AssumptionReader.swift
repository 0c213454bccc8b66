import Calendar
import Text
import Valuation

/// Turns the figures of a period into assumptions.
struct AssumptionReader {
  /// The company's reported figures.
  let fundamentals: Fundamentals
  /// The assumptions that were read so far.
  var result: FundamentalsAssumptions

  private var period: Fundamentals.BasePeriod { result.period }

  /// Reads revenue, margin and tax, and the lines that are assumed as shares of revenue.
  mutating func readOperations() {
    let revenue = period[.revenue]
    add(.revenue, revenue?.value, "revenue", [revenue])
    let margin = period.shareOfRevenue(.operatingIncome)
    add(.baseMargin, margin, "operating income / revenue", [period[.operatingIncome], revenue])
    result.baseYear[AssumptionName.margin.rawValue] = margin
    if let tax = fundamentals.effectiveTaxRate(through: period), (0...0.4).contains(tax) {
      let years = fundamentals.years.filter { $0.year <= period.figures.year }.suffix(3)
      add(
        .tax, tax, "effective rate of three years", years.reversed().flatMap { [$0[.incomeTax], $0[.pretaxIncome]] },
        of: "FY\(period.figures.year)")
    }
    let shares: [(AssumptionName, Fundamentals.Item, String)] = [
      (.capex, .capex, "capex / revenue"), (.depreciation, .depreciation, "depreciation / revenue"),
      (.workingCapital, .workingCapital, "increase of working capital / revenue"),
      (.stockCompensation, .stockCompensation, "stock compensation / revenue, a memo"),
    ]
    for (name, item, what) in shares {
      // A line that mixing took from the fiscal year is a share of that year's revenue.
      let ofYear = period.isMixed && period.withoutTrailing.contains(item)
      let whole = ofYear ? fundamentals.years.last?[.revenue] : revenue
      guard let figure = period[item], let whole, whole.value > 0 else { continue }
      add(
        name, figure.value / whole.value, what, [figure, whole], of: ofYear ? "FY\(period.figures.year)" : period.name)
    }
    if let growth = period.growth { result.baseYear[AssumptionName.growth.rawValue] = growth }
  }

  /// Reads the bridge to equity and the shares.
  mutating func readClaims() {
    let cash = [period[.cash], period[.currentSecurities], period[.nonCurrentSecurities]]
    add(.cash, period.figures.cashAndSecurities, "cash and marketable securities", cash, of: day(of: [cash[0]]))
    let debt = [period[.longTermDebt], period[.shortTermDebt], period[.financeLeases]]
    add(.debt, period.figures.totalDebt, "all borrowings", debt, of: day(of: Array(debt.prefix(2))))
    add(.shares, period.shares?.value, "shares outstanding", [period.shares])
    readBook()
    for (name, item, what) in [
      (AssumptionName.minority, Fundamentals.Item.minority, "minority interests at book value"),
      (.preferred, .preferred, "preferred equity at book value"),
    ] {
      if let figure = period[item], figure.value > 0 { add(name, figure.value, what, [figure], of: balance) }
    }
    if let pension = period[.pension], pension.value > 0 {
      let tax = (result.known.first { $0.key == .tax }).flatMap { tax -> Double? in
        if case .scalar(let rate) = tax.value { rate } else { nil }
      }
      add(
        .pension, pension.value * (1 - (tax ?? 0.21)), "pension liabilities after tax at book value", [pension],
        of: balance)
    }
  }

  /// Reads the book value with all preferred stock.
  ///
  /// Preferred stock reported outside of equity, such as redeemable stock, is included here: it is deducted from book
  /// value again together with preferred equity.
  private mutating func readBook() {
    let outside = period[.preferred].flatMap { $0.value > 0 && period.figures.preferredInEquity == nil ? $0 : nil }
    let equity = period[.equity].map { $0.value + (outside?.value ?? 0) }
    let what = outside == nil ? "equity at book value" : "equity at book value and preferred equity outside it"
    add(.book, equity, what, [period[.equity], outside], of: balance)
  }

  /// Reads the days of the period and the currency.
  mutating func readDates() {
    let source = Assumption.Source.fundamentals(detail: "last day of \(period.name)")
    append(Assumption(.baseEnd, word: "\(period.end)", source: source))
    // A balance sheet from before the last of the flows is that of their end, as far as a valuation can know.
    if period.balanceDate >= period.end {
      append(
        Assumption(
          .balanceDate, word: "\(period.balanceDate)",
          source: .fundamentals(detail: "balance sheet of \(period.balanceDate)")))
    }
    append(
      Assumption(.currency, word: fundamentals.currency, source: .fundamentals(detail: "currency of the reports")))
  }

  /// Reads figures that only some models ask for.
  mutating func readOffers() {
    let opening = fundamentals.openingBalances(of: period)
    offer(
      .roe, period.returnOnEquity(opening: opening), "net income / equity before",
      [period.incomeToCommon, opening?[.equity], opening?.preferredInEquity])
    offer(.payout, period.payout, "dividends / net income", [period[.dividendsPaid], period.incomeToCommon])
    if let bought = period[.buybacks], let income = period.incomeToCommon, income.value > 0 {
      let share = bought.value / income.value
      // More than is earned in a year is not typical.
      if (0...1.5).contains(share) { offer(.buybacks, share, "buybacks / net income", [bought, income]) }
    }
    if let goodwill = period[.goodwill] ?? period[.intangibles] {
      let others = period[.goodwill] == nil ? nil : period[.intangibles]
      offer(
        .goodwill, goodwill.value + (others?.value ?? 0), "goodwill and other intangible assets", [goodwill, others])
    }
    offer(.dividend, period[.dividendPerShare]?.value, "dividends per share", [period[.dividendPerShare]])
    if let gross = period.figures.grossProfit, let revenue = period[.revenue], revenue.value > 0 {
      offer(
        .grossMargin, gross / revenue.value, "gross profit / revenue",
        [period[.grossProfit] ?? period[.costOfRevenue], revenue])
    }
    offer(.leases, period[.operatingLeases]?.value, "operating leases", [period[.operatingLeases]])
    offer(.investments, period[.associates]?.value, "associates at book value", [period[.associates]])
    if let interest = period[.interestExpense], interest.value > 0, let income = period[.operatingIncome] {
      offer(.coverage, income.value / interest.value, "operating income / interest", [income, interest])
    }
    let research = fundamentals.history(.research, of: period)
    if !research.isEmpty {
      result.figures[AssumptionName.research.rawValue] = research
      result.offered.append(
        Assumption(.research, YearPath(.list(research.map(\.value))), source: source("research", research, nil)))
    }
  }

  private var balance: String { "\(period.balanceDate)" }

  /// The day of the balance sheet, or of the older one that the first of some figures is of.
  private func day(of figures: [Fundamentals.Figure?]) -> String {
    let first = figures.lazy.compactMap { $0?.periodEnd }.first ?? period.balanceDate
    return first < period.balanceDate.adding(days: -10) ? "\(first)" : balance
  }

  private mutating func add(
    _ name: AssumptionName, _ value: Double?, _ what: String, _ figures: [Fundamentals.Figure?], of span: String? = nil
  ) {
    guard let value, value.isFinite else { return }
    let figures = figures.compactMap { $0 }
    result.figures[name.rawValue] = figures
    append(Assumption(name, value, source: source(what, figures, span)))
    result.baseYear[name.rawValue] = value
  }

  private mutating func offer(
    _ name: AssumptionName, _ value: Double?, _ what: String, _ figures: [Fundamentals.Figure?]
  ) {
    guard let value, value.isFinite else { return }
    let figures = figures.compactMap { $0 }
    result.figures[name.rawValue] = figures
    result.baseYear[name.rawValue] = value
    result.offered.append(Assumption(name, value, source: source(what, figures, nil)))
  }

  private mutating func append(_ assumption: Assumption) {
    if assumption.key != nil { result.known.append(assumption) }
  }

  /// `FY2025: capex / revenue (PaymentsTo…, filed 2025-10-31, 0000320193-25-000079)`: all tags that a sum is made of,
  /// those of one filing together.
  ///
  /// Of a ratio the figure above the line is named.
  private func source(_ what: String, _ figures: [Fundamentals.Figure], _ span: String?) -> Assumption.Source {
    let isSum = !what.hasPart(" / ") && !what.hasPrefix("effective rate") && what != "research"
    let terms = (isSum ? figures : Array(figures.prefix(1))).flatMap(\.terms)
    var filings: [(filing: String, tags: String)] = []
    for term in terms {
      let filing = "filed \(term.filed), \(term.accession)"
      let sign = term.value < 0 ? " - " : " + "
      if filings.last?.filing == filing {
        filings[filings.count - 1].tags += sign + term.tag
      } else {
        filings.append((filing, (filings.isEmpty ? "" : String(sign.dropFirst())) + term.tag))
      }
    }
    let text = filings.map { "\($0.tags), \($0.filing)" }.joined(separator: "; ")
    return .fundamentals(detail: "\(span ?? period.name): \(what)" + (text.isEmpty ? "" : " (\(text))"))
  }
}
