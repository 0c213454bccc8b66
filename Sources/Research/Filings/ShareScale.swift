import Calendar

/// The scale of a company's counts of shares: filings state some in thousands or millions, and some not at all.
///
/// No price is needed to decide. A count that is a thousandth or a millionth of another one of the company, and would
/// make revenue a share absurd, lacks its scale; one that is a thousand times another, and would make revenue a share
/// almost zero, has it twice. A count of 1, 10, 100 or 1000 that nothing brings in line is a placeholder, stated by
/// subsidiaries, and not a count.
struct ShareScale {
  private let counts: [Double]
  private let revenues: [(end: Int32, value: Double)]

  init(_ ledger: FactLedger) {
    var counts: [Double] = []
    for concept in FactConcept.all where concept.unit == .shares {
      // A company's counts lie near one another for years: those of one size are as conclusive as all of them.
      for fact in ledger.facts[concept.number] where fact.value > 0 {
        if let last = counts.last, (0.8...1.25).contains(fact.value / last) { continue }
        counts.append(fact.value)
      }
    }
    self.counts = counts + Self.implied(by: ledger)
    revenues = (FactChains.flows.first { $0.item == .revenue }?.concepts ?? []).flatMap { concept in
      ledger.facts[concept.number].filter { (350...380).contains(Int64($0.end) - Int64($0.start)) && $0.value > 0 }
        .map { ($0.end, $0.value) }
    }
  }

  /// The counts that follow from income and earnings per share of fiscal years.
  private static func implied(by ledger: FactLedger) -> [Double] {
    guard let income = FactConcept.named("NetIncomeLoss") else { return [] }
    return ["EarningsPerShareDiluted", "EarningsPerShareBasic"].flatMap { name in
      (FactConcept.named(name).map { ledger.facts[$0.number] } ?? []).compactMap { fact -> Double? in
        // Cents are too coarse to divide by if there are few of them.
        guard (350...380).contains(Int64(fact.end) - Int64(fact.start)), abs(fact.value) >= 0.05,
          let whole = ledger.fact(income, .year(ending: CivilDate(daysSince1970: Int(fact.end))))
        else { return nil }
        let count = whole.value / fact.value
        return count > 0 ? count : nil
      }
    }
  }

  /// The count of a figure in full, which its parts state as filed; nil for a placeholder.
  func inFull(_ figure: Fundamentals.Figure) -> Fundamentals.Figure? {
    let count = figure.value
    guard count > 0 else { return figure }
    let day = Int32(figure.periodEnd.daysSince1970)
    let perShare = revenues.min { abs($0.end - day) < abs($1.end - day) }.map { $0.value / count }
    let isRound = Self.placeholders.contains(count)
    if let perShare, perShare > Self.muchRevenueAShare,
      let factor = [1e3, 1e6].first(where: { factor in
        perShare / factor <= Self.mostRevenueAShare && hasCount(count * factor, within: isRound ? 1.03 : 2.5)
      })
    {
      return Self.scaled(figure, by: factor)
    }
    if isRound { return nil }
    if let perShare, perShare > 100 * Self.mostRevenueAShare {
      return Self.scaled(figure, by: perShare / 1e3 <= Self.muchRevenueAShare ? 1e3 : 1e6)
    }
    if let perShare, perShare < Self.leastRevenueAShare, hasCount(count / 1e3, within: 2.5) {
      return Self.scaled(figure, by: 1e-3)
    }
    return figure
  }

  /// A figure times a factor, which its tag says.
  static func scaled(_ figure: Fundamentals.Figure, by factor: Double) -> Fundamentals.Figure {
    var result = figure
    result.parts = [figure]
    result.value = factor < 1 ? figure.value / (1 / factor) : figure.value * factor
    result.tag += factor < 1 ? " (a thousand times too many)" : factor == 1e3 ? " (in thousands)" : " (in millions)"
    return result
  }

  private func hasCount(_ count: Double, within factor: Double) -> Bool {
    counts.contains { (1 / factor...factor).contains($0 / count) }
  }

  /// From here on another count must not say that it is a thousand times more.
  private static let muchRevenueAShare = 500.0
  /// Few shares have more revenue than this, in any currency that has the size of the dollar.
  static let mostRevenueAShare = 1e4
  /// The currencies of that size that filings are made in.
  static let currenciesOfSize: Set<String> = ["USD", "EUR", "GBP", "CHF", "CAD", "AUD"]
  /// Few shares have less.
  private static let leastRevenueAShare = 0.2
  private static let placeholders: Set<Double> = [1, 10, 100, 1000]
}

extension FactLedger {
  /// The number of concepts that state a balance of a day, by days since 1970.
  var balanceLines: [Int32: Int] {
    var lines: [Int32: Int] = [:]
    for concept in FactConcept.all where concept.unit == .money {
      var last: Int32?
      for fact in facts[concept.number] where fact.start == Self.noStart && fact.end != last {
        lines[fact.end, default: 0] += 1
        last = fact.end
      }
    }
    return lines
  }

  /// Whether property held for rent is at least half of the assets of the newest day that states it.
  var isOfProperty: Bool {
    guard let assets = FactConcept.named("Assets") else { return false }
    return ["InvestmentProperty", "RealEstateInvestmentPropertyNet"].contains { name in
      guard let concept = FactConcept.named(name),
        let property = facts[concept.number].last(where: { $0.start == Self.noStart }),
        let all = fact(assets, .balance(CivilDate(daysSince1970: Int(property.end))))
      else { return false }
      return property.value >= 0.5 * all.value
    }
  }
}
