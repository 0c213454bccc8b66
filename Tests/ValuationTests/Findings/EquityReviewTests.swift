import Testing
import Valuation

@Suite("Refusals and findings of the models of equity")
struct EquityReviewTests {
  private func refusal(_ assumptions: Assumptions) -> ValuationError? {
    let slow = error { _ = try DiscountedCashFlow.value(assumptions) }
    let fast = error { _ = try DiscountedCashFlow.valuePerShare(of: assumptions) }
    #expect(slow == fast)
    return slow
  }

  private func bank(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try EquityModelTests.bank(.residualIncome, changes)
  }

  private func findings(_ assumptions: Assumptions) throws -> [ValuationFinding] {
    try DiscountedCashFlow.value(assumptions).findings
  }

  @Test("All that a model needs is named at once")
  func missing() throws {
    func missing(_ method: String, _ more: [Assumption] = []) -> [String]? {
      error { _ = try DiscountedCashFlow.value(Assumptions([Assumption("model", word: method)] + more)) }?.assumptions
    }
    #expect(missing("residual_income") == ["shares", "book", "roe", "payout", "cost_of_equity"])
    #expect(missing("ddm") == ["dividend", "growth", "cost_of_equity", "terminal"])
    #expect(missing("ddm", [Assumption("roe", 0.1)]) == ["shares", "book", "payout", "cost_of_equity"])
    #expect(missing("fcfe") == ["shares", "revenue", "growth", "margin", "terminal", "cost_of_equity"])
    #expect(refusal(try bank([.remove("terminal")]))?.assumptions == ["terminal"])
  }

  @Test("Senseless assumptions are refused by name")
  func refused() throws {
    let high = refusal(try bank([set("terminal", 0.10)]))
    #expect(high?.code == .terminalNotBelowCostOfEquity && high?.assumptions == ["terminal", "cost_of_equity"])
    let kept = refusal(try bank([set("terminal_roe", 0.03)]))
    #expect(kept?.code == .terminalNotBelowROE && kept?.assumptions == ["terminal", "terminal_roe"])
    let negative = refusal(try bank([set("book", -5)]))
    #expect(negative?.code == .bookNotPositive && negative?.hint?.contains("fcff") == true)
    let drained = refusal(try bank([set("roe", 0.5), set("payout", 3)]))
    #expect(drained?.code == .bookNotPositive && drained?.message.contains("after year 1") == true)
    #expect(refusal(try bank([set("growth", 0.05)]))?.assumptions == ["growth", "roe", "payout"])
    #expect(refusal(try bank([set("persistence", 0.5)]))?.assumptions == ["terminal_roe", "persistence"])
    #expect(refusal(try bank([.remove("terminal_roe"), set("persistence", 1)]))?.code == .outOfRange)
    #expect(refusal(try bank([.remove("terminal_roe"), set("persistence", -0.1)]))?.code == .outOfRange)
    #expect(refusal(try bank([set("dividend", 2)]))?.code == .contradictoryAssumptions)
    #expect(refusal(try bank([set(terminal: .multiple(8, of: .ebitda))]))?.code == .wrongKind)
    let payer = try EquityModelTests.payer()
    #expect(refusal(try payer.with([set("dividend", 0)]))?.code == .dividendNotPositive)
    #expect(refusal(try payer.with([set("terminal", 0.09)]))?.code == .terminalNotBelowCostOfEquity)
    #expect(refusal(try payer.with([set("persistence", 0.4)]))?.code == .contradictoryAssumptions)
    let h = try payer.with([.set(Assumption("method", word: "h"))])
    #expect(refusal(try h.with([set("cost_of_equity", .glide(0.1, to: 0.09))]))?.code == .contradictoryAssumptions)
    #expect(refusal(try h.with([set(terminal: .multiple(20, of: .dividends))]))?.code == .contradictoryAssumptions)
    let borrower = try EquityModelTests.borrower()
    #expect(refusal(try borrower.with([set("margin", 0.02)]))?.code == .terminalFlowNotPositive)
    #expect(refusal(try borrower.with([set("terminal_roic", 0.02)]))?.code == .terminalNotBelowROIC)
  }

  @Test("A bank is not a firm, and the refusal says what it is")
  func bankAsFirm() throws {
    let bank = Assumptions.Change.set(Assumption("sector", word: "financial"))
    let firm = refusal(try example([bank]))
    #expect(firm?.code == .bankFCFF)
    #expect(firm?.hint?.contains("model = residual_income") == true && firm?.hint?.contains("model = ddm") == true)
    #expect(refusal(try EquityModelTests.borrower([bank]))?.code == .bankFCFF)
  }

  @Test("Findings")
  func found() throws {
    func codes(_ assumptions: Assumptions) throws -> [ValuationCode] { try findings(assumptions).map(\.code) }
    let low = try #require(
      try findings(bank([set("roe", 0.08), set("terminal_roe", 0.10)])).first {
        $0.code == .returnBelowCostOfEquity
      })
    #expect(low.value == 0.08 && low.threshold == 0.10 && low.severity == .warning)
    #expect(try codes(bank([set("terminal_roe", 0.09)])).contains(.growthLowersValue))
    #expect(try codes(bank([set("terminal_roe", 0.31)])).contains(.reinvestmentTooLow))
    #expect(try codes(bank([set("terminal", 0.045)])).contains(.terminalGrowthHigh))
    #expect(try codes(bank([set("terminal", 0.085)])).contains(.narrowSpread))
    #expect(try codes(bank([set("payout", 0.3), set("terminal", 0.03)])).contains(.growthCliff))
    #expect(try codes(bank([set("payout", 0.4)])).contains(.payoutStep))
    #expect(try codes(bank([set("payout", 1.1)])).contains(.outsidePlausibleRange))
    #expect(try codes(bank([set("roe", .list([-0.05, 0.1, 0.12, 0.12, 0.12]))])).contains(.lossWithoutDividend))
    #expect(try codes(bank([set("price", 20)])).contains(.farFromPrice))
    let unused = try #require(
      try findings(bank([set("debt", 3), set("discount", 0.08)])).first { $0.code == .notUsed })
    #expect(unused.assumptions == ["discount", "debt"])
    let figures = Assumption("debt", .scalar(3), source: .fundamentals(detail: "10-K"))
    #expect(try !codes(bank([.set(figures)])).contains(.notUsed))
    #expect(try codes(bank([set("risk_free", 0.12)])).contains(.discountBelowRiskFree))
    let borrower = try EquityModelTests.borrower()
    #expect(try codes(borrower.with([set("debt_financing", 0.6), set("debt", 50)])).contains(.debtDrifts))
    #expect(
      try codes(borrower.with([set("margin", .list([0.01, 0.1, 0.2, 0.2, 0.2]))])).contains(.interestAboveIncome))
    #expect(try codes(borrower.with([set("cost_of_debt", 0.12)])).contains(.discountBelowCostOfDebt))
    #expect(try codes(borrower.with([.remove("debt_financing")])).contains(.defaultUsed))
    #expect(try codes(EquityModelTests.payer()).contains(.oneShare))
    #expect(try codes(EquityModelTests.payer([set("cost_of_equity", 0.07)])).contains(.terminalShare))
  }

  @Test("Revenue is compared with the market if its size is given, and the value stays as it is")
  func market() throws {
    let base = try example([])
    let worth = try DiscountedCashFlow.value(base).valuePerShare
    let part = try base.with([set("market", 1.2e12), set("market_growth", 0.02)])
    let result = try DiscountedCashFlow.value(part)
    #expect(result.valuePerShare == worth && result.model?.firm == nil)
    let found = try #require(result.findings.first { $0.code == .marketShare })
    #expect(found.threshold == 0.30)
    #expect(near(try #require(found.value), result.years[4].revenue / (1.2e12 * pow102(5)), 1e-12))
    let wide = try DiscountedCashFlow.value(base.with([set("market", 5e12)]))
    #expect(!wide.findings.contains { $0.code == .marketShare })
    #expect(wide.findings.contains { $0.code == .defaultUsed && $0.assumptions == ["market_growth"] })
    let over = refusal(try base.with([set("market", 400e9)]))
    #expect(over?.code == .marketShare && over?.assumptions == ["growth", "revenue", "market"])
    #expect(over?.message.contains("in year 1") == true)
    // A grid refuses the same cells.
    let grid = try Sensitivity(of: part, axes: [.init("growth", [0.05, 0.5])])
    #expect(grid.values[0][0] > 0 && grid.values[1][0].isNaN && grid.refusal(row: 1)?.code == .marketShare)
    #expect(refusal(try EquityModelTests.borrower([set("market", 900)]))?.code == .marketShare)
  }

  private func pow102(_ years: Int) -> Double { (0..<years).reduce(1) { value, _ in value * 1.02 } }

  @Test("A low perpetual tax is compared with the marginal tax if that is typed")
  func marginalTax() throws {
    let low = try example([set("tax", 0.16), set("marginal_tax", 0.25), set("minority", 0)])
    #expect(try findings(low).contains { $0.code == .taxBelowMarginal && near($0.threshold ?? 0, 0.20, 1e-12) })
    #expect(try !findings(low.with([set("terminal_tax", 0.24)])).contains { $0.code == .taxBelowMarginal })
  }
}
