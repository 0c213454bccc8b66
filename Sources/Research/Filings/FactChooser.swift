import Calendar

/// Chooses, of all that a company ever filed, the figure of each item and period.
struct FactChooser {
  let ledger: FactLedger
  /// The concepts of each plain item by its place, those with the newest facts first.
  let ranked: [[FactConcept]?]
  /// The number of balance sheet lines that are stated of a day, by days since 1970.
  private let balanceLines: [Int32: Int]
  /// The ways in which the increase in working capital is put together.
  let workingCapitalSums: [FactSum]
  /// Whether counts of shares are in full.
  private let shareScale: ShareScale
  /// Whether at least half of the assets are property held for rent.
  let isOfProperty: Bool
  /// Whether the figure tagged as operating income is before the cost of the company's own administration.
  private(set) var isBeforeAdministration = false
  /// Whether interest and premiums are the business, so that income before them says nothing.
  let livesOnInterest: Bool

  init(_ ledger: FactLedger) {
    self.ledger = ledger
    balanceLines = ledger.balanceLines
    workingCapitalSums = FactSum.workingCapital(in: ledger)
    shareScale = ShareScale(ledger)
    isOfProperty = ledger.isOfProperty
    livesOnInterest = Self.financialConcepts.contains { ledger.states($0) }
    var ranked: [[FactConcept]?] = Array(repeating: nil, count: Fundamentals.Item.allCases.count)
    for (item, concepts) in FactChains.plain { ranked[item.place] = Self.ranked(concepts, ledger) }
    self.ranked = ranked
    if isOfProperty { isBeforeAdministration = tagsIncomeBeforeAdministration }
  }

  /// Concepts in the order of their newest facts; of equally new ones the preferred comes first, and those
  /// without facts are left out.
  private static func ranked(_ concepts: [FactConcept], _ ledger: FactLedger) -> [FactConcept] {
    concepts.compactMap { concept in ledger.newestEnd(concept).map { (concept, $0) } }
      .enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
      .map(\.element.0)
  }

  /// The concepts that a bank, a broker or an insurer states, and no other company.
  private static let financialConcepts = [
    "Deposits", "DepositsFromCustomers", "PremiumsEarnedNet", "PremiumsEarnedNetPropertyAndCasualty",
    "InsuranceRevenue", "RevenuesNetOfInterestExpense", "InterestAndDividendIncomeOperating", "NoninterestIncome",
  ]

  /// The ways in which an item is put together, the preferred one first; empty for an item that one concept states.
  func sums(of item: Fundamentals.Item) -> [FactSum] {
    switch item {
    case .depreciation: FactSum.depreciation
    case .workingCapital: workingCapitalSums
    default: []
    }
  }

  // MARK: Periods

  /// The years that an annual report states, with all their figures.
  func fiscalYears() -> [Fundamentals.FiscalYear] {
    var ends: [Int32: (start: Int32, count: Int)] = [:]
    for item in [Fundamentals.Item.revenue, .operatingIncome, .pretaxIncome, .netIncome] {
      for concept in ranked[item.place] ?? [] {
        for fact in ledger.facts[concept.number]
        where ledger.filings[Int(fact.filing)].isAnnual && (350...380).contains(Int64(fact.end) - Int64(fact.start)) {
          ends[fact.end] = (fact.start, (ends[fact.end]?.count ?? 0) + 1)
        }
      }
    }
    var periods: [(end: Int32, start: Int32, count: Int)] = []
    for (end, span) in ends.sorted(by: { $0.key < $1.key }) {
      // Of two years that end within three weeks one is a slip of the pen: the one that is stated less often.
      if let last = periods.last, end - last.end < 21 {
        if span.count > last.count { periods[periods.count - 1] = (end, span.start, span.count) }
      } else {
        periods.append((end, span.start, span.count))
      }
    }
    return periods.map { fiscalYear($0.start, $0.end) }
  }

  private func fiscalYear(_ start: Int32, _ end: Int32) -> Fundamentals.FiscalYear {
    let end = CivilDate(daysSince1970: Int(end))
    // A year of 52 or 53 weeks may end in the first days of January and still be the old one.
    let number = end.month == 1 && end.day <= 15 ? end.year - 1 : end.year
    var year = Fundamentals.FiscalYear(year: number, start: CivilDate(daysSince1970: Int(start)), end: end)
    let sheet = sheetDay(near: end)
    for item in Fundamentals.Item.allCases {
      year[item] = item.isBalance ? balance(item, on: sheet, or: end) : flow(item, .year(ending: end))
    }
    year[.coverShares] = coverShares(reportedFor: end)
    return year
  }

  /// The newest cover page's count of shares.
  func latestShares() -> Fundamentals.Figure? {
    let concept = FactConcept.cover
    let newest = ledger.facts[concept.number].max { ($0.end, $0.filing) < ($1.end, $1.filing) }
    return newest.flatMap { shareScale.inFull(figure($0, concept)) }
  }

  // MARK: Figures

  /// The figure of an item that is counted over a period.
  func flow(_ item: Fundamentals.Item, _ window: FactWindow) -> Fundamentals.Figure? {
    switch item {
    case .depreciation: depreciation(window)
    case .operatingIncome: operatingIncome(window)
    case .capex: capex(window)
    case .workingCapital: workingCapital(window)
    case .basicShares: count(item, by: .basicEarningsPerShare, window)
    case .dilutedShares: count(item, by: .dilutedEarningsPerShare, window)
    default: first(ranked[item.place] ?? [], window)
    }
  }

  /// The balance of an item on a day.
  func balance(_ item: Fundamentals.Item, _ day: CivilDate) -> Fundamentals.Figure? {
    let window = FactWindow.balance(day)
    switch item {
    case .longTermDebt: return longTermDebt(window)
    case .shortTermDebt: return shortTermDebt(window)
    case .financeLeases:
      // By IFRS all leases are borrowings: their interest is not in the operating income.
      return total(
        "FinanceLeaseLiability", or: "FinanceLeaseLiabilityCurrent", "FinanceLeaseLiabilityNoncurrent", window)
        ?? stated("LeaseLiabilities", window)
    case .operatingLeases:
      return total(
        "OperatingLeaseLiability", or: "OperatingLeaseLiabilityCurrent", "OperatingLeaseLiabilityNoncurrent", window)
    case .minority:
      let parts = ["MinorityInterest", "RedeemableNoncontrollingInterestEquityCarryingAmount"].compactMap {
        stated($0, window)
      }
      return sum(parts) ?? stated("NoncontrollingInterests", window)
    case .equity: return first(ranked[item.place] ?? [], window) ?? equityOfOwners(window)
    case .coverShares: return nil
    case .outstandingShares: return first(ranked[item.place] ?? [], window).flatMap(shareScale.inFull)
    default: return first(ranked[item.place] ?? [], window)
    }
  }

  /// The balance of an item on the day of a balance sheet, else on another day of it, such as the year's end.
  func balance(_ item: Fundamentals.Item, on sheet: CivilDate, or day: CivilDate) -> Fundamentals.Figure? {
    balance(item, sheet) ?? (sheet == day ? nil : balance(item, day))
  }

  /// True for a claim that a later balance sheet shows to be gone: minority interests if the equity with and without
  /// them is the same, and preferred stock if the owners' equity has grown by it, as in a conversion.
  func isGone(_ item: Fundamentals.Item, _ last: Fundamentals.Figure, on day: CivilDate) -> Bool {
    guard let equity = balance(.equity, day) else { return false }
    switch item {
    case .minority:
      let all = stated("StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest", .balance(day))
      return all.map { $0.tag != equity.tag && $0.value == equity.value } ?? false
    case .preferred:
      return balance(.equity, last.periodEnd).map { equity.value - $0.value >= last.value } ?? false
    default: return false
    }
  }

  /// The day of the balance sheet of about a day: of all within ten days the one that most lines are stated of.
  ///
  /// A line of the opening balance, or one that was tagged a day off, is not a balance sheet.
  func sheetDay(near day: CivilDate) -> CivilDate {
    let center = Int32(day.daysSince1970)
    var best = (day: center, lines: balanceLines[center] ?? 0)
    for distance in Int32(1)...10 {
      for other in [center - distance, center + distance] {
        if let lines = balanceLines[other], lines > best.lines { best = (other, lines) }
      }
    }
    return CivilDate(daysSince1970: Int(best.day))
  }

  /// The concept of a plain item with the newest facts, and the day of the newest.
  func newestConcept(_ item: Fundamentals.Item) -> (name: String, end: CivilDate)? {
    guard let concept = ranked[item.place]?.first, let end = ledger.newestEnd(concept) else { return nil }
    return (concept.name, CivilDate(daysSince1970: Int(end)))
  }

  /// The last day for which a concept of a name has a fact.
  func newest(_ name: String) -> CivilDate? {
    FactConcept.named(name).flatMap { ledger.newestEnd($0) }.map { CivilDate(daysSince1970: Int($0)) }
  }

  // MARK: Items of several concepts

  /// An average count of shares, scaled to full units if a filing gives it in thousands or millions but the income in
  /// full.
  private func count(
    _ item: Fundamentals.Item, by perShare: Fundamentals.Item, _ window: FactWindow
  ) -> Fundamentals.Figure? {
    guard let figure = first(ranked[item.place] ?? [], window) else { return nil }
    // Few filings do so, and the other figures need not be looked up for a count that may be in full.
    guard figure.value > 0, figure.value < 5e7,
      let earnings = first(ranked[perShare.place] ?? [], window)?.value, earnings != 0,
      let income = first(ranked[Fundamentals.Item.netIncome.place] ?? [], window)?.value,
      let factor = [1e3, 1e6].first(where: { abs(income / earnings / figure.value / $0 - 1) < 0.2 })
    else { return shareScale.inFull(figure) }
    return ShareScale.scaled(figure, by: factor)
  }

  /// The equity with minority interests less these, if the equity of the owners alone is not stated.
  private func equityOfOwners(_ window: FactWindow) -> Fundamentals.Figure? {
    for (whole, others) in [
      ("StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest", "MinorityInterest"),
      ("Equity", "NoncontrollingInterests"),
    ] {
      guard let total = stated(whole, window) else { continue }
      guard var minority = stated(others, window) else { return total }
      minority.value = -minority.value
      return sum([total, minority])
    }
    return nil
  }

  /// The total, or the sum of the debt due within the year and later.
  ///
  /// Some reports give the total only rounded, in a note: the sum is then the exact figure.
  private func longTermDebt(_ window: FactWindow) -> Fundamentals.Figure? {
    let parts = sumOfLongTermDebt(window)
    if let total = stated("LongTermDebt", window) {
      if let parts, total.value.isRounding(of: parts.value) { return parts }
      return total
    }
    if let parts { return parts }
    if let total = stated("LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities", window) { return total }
    if let later = stated("LongTermDebtAndCapitalLeaseObligations", window) {
      return sum([later, stated("LongTermDebtAndCapitalLeaseObligationsCurrent", window)].compactMap { $0 })
    }
    if let current = stated("LongTermDebtCurrent", window) { return current }
    if let later = stated("ConvertibleDebtNoncurrent", window) {
      return sum([later, stated("ConvertibleDebtCurrent", window)].compactMap { $0 })
    }
    for name in [
      "ConvertibleNotesPayable", "ConvertibleLongTermNotesPayable", "SeniorNotes", "SeniorLongTermNotes",
      "LongTermNotesPayable", "NotesPayable", "Borrowings", "LongtermBorrowings",
      "DebtLongtermAndShorttermCombinedAmount", "LongTermLineOfCredit", "LineOfCredit", "SecuredDebt", "UnsecuredDebt",
    ] {
      if let figure = stated(name, window) { return figure }
    }
    return nil
  }

  /// The long-term debt stated for the same day on another basis than the figure used; nil if there is none.
  ///
  /// A total with parts that add up to another amount has another basis: a note gives the principal, the balance sheet
  /// the carrying amount, net of discounts and issue costs.
  func otherBasis(of debt: Fundamentals.Figure) -> Fundamentals.Figure? {
    let window = FactWindow.balance(debt.periodEnd)
    let parts = sumOfLongTermDebt(window).flatMap { $0.parts.count > 1 ? $0 : nil }
    let all = [stated("LongTermDebt", window), parts].compactMap { $0 }
    return all.first { $0.tag != debt.tag && !$0.value.isRounding(of: debt.value) }
  }

  private func sumOfLongTermDebt(_ window: FactWindow) -> Fundamentals.Figure? {
    guard let later = stated("LongTermDebtNoncurrent", window) else { return nil }
    return sum([later, stated("LongTermDebtCurrent", window) ?? stated("DebtCurrent", window)].compactMap { $0 })
  }

  /// True if the concepts of a new figure state the old one's period too, with the same value.
  func agrees(_ new: Fundamentals.Figure, with old: Fundamentals.Figure, _ item: Fundamentals.Item) -> Bool {
    let window = item.isBalance ? FactWindow.balance(old.periodEnd) : .year(ending: old.periodEnd)
    let again = item == .longTermDebt ? sumOfLongTermDebt(window) : stated(new.tag, window)
    return again.map { abs($0.value - old.value) <= 0.001 * old.value.magnitude } ?? false
  }

  /// Commercial paper, or other short borrowings unless they are the current part of the long-term debt.
  private func shortTermDebt(_ window: FactWindow) -> Fundamentals.Figure? {
    if let paper = stated("CommercialPaper", window) { return paper }
    guard let short = stated("ShortTermBorrowings", window) else {
      if let other = stated("ShorttermBorrowings", window) { return stated("Borrowings", window) == nil ? other : nil }
      // All that is owed is due within the year.
      return longTermDebt(window) == nil ? stated("DebtCurrent", window) : nil
    }
    if let total = stated("LongTermDebt", window), let later = stated("LongTermDebtNoncurrent", window),
      short.value > 0, abs(total.value - later.value - short.value) <= 0.001 * total.value
    {
      return nil
    }
    return short
  }

  /// The cover page of the annual report for a year: the first one after the year's end.
  private func coverShares(reportedFor end: CivilDate) -> Fundamentals.Figure? {
    let concept = FactConcept.cover
    let first = ledger.facts[concept.number].filter { fact in
      let filing = ledger.filings[Int(fact.filing)]
      return filing.isAnnual && filing.filed > end && filing.filed < end.adding(days: 300)
    }.min { ($0.filing, $0.end) < ($1.filing, $1.end) }
    return first.flatMap { shareScale.inFull(figure($0, concept)) }
  }

  /// A total, or if it is not stated the sum of its two parts.
  private func total(
    _ name: String, or current: String, _ later: String, _ window: FactWindow
  ) -> Fundamentals.Figure? {
    if let total = stated(name, window) { return total }
    guard let current = stated(current, window), let later = stated(later, window) else { return nil }
    return sum([current, later])
  }

  func sum(_ parts: [Fundamentals.Figure]) -> Fundamentals.Figure? {
    guard var total = parts.first, parts.count > 1 else { return parts.first }
    for part in parts.dropFirst() {
      total.value += part.value
      total.tag += (part.value < 0 ? " - " : " + ") + part.tag
      if part.filed > total.filed { (total.filed, total.accession) = (part.filed, part.accession) }
    }
    total.parts = parts
    return total
  }

  // MARK: Facts

  private func first(_ concepts: [FactConcept], _ window: FactWindow) -> Fundamentals.Figure? {
    for concept in concepts {
      if let fact = ledger.fact(concept, window) { return figure(fact, concept) }
    }
    return nil
  }

  func stated(_ name: String, _ window: FactWindow) -> Fundamentals.Figure? {
    FactConcept.named(name).flatMap { concept in ledger.fact(concept, window).map { figure($0, concept) } }
  }

  func figure(_ fact: FactLedger.Fact, _ concept: FactConcept) -> Fundamentals.Figure {
    let filing = ledger.filings[Int(fact.filing)]
    return Fundamentals.Figure(
      value: fact.value, tag: concept.name,
      periodStart: fact.start == FactLedger.noStart ? nil : CivilDate(daysSince1970: Int(fact.start)),
      periodEnd: CivilDate(daysSince1970: Int(fact.end)), filed: filing.filed, accession: filing.accession)
  }
}
