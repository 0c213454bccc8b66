import Testing
import Valuation

@Suite("Exploring companies in parts")
struct PartExplorationTests {
  private static func base(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try SumOfPartsTests.conglomerate([set("price", 100)] + changes)
  }

  @Test("A grid over a part's assumption has the headline in its base cell and full valuations in the others")
  func sensitivity() throws {
    let grid = try Sensitivity(
      of: Self.base(),
      axes: [.init("aero.ebit_margin", [0.18, 0.20, 0.22]), .init(shifting: "aero.growth", [-0.01, 0, 0.01])])
    let base = try Self.base().valued()
    #expect(grid.axes.map(\.parameter) == ["aero.margin", "aero.growth"])
    #expect(grid.axes.map(\.base) == [1, 1] && grid.values[1][1] == base)
    #expect(
      try grid.values[2][0]
        == Self.base([set("aero.margin", 0.22), shift("aero.growth", .add, -0.01)]).valued())
    let whole = try Sensitivity(of: Self.base(), axes: [.init("holding_discount", [0, 0.1, 0.2])])
    #expect(whole.values[1][0] == base && near(whole.values[0][0], 118.05079775599984, 1e-12))
    let refused = try Sensitivity(of: Self.base(), axes: [.init("stake.ownership", [0.2, 1.2])])
    #expect(refused.values.last?[0].isNaN == true)
    #expect(code { _ = try Sensitivity(of: Self.base(), axes: [.init("stranger.margin", [0.2])]) } == .unknownPart)
  }

  @Test("A draw of a part's assumption moves that part")
  func simulation() throws {
    let fixed = try Simulation(
      of: Self.base(), inputs: [.init(Variation("aero.ebit_margin"), Distribution(.normal(mean: 0.22, deviation: 0)))],
      runs: 100)
    let moved = try Self.base([set("aero.margin", 0.22)]).valued()
    #expect(fixed.explained.map(\.parameter) == ["aero.margin"])
    #expect(fixed.lowest == moved && fixed.highest == moved && fixed.base.valuePerShare != moved)
    let spread = try Simulation(
      of: Self.base(),
      inputs: [
        .init(Variation("aero.margin"), Distribution(.uniform(low: 0.18, high: 0.22))),
        .init(Variation("aero.growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0.01))),
      ], correlations: [.init("aero.ebit_margin", "aero.growth", 0.4)], runs: 200)
    #expect(spread.standardDeviation > 0 && spread.explained.allSatisfy { $0.rankCorrelation > 0.1 })
  }

  @Test("The answer put back gives the price, for parts, for amounts and for what is outside")
  func solve() throws {
    for variation in [
      Variation("aero.margin"), Variation("energy.value"), Variation("holding_discount"),
      Variation("aero.revenue"), Variation("aero.growth", .shift(.add)), Variation("aero.wacc"),
    ] {
      let solution = try Solution(of: Self.base(), for: variation)
      let root = try #require(solution.value)
      let back = try Self.base([variation.change(to: root)]).valued()
      #expect(near(back, 100, 1e-9), "\(variation.parameter)")
    }
    #expect(try Solution(of: Self.base(), for: Variation("aero.wacc")).parameter == "aero.discount")
    // As large as real companies, the search finds its way as well.
    let large = try Assumptions(
      Self.base().flat.map { assumption in
        let unit = AssumptionDefinition.named(assumption.name)?.unit
        guard unit == .money || unit == .count else { return assumption }
        switch assumption.value {
        case .scalar(let number): return Assumption(assumption.name, number * 1e9)
        case .priced(let multiple, let metric, let figure):
          return Assumption(assumption.name, .priced(multiple, of: metric, figure * 1e9))
        default: return assumption
        }
      }, parts: [("aero", .part), ("energy", .part), ("stake", .part)])
    let solution = try Solution(of: large, for: Variation("aero.revenue"))
    #expect(near(try large.with([set("aero.revenue", try #require(solution.value))]).valued(), 100, 1e-9))
  }

  @Test("The gap between two sums of parts is split among the assumptions of parts, the outside and the parts")
  func attribution() throws {
    let second = try Self.base([
      set("aero.margin", 0.22), set("stake.ownership", 0.5), set("holding_discount", 0.05), .remove("energy"),
      .part("mining", .part), set("mining.value", 9),
    ])
    let attribution = try #require(try Attribution(from: Self.base(), to: second))
    #expect(
      Set(attribution.parts.flatMap(\.assumptions))
        == ["aero.margin", "stake.ownership", "holding_discount", "energy", "mining"])
    #expect(attribution.parts.count == 5)
    #expect(attribution.parts.reduce(0) { $0 + $1.amount } == attribution.gap)
    #expect(near(attribution.gap, try second.valued() - Self.base().valued(), 1e-12))
    let same = try #require(try Attribution(from: Self.base(), to: Self.base([set("price", 90)])))
    #expect(same.parts.isEmpty && same.gap == 0)
  }

  @Test("A comparison has rows for what parts assume and for what they are worth")
  func comparison() throws {
    let columns = try [
      ("base", Self.base()),
      ("bull", Self.base([set("aero.margin", 0.22), set("energy.value", 30), set("aero.growth", 0.09)])),
    ].map { ScenarioComparison.Column($0.0, try DiscountedCashFlow.value($0.1)) }
    let rows = try ScenarioComparison(columns).rows
    #expect(rows.filter { $0.kind == .assumption }.map(\.item) == ["aero.growth", "aero.margin", "energy.value"])
    #expect(rows.first { $0.item == "aero.margin" }?.values == [.number(0.20), .number(0.22)])
    #expect(near(try #require(rows.first { $0.item == "energy.value" }?.values[0].number), 25.2, 1e-13))
    #expect(rows.filter { $0.kind == .flow }.isEmpty)
    #expect(
      rows.filter { $0.kind == .result }.map(\.item).prefix(4) == ["aero", "energy", "stake", "enterprise_value"])
  }

  @Test("Segments are explored like any model")
  func segments() throws {
    let all = try SegmentTests.company([set("price", 120)])
    let base = try all.valued()
    let grid = try Sensitivity(
      of: all, axes: [.init(shifting: "services.growth", [-0.02, 0, 0.02]), .init("discount", [0.08, 0.09])])
    #expect(grid.values[1][1] == base)
    #expect(try grid.values[2][0] == all.with([shift("services.growth", .add, 0.02), set("discount", 0.08)]).valued())
    for name in ["phone.growth", "services.margin", "margin", "discount", "phone.revenue"] {
      let root = try #require(try Solution(of: all, for: Variation(name)).value)
      #expect(near(try all.with([.number(name, root)]).valued(), 120, 1e-9), "\(name)")
    }
    let attribution = try #require(
      try Attribution(from: all, to: all.with([set("phone.growth", 0.05), set("margin", 0.25), set("tax", 0.2)])))
    #expect(Set(attribution.parts.flatMap(\.assumptions)) == ["phone.growth", "margin", "tax"])
    #expect(attribution.parts.reduce(0) { $0 + $1.amount } == attribution.gap)
  }
}

extension ScenarioComparison.Cell {
  /// The number of the cell.
  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
}
