import Testing
import Valuation

@Suite("The plain model")
struct PlainModelTests {
  @Test("The example gives its reference values")
  func base() throws {
    let result = try DiscountedCashFlow.value(example())
    #expect(near(result.valuePerShare, 90.928955, 1e-6))
    #expect(near(try #require(result.upside), -0.472876, 5e-7))
    // (90.928955 / 172.5)^(1/5) - 1
    #expect(near(try #require(result.cagr), -0.1202027, 5e-8))
    #expect(near(try #require(result.terminalShare), 0.7403, 5e-5))
    #expect(result.price == 172.5)
    #expect(result.years.count == 5)
  }

  @Test("Bull and bear of the example give their reference values")
  func scenarios() throws {
    #expect(near(try value([set("growth", .glide(0.10, to: 0.04)), set("margin", 0.32)]), 109.586030, 1e-6))
    #expect(
      near(try value([set("growth", 0.02), set("margin", 0.26), set("discount", 0.10)]), 58.879368, 1e-6)
    )
  }

  @Test("Depreciation changes the example as computed by hand")
  func depreciation() throws {
    #expect(near(try value([set("depreciation", 0.028)]), 102.69, 0.005))
    #expect(near(try value([set("depreciation", 0.03)]), 103.53, 0.005))
  }

  @Test("Mid-year discounting moves the flows after the horizon as well")
  func midYear() throws {
    let midYear = Assumptions.Change.set(Assumption("discounting", word: "mid-year"))
    #expect(near(try value([set("depreciation", 0.03), midYear]), 108.23, 0.005))
  }

  @Test("A year's row holds its formulas")
  func rows() throws {
    let result = try DiscountedCashFlow.value(
      example([set("depreciation", 0.03), set("working_capital", 0.01)])
    )
    var before = 383.3e9
    var factor = 1.0
    for row in result.years {
      #expect(near(row.revenue, before * (1 + row.growth), 1))
      #expect(near(row.operatingIncome, 0.30 * row.revenue, 1))
      #expect(near(row.tax, 0.16 * row.operatingIncome, 1))
      #expect(near(row.nopat, row.operatingIncome - row.tax, 1))
      #expect(near(row.ebitda, row.operatingIncome + row.depreciation, 1))
      #expect(near(row.reinvestment, row.capex + row.workingCapital - row.depreciation, 1))
      #expect(near(row.freeCashFlow, row.nopat - row.reinvestment, 1))
      factor /= 1.09
      #expect(near(row.discountFactor, factor, 1e-15))
      #expect(near(row.presentValue, row.freeCashFlow * factor, 1))
      before = row.revenue
    }
    #expect(result.years.map(\.year) == [1, 2, 3, 4, 5])
    #expect(
      near(result.presentValueOfFlows, result.years.map(\.presentValue).reduce(0, +), 1)
    )
    #expect(near(result.enterpriseValue, result.presentValueOfFlows + result.presentValueOfTerminal, 1))
    #expect(near(result.equityValue, result.enterpriseValue + 61.5e9 - 111.1e9, 1))
  }

  @Test("A loss pays no tax, and shelters the profits that follow it")
  func loss() throws {
    let result = try DiscountedCashFlow.value(
      example([set("margin", .list([-0.10, -0.05, 0.05, 0.2, 0.2]))])
    )
    #expect(result.years[0].tax == 0)
    #expect(result.years[0].nopat == result.years[0].operatingIncome)
    // Losses are carried forward without being asked for, as those that came before the forecast are.
    #expect(result.years[2].nolUsed == result.years[2].operatingIncome && result.years[2].tax == 0)
    #expect(near(result.years[1].nol, -result.years[0].operatingIncome - result.years[1].operatingIncome, 1))
    let used = result.years.reduce(0) { $0 + $1.nolUsed }
    #expect(near(used, result.years[1].nol, 1) && result.years[4].nol == 0)
    let said = try value([set("margin", .list([-0.10, -0.05, 0.05, 0.2, 0.2])), set("nol", 0)])
    #expect(near(said, result.valuePerShare, 1e-12))
    let none = try value([set("margin", .list([-0.10, -0.05, 0.05, 0.2, 0.2])), set("nol_limit", 0)])
    #expect(none < said)
    #expect(result.findings.contains { $0.code == .lossWithoutTax && $0.value == 2 })
  }

  @Test("Discount factors are products of the yearly rates")
  func discountPath() throws {
    let result = try DiscountedCashFlow.value(
      example([
        set("discount", YearPath([.init(.constant(0.115), .years(2)), .init(.glide(from: nil, to: 0.085))]))
      ])
    )
    let rates = [0.115, 0.115, 0.105, 0.095, 0.085]
    var factor = 1.0
    for (row, rate) in zip(result.years, rates) {
      factor /= 1 + rate
      #expect(near(row.discountRate, rate, 1e-15))
      #expect(near(row.discountFactor, factor, 1e-15))
    }
    let flow = result.years[4].freeCashFlow * 1.025 / (0.085 - 0.025) * factor
    #expect(near(result.presentValueOfTerminal / flow, 1, 1e-14))
  }

  @Test("Without a price there is a value, and neither upside nor CAGR")
  func noPrice() throws {
    let result = try DiscountedCashFlow.value(example([.remove("price")]))
    #expect(near(result.valuePerShare, 90.928955, 1e-6))
    #expect(result.price == nil && result.upside == nil && result.cagr == nil)
    #expect(result.impliedReturn() == nil)
  }

  @Test("A negative value is shown, without upside and CAGR")
  func negativeEquity() throws {
    let result = try DiscountedCashFlow.value(example([set("debt", 9e12)]))
    #expect(result.valuePerShare < 0)
    #expect(result.upside == nil && result.cagr == nil)
    #expect(result.findings.contains { $0.code == .equityNotPositive && $0.severity == .strong })
    #expect(result.findings.contains { $0.code == .debtAboveValue })
  }

  @Test("Assumptions that are not given take their defaults, and the result says so")
  func defaults() throws {
    let assumptions = try Assumptions([
      Assumption("revenue", 100), Assumption("growth", 0.05), Assumption("margin", 0.2),
      Assumption("shares", 1), Assumption("discount", 0.1), Assumption("terminal", 0.02),
    ])
    let result = try DiscountedCashFlow.value(assumptions)
    #expect(result.numbers(of: "tax") == [0.21, 0.21, 0.21, 0.21, 0.21])
    #expect(result.numbers(of: "cash") == [0])
    #expect(result.assumptions["horizon"]?.source == .default)
    #expect(result.assumptions["growth"]?.source == .typed)
    #expect(result.assumptions["discounting"]?.value == .word("year-end"))
    let notes = result.findings.filter { $0.code == .defaultUsed }
    #expect(
      notes.map(\.assumptions) == [
        ["capex", "depreciation", "working_capital", "cash", "debt"], ["tax"], ["horizon"],
      ]
    )
    #expect(notes.allSatisfy { $0.severity == .note })
  }

  @Test("The model of driver multipliers is this model with revenue 100")
  func drivers() throws {
    // An index of 123.585 after five years: 1.23585^(1/5) - 1.
    let growth = 0.043261431996124644
    let result = try DiscountedCashFlow.value(
      Assumptions([
        Assumption("revenue", 100), Assumption("growth", growth), Assumption("margin", 0.22),
        Assumption("tax", 0.21), Assumption("capex", 0.04), Assumption("working_capital", 0.01),
        Assumption("discount", 0.09), Assumption("terminal", 0.025), Assumption("shares", 1),
      ])
    )
    #expect(near(result.valuePerShare, 211.184780, 1e-6))
    #expect(near(result.presentValueOfFlows, 54.378149, 1e-6))
    #expect(near(result.presentValueOfTerminal, 156.806632, 1e-6))
  }

  @Test("The implied return is the rate at which value is price")
  func impliedReturn() throws {
    let rate = try #require(try DiscountedCashFlow.value(example()).impliedReturn())
    #expect(near(rate, 0.05991802, 5e-9))
  }

  @Test("With a discount rate of its own after the forecast, the implied return is one rate for all years")
  func impliedReturnIsOneRate() throws {
    for changes in [
      [], [set("terminal_roic", 0.15)], [Assumptions.Change.set(Assumption("discounting", word: "mid-year"))],
    ] {
      let staged = try DiscountedCashFlow.value(example(changes + [set("terminal_discount", 0.08)]))
      let plain = try DiscountedCashFlow.value(example(changes + [set("minority", 0)]))
      let rate = try #require(staged.impliedReturn())
      #expect(near(rate, try #require(plain.impliedReturn()), 1e-12))
      let back = try value(changes + [set("discount", rate), set("terminal_discount", rate)])
      #expect(near(back, 172.5, 1e-7))
    }
  }

  @Test("Research lists the past and sets no horizon")
  func researchHorizon() throws {
    let listed = try DiscountedCashFlow.value(
      example([.remove("horizon"), set("research", .list([30e9, 28e9, 25e9])), set("research_life", 3)]))
    #expect(listed.horizon == 5)
  }

  @Test("A perpetuity of mid-year flows takes its half year at the rate after the forecast")
  func halfYearAfterForecast() throws {
    let changes: [Assumptions.Change] = [set("terminal_discount", 0.07), set("terminal_roic", 0.2)]
    let end = try DiscountedCashFlow.value(example(changes))
    let middle = try DiscountedCashFlow.value(
      example(changes + [.set(Assumption("discounting", word: "mid-year"))]))
    #expect(near(middle.terminal.value, end.terminal.value, 1e-3))
    #expect(near(middle.presentValueOfTerminal / end.presentValueOfTerminal, 1.07.squareRoot(), 1e-14))
    #expect(near(middle.presentValueOfFlows / end.presentValueOfFlows, 1.09.squareRoot(), 1e-14))
  }

  @Test("A value far from the price is a strong finding about units, with its upside")
  func unitError() throws {
    let worth = try value()
    let most = try DiscountedCashFlow.value(example([set("price", worth / 10.99)]))
    #expect(most.findings.first { $0.code == .farFromPrice }?.severity == .warning)
    for factor in [11.01, 0.099] {
      let far = try DiscountedCashFlow.value(example([set("price", worth / factor)]))
      #expect(near(try #require(far.upside), factor - 1, 1e-12) && far.cagr != nil)
      let finding = try #require(far.findings.first { $0.code == .farFromPrice })
      #expect(finding.severity == .strong && finding.message.contains("thousands"))
      #expect(finding.threshold == (factor > 1 ? 11 : 0.1))
    }
    let bank = try DiscountedCashFlow.value(EquityModelTests.bank(.ddm, [set("price", 0.1425)]))
    #expect(bank.upside != nil && bank.findings.contains { $0.code == .farFromPrice && $0.severity == .strong })
  }

  /// A year of loss before a year of profit.
  private func loss(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions([
      Assumption("revenue", 1e9), Assumption("growth", 0.05), Assumption("margin", .list([-0.2, 0.3])),
      Assumption("tax", 0.25), Assumption("shares", 1e6), Assumption("discount", 0.09), Assumption("terminal", 0.02),
      Assumption("horizon", 2),
    ]).with(changes)
  }

  @Test("Losses inside the forecast shelter nothing after it")
  func lossesEnd() throws {
    let plain = try DiscountedCashFlow.value(loss())
    let full = try DiscountedCashFlow.value(loss([set("nol", 0)]))
    #expect(near(plain.valuePerShare, 3102.67, 0.005) && near(plain.valuePerShare, full.valuePerShare, 1e-8))
    #expect(try DiscountedCashFlow.valuePerShare(of: loss()) == plain.valuePerShare)
    let discounts = [0.08, 0.09, 0.1]
    let grid = try Sensitivity(of: loss(), axes: [.init(Variation("discount"), discounts)])
    let withDefault = try Sensitivity(of: loss([set("nol", 0)]), axes: [.init(Variation("discount"), discounts)])
    for (a, b) in zip(grid.values, withDefault.values) { #expect(near(a[0], b[0], 1e-8)) }
    #expect(grid.values[1][0] == plain.valuePerShare)
  }

  @Test("A multiple of a year whose tax losses cut says so, with what it costs")
  func shelteredMultiple() throws {
    let multiple = try loss([.set(Assumption(terminal: .multiple(12, of: .freeCashFlow)))])
    let result = try DiscountedCashFlow.value(multiple)
    let finding = try #require(result.findings.first { $0.code == .shelteredMultiple })
    #expect(near(try #require(finding.value), 52.5 / 300.5625, 1e-12))
    let cost = try #require(FindingCost.ranked([finding], on: result, of: multiple).first?.effect)
    #expect(near(cost, -12 * 52.5 / 1.09 / 1.09, 1e-6))
    let ebitda = try DiscountedCashFlow.value(loss([.set(Assumption(terminal: .multiple(12, of: .ebitda)))]))
    #expect(!ebitda.findings.contains { $0.code == .shelteredMultiple })
  }

  @Test("The day of the reports' balance sheet is not that of cash and debt that were typed")
  func balanceDay() throws {
    let reported = Assumption(
      .balanceDate, word: "2025-12-27", source: .fundamentals(detail: "balance sheet of 2025-12-27"))
    let dates: [Assumptions.Change] = [.set(Assumption(.baseEnd, word: "2025-09-27")), .set(reported)]
    let typed: [Assumptions.Change] = [set("cash", 5e9), set("debt", 1e9)]
    let dated = try DiscountedCashFlow.value(example(dates + [.remove("cash")]))
    let both = try DiscountedCashFlow.value(example(dates + typed))
    let none = try DiscountedCashFlow.value(example(typed))
    #expect(dated.years[0].portion < 0.8 && both.years[0].portion == 1)
    #expect(near(both.valuePerShare, none.valuePerShare, 1e-12))
    let own = try DiscountedCashFlow.value(
      example(dates.dropLast() + typed + [.set(Assumption(.balanceDate, word: "2025-12-27"))]))
    #expect(own.years[0].portion < 0.8)
  }
}
