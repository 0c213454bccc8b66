import Calendar

/// Chooses, of all that a company ever filed, the figure of each item and period.
struct FactChooser {
  let ledger: FactLedger
  /// The concepts of each plain item by its place, those with the newest facts first.
  private let ranked: [[FactConcept]?]

  init(_ ledger: FactLedger) {
    self.ledger = ledger
    var ranked: [[FactConcept]?] = Array(repeating: nil, count: Fundamentals.Item.allCases.count)
    for (item, concepts) in FactChains.plain { ranked[item.place] = Self.ranked(concepts, ledger) }
    self.ranked = ranked
  }

  /// Concepts in the order of their newest facts; of equally new ones the preferred comes first, and those
  /// without facts are left out.
  private static func ranked(_ concepts: [FactConcept], _ ledger: FactLedger) -> [FactConcept] {
    concepts.compactMap { concept in ledger.newestEnd(concept).map { (concept, $0) } }
      .enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
      .map(\.element.0)
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
    for item in Fundamentals.Item.allCases {
      year[item] = item.isBalance ? balance(item, end) : flow(item, .year(ending: end))
    }
    year[.coverShares] = coverShares(reportedFor: end)
    return year
  }

  /// The newest cover page's count of shares.
  func latestShares() -> Fundamentals.Figure? {
    let concept = Self.cover
    let newest = ledger.facts[concept.number].max { ($0.end, $0.filing) < ($1.end, $1.filing) }
    return newest.map { figure($0, concept) }
  }

  /// The last day of the newest period that continues a fiscal year and is shorter than one.
  func interimEnd(after year: Fundamentals.FiscalYear) -> CivilDate? {
    let start = Int32(year.end.daysSince1970) + 1
    var newest: Int32?
    for item in [Fundamentals.Item.revenue, .operatingIncome, .netIncome] {
      for concept in ranked[item.place] ?? [] {
        for fact in ledger.facts[concept.number].reversed() {
          guard fact.end > start + 60 else { break }
          if abs(Int64(fact.start) - Int64(start)) <= 10, fact.end - fact.start < 300 {
            newest = max(newest ?? fact.end, fact.end)
            break
          }
        }
      }
    }
    return newest.map { CivilDate(daysSince1970: Int($0)) }
  }

  /// The figure of the twelve months that end with a period after a fiscal year: the year, plus the year to
  /// date, less the same part of the year before.
  ///
  /// Averages of shares are those of the latest quarter. Nil where one of the three parts is not stated, or
  /// not under the same concepts.
  func trailing(
    _ item: Fundamentals.Item, year: Fundamentals.FiscalYear, through end: CivilDate,
    splits: [Fundamentals.Split] = []
  ) -> Fundamentals.Figure? {
    let splitting = FactChains.splitting(of: item)
    if splitting == .count { return flow(item, .quarter(ending: end)) }
    let first = year.end.adding(days: 1)
    let days = end.daysSince1970 - first.daysSince1970 + 1
    let windows = [
      FactWindow.year(ending: year.end), .toDate(from: first, days: days), .toDate(from: year.start, days: days),
    ]
    guard var parts = matching(item, windows) else { return nil }
    if splitting == .perShare {
      for place in parts.indices {
        parts[place].value /= Fundamentals.Split.factor(splits, after: parts[place].filed)
      }
    }
    parts[2].value = -parts[2].value
    let newest = parts.max { ($0.filed, $0.accession) < ($1.filed, $1.accession) } ?? parts[0]
    var value = parts[0].value + parts[1].value + parts[2].value
    // Amounts per share are stated in cents; their sum is no more exact.
    if splitting == .perShare { value = (value * 1e6).rounded() / 1e6 }
    return Fundamentals.Figure(
      value: value,
      tag: parts[1].tag == parts[0].tag ? parts[0].tag : parts[0].tag + ", " + parts[1].tag,
      periodStart: parts[2].periodEnd.adding(days: 1), periodEnd: parts[1].periodEnd,
      filed: newest.filed, accession: newest.accession, parts: parts)
  }

  /// An item in several windows under one concept, or under one each where no concept covers all.
  private func matching(_ item: Fundamentals.Item, _ windows: [FactWindow]) -> [Fundamentals.Figure]? {
    if let concepts = ranked[item.place] {
      for concept in concepts {
        let facts = windows.compactMap { ledger.fact(concept, $0) }
        if facts.count == windows.count { return facts.map { figure($0, concept) } }
      }
      let each = windows.compactMap { flow(item, $0) }
      return each.count == windows.count ? each : nil
    }
    let each = windows.compactMap { flow(item, $0) }
    guard each.count == windows.count, each.allSatisfy({ $0.tag == each[0].tag }) else { return nil }
    return each
  }

  // MARK: Figures

  /// The figure of an item that is counted over a period.
  func flow(_ item: Fundamentals.Item, _ window: FactWindow) -> Fundamentals.Figure? {
    switch item {
    case .depreciation: depreciation(window)
    case .workingCapital: workingCapital(window)
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
      return total(
        "FinanceLeaseLiability", or: "FinanceLeaseLiabilityCurrent", "FinanceLeaseLiabilityNoncurrent", window)
    case .operatingLeases:
      return total(
        "OperatingLeaseLiability", or: "OperatingLeaseLiabilityCurrent", "OperatingLeaseLiabilityNoncurrent", window)
        ?? stated("LeaseLiabilities", window)
    case .minority:
      let parts = ["MinorityInterest", "RedeemableNoncontrollingInterestEquityCarryingAmount"].compactMap {
        stated($0, window)
      }
      return sum(parts) ?? stated("NoncontrollingInterests", window)
    case .coverShares: return nil
    default: return first(ranked[item.place] ?? [], window)
    }
  }

  /// The concept of a plain item with the newest facts, and the day of the newest.
  func newestConcept(_ item: Fundamentals.Item) -> (name: String, end: CivilDate)? {
    guard let concept = ranked[item.place]?.first, let end = ledger.newestEnd(concept) else { return nil }
    return (concept.name, CivilDate(daysSince1970: Int(end)))
  }

  // MARK: Items of several concepts

  /// The total of the cash flow statement.
  ///
  /// Companies also tag parts of it in their notes under similar names, so of the two totals the larger one is
  /// the whole. `DepreciationAndAmortization` beside a larger amortisation of intangibles leaves that out; and
  /// where there is no total, depreciation and amortisation are added.
  private func depreciation(_ window: FactWindow) -> Fundamentals.Figure? {
    let totals = ["DepreciationDepletionAndAmortization", "DepreciationAmortizationAndAccretionNet"]
      .compactMap { stated($0, window) }
    if let total = totals.max(by: { $0.value < $1.value }) { return total }
    let amortization = stated("AmortizationOfIntangibleAssets", window)
    if let both = stated("DepreciationAndAmortization", window) {
      guard let amortization, amortization.value > both.value else { return both }
      return sum([both, amortization])
    }
    if let depreciation = stated("Depreciation", window) {
      return sum([depreciation, amortization].compactMap { $0 })
    }
    return stated("AdjustmentsForDepreciationAndAmortisationExpense", window)
      ?? stated("DepreciationAndAmortisationExpense", window)
  }

  private func workingCapital(_ window: FactWindow) -> Fundamentals.Figure? {
    if let total = stated("IncreaseDecreaseInOperatingCapital", window) { return total }
    guard let receivables = stated("IncreaseDecreaseInAccountsReceivable", window),
      var payables = stated("IncreaseDecreaseInAccountsPayable", window)
    else { return nil }
    let inventories = stated("IncreaseDecreaseInInventories", window)
    guard var total = sum([receivables, inventories].compactMap { $0 }) else { return nil }
    total.value -= payables.value
    total.tag += " - " + payables.tag
    if total.filed < payables.filed { (total.filed, total.accession) = (payables.filed, payables.accession) }
    payables.value = -payables.value
    total.parts = [receivables, inventories, payables].compactMap { $0 }
    return total
  }

  /// The total, or the sum of what is due within the year and later.
  ///
  /// Some reports give the total in a note only, rounded: the sum is the exact one then.
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
    ] {
      if let figure = stated(name, window) { return figure }
    }
    return nil
  }

  private func sumOfLongTermDebt(_ window: FactWindow) -> Fundamentals.Figure? {
    guard let later = stated("LongTermDebtNoncurrent", window) else { return nil }
    return sum([later, stated("LongTermDebtCurrent", window) ?? stated("DebtCurrent", window)].compactMap { $0 })
  }

  /// True where the concepts of a new figure state the old one's period too, with the same value.
  func agrees(_ new: Fundamentals.Figure, with old: Fundamentals.Figure, _ item: Fundamentals.Item) -> Bool {
    let window = item.isBalance ? FactWindow.balance(old.periodEnd) : .year(ending: old.periodEnd)
    let again = item == .longTermDebt ? sumOfLongTermDebt(window) : stated(new.tag, window)
    return again.map { abs($0.value - old.value) <= 0.001 * old.value.magnitude } ?? false
  }

  /// Commercial paper, or other short borrowings unless they are the current part of the long-term debt.
  private func shortTermDebt(_ window: FactWindow) -> Fundamentals.Figure? {
    if let paper = stated("CommercialPaper", window) { return paper }
    guard let short = stated("ShortTermBorrowings", window) else {
      return stated("Borrowings", window) == nil ? stated("ShorttermBorrowings", window) : nil
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
    let concept = Self.cover
    let first = ledger.facts[concept.number].filter { fact in
      let filing = ledger.filings[Int(fact.filing)]
      return filing.isAnnual && filing.filed > end && filing.filed < end.adding(days: 300)
    }.min { ($0.filing, $0.end) < ($1.filing, $1.end) }
    return first.map { figure($0, concept) }
  }

  /// A total, or where it is not stated the sum of its two parts.
  private func total(
    _ name: String, or current: String, _ later: String, _ window: FactWindow
  ) -> Fundamentals.Figure? {
    if let total = stated(name, window) { return total }
    guard let current = stated(current, window), let later = stated(later, window) else { return nil }
    return sum([current, later])
  }

  private func sum(_ parts: [Fundamentals.Figure]) -> Fundamentals.Figure? {
    guard var total = parts.first, parts.count > 1 else { return parts.first }
    for part in parts.dropFirst() {
      total.value += part.value
      total.tag += " + " + part.tag
      if part.filed > total.filed { (total.filed, total.accession) = (part.filed, part.accession) }
    }
    total.parts = parts
    return total
  }

  // MARK: Facts

  static let cover = FactConcept("EntityCommonStockSharesOutstanding")

  private func first(_ concepts: [FactConcept], _ window: FactWindow) -> Fundamentals.Figure? {
    for concept in concepts {
      if let fact = ledger.fact(concept, window) { return figure(fact, concept) }
    }
    return nil
  }

  private func stated(_ name: String, _ window: FactWindow) -> Fundamentals.Figure? {
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
