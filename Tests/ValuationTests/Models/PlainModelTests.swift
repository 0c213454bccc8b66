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

  @Test("A loss pays no tax and gets none back")
  func loss() throws {
    let result = try DiscountedCashFlow.value(
      example([set("margin", .list([-0.10, -0.05, 0.05, 0.2, 0.2]))])
    )
    #expect(result.years[0].tax == 0)
    #expect(result.years[0].nopat == result.years[0].operatingIncome)
    #expect(result.years[2].tax > 0)
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
}
