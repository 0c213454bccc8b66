import Valuation

extension Assumption {
  /// Whether the company's reports or the market state it, and it was not typed.
  package var isOfReports: Bool { if case .fundamentals = source { true } else { false } }

  /// Whether it comes from the company's reports, which the price and its currency do not.
  package var isFiled: Bool { isOfReports && key != .price && key != .priceCurrency }

  /// Whether a company's reports could state it: amounts, counts of shares, the margin of the base year.
  ///
  /// Expectations of the author and prices of the market are not such figures.
  package var isCompanyFigure: Bool {
    guard let definition = AssumptionDefinition.named(name) else { return false }
    switch definition.key {
    case .baseMargin: return true
    case .price, .market, .corporateCosts: return false
    default: break
    }
    switch definition.unit {
    case .money, .count, .options, .perShare: return true
    case .rate, .years, .terminal, .word, .number, .date, .text: return false
    }
  }
}
