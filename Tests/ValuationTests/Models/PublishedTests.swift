import Evaluation
import Testing
import Valuation

/// Valuations from textbooks and public texts, typed as assumptions; each reaches the rounding of its source.
///
/// The first two are said as far as the plain model can; ``FirmModelTests`` has them whole.
/// Kenneth Cole's investment is a share of the increase in revenue; the plain model takes shares of revenue, so the
/// test gives each year's share. Titan's stable phase has another tax rate and return on capital, which the plain
/// model cannot say; only its forecast is compared.
@Suite("Published valuations")
struct PublishedTests {
  @Test("Kenneth Cole: flows, enterprise value and value per share")
  func kennethCole() throws {
    let growth = [0.09, 0.08, 0.07, 0.06, 0.05, 0.04]
    let result = try DiscountedCashFlow.value(
      Assumptions([
        Assumption("revenue", 518), Assumption("growth", .list(growth)), Assumption("margin", 0.09),
        Assumption("tax", 0.37), Assumption("working_capital", .list(growth.map { 0.10 * $0 / (1 + $0) })),
        Assumption("capex", .list(growth.map { 0.08 * $0 / (1 + $0) })), Assumption("discount", 0.11),
        Assumption("terminal", 0.04), Assumption("cash", 100), Assumption("debt", 3),
        Assumption("shares", 21),
      ])
    )
    let flows = [
      23.622353999999998, 26.44454232, 29.311976282399993, 32.168316139344, 34.951186715911206,
      37.594156240323656,
    ]
    for (row, flow) in zip(result.years, flows) { #expect(near(row.freeCashFlow, flow, 1e-10)) }
    #expect(near(result.terminal.value, 558.5417498562371, 1e-9))
    #expect(near(result.enterpriseValue, 424.82774186924155, 1e-9))
    #expect(near(result.equityValue, 521.8277418692415, 1e-9))
    #expect(near(result.valuePerShare, 24.848940089011503, 1e-10))
  }

  @Test("Titan: the forecast's flows, and what they are worth")
  func titan() throws {
    let growth = 0.2854 * 0.1925
    let result = try DiscountedCashFlow.value(
      Assumptions([
        // Revenue is operating income here: a margin of 100 % leaves EBIT as the base.
        Assumption("revenue", 231.8), Assumption("growth", growth), Assumption("margin", 1),
        Assumption("tax", 0.2547), Assumption("capex", 0.2854 * (1 - 0.2547)), Assumption("discount", 0.0678),
        Assumption("terminal", 0.0341), Assumption("cash", 76.8), Assumption("debt", 414.25 + 45.9),
        Assumption("shares", 76.55511571254567),
      ])
    )
    let flows = [
      130.23722037936602, 137.3923881483982, 144.9406572570771, 152.9036244964523, 161.30407317447512,
    ]
    for (row, flow) in zip(result.years, flows) { #expect(near(row.freeCashFlow, flow, 1e-9)) }
    #expect(near(result.presentValueOfFlows, CashFlows([0] + flows).presentValue(at: 0.0678), 1e-9))
    let stable = 3192.0933348549174
    let published = result.presentValueOfFlows + stable * result.years[4].discountFactor
    #expect(near(published, 2894.7859068538846, 1e-8))
    // The plain perpetuity cannot say the stable phase: it is far above the published 2,897.42.
    #expect(near(result.enterpriseValue, 4160.89, 0.01))
  }

  /// A value per share by dividends.
  private func dividends(_ changes: [Assumption]) throws -> Double {
    try DiscountedCashFlow.value(Assumptions([Assumption("model", word: "ddm")] + changes)).valuePerShare
  }

  @Test("The H-model: a dividend of 4 whose growth fades from 20% to 6% in 8 years, $108")
  func fadingGrowth() throws {
    // AnalystNotes, CFA practice question F9S79PDKL, analystnotes.com/cfa_question.php?p=F9S79PDKL: "$108".
    let value = try dividends([
      Assumption("dividend", 4), Assumption("growth", .glide(0.20, to: 0.06)), Assumption("method", word: "h"),
      Assumption("horizon", 8), Assumption("cost_of_equity", 0.12),
    ])
    #expect(near(value, 108, 1e-10))
  }

  @Test("Three stages of dividends, 18.864 from flows rounded to three decimals")
  func threeStages() throws {
    // Slides to the CFA Level II of June 2019, reading 29, page 29 (online.flipbuilder.com/bmcx/sakg): a dividend of
    // 1.00 that grows by 15 % for two years, 10 % for four and 4 % in perpetuity, at 12 %. The flows are entered there
    // with three decimals, the last as 1.936 + 25.168, which are worth 18.864; without rounding it is 18.866.
    let assumptions = try Assumptions([
      Assumption("model", word: "ddm"), Assumption("dividend", 1), Assumption("cost_of_equity", 0.12),
      Assumption("growth", YearPath([.init(.constant(0.15), .years(2)), .init(.constant(0.10), .years(4))])),
      Assumption("terminal", 0.04),
    ])
    let result = try DiscountedCashFlow.value(assumptions)
    let printed = [1.150, 1.323, 1.455, 1.600, 1.760, 1.936]
    for (year, flow) in zip(result.equityYears, printed) { #expect(near(year.flow, flow, 1.5e-3)) }
    #expect(near(CashFlows([0] + printed.dropLast() + [27.104]).presentValue(at: 0.12), 18.864, 5e-4))
    #expect(near(result.valuePerShare, 18.86598148698887, 1e-12))
    #expect(abs(result.valuePerShare / 18.864 - 1) < 2e-4)
  }

  @Test("Residual income: 15.46 with nothing after five years, 15.78 where 35% of it persists")
  func persistence() throws {
    // Gaodun, CFA question f03t4m, www.gaodun.com/q/f03t4m: book value 12.40, return on equity 13.60 %, required
    // 8.70 %, nothing paid out. There the fifth year stands inside the continuing value; it is the same sum.
    let firm = try Assumptions([
      Assumption("model", word: "residual_income"), Assumption("book", 12.40), Assumption("roe", 0.136),
      Assumption("payout", 0), Assumption("cost_of_equity", 0.087), Assumption("shares", 1),
      Assumption("horizon", 5),
    ])
    let plain = try DiscountedCashFlow.value(firm)
    #expect(near(plain.valuePerShare, 15.46, 0.005))
    let printed: [(Double, Double, Double)] = [
      (1.69, 14.09, 0.61), (1.92, 16.00, 0.69), (2.18, 18.18, 0.78), (2.47, 20.65, 0.89), (2.81, 23.46, 1.01),
    ]
    for (year, (income, book, residual)) in zip(plain.equityYears, printed) {
      #expect(near(try #require(year.netIncome), income, 0.00501))
      #expect(near(try #require(year.book), book, 0.00501))
      #expect(near(try #require(year.residualIncome), residual, 0.00501))
    }
    let fading = try DiscountedCashFlow.value(firm.with([set("persistence", 0.35)]))
    #expect(near(fading.valuePerShare, 15.78, 0.005))
  }

  @Test("Free cash flow to equity that grows by 4% in perpetuity: 30.78 a share")
  func grayFurniture() throws {
    // Gray Furniture, www.analystforum.com/t/72535: earnings of 3.50 a share, fixed capital 2.00, depreciation 1.60,
    // working capital .50, 40 % of it borrowed, 14 % required: "30.78". Earnings are taken for revenue here.
    let result = try DiscountedCashFlow.value(
      Assumptions([
        Assumption("model", word: "fcfe"), Assumption("revenue", 3.50), Assumption("margin", 1), Assumption("tax", 0),
        Assumption("growth", 0.04), Assumption("capex", 2 / 3.5), Assumption("depreciation", 1.6 / 3.5),
        Assumption("working_capital", 0.5 / 3.5), Assumption("debt_financing", 0.40),
        Assumption("cost_of_equity", 0.14), Assumption("terminal", 0.04), Assumption("shares", 1),
      ])
    )
    #expect(near(result.valuePerShare, 30.78, 0.005) && near(result.valuePerShare, 2.96 * 1.04 / 0.10, 1e-12))
  }

  @Test("Goldman Sachs 2005: the price of 128 implies growth of 2.6% for five years")
  func goldmanSachs() throws {
    // Damodaran on Valuation, 2nd ed., illustration 5.2, issuhub.com/view/index/228036 (pageIndex 300, 321-324):
    // earnings 11.03 a share, payout 9.07 % and growth 16.82 % for five years at 9.3 % (4.5 % + 1.2 x 4 %), then
    // growth 4 %, return on equity 12 %, payout 66.67 %, 8.5 %. "To arrive at the current market price of $128, we
    // have to assume an expected growth rate of 2.6%". The value itself is in a picture there.
    let firm = try Assumptions([
      Assumption("model", word: "ddm"), Assumption("dividend", 11.03 * 0.0907), Assumption("payout", 0.0907),
      Assumption("growth", 0.1682), Assumption("horizon", 5), Assumption("risk_free", 0.045), Assumption("beta", 1.2),
      Assumption("equity_premium", 0.04), Assumption("terminal", 0.04), Assumption("terminal_roe", 0.12),
      Assumption("terminal_discount", 0.085), Assumption("price", 128),
    ])
    let result = try DiscountedCashFlow.value(firm)
    #expect(near(try #require(result.costOfEquity?.rate), 0.093, 1e-15))
    #expect(near(try #require(result.terminal.payout), 0.6667, 5e-5))
    // 243.16 by other code, with the payout as it was printed 243.17.
    #expect(near(result.valuePerShare, 243.157, 0.001) && (result.upside ?? 0) > 0.8)
    let implied = try Solution(of: firm, for: Variation("growth"))
    #expect(implied.isUnique)
    #expect(near(try #require(implied.value), 0.026, 0.0005))
  }
}
