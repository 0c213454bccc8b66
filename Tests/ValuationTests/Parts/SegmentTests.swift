import Testing
import Valuation

/// Values that were worked out in Python first, by other code.
@Suite("Segments")
struct SegmentTests {
  /// A maker of phones, whose margin is the company's, with services that have their own; in billions.
  static func company(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions(
      [
        Assumption("phone.revenue", 209), Assumption("phone.growth", 0.03), Assumption("services.revenue", 207),
        Assumption("services.growth", .glide(0.10, to: 0.06)), Assumption("services.margin", .glide(0.40, to: 0.44)),
        Assumption("margin", 0.20), Assumption("tax", 0.16), Assumption("capex", 0.01), Assumption("discount", 0.09),
        Assumption("terminal", 0.025), Assumption("horizon", 5), Assumption("cash", 60), Assumption("debt", 100),
        Assumption("shares", 15),
      ],
      parts: [("phone", .segment), ("services", .segment)]
    ).with(changes)
  }

  @Test("Revenue and operating income add up")
  func golden() throws {
    let result = try DiscountedCashFlow.value(Self.company())
    #expect(near(result.presentValueOfFlows, 491.08779814819695, 1e-10))
    #expect(near(result.presentValueOfTerminal, 1512.8154737443506, 1e-9))
    #expect(near(result.valuePerShare, 130.9268847928365, 1e-11))
    #expect(
      near(result.years[4].revenue, 546.3088221767002, 1e-10)
        && near(result.years[4].operatingIncome, 182.22669419086006, 1e-10))
    #expect(result.segments.map(\.name) == ["phone", "services"])
    let services = result.segments[1]
    #expect(services.baseRevenue == 207 && services.growth.count == 5 && near(services.margin[4], 0.44, 1e-15))
    for t in 0..<5 {
      #expect(near(result.segments.reduce(0) { $0 + $1.revenue[t] }, result.years[t].revenue, 1e-10))
      #expect(near(result.segments.reduce(0) { $0 + $1.operatingIncome[t] }, result.years[t].operatingIncome, 1e-10))
      #expect(near(result.segments.reduce(0) { $0 + $1.share[t] }, 1, 1e-15))
    }
    #expect(result.numbers(of: "services.growth")?.first == 0.10)
    #expect(result.numbers(of: "growth")?.count == 5)
    #expect(result.assumptions.parts.count == 2 && result.assumptions["margin"]?.text == "20%")
    #expect(try DiscountedCashFlow.valuePerShare(of: Self.company()) == result.valuePerShare)
  }

  @Test("A total that is given must agree within half a percent")
  func total() throws {
    #expect(code { _ = try Self.company([set("revenue", 430)]).valued() } == .segmentsTotal)
    let near = try DiscountedCashFlow.value(Self.company([set("revenue", 417)]))
    #expect(try near.valuePerShare == Self.company().valued())
    #expect(near.findings.contains { $0.code == .segmentsTotal && $0.severity == .note })
    #expect(!(try DiscountedCashFlow.value(Self.company())).findings.contains { $0.code == .segmentsTotal })
  }

  @Test("What a segment lacks comes from outside, and what is missing is named")
  func missing() throws {
    let shared = try Self.company([.remove("phone.growth"), set("growth", 0.03)])
    #expect(try shared.valued() == Self.company().valued())
    let lacking = error {
      _ = try Self.company([.remove("margin"), .remove("phone.revenue"), .remove("shares")]).valued()
    }
    #expect(lacking?.code == .missingAssumptions)
    #expect(lacking?.assumptions == ["phone.revenue", "phone.margin", "shares"])
    let unused = try DiscountedCashFlow.value(Self.company([set("phone.margin", 0.2)]))
    #expect(unused.findings.contains { $0.code == .notUsed && $0.assumptions == ["margin"] })
    #expect(try unused.valuePerShare == Self.company().valued())
  }

  @Test("The longest path sets the horizon, and a path that starts from the base year says where")
  func paths() throws {
    let long = try DiscountedCashFlow.value(
      Self.company([.remove("horizon"), set("services.growth", YearPath(.glide(from: 0.1, to: 0.02), .years(8)))]))
    #expect(long.horizon == 8)
    #expect(long.findings.contains { $0.code == .defaultUsed && $0.assumptions == ["horizon", "services.growth"] })
    let moved = try DiscountedCashFlow.value(Self.company([set("services.margin", .glide(to: 0.5))]))
    #expect(near(moved.segments[1].margin[0], 0.42, 1e-15), "it starts from the margin that it replaces")
    let start = error {
      _ = try Self.company([.remove("services.margin"), set("services.margin", .glide(to: 0.5))]).valued()
    }
    #expect(start?.code == .baseValueMissing && start?.assumptions == ["services.margin"])
    let based = try DiscountedCashFlow.value(
      Self.company([set("services.margin", .glide(to: 0.5)), set("services.base_margin", 0.4)]))
    #expect(near(based.segments[1].margin[0], 0.42, 1e-15))
    let far = error { _ = try Self.company([set("services.growth", 4)]).valued() }
    #expect(far?.assumptions == ["services.growth"] && far?.message.hasPrefix("services: growth is 400%") == true)
    let fast = try DiscountedCashFlow.value(Self.company([set("services.growth", 0.5)]))
    #expect(fast.findings.contains { $0.message.hasPrefix("services: growth is 50%") })
  }

  @Test("A segment has revenue, growth and margin, and nothing else")
  func refusals() throws {
    #expect(code { _ = try Self.company([set("phone.tax", 0.2)]) } == .wrongPlace)
    #expect(code { _ = try Self.company([set("phone.value", 3)]) } == .wrongPlace)
    #expect(code { _ = try Self.company([.part("aero", .part)]) } == .partsMixed)
    #expect(
      code { _ = try Self.company([.set(Assumption("model", word: "ddm"))]).valued() } == .contradictoryAssumptions)
  }
}
