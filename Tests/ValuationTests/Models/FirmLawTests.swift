import TestSupport
import Testing
import Valuation

@Suite("Laws of the full model")
struct FirmLawTests {
  private func forEachCompany(_ seed: UInt64, _ body: (Assumptions, inout Dice) throws -> Void) throws {
    var random = Dice(seed)
    for _ in 0..<100 { try body(try healthy(&random), &random) }
  }

  @Test("With nothing but zeros of the full model it is the plain one")
  func plain() throws {
    try forEachCompany(21) { company, _ in
      for word in ["year-end", "mid-year"] {
        let one = try company.with([.set(Assumption("discounting", word: word))])
        let plain = try DiscountedCashFlow.value(one)
        let full = try DiscountedCashFlow.value(one.with([set("minority", 0), set("failure", 0), set("nol", 0)]))
        #expect(plain.model?.firm == nil && full.model?.firm != nil)
        #expect(near(full.valuePerShare / plain.valuePerShare, 1, 1e-13))
        #expect(full.years.map(\.presentValue) == plain.years.map(\.presentValue))
      }
    }
  }

  @Test("Free cash flow to the firm and to equity take in the same years of operations")
  func sameOperations() throws {
    try forEachCompany(26) { company, random in
      let common: [Assumptions.Change] = [
        set("debt", 0), set("nol", Double.random(in: 0...2, using: &random)), set("nol_limit", 0.8),
        .set(Assumption("discounting", word: "mid-year")),
      ]
      let firm = try DiscountedCashFlow.value(company.with(common))
      let equity = try DiscountedCashFlow.value(
        company.with(common + [.set(Assumption("model", word: "fcfe")), set("cost_of_equity", 0.11)]))
      #expect(firm.years.map(\.revenue) == equity.years.map(\.revenue))
      #expect(firm.years.map(\.operatingIncome) == equity.years.map(\.operatingIncome))
      #expect(firm.years.map(\.tax) == equity.years.map(\.tax))
      #expect(firm.years.map(\.nol) == equity.years.map(\.nol))
      #expect(firm.years.map(\.reinvestment) == equity.years.map(\.reinvestment))
    }
  }

  @Test("Perpetual growth at a return of the discount rate adds only its first step to NOPAT over the rate")
  func valueDriver() throws {
    try forEachCompany(22) { company, random in
      let rate = Double.random(in: 0.06...0.15, using: &random)
      let steady = try company.with([
        set("growth", 0), .remove("capex"), .remove("depreciation"), .remove("working_capital"),
        set("sales_to_capital", 2), set("discount", rate), set("terminal", 0.02),
      ])
      let result = try DiscountedCashFlow.value(steady)
      // Year n+1 is built with revenue that has grown already: (1 + g) NOPAT / r from there on.
      let factor = try #require(result.years.last).discountFactor
      #expect(near(result.enterpriseValue / (result.years[0].nopat / rate), 1 + 0.02 * factor, 1e-12))
      let lower = try DiscountedCashFlow.value(steady.with([set("terminal_roic", rate - 0.01)]))
      let higher = try DiscountedCashFlow.value(steady.with([set("terminal_roic", rate + 0.01)]))
      #expect(lower.enterpriseValue < result.enterpriseValue && result.enterpriseValue < higher.enterpriseValue)
    }
  }

  @Test("Value falls as the discount rate rises, and as the beta of a built rate does")
  func monotone() throws {
    try forEachCompany(23) { company, random in
      let built = try company.with([
        .remove("discount"), set("risk_free", 0.04), set("equity_premium", 0.05),
        set("unlevered_beta", Double.random(in: 0.8...1.5, using: &random)),
        .set(Assumption("rating", word: "BBB")),
      ])
      let one = try DiscountedCashFlow.value(built)
      let cost = try #require(one.costOfCapital)
      #expect(one.years.allSatisfy { $0.discountRate == cost.rate })
      #expect(near(try #require(cost.costOfDebt), 0.052, 1e-15))
      let weight = cost.debtWeight
      let beta = try #require(cost.beta)
      let wanted =
        (1 - weight) * (0.04 + beta * 0.05) + weight * 0.052 * (1 - cost.marginalTax)
      #expect(near(cost.rate, wanted, 1e-15))
      let two = try DiscountedCashFlow.value(built.with([shift("unlevered_beta", .add, 0.1)]))
      #expect(two.valuePerShare < one.valuePerShare)
      let typed = try DiscountedCashFlow.value(company.with([set("discount", cost.rate), set("minority", 0)]))
      #expect(near(typed.enterpriseValue / one.enterpriseValue, 1, 1e-13))
    }
  }

  @Test("Cells of a grid over any assumption of the full model are valuations by themselves")
  func cells() throws {
    let base = try FirmModelTests.lossMaker([set("minority", 0.1), set("rsu", 0.01)])
    #expect(throws: ValuationError.self) { try Sensitivity(of: base, axes: [.init("fx", [1, 2])]) }
    let ranges: [(String, [Double])] = [
      ("nol", [0, 6]), ("nol_limit", [0.5, 1]), ("sales_to_capital", [1, 3]), ("reinvestment_lag", [0, 1, 2]),
      ("terminal_tax", [0.2, 0.3]), ("terminal_margin", [0.1, 0.2]),
      ("terminal_discount", [0.03, 0.07, 0.1]), ("terminal_roic", [0.03, 0.09, 0.2]), ("failure", [0, 0.5]),
      ("failure_proceeds", [0, 1]), ("minority", [0, 1]), ("leases", [0, 1]), ("rsu", [0, 0.1]),
      ("growth", [0.1, 0.2]), ("discount", [0.08, 0.12]), ("debt", [0, 2]), ("terminal", [0, 0.03, 0.2]),
    ]
    for (name, values) in ranges {
      let grid = try Sensitivity(of: base, axes: [.init(name, values)])
      for (row, x) in grid.axes[0].values.enumerated() {
        let alone = try? DiscountedCashFlow.value(base.with([set(name, x)])).valuePerShare
        if let alone {
          #expect(grid.values[row] == [alone], "\(name) = \(x)")
        } else {
          #expect(grid.values[row][0].isNaN && grid.refusal(row: row) != nil, "\(name) = \(x)")
        }
      }
    }
    for name in ["margin", "terminal_roic", "failure", "sales_to_capital"] {
      let solution = try Solution(of: base, for: Variation(name), target: 39)
      for root in solution.roots {
        let back = try DiscountedCashFlow.value(base.with([set(name, root)])).valuePerShare
        #expect(near(back, 39, 1e-8), "\(name)")
      }
      #expect(!solution.roots.isEmpty, "\(name): \(solution.lowest) \(solution.highest)")
    }
  }

  /// A company whose reinvestment follows the lines of the last year.
  private func withLines(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try example([set("depreciation", 0.025), set("working_capital", 0.005), set("terminal_margin", 0.28)] + changes)
  }

  @Test("A line of the year after the forecast at the last year's rate is the same double as none")
  func stableLines() throws {
    let names: [(String, String)] = [
      ("terminal_capex", "capex"), ("terminal_depreciation", "depreciation"),
      ("terminal_working_capital", "working_capital"),
    ]
    for method in ["fcff", "fcfe"] {
      let base = try withLines([
        .set(Assumption("model", word: method)), set("cost_of_equity", 0.1), set("cost_of_debt", 0.05),
      ])
      let result = try DiscountedCashFlow.value(base)
      for (name, line) in names {
        let last = try #require(result.numbers(of: line)?.last)
        #expect(try DiscountedCashFlow.value(base.with([set(name, last)])).valuePerShare == result.valuePerShare)
        // A point of revenue more or less, and nothing of the forecast moves.
        let moved = try DiscountedCashFlow.value(base.with([set(name, last + 0.01)]))
        let after = try #require(result.years.last).revenue * 1.025
        let sign = name == "terminal_depreciation" ? 1.0 : -1
        #expect(
          near((moved.terminal.flow - result.terminal.flow) / (sign * 0.01 * after), 1, 1e-9), "\(method) \(name)")
        #expect(moved.presentValueOfFlows == result.presentValueOfFlows)
        #expect(moved.years.map(\.reinvestment) == result.years.map(\.reinvestment))
      }
    }
    let ofChange = Assumptions.Change.set(Assumption("terminal_capex", .scalar(0.5), basis: .change))
    let stable = try #require(try DiscountedCashFlow.value(withLines([ofChange])).terminal.stable)
    #expect(near(stable.capex / (stable.revenue * 0.025 / 1.025), 0.5, 1e-12))
    #expect(stable.reinvestment == stable.capex + stable.workingCapital - stable.depreciation)
  }

  @Test("What is reinvested after the forecast is said once, and not where a multiple ends it")
  func stableLinesRefused() throws {
    let back = [set("terminal_roic", 0.15)]
    for name in ["terminal_capex", "terminal_working_capital"] {
      let refusal = error { _ = try DiscountedCashFlow.value(self.withLines(back + [set(name, 0.01)])) }
      #expect(refusal?.code == .contradictoryAssumptions && refusal?.assumptions == ["terminal_roic", name])
    }
    // Depreciation determines gross capex, and does not change reinvestment.
    let gross = try DiscountedCashFlow.value(withLines(back + [set("terminal_depreciation", 0.04)]))
    #expect(gross.valuePerShare == (try DiscountedCashFlow.value(withLines(back)).valuePerShare))
    let loser = error { _ = try DiscountedCashFlow.value(FirmModelTests.lossMaker([set("terminal_capex", 0.05)])) }
    #expect(loser?.assumptions == ["sales_to_capital", "terminal_capex"])
    let priced = try DiscountedCashFlow.value(
      example([set(terminal: .multiple(12, of: .ebitda)), set("terminal_capex", 0.02)]))
    #expect(priced.findings.contains { $0.code == .notUsed && $0.assumptions.contains("terminal_capex") })
    for metric in [TerminalAssumption.Metric.book, .tangibleBook, .dividends] {
      let refusal = error { _ = try DiscountedCashFlow.value(example([set(terminal: .multiple(2, of: metric))])) }
      #expect(refusal?.code == .wrongKind && refusal?.hint?.contains("2x ebitda") == true)
    }
  }

  @Test("A grid over an assumption that the value does not depend on is refused, as a search for it is")
  func noInfluence() throws {
    let base = try FirmModelTests.lossMaker()
    let grid = error { _ = try Sensitivity(of: base, axes: [.init("invested_capital", [2, 6])]) }
    let search = error { _ = try Solution(of: base, for: Variation("invested_capital"), target: 39) }
    #expect(grid?.code == .noInfluence && grid?.assumptions == search?.assumptions && search?.code == .noInfluence)
    let both = error {
      _ = try Sensitivity(of: base, axes: [.init("margin", [0.1, 0.2]), .init("invested_capital", [2, 6])])
    }
    #expect(both?.code == .noInfluence && both?.assumptions == ["invested_capital"])
    // One value is no range, and an influence in a single row is one.
    #expect(try Sensitivity(of: base, axes: [.init("invested_capital", [5])]).values.count == 1)
    let some = try Sensitivity(
      of: base.with([.set(Assumption("failure_proceeds", .scalar(0.5), basis: .book))]),
      axes: [.init("failure", [0, 0.5]), .init("invested_capital", [2, 6])])
    #expect(some.refusedCount == 0)
  }

  @Test("Attribution over assumptions of the full model adds up to the gap")
  func attribution() throws {
    let base = try FirmModelTests.lossMaker()
    let other = try base.with([
      set("nol", 2), set("terminal_roic", 0.10), set("failure", 0.2), shift("margin", .add, 0.01), set("minority", 0.5),
    ])
    let split = try #require(try Attribution(from: base, to: other))
    #expect(split.parts.count == 5)
    #expect(split.parts.reduce(0) { $0 + $1.amount } == split.gap)
    let lines = try withLines()
    let ended = try lines.with([
      set("terminal_capex", 0.03), .set(Assumption("terminal_working_capital", .scalar(0.1), basis: .change)),
      .set(Assumption("capex", .scalar(0.4), basis: .change)),
    ])
    let ending = try #require(try Attribution(from: lines, to: ended))
    #expect(Set(ending.parts.flatMap(\.assumptions)) == ["terminal_capex", "terminal_working_capital", "capex"])
    #expect(ending.parts.reduce(0) { $0 + $1.amount } == ending.gap)
  }

  @Test("A built discount rate lets no number in place go stale")
  func entangled() throws {
    let base = try FirmModelTests.apple([
      .remove("discount"), set("risk_free", 0.04), set("beta", 1.1), set("equity_premium", 0.045), set("price", 230),
      .set(Assumption("rating", word: "AA")),
    ])
    for (name, values) in [
      ("debt", [0, 400.0]), ("shares", [10, 20.0]), ("tax", [0.1, 0.25]), ("beta", [0.8, 1.4]),
    ] {
      let grid = try Sensitivity(of: base, axes: [.init(name, values)])
      for (row, x) in grid.axes[0].values.enumerated() {
        #expect(
          grid.values[row][0] == (try DiscountedCashFlow.value(base.with([set(name, x)])).valuePerShare), "\(name)")
      }
    }
    #expect(throws: ValuationError.self) { try DiscountedCashFlow.value(base.with([.remove("beta")])) }
    let faded = try DiscountedCashFlow.value(base.with([set("discount", .glide(to: 0.08))]))
    #expect(faded.years[4].discountRate == 0.08 && faded.years[0].discountRate < (faded.costOfCapital?.rate ?? 0))
  }
}
