import Testing
import Valuation

@Suite("The cost of findings")
struct FindingCostTests {
  private func ranked(_ changes: [Assumptions.Change]) throws -> (ValuationResult, [FindingCost]) {
    let assumptions = try example(changes)
    let result = try DiscountedCashFlow.value(assumptions)
    return (result, FindingCost.ranked(result.findings, on: result, of: assumptions))
  }

  private func cost(_ code: ValuationCode, _ changes: [Assumptions.Change]) throws -> FindingCost {
    try #require(try ranked(changes).1.first { $0.finding.code == code })
  }

  @Test("A number outside its usual range costs what the end of the range is worth less")
  func range() throws {
    let wide = [set("margin", 0.5)]
    let found = try cost(.outsidePlausibleRange, wide)
    #expect(found.remedy?.text == "margin at 45%")
    #expect(near(try #require(found.effect), try value([set("margin", 0.45)]) - value(wide), 1e-12))
  }

  @Test("Years inside the range stay as they are where others lie outside")
  func path() throws {
    let wide = [set("margin", .glide(0.4, to: 0.6))]
    let found = try cost(.outsidePlausibleRange, wide)
    let moved = try value([set("margin", .list([0.4, 0.45, 0.45, 0.45, 0.45]))])
    #expect(found.remedy?.text == "margin at most 45%")
    #expect(near(try #require(found.effect), moved - (try value(wide)), 1e-12))
  }

  @Test("Terminal growth is lowered to its limit, or until it is 2pp below the discount rate")
  func terminal() throws {
    let high = [set("terminal", 0.045), set("discount", 0.06)]
    #expect(try cost(.terminalGrowthHigh, high).remedy?.text == "terminal at 4%")
    #expect(try cost(.narrowSpread, high).remedy?.text == "terminal at 4%")
    let effects = try [ValuationCode.narrowSpread, .terminalGrowthHigh].compactMap { try cost($0, high).effect }
    #expect(effects.count == 2 && near(effects[0], effects[1], 1e-9))
  }

  @Test("With a remedy the finding is gone")
  func gone() throws {
    for changes in [
      [set("margin", 0.5)], [set("terminal", 0.045)], [set("discount", 0.05), set("terminal", 0.035)],
      [set("tax", 0.05)], [set("depreciation", 0.05)], [set("capex", 0.03), set("depreciation", 0.0299)],
    ] {
      let assumptions = try example(changes)
      let result = try DiscountedCashFlow.value(assumptions)
      for finding in result.findings {
        guard let remedy = result.remedy(of: finding) else { continue }
        let after = try DiscountedCashFlow.value(assumptions.with(remedy.changes))
        #expect(!after.findings.contains { $0.code == finding.code && $0.assumptions == finding.assumptions })
      }
    }
  }

  @Test("The dearest finding is first, findings without a cost follow, notes are last")
  func order() throws {
    let (_, costs) = try ranked([set("margin", 0.6), set("tax", 0.09), set("terminal", 0.042), set("growth", 0.08)])
    let effects = costs.compactMap(\.effect).map(abs)
    #expect(effects.count >= 3)
    #expect(effects == effects.sorted(by: >))
    let firstNote = try #require(costs.firstIndex { $0.finding.severity == .note })
    #expect(costs[firstNote...].allSatisfy { $0.finding.severity == .note })
    let bare = try #require(costs.firstIndex { $0.effect == nil && $0.finding.severity == .warning })
    #expect(costs[..<bare].allSatisfy { $0.effect != nil || $0.finding.severity == .strong })
  }

  @Test("What no single number can put right has no cost")
  func withoutRemedy() throws {
    let found = try cost(.growthCliff, [set("growth", 0.09)])
    #expect(found.remedy == nil)
    #expect(found.effect == nil)
  }
}
