import Testing
import Valuation

@Suite("Money by year")
struct MoneyByYearTests {
  /// The example with revenue of three years listed, then growth of 6 %.
  private func listed(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    let revenue = YearPath([.init(.amounts([400e9, 430e9, 455e9])), .init(.constant(0.06))])
    return try example([set("growth", revenue)]).with(changes)
  }

  private let capex = YearPath([.init(.amounts([12e9, 15e9])), .init(.glide(from: nil, to: 0.02))])

  private func years(_ assumptions: Assumptions) throws -> [ForecastYear] {
    try DiscountedCashFlow.value(assumptions).years
  }

  @Test("Revenue is what the list says, and continues from its last year")
  func revenue() throws {
    let years = try years(listed())
    for (year, wanted) in zip(years, [400e9, 430e9, 455e9, 455e9 * 1.06, 455e9 * 1.06 * 1.06]) {
      #expect(near(year.revenue, wanted, 1e-15 * wanted * 8))
    }
    #expect(try DiscountedCashFlow.value(listed()).assumptions["revenue"]?.text == "383.3B")
    #expect(try DiscountedCashFlow.value(listed()).assumptions["growth"]?.text == "revenue [400B, 430B, 455B] then 6%")
  }

  @Test("It is the same double as writing out the rates that it implies")
  func writtenOut() throws {
    let result = try DiscountedCashFlow.value(listed([set("capex", capex)]))
    let rates = try example([
      set("growth", .list(#require(result.numbers(of: "growth")))),
      set("capex", .list(#require(result.numbers(of: "capex")))),
    ])
    #expect(try DiscountedCashFlow.value(rates).valuePerShare == result.valuePerShare)
  }

  @Test("Rates of revenue start from the last amount's share of its revenue")
  func glideFromAmounts() throws {
    let years = try years(listed([set("capex", capex)]))
    #expect(near(years[0].capex, 12e9, 1e-3) && near(years[1].capex, 15e9, 1e-3))
    let last = 15e9 / 430e9
    for (step, year) in years[2...].enumerated() {
      let rate = last + (0.02 - last) * Double(step + 1) / 3
      #expect(near(year.capex / year.revenue, rate, 1e-14))
    }
  }

  @Test("Operating income by year is margin, and `to` continues from there")
  func operatingIncome() throws {
    let income = YearPath([.init(.amounts([125e9, 140e9])), .init(.glide(from: nil, to: 0.30))])
    let years = try years(listed([set("margin", income)]))
    #expect(near(years[0].operatingIncome, 125e9, 1e-3) && near(years[1].operatingIncome, 140e9, 1e-3))
    #expect(years[4].margin == 0.30)
  }

  @Test("A factor moves every year, points the rate of every year, an amount what is listed")
  func relativeChanges() throws {
    let base = try years(listed([set("capex", capex)]))
    let factor = try years(listed([set("capex", capex), shift("capex", .multiply, 1.1)]))
    let points = try years(listed([set("capex", capex), shift("capex", .add, 0.01)]))
    let amount = try years(listed([set("capex", capex), shift("capex", .add, 5e9)]))
    for t in 0..<5 {
      #expect(near(factor[t].capex, base[t].capex * 1.1, 1e-3))
      #expect(near(points[t].capex, base[t].capex + 0.01 * base[t].revenue, 1e-3))
    }
    #expect(near(amount[0].capex, 17e9, 1e-3) && near(amount[1].capex, 20e9, 1e-3))
    #expect(near(amount[4].capex, base[4].capex, 1e-3))
    let after = try years(
      listed([set("capex", capex), shift("capex", .multiply, 1.1), shift("capex", .add, 5e9)]))
    #expect(near(after[0].capex, 12e9 * 1.1 + 5e9, 1e-3))
  }

  @Test("Points of growth come on top of what the list implies, and a factor of revenue scales the list")
  func movingRevenue() throws {
    let base = try years(listed())
    let points = try years(listed([shift("growth", .add, 0.01)]))
    let factor = try years(listed([shift("revenue", .multiply, 1.1)]))
    for t in 0..<5 {
      #expect(near(points[t].growth, base[t].growth + 0.01, 1e-15))
      #expect(near(factor[t].revenue, base[t].revenue * 1.1, 1))
    }
    #expect(try DiscountedCashFlow.value(listed([shift("revenue", .multiply, 1.1)])).model?.revenue == 383.3e9)
  }

  @Test("One year of a list gets another amount, whatever factor came before")
  func oneYear() throws {
    let years = try years(
      listed([
        .year("revenue", 2, 440e9), set("capex", capex), shift("capex", .multiply, 1.1), .year("capex", 2, 16e9),
      ]))
    #expect(near(years[1].revenue, 440e9, 1) && near(years[2].revenue, 455e9, 1))
    #expect(near(years[0].capex, 13.2e9, 1e-3) && near(years[1].capex, 16e9, 1e-3))
    #expect(code { _ = try listed([.year("revenue", 4, 500e9)]) } == .wrongKind)
    #expect(code { _ = try listed([shift("growth", .add, 0.01), .year("revenue", 2, 440e9)]) } == .wrongKind)
  }

  @Test("Every cell of a grid and every run of a simulation is the valuation of its own assumptions")
  func studies() throws {
    let model = try listed([set("capex", capex), set("depreciation", YearPath(.constant(0.8), of: .capex))])
    let grid = try Sensitivity(
      of: model,
      axes: [
        .init(shifting: "growth", [-0.01, 0, 0.01]), .init(Variation("capex", .shift(.multiply)), [0.9, 1, 1.1]),
      ])
    for (row, growth) in grid.axes[0].values.enumerated() {
      for (column, factor) in grid.axes[1].values.enumerated() {
        let changed = try model.with([shift("growth", .add, growth), shift("capex", .multiply, factor)])
        #expect(try grid.values[row][column] == DiscountedCashFlow.value(changed).valuePerShare)
      }
    }
    let inputs: [Simulation.Input] = try [
      .init(Variation("growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0.02))),
      .init(Variation("tax"), Distribution(.uniform(low: 0.1, high: 0.3))),
    ]
    let plan = try SimulationPlan(model, inputs, CorrelationMatrix(inputs.map(\.parameter), []), seed: 7)
    let worker = SimulationWorker(plan)
    worker.value(block: 0, count: SimulationPlan.block)
    for index in 0..<40 {
      let changes = zip(inputs, worker.draws(at: index)).map { $0.variation.change(to: $1) }
      #expect(try worker.values[index] == DiscountedCashFlow.value(model.with(changes)).valuePerShare)
    }
  }

  @Test("Growth over a list is worked out once, and moved as the changed assumptions are")
  func resolvedOnce() throws {
    let model = try listed([set("depreciation", YearPath(.constant(0.8), of: .capex))])
    let inputs: [Simulation.Input] = try [
      .init(Variation("growth", .shift(.add)), Distribution(.normal(mean: 0, deviation: 0.02))),
      .init(Variation("depreciation", .shift(.multiply)), Distribution(.uniform(low: 0.9, high: 1.1))),
      .init(Variation("margin"), Distribution(.normal(mean: 0.3, deviation: 0.02))),
    ]
    let plan = try SimulationPlan(model, inputs, CorrelationMatrix(inputs.map(\.parameter), []), seed: 11)
    #expect(plan.lanes != nil)
    let worker = SimulationWorker(plan)
    worker.value(block: 0, count: SimulationPlan.block)
    for index in 0..<60 {
      let changes = zip(inputs, worker.draws(at: index)).map { $0.variation.change(to: $1) }
      #expect(try worker.values[index] == DiscountedCashFlow.value(model.with(changes)).valuePerShare)
    }
    // Assumptions that others follow, and amounts themselves, are recomputed.
    func isInPlace(_ variation: Variation, _ changes: [Assumptions.Change]) throws -> Bool {
      try VariedModel(listed(changes), [variation], placeholders: [0]).origin != nil
    }
    #expect(try isInPlace(Variation("growth", .shift(.add)), []))
    #expect(try !isInPlace(Variation("growth", .shift(.add)), [set("capex", capex)]))
    #expect(try !isInPlace(Variation("capex", .shift(.add)), [set("capex", capex)]))
    #expect(try !isInPlace(Variation("revenue", .shift(.multiply)), []))
    #expect(try !isInPlace(Variation("growth", .shift(.add)), [set("tax", YearPath(.linked(.growth)))]))
  }

  @Test("A root put back gives the target")
  func roots() throws {
    let model = try listed([set("capex", capex)])
    for variation in [Variation("growth", .shift(.add)), Variation("capex", .shift(.multiply)), Variation("margin")] {
      let solution = try Solution(of: model, for: variation, target: 100)
      let root = try #require(solution.value)
      let value = try DiscountedCashFlow.value(model.with([variation.change(to: root)])).valuePerShare
      #expect(near(value, 100, 1e-9))
    }
  }

  @Test("The parts of a gap are those of valuing each mixture")
  func attribution() throws {
    let first = try listed([set("capex", capex), set("depreciation", YearPath(.constant(0.8), of: .capex))])
    let second = try first.with([shift("growth", .add, 0.01), shift("capex", .multiply, 1.2), set("tax", 0.2)])
    let split = try #require(try Attribution(from: first, to: second))
    #expect(split.parts.flatMap(\.assumptions).sorted() == ["capex", "growth", "tax"])
    #expect(split.parts.reduce(0) { $0 + $1.amount } == split.gap)
    func value(_ changes: [Assumptions.Change]) throws -> Double {
      try DiscountedCashFlow.valuePerShare(of: first.with(changes))
    }
    let growth = shift("growth", .add, 0.01)
    let capex = shift("capex", .multiply, 1.2)
    let tax = set("tax", 0.2)
    let alone = try value([growth]) - value([])
    let pairs = try (value([growth, capex]) - value([capex])) + (value([growth, tax]) - value([tax]))
    let last = try value([growth, capex, tax]) - value([capex, tax])
    let wanted = alone / 3 + pairs / 6 + last / 3
    let part = try #require(split.parts.first { $0.assumptions == ["growth"] })
    #expect(near(part.amount, wanted, 1e-9))
  }

  @Test("A list that begins with the base year's figure is distinguished from a round forecast")
  func baseYearListed() throws {
    func warns(_ first: Double) throws -> Bool {
      let path = YearPath([.init(.amounts([first, 455e9])), .init(.constant(0.05))])
      return try DiscountedCashFlow.value(example([set("growth", path)])).findings
        .contains { $0.code == .baseYearListed }
    }
    #expect(try warns(383.3e9) && warns(383e9))
    #expect(try !warns(400e9) && !warns(380e9) && !warns(390e9))
    #expect(DerivedRates.isRounded(391e9, of: 391.035e9) && DerivedRates.isRounded(391.04e9, of: 391.035e9))
    #expect(!DerivedRates.isRounded(400e9, of: 391.035e9) && !DerivedRates.isRounded(0, of: 1))
  }

  @Test("Lists fit the horizon, and amounts are those of a company of this size")
  func refusals() throws {
    func refused(_ name: String, _ path: YearPath) -> ValuationCode? {
      code { _ = try DiscountedCashFlow.value(example([set(name, path)])) }
    }
    #expect(refused("growth", YearPath(.amounts([400e9, 430e9]))) == .pathTooShort)
    #expect(refused("growth", YearPath(.amounts(Array(repeating: 400e9, count: 6)))) == .pathTooLong)
    #expect(refused("growth", YearPath([.init(.amounts([400e9, 4e9])), .init(.hold)])) == .outOfRange)
    #expect(refused("capex", YearPath([.init(.amounts([4e12])), .init(.hold)])) == .outOfRange)
    #expect(refused("tax", YearPath(.amounts([4e9]))) == .wrongKind)
    #expect(
      error { _ = try DiscountedCashFlow.value(listed([.remove("revenue")])) }?.hint?.contains("base_revenue") == true)
  }

  @Test("Amounts belong to their fiscal years: a later base year drops those that have passed")
  func rolled() throws {
    let rolled = try listed([set("capex", capex)]).rolled(by: 1, keepsEnd: true)
    #expect(rolled["growth"]?.text == "revenue [430B, 455B] then 6%")
    #expect(rolled["capex"]?.text == "[15B] then to 2%")
    let later = try listed([set("capex", capex)]).rolled(by: 3, keepsEnd: true)
    #expect(later["growth"]?.text == "6%")
  }

  @Test("In segments amounts are the segment's own; outside parts they would count in each of them")
  func parts() throws {
    let own = YearPath([.init(.amounts([50e9, 60e9])), .init(.constant(0.03))])
    let segments = try Assumptions(
      [
        Assumption("shares", 1e9), Assumption("margin", 0.2), Assumption("discount", 0.09),
        Assumption("terminal", 0.02),
        Assumption("phones.revenue", 45e9), Assumption("phones.growth", own), Assumption("rest.revenue", 10e9),
        Assumption("rest.growth", 0.05),
      ], parts: [("phones", .segment), ("rest", .segment)])
    let result = try DiscountedCashFlow.value(segments)
    #expect(near(result.years[1].revenue, 60e9 + 10e9 * 1.05 * 1.05, 1))
    let outside = try segments.with([.remove("phones.growth"), set("growth", own)])
    #expect(code { _ = try DiscountedCashFlow.value(outside) } == .wrongPlace)
  }
}
