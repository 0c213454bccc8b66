import Presentation
import Text
import Valuation

extension AssumptionDefinition {
  /// The assumption as typed, with values that make sense for it.
  package var examples: [String] { Self.ownExamples[key]?.map { "\(name) \($0)" } ?? [generatedExample] }

  /// The example values after the name of an assumption, if its unit does not suggest one.
  private static let ownExamples: [AssumptionName: [String]] =
    operationExamples.merging(capitalExamples) { $1 }.merging(equityExamples) { $1 }

  private static let operationExamples: [AssumptionName: [String]] = [
    .price: ["= 190"], .shares: ["= 15.1B"],
    .revenue: ["= 391B", "= [420B, 455B, 490B] then growth 6%"],
    .growth: ["= 6% to 3%", "= 30% for 5y then to 4%", "= 9% to 3% because \"guidance of the April call\""],
    .margin: ["= 31%", "to 34%"], .baseMargin: ["= 30%"], .grossMargin: ["= 46%"],
    .tax: ["= 21%", "= 16% to 21%"],
    .capex: ["= 3%", "= [12B, 15B] then to 3%", "= 10% of change", "to depreciation by year 4"],
    .depreciation: ["= 2.8%", "= 80% of capex"], .workingCapital: ["= 0.5%", "= 5% of change"],
    .discount: ["= 9%", "= 11.5% for 5y then to 8.5%"], .terminal: ["= 2.5%", "= 15x ebitda", "= growth"],
    .horizon: ["= 10y"], .cash: ["= 61.5B"], .debt: ["= 111B"],
    .nol: ["= 4B"], .nolLimit: ["= 80%"], .salesToCapital: ["= 1.6"], .reinvestmentLag: ["= 1y"],
    .investedCapital: ["= 90B"], .book: ["= 74B"], .stockCompensation: ["= 3%"], .research: ["= [31B, 30B, 26B]"],
    .researchLife: ["= 5y"], .terminalTax: ["= 25%"], .terminalMargin: ["= 28%"], .terminalDiscount: ["= 8%"],
    .terminalROIC: ["= 12%"], .terminalCapex: ["= 3.5%"], .terminalDepreciation: ["= 3%"],
    .terminalWorkingCapital: ["= 0.5%"], .failure: ["= 10%"], .failureProceeds: ["= 50%", "= 40% of book"],
    .baseEnd: ["= 2025-09-27"], .date: ["= 2026-01-30"], .balanceDate: ["= 2025-12-27"],
  ]

  private static let capitalExamples: [AssumptionName: [String]] = [
    .riskFree: ["= 4.2%"], .beta: ["= 1.1"], .unleveredBeta: ["= 0.95"], .equityPremium: ["= 4.5%"],
    .countryPremium: ["= 1%"], .sizePremium: ["= 1%"], .costOfEquity: ["= 9.5%"], .costOfDebt: ["= 5%"],
    .defaultSpread: ["= 1%"], .rating: ["= A+"], .coverage: ["= 12"], .debtWeight: ["= 10%"], .marginalTax: ["= 25%"],
    .leases: ["= 11B"], .leaseRate: ["= 5%"], .investments: ["= 3B"], .nonoperating: ["= 2B"], .preferred: ["= 1B"],
    .minority: ["= 2B"], .pension: ["= 3B"], .rsu: ["= 100M"],
    .options: ["= 80M at 120", "= [80M at 120, 50M at 160 life 8.4y volatility 35%]"], .treasuryAt: ["= price"],
    .currency: ["= USD"], .priceCurrency: ["= USD"], .fx: ["= 32.1"], .adrRatio: ["= 5"], .split: ["= 4"],
    .sector: ["= financial"],
  ]

  private static let equityExamples: [AssumptionName: [String]] = [
    .goodwill: ["= 10B"], .tangibleBook: ["= 80B"], .excessCapital: ["= 5B"], .rote: ["= 16%"], .buybacks: ["= 30%"],
    .dividend: ["= 2.40"], .method: ["= h"], .roe: ["= 15% to 12%"], .payout: ["= 40% to 60%"], .terminalROE: ["= 12%"],
    .persistence: ["= 60%"], .debtFinancing: ["= 30%"], .operatingCash: ["= 5B"],
    .value: ["= 12.5B", "= 12x ebitda 2.1B"], .ownership: ["= 40%"], .corporateCosts: ["= 400M"],
    .holdingDiscount: ["= 10%"], .base: ["= ltm", "= fy", "= 2024"], .market: ["= 2T"], .marketGrowth: ["= 4%"],
  ]

  /// An example with a value in the middle of the plausible range.
  private var generatedExample: String {
    if key == .allow { return "allow stale-base" }
    if let word = words.last { return "\(name) = \(word)" }
    let middle = plausible.map { ($0.lower + $0.upper) / 2 }.flatMap { $0.isFinite ? $0 : nil }
    switch unit {
    case .money: return "\(name) = 5B"
    case .rate, .terminal: return "\(name) = \(Wording.percent(middle ?? 0.05))"
    case .count: return "\(name) = 100M"
    case .perShare: return "\(name) = 2.40"
    case .years: return "\(name) = \(Wording.number((middle ?? 5).rounded()))y"
    case .number: return "\(name) = \(Wording.number(middle ?? 1))"
    case .date: return "\(name) = 2026-01-30"
    case .word, .text, .options: return "\(name) = \(words.first ?? "fy")"
    }
  }
}
