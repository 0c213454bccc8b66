import Columns

/// Chooses, of all that a company ever filed, the figure of each item and fiscal year.
struct FactChooser {
  let currency: String
  private let facts: CompanyFacts

  /// A fact with its dates read.
  private struct Dated {
    var figure: Fundamentals.Figure
    var start: CivilDate?
  }

  init(_ facts: CompanyFacts) {
    self.facts = facts
    let units = facts.facts["us-gaap"]?["Assets"]?.units.keys.sorted() ?? []
    currency = units.first ?? "USD"
  }

  // MARK: The concepts of each item

  private static let revenue = [
    "Revenues", "RevenueFromContractWithCustomerExcludingAssessedTax",
    "RevenueFromContractWithCustomerIncludingAssessedTax", "SalesRevenueNet",
  ]
  private static let plain: [(Fundamentals.Item, [String])] = [
    (.operatingIncome, ["OperatingIncomeLoss"]),
    (
      .pretaxIncome,
      [
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
      ]
    ),
    (.incomeTax, ["IncomeTaxExpenseBenefit"]),
    (.netIncome, ["NetIncomeLoss", "ProfitLoss"]),
    (.capex, ["PaymentsToAcquirePropertyPlantAndEquipment", "PaymentsToAcquireProductiveAssets"]),
    (.stockCompensation, ["ShareBasedCompensation"]),
    (.dilutedShares, ["WeightedAverageNumberOfDilutedSharesOutstanding"]),
  ]
  private static let balances: [(Fundamentals.Item, [String])] = [
    (.cash, ["CashAndCashEquivalentsAtCarryingValue"]),
    (
      .currentSecurities,
      [
        "MarketableSecuritiesCurrent", "AvailableForSaleSecuritiesCurrent",
        "AvailableForSaleSecuritiesDebtSecuritiesCurrent", "ShortTermInvestments",
      ]
    ),
    (
      .nonCurrentSecurities,
      [
        "MarketableSecuritiesNoncurrent", "AvailableForSaleSecuritiesNoncurrent",
        "AvailableForSaleSecuritiesDebtSecuritiesNoncurrent",
      ]
    ),
  ]

  /// The years for which an annual report states a revenue, with all their figures.
  func fiscalYears() -> [Fundamentals.FiscalYear] {
    var ends: [CivilDate: CivilDate] = [:]
    for tag in Self.revenue {
      for fact in annual(tag) { ends[fact.figure.periodEnd] = fact.start }
    }
    return ends.sorted { $0.key < $1.key }.map { end, start in
      // A year of 52 or 53 weeks may end in the first days of January and still be the old one.
      let number = end.month == 1 && end.day <= 15 ? end.year - 1 : end.year
      var year = Fundamentals.FiscalYear(year: number, start: start, end: end)
      year[.revenue] = flow(Self.revenue, end)
      for (item, tags) in Self.plain { year[item] = flow(tags, end) }
      for (item, tags) in Self.balances { year[item] = balance(tags, end) }
      year[.depreciation] = depreciation(end)
      year[.workingCapital] = workingCapital(end)
      year[.longTermDebt] = longTermDebt(end)
      year[.shortTermDebt] = shortTermDebt(end)
      year[.coverShares] = coverShares(reportedFor: end)
      return year
    }
  }

  /// The newest cover page's count of shares.
  func latestShares() -> Fundamentals.Figure? {
    covers(annualOnly: false).max { ($0.periodEnd, $0.filed) < ($1.periodEnd, $1.filed) }
  }

  // MARK: Items of several concepts

  /// The total of the cash flow statement.
  ///
  /// Companies also tag parts of it in their notes under similar names, so of the two totals the larger one is
  /// the whole. `DepreciationAndAmortization` beside a larger amortisation of intangibles leaves that out; and
  /// where there is no total, depreciation and amortisation are added.
  private func depreciation(_ end: CivilDate) -> Fundamentals.Figure? {
    let totals = ["DepreciationDepletionAndAmortization", "DepreciationAmortizationAndAccretionNet"]
      .compactMap { flow([$0], end) }
    if let total = totals.max(by: { $0.value < $1.value }) { return total }
    let amortization = flow(["AmortizationOfIntangibleAssets"], end)
    if let both = flow(["DepreciationAndAmortization"], end) {
      guard let amortization, amortization.value > both.value else { return both }
      return sum([both, amortization])
    }
    guard let depreciation = flow(["Depreciation"], end) else { return nil }
    return sum([depreciation, amortization].compactMap { $0 })
  }

  private func workingCapital(_ end: CivilDate) -> Fundamentals.Figure? {
    if let total = flow(["IncreaseDecreaseInOperatingCapital"], end) { return total }
    guard let receivables = flow(["IncreaseDecreaseInAccountsReceivable"], end),
      let payables = flow(["IncreaseDecreaseInAccountsPayable"], end)
    else { return nil }
    let inventories = flow(["IncreaseDecreaseInInventories"], end)
    guard var total = sum([receivables, inventories].compactMap { $0 }) else { return nil }
    total.value -= payables.value
    total.tag += " - " + payables.tag
    return total
  }

  private func longTermDebt(_ end: CivilDate) -> Fundamentals.Figure? {
    if let total = balance(["LongTermDebt"], end) { return total }
    return sum(["LongTermDebtNoncurrent", "LongTermDebtCurrent"].compactMap { balance([$0], end) })
  }

  /// Commercial paper, or other short borrowings unless they are the current part of the long-term debt.
  private func shortTermDebt(_ end: CivilDate) -> Fundamentals.Figure? {
    if let paper = balance(["CommercialPaper"], end) { return paper }
    guard let short = balance(["ShortTermBorrowings"], end) else { return nil }
    if let total = balance(["LongTermDebt"], end), let later = balance(["LongTermDebtNoncurrent"], end),
      short.value > 0, abs(total.value - later.value - short.value) <= 0.001 * total.value
    {
      return nil
    }
    return short
  }

  /// The cover page of the annual report for a year: the first one after the year's end.
  private func coverShares(reportedFor end: CivilDate) -> Fundamentals.Figure? {
    covers(annualOnly: true).filter { $0.filed > end && $0.filed < end.adding(days: 300) }
      .min { ($0.filed, $0.periodEnd) < ($1.filed, $1.periodEnd) }
  }

  private func covers(annualOnly: Bool) -> [Fundamentals.Figure] {
    let facts = facts.facts["dei"]?["EntityCommonStockSharesOutstanding"]?.units["shares"] ?? []
    return facts.filter { !annualOnly || Self.isAnnual($0) }
      .compactMap { dated($0, tag: "EntityCommonStockSharesOutstanding")?.figure }
  }

  private func sum(_ parts: [Fundamentals.Figure]) -> Fundamentals.Figure? {
    guard var total = parts.first else { return nil }
    for part in parts.dropFirst() {
      total.value += part.value
      total.tag += " + " + part.tag
      if part.filed > total.filed { (total.filed, total.accession) = (part.filed, part.accession) }
    }
    return total
  }

  // MARK: Facts

  private static func isAnnual(_ fact: CompanyFacts.Fact) -> Bool {
    fact.form.hasPrefix("10-K") || fact.form.hasPrefix("20-F") || fact.form.hasPrefix("40-F")
  }

  private func flow(_ tags: [String], _ end: CivilDate) -> Fundamentals.Figure? {
    for tag in tags {
      if let figure = Self.latest(annual(tag).filter { $0.figure.periodEnd == end }) { return figure }
    }
    return nil
  }

  private func balance(_ tags: [String], _ end: CivilDate) -> Fundamentals.Figure? {
    for tag in tags {
      let all = all(tag).filter(Self.isAnnual).compactMap { dated($0, tag: tag) }
      if let figure = Self.latest(all.filter { $0.start == nil && $0.figure.periodEnd == end }) {
        return figure
      }
    }
    return nil
  }

  private static func latest(_ facts: [Dated]) -> Fundamentals.Figure? {
    facts.map(\.figure).max { ($0.filed, $0.accession) < ($1.filed, $1.accession) }
  }

  private func all(_ tag: String) -> [CompanyFacts.Fact] {
    let units = facts.facts["us-gaap"]?[tag]?.units
    return units?[currency] ?? units?["shares"] ?? []
  }

  /// The facts of a concept that an annual report states for a whole year.
  private func annual(_ tag: String) -> [Dated] {
    all(tag).filter(Self.isAnnual).compactMap { dated($0, tag: tag) }.filter { fact in
      guard let start = fact.start else { return false }
      return (350...380).contains(fact.figure.periodEnd.daysSince1970 - start.daysSince1970)
    }
  }

  private func dated(_ fact: CompanyFacts.Fact, tag: String) -> Dated? {
    guard let end = CivilDate(iso8601: fact.end), let filed = CivilDate(iso8601: fact.filed),
      fact.val.isFinite
    else { return nil }
    let start = fact.start.flatMap { CivilDate(iso8601: $0) }
    let figure = Fundamentals.Figure(
      value: fact.val,
      tag: tag,
      periodEnd: end,
      filed: filed,
      accession: fact.accn
    )
    return Dated(figure: figure, start: start)
  }
}

extension CivilDate {
  /// Reads `2012-01-31`.
  init?(iso8601 text: String) {
    var text = text
    let stamp = text.withUTF8 { StampField.stamp($0, style: .yearFirst(separator: 45)) }
    guard let stamp, !stamp.hasTime else { return nil }
    self.init(daysSince1970: stamp.day)
  }
}
