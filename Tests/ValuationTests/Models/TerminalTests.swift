import Testing
import Valuation

@Suite("The terminal value")
struct TerminalTests {
  @Test(
    "A bare multiple is of the last year's free cash flow",
    arguments: TerminalAssumption.Metric.allCases.prefix { $0 != .earnings })
  func multiples(metric: TerminalAssumption.Metric) throws {
    let result = try DiscountedCashFlow.value(
      example([set("depreciation", 0.03), set(terminal: .multiple(12, of: metric))])
    )
    let last = result.years[4]
    let figure =
      switch metric {
      case .freeCashFlow: last.freeCashFlow
      case .ebitda: last.operatingIncome + last.depreciation
      case .ebit: last.operatingIncome
      case .revenue: last.revenue
      case .earnings, .dividends, .book, .tangibleBook: Double.nan
      }
    #expect(near(result.terminal.value / (12 * figure), 1, 1e-15))
    #expect(near(result.presentValueOfTerminal / (12 * figure * last.discountFactor), 1, 1e-15))
  }

  @Test("A multiple is discounted n years in mid-year discounting as well")
  func multipleMidYear() throws {
    let terminal = set(terminal: .multiple(12, of: .ebitda))
    let end = try DiscountedCashFlow.value(example([terminal]))
    let middle = try DiscountedCashFlow.value(
      example([terminal, .set(Assumption("discounting", word: "mid-year"))])
    )
    #expect(end.presentValueOfTerminal == middle.presentValueOfTerminal)
    #expect(middle.presentValueOfFlows > end.presentValueOfFlows)
  }

  @Test(
    "A perpetuity and the multiple that it implies give the same value, and the other way round",
    arguments: ["year-end", "mid-year"]
  )
  func crossCheck(discounting: String) throws {
    let word = Assumptions.Change.set(Assumption("discounting", word: discounting))
    let perpetuity = try DiscountedCashFlow.value(example([word]))
    let multiple = try #require(perpetuity.terminal.impliedFlowMultiple)
    let asMultiple = try DiscountedCashFlow.value(
      example([word, set(terminal: .multiple(multiple, of: .freeCashFlow))])
    )
    #expect(near(asMultiple.valuePerShare, perpetuity.valuePerShare, 1e-9))
    #expect(near(try #require(asMultiple.terminal.impliedGrowth), 0.025, 1e-12))
    let ebitda = try #require(perpetuity.terminal.impliedEBITDAMultiple)
    let asEBITDA = try DiscountedCashFlow.value(
      example([word, set(terminal: .multiple(ebitda, of: .ebitda))])
    )
    #expect(near(asEBITDA.valuePerShare, perpetuity.valuePerShare, 1e-9))
  }

  @Test("The return on new capital that a perpetuity implies")
  func returnOnNewCapital() throws {
    let terminal = try DiscountedCashFlow.value(example()).terminal
    #expect(near(try #require(terminal.impliedReturnOnNewCapital), 0.025 * 0.252 / 0.028, 1e-12))
  }

  @Test("Words for a metric are understood")
  func names() {
    #expect(TerminalAssumption.Metric(named: "fcf") == .freeCashFlow)
    #expect(TerminalAssumption.Metric(named: "operating_income") == .ebit)
    #expect(TerminalAssumption.Metric(named: "sales") == .revenue)
    #expect(TerminalAssumption.Metric(named: "earnings") == .earnings)
    #expect(TerminalAssumption.multiple(15, of: .freeCashFlow).text == "15x free cash flow")
  }
}
