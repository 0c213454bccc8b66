import Testing
import Valuation

@Suite("Refusals and findings of the full model")
struct FirmRefusalTests {
  private func refusal(_ changes: [Assumptions.Change]) -> ValuationError? {
    error { _ = try DiscountedCashFlow.value(FirmModelTests.lossMaker(changes)) }
  }

  private func codes(_ changes: [Assumptions.Change]) throws -> [ValuationCode] {
    try DiscountedCashFlow.value(FirmModelTests.lossMaker(changes)).findings.map(\.code)
  }

  @Test("Senseless assumptions are refused by name")
  func refused() throws {
    let both = refusal([set("capex", 0.05)])
    #expect(both?.code == .contradictoryAssumptions && both?.assumptions == ["sales_to_capital", "capex"])
    let back = refusal([set("terminal_roic", 0.04)])
    #expect(back?.code == .terminalNotBelowROIC && back?.assumptions == ["terminal", "terminal_roic"])
    #expect(refusal([set("terminal_discount", 0.04)])?.code == .terminalNotBelowDiscount)
    #expect(refusal([set("terminal_margin", -0.1)])?.code == .terminalFlowNotPositive)
    #expect(refusal([set("gross_margin", 0.15)])?.code == .marginAboveGross)
    #expect(refusal([set("reinvestment_lag", 0.5)])?.code == .outOfRange)
    #expect(refusal([set("failure", 1.2)])?.code == .outOfRange)
    #expect(refusal([.set(Assumption("base_end", word: "2025-02-30"))])?.code == .wrongKind)
    #expect(refusal([.set(Assumption("rating", word: "AAAA"))])?.code == .wrongKind)
    let bank = Assumptions.Change.set(Assumption("sector", word: "financial"))
    #expect(refusal([bank])?.code == .bankFCFF)
    #expect(try codes([bank, .allow("bank-fcff")]).contains(.allowedBankFCFF))
  }

  @Test("Findings of a full model")
  func found() throws {
    #expect(try codes([set("beta", 1.2)]).contains(.notUsed))
    #expect(try codes([set("risk_free", 0.03)]).contains(.terminalGrowthHigh))
    #expect(try !codes([set("risk_free", 0.045)]).contains(.terminalGrowthHigh))
    #expect(try codes([set("risk_free", 0.09)]).contains(.discountBelowRiskFree))
    #expect(try codes([set("terminal_roic", 0.07)]).contains(.growthLowersValue))
    #expect(try codes([set("discount", 0.16)]).contains(.riskCountedTwice))
    #expect(try codes([.remove("terminal_roic")]).contains(.defaultUsed))
    #expect(try codes([set(terminal: .multiple(10, of: .ebit))]).contains(.notUsed))
    #expect(try codes([set("invested_capital", 40)]).contains(.returnBelowDiscount))
    #expect(try codes([set("stock_compensation", 0.03)]).contains(.stockCompensation))
  }

  @Test("Research and leases as capital move the base margin and the capital")
  func capitalised() throws {
    let assumptions = try FirmModelTests.lossMaker([
      .set(Assumption("research", .path(.list([0.6, 0.5, 0.4])))), set("research_life", 2), set("leases", 1),
      set("lease_rate", 0.06),
    ])
    let research = try #require(try Research(assumptions))
    #expect(near(research.income, 0.6 - 0.25 - 0.2, 1e-15) && near(research.capital, 0.6 + 0.25, 1e-15))
    let result = try DiscountedCashFlow.value(assumptions)
    // From -20 % plus the shift, an eighth of the way to 18 %.
    let start = -0.20 + (0.15 + 0.06) / 3
    #expect(near(result.years[0].margin, start + (0.18 - start) / 8, 1e-15))
    #expect(near(result.model?.firm?.openingCapital(cash: 1.5, debt: 0.8) ?? 0, 5 + 0.85 + 1, 1e-12))
  }

  @Test("The table of ratings: spreads rise as coverage falls")
  func ratings() {
    let all = CreditRating.all
    for (better, worse) in zip(all, all.dropFirst()) {
      #expect(better.spread < worse.spread && better.coverage > worse.coverage)
    }
    #expect(CreditRating.earned(by: 3.33).name == "A-")
    #expect(CreditRating.earned(by: -2).name == "D")
  }
}
