import Testing
import Valuation

/// Two valuations from textbooks, as far as the plain model can say them.
///
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
    #expect(near(result.presentValueOfFlows, Finance.npv(0.0678, [0] + flows), 1e-9))
    let stable = 3192.0933348549174
    let published = result.presentValueOfFlows + stable * result.years[4].discountFactor
    #expect(near(published, 2894.7859068538846, 1e-8))
    // The plain perpetuity cannot say the stable phase: it is far above the published 2,897.42.
    #expect(near(result.enterpriseValue, 4160.89, 0.01))
  }
}
