import Valuation

extension Assumption {
  /// Whether the company's reports or the market state it, and nobody typed it.
  package var isOfReports: Bool { if case .fundamentals = source { true } else { false } }

  /// Whether it comes from the company's reports, which the price does not.
  package var isFiled: Bool { isOfReports && name != "price" }

  /// Whether a company's reports could state it: amounts, counts of shares, the margin of the base year.
  ///
  /// Expectations of the author and prices of the market are not such figures.
  package var isCompanyFigure: Bool {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if last == "base_margin" { return true }
    if ["price", "market", "corporate_costs"].contains(last) { return false }
    switch AssumptionDefinition.named(name)?.unit {
    case .money, .count, .options, .perShare: return true
    default: return false
    }
  }
}
