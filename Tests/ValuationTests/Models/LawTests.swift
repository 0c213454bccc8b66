import Evaluation
import TestSupport
import Testing
import Valuation

@Suite("Laws on random companies")
struct LawTests {
  private static let runs = 300

  private func forEachCompany(_ seed: UInt64, _ body: (Assumptions, inout Dice) throws -> Void)
    throws
  {
    var random = Dice(seed)
    for _ in 0..<Self.runs { try body(try healthy(&random), &random) }
  }

  @Test("Value falls as the discount rate rises, where flows are positive")
  func monotone() throws {
    try forEachCompany(1) { company, _ in
      let first = try DiscountedCashFlow.value(company)
      #expect(first.years.allSatisfy { $0.freeCashFlow > 0 })
      let second = try DiscountedCashFlow.value(company.with([shift("discount", .add, 0.001)]))
      #expect(second.valuePerShare < first.valuePerShare)
    }
  }

  @Test("A flow that never grows is worth flow over rate, whatever the horizon")
  func flatPerpetuity() throws {
    try forEachCompany(2) { company, random in
      let rate = Double.random(in: 0.05...0.2, using: &random)
      let flat = try company.with([
        set("growth", 0), set("terminal", 0), set("discount", rate),
        set("horizon", Double(Int.random(in: 1...30, using: &random))),
      ])
      let result = try DiscountedCashFlow.value(flat)
      #expect(near(result.enterpriseValue / (result.years[0].freeCashFlow / rate), 1, 1e-12))
    }
  }

  @Test("With terminal growth from the start the horizon does not matter: the growing perpetuity")
  func growingPerpetuity() throws {
    try forEachCompany(3) { company, random in
      let rate = Double.random(in: 0.06...0.2, using: &random)
      let growth = Double.random(in: -0.05...0.03, using: &random)
      let steady = try company.with([
        set("growth", growth), set("terminal", growth), set("discount", rate),
        set("horizon", Double(Int.random(in: 1...30, using: &random))),
      ])
      let result = try DiscountedCashFlow.value(steady)
      #expect(near(result.enterpriseValue / (result.years[0].freeCashFlow / (rate - growth)), 1, 1e-12))
    }
  }

  @Test("Mid-year value of operations is the year-end one half a year later, at a constant rate")
  func midYear() throws {
    try forEachCompany(4) { company, random in
      let rate = Double.random(in: 0.05...0.2, using: &random)
      let end = try company.with([set("discount", rate)])
      let middle = try end.with([.set(Assumption("discounting", word: "mid-year"))])
      let ratio =
        try DiscountedCashFlow.value(middle).enterpriseValue / DiscountedCashFlow.value(end).enterpriseValue
      #expect(near(ratio, (1 + rate).squareRoot(), 1e-13))
    }
  }

  @Test("The sum of present values is numpy's net present value of the flows")
  func npv() throws {
    try forEachCompany(5) { company, random in
      let rate = Double.random(in: 0.05...0.2, using: &random)
      let result = try DiscountedCashFlow.value(company.with([set("discount", rate)]))
      let expected = CashFlows([0] + result.years.map(\.freeCashFlow)).presentValue(at: rate)
      #expect(near(result.presentValueOfFlows / expected, 1, 1e-13))
    }
  }

  @Test("Value of operations is proportional to revenue; cash and debt move equity one for one")
  func scale() throws {
    try forEachCompany(6) { company, _ in
      let one = try DiscountedCashFlow.value(company)
      let two = try DiscountedCashFlow.value(company.with([shift("revenue", .multiply, 2)]))
      #expect(near(two.enterpriseValue / one.enterpriseValue, 2, 1e-13))
      let richer = try DiscountedCashFlow.value(
        company.with([shift("cash", .add, 10), shift("debt", .add, 4)])
      )
      #expect(near(richer.equityValue - one.equityValue, 6, 1e-8))
    }
  }

  @Test("The base's cell of any grid is the headline's double")
  func baseCell() throws {
    try forEachCompany(7) { company, random in
      let grid = try Sensitivity(
        of: company,
        axes: [
          .init("margin", (0..<4).map { _ in Double.random(in: 0.1...0.5, using: &random) }.sorted()),
          .init(shifting: "discount", [-0.01, 0, 0.01]),
        ]
      )
      let row = try #require(grid.axes[0].base)
      #expect(grid.values[row][1] == grid.base.valuePerShare)
    }
  }

  @Test("A root put back gives the target")
  func roots() throws {
    var random = Dice(8)
    for _ in 0..<40 {
      let company = try healthy(&random)
      let worth = try DiscountedCashFlow.value(company).valuePerShare
      let target = worth * Double.random(in: 0.8...1.25, using: &random)
      for variation in [Variation("margin"), Variation("discount"), Variation("growth", .shift(.add))] {
        let solution = try Solution(of: company, for: variation, target: target)
        #expect(!solution.roots.isEmpty)
        for root in solution.roots {
          let back = try DiscountedCashFlow.value(company.with([variation.change(to: root)])).valuePerShare
          #expect(near(back, target, 1e-9 * max(1, abs(target))))
        }
      }
    }
  }
}
