import Foundation
import TestSupport
import Testing
import Valuation

/// Models of equity, whose values were worked out in Python first, by other code.
@Suite("The models of equity")
struct EquityModelTests {
  /// A bank, in billions.
  static func bank(_ method: ValuationMethod, _ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions([
      Assumption("model", word: method.rawValue), Assumption("book", 100),
      Assumption("roe", .list([0.15, 0.145, 0.14, 0.135, 0.13])), Assumption("payout", .glide(0.40, to: 0.60)),
      Assumption("cost_of_equity", 0.10), Assumption("terminal", 0.03), Assumption("terminal_roe", 0.12),
      Assumption("shares", 1), Assumption("sector", word: "financial"), Assumption("horizon", 5),
    ]).with(changes)
  }

  private func value(_ assumptions: Assumptions) throws -> Double {
    let result = try DiscountedCashFlow.value(assumptions)
    let fast = try DiscountedCashFlow.valuePerShare(of: assumptions)
    #expect(fast == result.valuePerShare)
    return result.valuePerShare
  }

  @Test("A bank by residual income and by dividends: 142.565390 both ways")
  func bank() throws {
    let income = try DiscountedCashFlow.value(Self.bank(.residualIncome))
    let dividends = try DiscountedCashFlow.value(Self.bank(.ddm))
    #expect(near(income.valuePerShare, 142.5653897637402, 1e-12))
    #expect(near(dividends.valuePerShare, 142.56538976374014, 1e-12))
    #expect(near(income.presentValueOfFlows, 17.634900684072903, 1e-12))
    #expect(near(income.terminal.value, 40.15080196769498, 1e-12))
    #expect(near(dividends.presentValueOfFlows, 30.378188905237312, 1e-12))
    #expect(near(dividends.terminal.value, 180.67860885462747, 1e-11))
    #expect(income.bridge.map(\.item) == ["book", "residual_income", "terminal_residual_income", "equity_value"])
    #expect(dividends.bridge.map(\.item) == ["dividends", "equity_value"])
    #expect(near(income.bridge.dropLast().reduce(0) { $0 + $1.value }, income.equityValue, 1e-12))
    for result in [income, dividends] {
      #expect(result.years.isEmpty && result.equityYears.count == 5 && result.enterpriseValue.isNaN)
      #expect(near(try #require(result.equityYears.last?.book), 140.52780688693252, 1e-11))
      #expect(near(try #require(result.terminal.impliedPriceToBook), 180.67860885462747 / 140.52780688693252, 1e-12))
      #expect(near(try #require(result.implied.priceToEarnings), result.equityValue / 15, 1e-12))
      #expect(near(try #require(result.implied.priceToBook), 1.425653897637402, 1e-12))
      #expect(near(try #require(result.implied.yield), 6 / 142.5653897637402, 1e-12))
      #expect(result.terminal.payout == 0.75 && result.numbers(of: "payout")?.last == 0.60)
      #expect(result.findings.isEmpty)
    }
    #expect(income.flows == income.equityYears.map { $0.residualIncome ?? .nan })
    #expect(income.method == .residualIncome && dividends.method == .ddm && income.model == nil)
  }

  @Test("After the forecast nothing, or what persists: 117.634901 and 120.620872, by dividends as well")
  func afterwards() throws {
    for method in [ValuationMethod.residualIncome, .ddm] {
      let plain = try Self.bank(method, [.remove("terminal_roe"), .remove("terminal")])
      #expect(near(try value(plain), 117.6349006840729, 1e-12))
      let fading = try plain.with([set("persistence", 0.6)])
      #expect(near(try value(fading), 120.62087180958439, 1e-12))
      // Without a return of its own new equity earns its cost: growth changes nothing.
      #expect(near(try value(plain.with([set("terminal", 0.04)])), 117.6349006840729, 1e-12))
      let priced = try plain.with([set(terminal: .multiple(10, of: .earnings))])
      #expect(try DiscountedCashFlow.value(priced).terminal.impliedPriceToEarnings == 10)
    }
    let ten = [Assumptions.Change.remove("terminal_roe"), set(terminal: .multiple(10, of: .earnings))]
    #expect(near(try value(Self.bank(.ddm, ten)), try value(Self.bank(.residualIncome, ten)), 1e-11))
    let default_ = try DiscountedCashFlow.value(Self.bank(.ddm, [.remove("terminal_roe"), .remove("terminal")]))
    #expect(default_.findings.contains { $0.code == .defaultUsed && $0.assumptions.contains("persistence") })
    #expect(default_.terminal.assumption == nil)
  }

  @Test("Growth of book value and a return say the payout")
  func growthAndReturn() throws {
    let typed = try Self.bank(.ddm)
    let years = try DiscountedCashFlow.value(typed).equityYears
    let growth = try typed.with([.remove("payout"), set("growth", .list(years.map(\.growth)))])
    #expect(near(try value(growth), 142.56538976374014, 1e-11))
    let fast = try typed.with([.remove("payout"), set("growth", 0.2)])
    #expect(code { _ = try DiscountedCashFlow.value(fast) } == .growthAboveROE)
  }

  @Test("A valuation later in the year is worth more by the cost of equity")
  func dates() throws {
    let dates: [Assumptions.Change] = [
      .set(Assumption("base_end", word: "2025-12-31")), .set(Assumption("date", word: "2026-04-30")),
    ]
    for method in [ValuationMethod.residualIncome, .ddm] {
      #expect(near(try value(Self.bank(method, dates)), 142.5653897637402 * pow(1.1, 120.0 / 365), 1e-10))
    }
    let late = try Self.bank(.ddm, [dates[0], .set(Assumption("date", word: "2027-01-31"))])
    #expect(code { _ = try DiscountedCashFlow.value(late) } == .dateAfterDividend)
    // Dividends in the middle of their years, and the perpetuity after them too.
    let middle = Assumptions.Change.set(Assumption("discounting", word: "mid-year"))
    #expect(near(try value(Self.bank(.ddm, [middle])), 142.5653897637402 * 1.1.squareRoot(), 1e-10))
    #expect(code { _ = try DiscountedCashFlow.value(Self.bank(.residualIncome, [middle])) } == .wrongKind)
  }

  @Test("Shares, restricted shares, ADRs and currencies as in the model of the firm")
  func shares() throws {
    let adr = try Self.bank(
      .residualIncome,
      [
        set("rsu", 0.25), set("fx", 30), set("adr_ratio", 5), .set(Assumption("currency", word: "TWD")),
        .set(Assumption("price_currency", word: "USD")), set("price", 15),
      ])
    let result = try DiscountedCashFlow.value(adr)
    #expect(near(result.valuePerOrdinary, 142.5653897637402 / 1.25, 1e-11))
    #expect(near(result.valuePerShare, 142.5653897637402 / 1.25 * 5 / 30, 1e-11))
    #expect(near(try #require(result.upside), result.valuePerShare / 15 - 1, 1e-14))
    #expect(result.shareCount.diluted == 1.25)
    #expect(code { _ = try DiscountedCashFlow.value(adr.with([.remove("fx")])) } == .currencyWithoutFx)
  }

  @Test("A built cost of equity, one that fades, and the return that the price implies")
  func rates() throws {
    let built = try Self.bank(
      .ddm, [.remove("cost_of_equity"), set("risk_free", 0.04), set("beta", 1.2), set("equity_premium", 0.05)])
    let result = try DiscountedCashFlow.value(built)
    #expect(near(result.valuePerShare, 142.56538976374014, 1e-10))
    #expect(near(try #require(result.costOfEquity?.rate), 0.10, 1e-15) && result.costOfEquity?.beta == 1.2)
    #expect(result.findings.map(\.code) == [.costOfEquityBuilt])
    let fading = try DiscountedCashFlow.value(built.with([set("cost_of_equity", .glide(to: 0.08))]))
    #expect(near(fading.equityYears[0].costOfEquity, 0.096, 1e-15) && fading.equityYears[4].costOfEquity == 0.08)
    let priced = try DiscountedCashFlow.value(Self.bank(.residualIncome, [set("price", 142.5653897637402)]))
    #expect(near(try #require(priced.impliedReturn()), 0.10, 1e-12))
    #expect(
      code { _ = try DiscountedCashFlow.value(built.with([.remove("risk_free")])) } == .missingAssumptions)
    let firm = try example([.remove("discount"), set("cost_of_equity", .glide(0.1, to: 0.09))])
    #expect(code { _ = try DiscountedCashFlow.value(firm) } == .wrongKind)
  }

  /// A company that borrows part of its reinvestment.
  static func borrower(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions([
      Assumption("model", word: "fcfe"), Assumption("revenue", 1000), Assumption("growth", .glide(0.08, to: 0.04)),
      Assumption("margin", 0.20), Assumption("tax", 0.25), Assumption("capex", 0.06),
      Assumption("depreciation", 0.04), Assumption("working_capital", 0.01), Assumption("debt", 400),
      Assumption("cost_of_debt", 0.06), Assumption("debt_financing", 0.30), Assumption("cost_of_equity", 0.11),
      Assumption("terminal", 0.03), Assumption("shares", 10),
    ]).with(changes)
  }

  @Test("Free cash flow to equity, with interest on debt that grows")
  func borrower() throws {
    let result = try DiscountedCashFlow.value(Self.borrower())
    let flows = [121.32, 130.635, 139.111326, 146.51606412, 152.631863334]
    for (year, flow) in zip(result.equityYears, flows) { #expect(near(year.flow, flow, 1e-9)) }
    #expect(near(try #require(result.equityYears.last?.debt), 454.759140208, 1e-9))
    #expect(near(result.terminal.value, 1965.8343959010003, 1e-8))
    #expect(near(result.equityValue, 1670.7618811125976, 1e-8))
    #expect(near(result.valuePerShare, 167.07618811125976, 1e-9))
    let lasting = try DiscountedCashFlow.value(Self.borrower([set("terminal_roe", 0.15)]))
    #expect(near(lasting.equityValue, 1609.1393871705786, 1e-8))
    // The years of operations are there too, and the flow that is discounted is in them.
    #expect(result.years.map(\.freeCashFlow) == result.equityYears.map(\.flow) && result.flows.count == 5)
    #expect(near(result.enterpriseValue, 1670.7618811125976 + 400, 1e-8))
    #expect(result.bridge.map(\.item) == ["equity_flows", "cash", "equity_value"])
    #expect(result.implied.enterpriseToEBITDA != nil && result.implied.yield != nil)
    #expect(result.findings.contains { $0.code == .defaultUsed && $0.assumptions == ["cash"] })
    let short = try Self.borrower([.remove("cost_of_debt")])
    #expect(error { _ = try DiscountedCashFlow.value(short) }?.assumptions == ["cost_of_debt"])
    _ = try value(Self.borrower())
  }

  @Test("Only cash that operations do not need is added to the equity")
  func excessCash() throws {
    let base = try value(Self.borrower())
    let rich = try DiscountedCashFlow.value(Self.borrower([set("cash", 100), set("operating_cash", 30)]))
    #expect(near(rich.valuePerShare, base + 7, 1e-10))
    #expect(rich.bridge.map(\.item) == ["equity_flows", "cash", "operating_cash", "equity_value"])
    let claims = try DiscountedCashFlow.value(
      Self.borrower([set("minority", 20), set("preferred", 30), set("investments", 40), set("cash", 10)]))
    #expect(near(claims.valuePerShare, base, 1e-10))
    #expect(claims.findings.contains { $0.code == .cashCountsWhole })
    let poor = try DiscountedCashFlow.value(Self.borrower([set("operating_cash", 30)]))
    #expect(near(poor.valuePerShare, base - 3, 1e-10) && poor.findings.contains { $0.code == .cashShort })
  }

  @Test("Without debt it is the model of the firm, at the same rate")
  func unlevered() throws {
    var random = Dice(31)
    for run in 0..<200 {
      let company = try healthy(&random).with([.remove("debt")])
      let rates = try #require(company["discount"])
      var changes: [Assumptions.Change] = []
      if run % 2 == 0 { changes.append(.set(Assumption("discounting", word: "mid-year"))) }
      if run % 3 == 0 {
        changes += [
          .remove("capex"), .remove("depreciation"), .remove("working_capital"), set("sales_to_capital", 2),
          set("reinvestment_lag", Double(run % 2)), set("terminal_roic", 0.15), set("nol", 100),
        ]
      }
      if run % 5 == 0 { changes += [set("terminal_tax", 0.3), set("terminal_margin", 0.25)] }
      let firm = try company.with(changes)
      let equity = try firm.with([
        .remove("discount"), .set(Assumption("cost_of_equity", rates.value)), .set(Assumption("model", word: "fcfe")),
      ])
      let one = try DiscountedCashFlow.value(firm)
      let two = try DiscountedCashFlow.value(equity)
      #expect(near(two.valuePerShare / one.valuePerShare, 1, 1e-12))
      #expect(near(two.presentValueOfFlows, one.presentValueOfFlows, 1e-9 * abs(one.presentValueOfFlows)))
    }
  }

  @Test("Residual income and dividends agree whenever book value keeps clean")
  func cleanSurplus() throws {
    var random = Dice(32)
    for run in 0..<400 {
      let n = Int.random(in: 1...20, using: &random)
      let ke = (0..<n).map { _ in Double.random(in: 0.06...0.16, using: &random) }
      let growth = Double.random(in: -0.02...0.05, using: &random)
      var changes: [Assumptions.Change] = [
        set("book", Double.random(in: 1...1000, using: &random)), set("cost_of_equity", .list(ke)),
        set("roe", .list((0..<n).map { _ in Double.random(in: -0.1...0.3, using: &random) })),
        set("payout", .list((0..<n).map { _ in Double.random(in: 0...1.2, using: &random) })),
        set("terminal", growth), set("terminal_roe", Double.random(in: 0.06...0.25, using: &random)),
        set("shares", Double.random(in: 1...50, using: &random)), set("horizon", Double(n)),
      ]
      switch run % 4 {
      case 1: changes += [.remove("terminal_roe"), set("persistence", Double.random(in: 0...0.95, using: &random))]
      case 2: changes += [.remove("terminal_roe"), .remove("terminal")]
      case 3: changes += [set("terminal_discount", Double.random(in: 0.07...0.12, using: &random))]
      default: break
      }
      let income = try value(Self.bank(.residualIncome, changes))
      let dividends = try value(Self.bank(.ddm, changes))
      #expect(near(income / dividends, 1, 1e-11), "\(income) \(dividends)")
    }
  }

  @Test("Value falls as the cost of equity rises")
  func monotone() throws {
    var random = Dice(33)
    for _ in 0..<100 {
      let move = shift("cost_of_equity", .add, Double.random(in: 0.0005...0.02, using: &random))
      for base in [
        try Self.bank(.ddm), try Self.bank(.residualIncome), try Self.borrower(), try Self.payer(),
        try Self.payer([.set(Assumption("method", word: "h"))]),
      ] {
        #expect(try value(base.with([move])) < value(base))
      }
    }
  }

  /// A company that is valued by its dividend.
  static func payer(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions([
      Assumption("model", word: "ddm"), Assumption("dividend", 2), Assumption("growth", .glide(0.12, to: 0.04)),
      Assumption("cost_of_equity", 0.09), Assumption("terminal", 0.04), Assumption("horizon", 8),
    ]).with(changes)
  }

  @Test("A dividend that grows: the closed forms of Gordon and of the H-model")
  func dividend() throws {
    let gordon = try Self.payer([set("growth", 0.04), set("horizon", 12)])
    #expect(near(try value(gordon), 2 * 1.04 / 0.05, 1e-11))
    let fading = try Self.payer([.set(Assumption("method", word: "h"))])
    let result = try DiscountedCashFlow.value(fading)
    #expect(near(result.valuePerShare, 2 * (1.04 + 4 * (0.12 - 0.04)) / (0.09 - 0.04), 1e-12))
    #expect(result.equityYears.isEmpty && result.findings.contains { $0.code == .hModel })
    // Growth that ends in its own last value needs no terminal.
    #expect(try value(fading.with([.remove("terminal")])) == result.valuePerShare)
    // The approximation is near to the dividends year by year.
    #expect(abs(try value(Self.payer()) / result.valuePerShare - 1) < 0.05)
    let comparison = try ScenarioComparison([
      .init("h", result), .init("yearly", try DiscountedCashFlow.value(Self.payer())),
    ])
    #expect(comparison.rows.contains { $0.item == "free_cash_flow_8" && $0.values[0] == .missing })
    let counted = try DiscountedCashFlow.value(Self.payer([set("shares", 50)]))
    #expect(near(counted.equityValue / 50, counted.valuePerShare, 1e-11))
    #expect(!counted.findings.contains { $0.code == .oneShare })
    // A return on equity after the forecast sets the payout from then on.
    let kept = try Self.payer([set("payout", 0.5), set("terminal_roe", 0.12)])
    let step = try DiscountedCashFlow.value(kept)
    #expect(near(step.terminal.flow, try #require(step.equityYears.last).flow * 1.04 * (1 - 0.04 / 0.12) / 0.5, 1e-12))
    #expect(error { _ = try DiscountedCashFlow.value(kept.with([.remove("payout")])) }?.assumptions.first == "payout")
  }

  @Test("Grids, solutions, attribution and comparison work for each model")
  func exploring() throws {
    let cases: [(Assumptions, [String])] = [
      (try Self.bank(.residualIncome), ["book", "cost_of_equity", "terminal", "terminal_roe", "roe", "payout"]),
      (try Self.bank(.ddm), ["cost_of_equity", "terminal_roe"]),
      (try Self.borrower(), ["growth", "margin", "debt", "cost_of_debt", "debt_financing", "cost_of_equity"]),
      (try Self.payer(), ["dividend", "cost_of_equity", "terminal"]),
    ]
    for (base, names) in cases {
      let worth = try value(base)
      for name in names {
        let grid = try Sensitivity(of: base, axes: [.init(shifting: name, [-0.001, 0, 0.001])])
        #expect(grid.values[1][0] == worth, "\(name)")
        let moved = try base.with([shift(name, .add, 0.001)])
        #expect(grid.values[2][0] == (try value(moved)), "\(name)")
        let solution = try Solution(
          of: base, for: Variation(name, .shift(.add)), target: try value(base.with([shift(name, .add, 0.004)])))
        #expect(solution.roots.contains { near($0, 0.004, 1e-9) }, "\(name)")
      }
    }
    // A money amount is searched for in the company's own size.
    let real = try Self.bank(.residualIncome, [set("book", 100e9), set("shares", 1e9)])
    let book = try Solution(of: real, for: Variation("book"), target: 150)
    #expect(near(try #require(book.value) / 1e9, 100 * 150 / 142.5653897637402, 1e-9))
    let other = try Self.bank(.residualIncome, [set("book", 110), set("terminal_roe", 0.11), set("payout", 0.5)])
    let split = try #require(try Attribution(from: Self.bank(.residualIncome), to: other))
    #expect(split.parts.count == 3 && split.parts.reduce(0) { $0 + $1.amount } == split.gap)
  }
}
