import Testing
import Valuation

@Suite("Assumptions that follow others")
struct LinkTests {
  private func numbers(_ name: String, _ changes: [Assumptions.Change]) throws -> [Double] {
    try #require(try DiscountedCashFlow.value(example(changes)).numbers(of: name))
  }

  @Test("Terminal growth is the last year's growth, and moves with it")
  func terminal() throws {
    let link = Assumptions.Change.set(Assumption("terminal", YearPath(.linked(.growth))))
    #expect(try value([link]) == value([set("terminal", 0.03)]))
    #expect(try numbers("terminal", [link, shift("growth", .subtract, 0.005)]) == [0.03 - 0.005])
    #expect(try DiscountedCashFlow.value(example([link])).assumptions["terminal"]?.text == "growth")
    #expect(try near(numbers("terminal", [link, shift("terminal", .subtract, 0.005)])[0], 0.025, 1e-15))
  }

  @Test("A share of another rate has its years, and moves with it")
  func share() throws {
    let link = set("depreciation", YearPath(.constant(0.8), of: .capex))
    let path = YearPath([.init(.constant(0.05), .years(2)), .init(.glide(from: nil, to: 0.03))])
    let capex = try numbers("capex", [set("capex", path)])
    #expect(try numbers("depreciation", [link, set("capex", path)]) == capex.map { $0 * 0.8 })
    let moved = capex.map { ($0 * 1.1) * 0.8 }
    #expect(try numbers("depreciation", [link, set("capex", path), shift("capex", .multiply, 1.1)]) == moved)
    let glide = set("depreciation", YearPath(.glide(from: 0.6, to: 1), of: .capex))
    let shares = [0.6, 0.7, 0.8, 0.9, 1]
    for (year, share) in try zip(numbers("depreciation", [glide]), shares) { #expect(near(year, 0.028 * share, 1e-15)) }
  }

  @Test("A glide ends at what the other is in the last year of its phase")
  func approach() throws {
    let changes = [
      set("depreciation", YearPath(.glide(from: 0.03, to: 0.05))),
      set("capex", YearPath(.approach(from: 0.08, to: .depreciation), .byYear(4))),
    ]
    let capex = try numbers("capex", changes)
    #expect(capex[0] == 0.08 && near(capex[3], 0.045, 1e-15) && near(capex[4], 0.045, 1e-15))
  }

  @Test("A link between two rates of the change in revenue is one of the change")
  func basis() throws {
    let capex = Assumptions.Change.set(Assumption("capex", .scalar(0.4), basis: .change))
    let link = set("depreciation", YearPath(.constant(0.5), of: .capex))
    let result = try DiscountedCashFlow.value(example([capex, link]))
    for year in result.years { #expect(near(year.depreciation, year.capex / 2, 1e-3)) }
  }

  @Test("Links in a circle are refused with the circle")
  func circular() throws {
    let links = [
      set("depreciation", YearPath(.constant(0.8), of: .capex)), set("capex", YearPath(.linked(.depreciation))),
    ]
    let refusal = try #require(error { _ = try value(links) })
    #expect(refusal.code == .circularLink)
    #expect(refusal.message.contains("capex follows depreciation follows capex"))
    #expect(error { _ = try value([set("growth", YearPath(.linked(.growth)))]) }?.code == .circularLink)
  }

  @Test("A link needs a rate that is given")
  func missing() throws {
    let link = Assumptions.Change.set(Assumption("terminal", YearPath(.linked(.riskFree))))
    #expect(error { _ = try value([link]) }?.code == .missingAssumptions)
    #expect(try value([link, set("risk_free", 0.025)]) == value([set("risk_free", 0.025)]))
    #expect(code { _ = try example([set("capex", YearPath(.linked(.cash)))]) } == .wrongKind)
    #expect(code { _ = try example([set("shares", YearPath(.linked(.growth)))]) } == .wrongKind)
  }

  @Test("A link to a rate that is built says so, and what it is built to")
  func built() throws {
    let parts = [
      Assumptions.Change.remove("discount"), set("beta", 1.1), set("risk_free", 0.04), set("equity_premium", 0.05),
      set("debt_weight", 0), set("terminal_roic", YearPath(.linked(.discount))),
    ]
    let refusal = try #require(error { _ = try value(parts) })
    #expect(refusal.code == .missingAssumptions && refusal.message.contains("built from its parts"))
    #expect(refusal.hint?.contains("`terminal_roic = 9.5%`") == true)
  }

  @Test("A part that takes a link from outside follows its own assumptions")
  func parts() throws {
    let outside = [
      Assumption("shares", 1e9), Assumption("growth", 0.04), Assumption("margin", 0.2), Assumption("discount", 0.09),
      Assumption("terminal", 0.02), Assumption("depreciation", YearPath(.constant(0.8), of: .capex)),
      Assumption("aero.revenue", 40e9), Assumption("aero.capex", 0.05),
    ]
    let linked = try Assumptions(outside, parts: [("aero", .part)])
    let written = try linked.with([.remove("depreciation"), set("aero.depreciation", 0.05 * 0.8)])
    #expect(try DiscountedCashFlow.value(linked).valuePerShare == DiscountedCashFlow.value(written).valuePerShare)
  }

  @Test("A tornado moves what follows with what it follows")
  func tornado() throws {
    let model = try example([set("depreciation", YearPath(.constant(0.8), of: .capex))])
    let row = try #require(try Tornado(of: model).rows.first { $0.parameter == "capex" })
    let high = try DiscountedCashFlow.valuePerShare(of: model.with([shift("capex", .add, 0.01)]))
    #expect(row.high.value == high)
  }
}
