import Testing
import Valuation

@Suite("Findings")
struct FindingTests {
  private func findings(_ changes: [Assumptions.Change]) throws -> [ValuationFinding] {
    try DiscountedCashFlow.value(example(changes)).findings
  }

  private func finding(_ code: ValuationCode, _ changes: [Assumptions.Change]) throws -> ValuationFinding? {
    try findings(changes).first { $0.code == code }
  }

  @Test("The example has notes only")
  func example_() throws {
    let all = try findings([])
    #expect(all.map(\.code) == [.defaultUsed, .capexReadAsNet])
    #expect(all[0].message == "depreciation and working_capital are not given and count as 0")
  }

  @Test("A value outside the usual range is a warning with the end that it passes")
  func plausible() throws {
    let margin = try #require(try finding(.outsidePlausibleRange, [set("margin", 0.5)]))
    #expect(margin.value == 0.5 && margin.threshold == 0.45 && margin.severity == .warning)
    #expect(margin.assumptions == ["margin"])
    #expect(margin.message == "margin is 50%; -50%..45% is usual")
    let growth = try #require(try finding(.outsidePlausibleRange, [set("growth", .glide(0.03, to: 0.47))]))
    #expect(growth.message.hasPrefix("growth is 47% in year 5"))
    let multiple = try #require(
      try finding(.outsidePlausibleRange, [set(terminal: .multiple(40, of: .freeCashFlow))])
    )
    #expect(multiple.assumptions == ["terminal"] && multiple.threshold == 30)
    #expect(try finding(.outsidePlausibleRange, [set("terminal", -0.02)])?.threshold == 0)
  }

  @Test("The terminal's share may be 85% up to 7 years and 75% from 8")
  func terminalShare() throws {
    #expect(try finding(.terminalShare, []) == nil)
    let low = [set("discount", 0.055), set("terminal", 0.03)]
    let short = try #require(try finding(.terminalShare, low))
    #expect(short.threshold == 0.85 && (short.value ?? 0) > 0.85)
    let long = try #require(try finding(.terminalShare, low + [set("horizon", 10)]))
    #expect(long.threshold == 0.75)
    let burning = try #require(
      try finding(.terminalShare, [set("margin", .list([-0.3, -0.2, -0.1, 0, 0.3]))])
    )
    #expect((burning.value ?? 0) > 1 && burning.message.hasSuffix("negative"))
  }

  @Test("A narrow spread is a warning below 2pp and strong below 1pp")
  func spread() throws {
    #expect(try finding(.narrowSpread, [set("terminal", 0.07)]) == nil)
    #expect(try finding(.narrowSpread, [set("terminal", 0.071)])?.severity == .warning)
    #expect(try finding(.narrowSpread, [set("terminal", 0.0801)])?.severity == .strong)
  }

  @Test("Terminal growth above 4% is a warning and above 5% strong, implied growth too")
  func terminalGrowth() throws {
    #expect(try finding(.terminalGrowthHigh, [set("terminal", 0.04)]) == nil)
    #expect(try finding(.terminalGrowthHigh, [set("terminal", 0.041)])?.threshold == 0.04)
    #expect(try finding(.terminalGrowthHigh, [set("terminal", 0.051)])?.severity == .strong)
    let implied = try #require(
      try finding(.terminalGrowthHigh, [set(terminal: .multiple(25, of: .freeCashFlow))])
    )
    #expect(near(try #require(implied.value), (25 * 0.09 - 1) / 26, 1e-12))
  }

  @Test("Growth that falls by more than 3pp after the last year is a cliff")
  func cliff() throws {
    #expect(try finding(.growthCliff, [set("growth", 0.055)]) == nil)
    #expect(try finding(.growthCliff, [set("growth", 0.056)]) != nil)
  }

  @Test("Perpetual growth needs reinvestment")
  func steadyState() throws {
    #expect(try finding(.capexBelowDepreciation, [set("depreciation", 0.03)]) != nil)
    #expect(try finding(.capexBelowDepreciation, [set("depreciation", 0.028)]) == nil)
    #expect(try finding(.reinvestmentTooLow, [set("depreciation", 0.028)]) != nil)
    #expect(try finding(.reinvestmentTooLow, [set("capex", 0.01)])?.threshold == 0.30)
    #expect(try finding(.growthLowersValue, [set("capex", 0.08)]) != nil)
    #expect(try finding(.reinvestmentTooLow, [set("depreciation", 0.028), set("terminal", 0)]) == nil)
  }

  @Test("A perpetual tax below 15% is a warning")
  func tax() throws {
    #expect(try finding(.taxHeldLow, [set("tax", 0.14)])?.value == 0.14)
    #expect(try finding(.taxHeldLow, [set("tax", .glide(0.12, to: 0.15))]) == nil)
  }

  @Test("Findings between operations and a share")
  func bridge() throws {
    #expect(try finding(.cashAboveHalf, [set("cash", 1.2e12)]) != nil)
    #expect(try finding(.cashAboveHalf, []) == nil)
    let far = try #require(try finding(.farFromPrice, [set("price", 20)]))
    #expect(far.threshold == 3 && (far.value ?? 0) > 4)
    #expect(try finding(.farFromPrice, [set("price", 300)])?.threshold == 1.0 / 3)
    #expect(try finding(.farFromPrice, [set("price", 250)]) == nil)
  }
}
