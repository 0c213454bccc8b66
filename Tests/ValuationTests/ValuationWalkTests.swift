import LibC
import Testing
import Valuation

@Suite("A walk through time")
struct ValuationWalkTests {
  private func model(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions([
      Assumption("revenue", 100), Assumption("growth", .glide(0.10, to: 0.02)), Assumption("margin", 0.20),
      Assumption("tax", 0.25), Assumption("discount", 0.09), Assumption(terminal: .growth(0.02)),
      Assumption("shares", 10), Assumption("cash", 5), Assumption("debt", 20), Assumption("horizon", 5),
      Assumption("base_end", word: "2023-12-31"),
    ]).with(changes)
  }

  private func sum(_ walk: ValuationWalk) -> Double { walk.steps.reduce(0) { $0 + $1.amount } }

  @Test("The steps add up to the gap and the opinions to their step, to the last digit")
  func sums() throws {
    let first = try model()
    let second = try model([
      .set(Assumption("base_end", word: "2024-12-31")), .set(Assumption("revenue", 112)),
      .set(Assumption("cash", 11)), .set(Assumption("shares", 9.7)), .set(Assumption("margin", 0.23)),
      .set(Assumption("discount", 0.085)), .set(Assumption("growth", .list([0.09, 0.07, 0.05, 0.03, 0.02]))),
    ])
    let walk = try ValuationWalk(from: first, to: second)
    #expect(walk.yearsPassed == 1)
    #expect(walk.steps.map(\.groups) == [[.time], [.base], [.bridge], [.opinions]])
    #expect(sum(walk) == walk.gap)
    #expect(walk.opinions.reduce(0) { $0 + $1.amount } == walk.steps[3].amount)
    #expect(Set(walk.opinions.flatMap(\.assumptions)) == ["growth", "margin", "discount"])
    #expect(walk.gap == walk.end - walk.start)
    #expect(walk.end == (try DiscountedCashFlow.value(second).valuePerShare))
  }

  @Test("The value of one year keeps its fiscal year when the base year moves on")
  func exceptions() throws {
    for growth in [Assumption("growth", 0.05), Assumption("growth", .glide(0.10, to: 0.02))] {
      let first = try model([.set(growth), .year("growth", 3, 0.30), .set(Assumption("date", word: "2023-12-31"))])
      let years = try DiscountedCashFlow.value(first).years
      let rolled = try DiscountedCashFlow.value(first.rolled(by: 1, keepsEnd: true))
      #expect(rolled.years.map(\.growth) == years.dropFirst().map(\.growth))
      #expect(rolled.years[1].growth == 0.30)
    }
  }

  @Test("What went as forecast is not a surprise: time alone moves the value of operations")
  func asForecast() throws {
    // One year later, revenue as it was forecast, opinions rolled: the value of operations is the old one with a
    // year's interest less the flow of that year, which went to cash.
    let first = try model([.set(Assumption("cash", 0)), .set(Assumption("debt", 0))])
    let result = try DiscountedCashFlow.value(first)
    let rolled = try first.rolled(by: 1, keepsEnd: true)
    let second = try rolled.with([
      .set(Assumption("base_end", word: "2024-12-31")), .set(Assumption("roll", word: "end")),
      .set(Assumption("revenue", result.years[0].revenue)),
    ])
    let walk = try ValuationWalk(from: first, to: second)
    #expect(walk.steps.map(\.groups) == [[.time], [.base]])
    let before = result.enterpriseValue
    let after = before * 1.09 - result.years[0].freeCashFlow
    #expect(abs(walk.end * 10 - after) < 1e-9 * after)
    // Shapley of two: base at the old date is the flow's present value that is gone; time is a year's interest.
    let flow = result.years[0].freeCashFlow
    let atOldDate = before - flow / 1.09
    let gapTime = ((before * (pow(1.09, 366.0 / 365) - 1)) + (after - atOldDate)) / 2 / 10
    #expect(abs(walk.steps[0].amount - gapTime) < 0.01 * abs(gapTime))
  }

  @Test("Without days time does nothing, and unchanged valuations have no steps")
  func undated() throws {
    let first = try model([.remove("base_end")])
    let second = try first.with([.set(Assumption("cash", 25)), .number("margin", 0.21)])
    let walk = try ValuationWalk(from: first, to: second)
    #expect(walk.steps.map(\.groups) == [[.bridge], [.opinions]])
    #expect(abs(walk.steps[0].amount - 2) < 1e-12)
    #expect(try ValuationWalk(from: first, to: first).steps.isEmpty)
  }

  @Test("A mixture that is refused makes one step of its groups, and one part of its opinions")
  func merged() throws {
    let first = try model([.set(Assumption(terminal: .growth(0.02))), .number("discount", 0.05)])
    let second = try first.with([
      .set(Assumption(terminal: .growth(0.06))), .number("discount", 0.10), .number("margin", 0.25),
    ])
    let walk = try ValuationWalk(from: first, to: second)
    #expect(walk.steps.map(\.groups) == [[.opinions]])
    #expect(walk.opinions.contains { $0.assumptions == ["discount", "terminal"] })
    #expect(walk.opinions.contains { $0.assumptions == ["margin"] })
    #expect(walk.opinions.reduce(0) { $0 + $1.amount } == walk.gap)
  }

  @Test("Rolling drops the years that have passed; the horizon keeps its length or its end")
  func rolling() throws {
    let first = try model()
    let length = try first.rolled(by: 2, keepsEnd: false)
    #expect(
      try DiscountedCashFlow.value(length).years.map(\.growth).map { ($0 * 1e12).rounded() / 1e12 } == [
        0.06, 0.04, 0.02, 0.02, 0.02,
      ])
    let end = try first.rolled(by: 2, keepsEnd: true)
    #expect(try DiscountedCashFlow.value(end).years.count == 3)
    #expect(try first.rolled(by: 0, keepsEnd: true) == first)
    #expect(throws: ValuationError.self) { try first.rolled(by: 5, keepsEnd: true) }
    let held = try first.rolled(by: 9, keepsEnd: false)
    #expect(held["growth"]?.value == .scalar(0.02))
  }

  @Test("Shifts and a base margin are in the years that are kept")
  func rollingShifts() throws {
    let first = try model([
      .set(Assumption("base_margin", 0.10)), .set(Assumption("margin", .glide(to: 0.20))),
      .shift("growth", Assumption.Shift(.add, 0.01)),
    ])
    let years = try DiscountedCashFlow.value(first).years
    let rolled = try DiscountedCashFlow.value(first.rolled(by: 1, keepsEnd: true)).years
    #expect(rolled.map(\.margin) == years.dropFirst().map(\.margin))
    #expect(rolled.map(\.growth) == years.dropFirst().map(\.growth))
  }
}
