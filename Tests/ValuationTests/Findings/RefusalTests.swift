import Testing
import Valuation

@Suite("Refusals")
struct RefusalTests {
  private func refusal(_ changes: [Assumptions.Change]) -> ValuationError? {
    error { _ = try DiscountedCashFlow.value(example(changes)) }
  }

  @Test(
    "Terminal growth that is not below the discount rate names both",
    arguments: [0.09, 0.0900000000000001, 0.2]
  )
  func terminalNotBelowDiscount(growth: Double) {
    let refusal = refusal([set("terminal", growth)])
    #expect(refusal?.code == .terminalNotBelowDiscount)
    #expect(refusal?.assumptions == ["terminal", "discount"])
    #expect(refusal?.message.contains("9%") == true)
  }

  @Test("The discount rate of the last year is the one that counts")
  func lastDiscountCounts() {
    #expect(refusal([set("discount", .glide(0.09, to: 0.02))])?.code == .terminalNotBelowDiscount)
    #expect(refusal([set("discount", .glide(0.02, to: 0.09))]) == nil)
  }

  @Test("All required assumptions that miss are named at once")
  func missing() throws {
    let none = error { _ = try DiscountedCashFlow.value(Assumptions()) }
    #expect(none?.code == .missingAssumptions)
    #expect(none?.assumptions == ["shares", "revenue", "growth", "margin", "discount", "terminal"])
    #expect(
      none?.message == "shares, revenue, growth, margin, discount and terminal are needed but not given"
    )
    #expect(refusal([.remove("growth")])?.assumptions == ["growth"])
  }

  @Test(
    "A value outside the possible range is refused and never bent",
    arguments: [
      ("shares", 0.0), ("shares", -1), ("revenue", 0), ("growth", -0.91), ("growth", 3.01), ("margin", 1.01),
      ("tax", -0.01), ("tax", 0.61), ("capex", -0.01), ("depreciation", 1.5), ("working_capital", 2),
      ("discount", 0.61), ("discount", -0.01), ("terminal", -0.11), ("horizon", 0), ("horizon", 51),
      ("horizon", 2.5), ("cash", -1), ("debt", -1), ("price", 0), ("base_margin", 2),
    ]
  )
  func outOfRange(name: String, value: Double) {
    let refusal = refusal([set(name, value)])
    #expect(refusal?.code == .outOfRange)
    #expect(refusal?.assumptions == [name])
  }

  @Test("A shift that moves one year out of the range is refused with that year")
  func shiftedOutOfRange() {
    let refusal = refusal([shift("growth", .subtract, 0.94)])
    #expect(refusal?.code == .outOfRange)
    #expect(refusal?.message == "growth is -90.25% in year 4, but must be -90%..300%")
  }

  @Test("An amount where a share of revenue is meant says so")
  func money() {
    #expect(
      refusal([set("capex", 12.7e9)])?.hint
        == "capex is a rate, such as 3%, not an amount of money; `capex = [12.7B, …]` lists one a year")
    #expect(refusal([set("tax", 12.7e9)])?.hint == "tax is a rate, such as 3%, not an amount of money")
  }

  @Test("A flow that is not positive cannot be perpetual or multiplied")
  func terminalFlow() {
    #expect(refusal([set("margin", -0.05)])?.code == .terminalFlowNotPositive)
    #expect(refusal([set("margin", 0.0), set("capex", 0.0)])?.code == .terminalFlowNotPositive)
    #expect(
      refusal([set("margin", -0.05), set(terminal: .multiple(10, of: .freeCashFlow))])?.code
        == .terminalFlowNotPositive
    )
    #expect(
      refusal([set("margin", -0.05), set(terminal: .multiple(10, of: .ebitda))])?.code
        == .terminalFlowNotPositive
    )
    #expect(refusal([set("margin", -0.05), set(terminal: .multiple(2, of: .revenue))]) == nil)
    #expect(refusal([set(terminal: .multiple(0, of: .ebitda))])?.code == .outOfRange)
  }

  @Test("A value that no double can hold is refused, by the fast way as by the whole one")
  func notFinite() throws {
    let model = try example([set("revenue", 1e308)])
    #expect(error { _ = try DiscountedCashFlow.value(model) }?.code == .notFinite)
    #expect(error { _ = try DiscountedCashFlow.valuePerShare(of: model) }?.code == .notFinite)
  }

  @Test("The value of one year is of a year that a forecast can have, and of a path", arguments: [-1, 0, 1_000_000])
  func exceptions(year: Int) {
    let growth = Assumption("growth", .scalar(0.05), exceptions: [.init(year: year, value: 0.1)])
    #expect(refusal([.set(growth)])?.code == .wrongKind)
    let shares = Assumption("shares", .scalar(10), exceptions: [.init(year: 1, value: 11)])
    #expect(refusal([.set(shares)])?.code == .wrongKind)
  }

  @Test("A horizon outside given parts is whole years as well")
  func horizonOfParts() throws {
    let parts = try Assumptions(
      [Assumption("a.value", 5), Assumption("shares", 1), Assumption("horizon", 2.5)], parts: [("a", .part)])
    #expect(error { _ = try DiscountedCashFlow.value(parts) }?.code == .outOfRange)
    #expect(error { _ = try DiscountedCashFlow.valuePerShare(of: parts) }?.code == .outOfRange)
  }

  @Test("A grid of more cells than anyone can read is refused")
  func cells() throws {
    let rates = (0..<2000).map { 0.05 + Double($0) * 1e-5 }
    let refusal = error {
      _ = try Sensitivity(of: example(), axes: [.init("discount", rates), .init(shifting: "growth", rates)])
    }
    #expect(refusal?.code == .axes && refusal?.message.contains("2000 by 2000") == true)
  }

  @Test("Unknown names, and values of another kind")
  func names() {
    let misspelt = refusal([set("grwoth", 0.1)])
    #expect(misspelt?.code == .unknownAssumption)
    #expect(misspelt?.hint == "did you mean `growth`?")
    #expect(refusal([set("shares", .glide(1, to: 2))])?.code == .wrongKind)
    #expect(refusal([.set(Assumption("growth", word: "fast"))])?.code == .wrongKind)
    #expect(refusal([.set(Assumption("discounting", word: "daily"))])?.code == .wrongKind)
    #expect(refusal([set("discounting", 1)])?.code == .wrongKind)
    #expect(refusal([.set(Assumption("growth", .terminal(.growth(0.1))))])?.code == .wrongKind)
    #expect(refusal([set("growth", .nan)])?.code == .notFinite)
    #expect(refusal([set("growth", .list([0.1, .infinity]))])?.code == .notFinite)
    #expect(refusal([shift("growth", .divide, 0)])?.code == .notFinite)
    #expect(refusal([shift("discounting", .add, 1)])?.code == .wrongKind)
    #expect(
      code { _ = try Assumptions([Assumption("discount", 0.1), Assumption("wacc", 0.1)]) } == .givenTwice
    )
    #expect(code { _ = try Assumptions().with([shift("growth", .add, 0.1)]) } == .nothingToShift)
  }
}
