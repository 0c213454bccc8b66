import Testing
import Valuation

@Suite("Paths")
struct PathTests {
  private func years(_ path: YearPath, _ horizon: Int, base: Double? = nil) throws -> [Double] {
    try path.values(of: "growth", horizon: horizon, base: base).years
  }

  private func expect(_ years: [Double], percent expected: [Double]) {
    #expect(years.count == expected.count)
    for (value, wanted) in zip(years, expected) { #expect(near(value * 100, wanted, 1e-12)) }
  }

  @Test("A loss-maker's growth: 30% for 5y then to 4%")
  func lossMakerGrowth() throws {
    let path = YearPath([.init(.constant(0.30), .years(5)), .init(.glide(from: nil, to: 0.04))])
    expect(try years(path, 10), percent: [30, 30, 30, 30, 30, 24.8, 19.6, 14.4, 9.2, 4.0])
  }

  @Test("A loss-maker's margin: to 18% by year 8, from -20% in the base year, then held")
  func lossMakerMargin() throws {
    let values = try YearPath(.glide(from: nil, to: 0.18), .byYear(8)).values(
      of: "margin",
      horizon: 10,
      base: -0.20
    )
    expect(values.years, percent: [-15.25, -10.5, -5.75, -1, 3.75, 8.5, 13.25, 18, 18, 18])
    #expect(values.heldAfter == 8)
  }

  @Test("base_margin is where the margin's path starts, and goes before the base year's figures")
  func baseMargin() throws {
    var assumptions = try example([
      set("margin", YearPath(.glide(from: nil, to: 0.18), .byYear(4))), set("base_margin", -0.20),
    ])
    assumptions.baseYear["margin"] = 0.5
    expect(
      try #require(DiscountedCashFlow.value(assumptions).numbers(of: "margin")),
      percent: [-10.5, -1, 8.5, 18, 18]
    )
    let withoutTyped = try assumptions.with([.remove("base_margin")])
    let first = try #require(DiscountedCashFlow.value(withoutTyped).numbers(of: "margin")?.first)
    #expect(near(first, 0.42, 1e-15))
  }

  @Test("A to B has A in the first year and exactly B in the last")
  func glide() throws {
    let values = try years(.glide(0.06, to: 0.03), 5)
    expect(values, percent: [6, 5.25, 4.5, 3.75, 3])
    #expect(values.first == 0.06 && values.last == 0.03)
  }

  @Test("A glide between two phases starts from the year before it")
  func glideWithin() throws {
    let path = YearPath([
      .init(.list([0.10, 0.08])), .init(.glide(from: nil, to: 0.02), .years(3)), .init(.hold),
    ])
    expect(try years(path, 7), percent: [10, 8, 6, 4, 2, 2, 2])
  }

  @Test("One year is enough for `to B`, and too little for `A to B`")
  func oneYear() throws {
    expect(try years(.glide(to: 0.03), 1, base: 0.06), percent: [3])
    #expect(code { _ = try years(.glide(0.06, to: 0.03), 1) } == .glideTooShort)
    let late = YearPath([.init(.constant(0.1), .years(4)), .init(.glide(from: 0.05, to: 0.03))])
    #expect(code { _ = try years(late, 5) } == .glideTooShort)
  }

  @Test("`to B` without a known base year is refused")
  func noBase() {
    #expect(code { _ = try years(.glide(to: 0.03), 5) } == .baseValueMissing)
    #expect(code { _ = try years(YearPath(.hold), 5) } == .baseValueMissing)
  }

  @Test("A list shorter than the horizon is an error with a way out, a longer one is an error")
  func lists() throws {
    expect(try years(.list([0.03, 0.02, 0.01]), 3), percent: [3, 2, 1])
    let short = error { _ = try years(.list([0.03, 0.02]), 3) }
    #expect(short?.code == .pathTooShort)
    #expect(short?.hint?.contains("then hold") == true)
    #expect(short?.assumptions == ["growth", "horizon"])
    #expect(code { _ = try years(.list([0.03, 0.02, 0.01]), 2) } == .pathTooLong)
    expect(try years(YearPath([.init(.list([0.03, 0.02])), .init(.hold)]), 4), percent: [3, 2, 2, 2])
    #expect(code { _ = try years(.list([]), 3) } == .listLength)
    #expect(code { _ = try years(YearPath(.list([0.1, 0.2]), .years(3)), 3) } == .listLength)
  }

  @Test("After the last phase its value holds, and the result says so")
  func held() throws {
    let result = try DiscountedCashFlow.value(example([set("growth", YearPath(.constant(0.06), .years(2)))]))
    expect(try #require(result.numbers(of: "growth")), percent: [6, 6, 6, 6, 6])
    let note = try #require(result.findings.first { $0.code == .pathHeld })
    #expect(note.assumptions == ["growth"] && note.value == 2)
  }

  @Test("A path that continues beyond the typed horizon names both")
  func tooLong() {
    let long = YearPath([.init(.constant(0.3), .years(5)), .init(.glide(from: nil, to: 0.04))])
    let refusal = error { _ = try DiscountedCashFlow.value(example([set("growth", long)])) }
    #expect(refusal?.code == .pathTooLong)
    #expect(refusal?.assumptions == ["growth", "horizon"])
    #expect(code { _ = try years(YearPath(.constant(0.1), .years(6)), 5) } == .pathTooLong)
    #expect(code { _ = try years(YearPath(.constant(0.1), .byYear(6)), 5) } == .pathTooLong)
    let endless = YearPath([.init(.constant(0.1), .years(.max)), .init(.constant(0.2), .years(.max))])
    #expect(code { _ = try years(endless, 5) } == .pathTooLong)
    #expect(
      code { _ = try DiscountedCashFlow.value(example([set("growth", endless), .remove("horizon")])) }
        == .outOfRange
    )
  }

  @Test("A horizon that is not typed is that of the longest path, else 5 years")
  func horizon() throws {
    let free = try example([.remove("horizon")])
    #expect(try DiscountedCashFlow.value(free).years.count == 5)
    let listed = try free.with([set("growth", .list([0.06, 0.05, 0.04]))])
    #expect(try DiscountedCashFlow.value(listed).years.count == 3)
    let longer = try listed.with([
      set("growth", YearPath([.init(.list([0.06, 0.05, 0.04])), .init(.hold)])),
      set("margin", YearPath(.glide(from: 0.2, to: 0.3), .byYear(8))),
    ])
    let result = try DiscountedCashFlow.value(longer)
    #expect(result.years.count == 8)
    let note = result.findings.first { $0.code == .defaultUsed && $0.assumptions.contains("horizon") }
    #expect(note?.assumptions == ["horizon", "margin"])
  }

  @Test("Phases need a length before `then`, and at least one year")
  func lengths() {
    #expect(
      code { _ = try years(YearPath([.init(.constant(0.1)), .init(.constant(0.2))]), 5) }
        == .phaseWithoutLength
    )
    #expect(code { _ = try years(YearPath(.constant(0.1), .years(0)), 5) } == .phaseTooShort)
    let backwards = YearPath([.init(.constant(0.1), .years(3)), .init(.constant(0.2), .byYear(2))])
    #expect(code { _ = try years(backwards, 5) } == .phaseTooShort)
  }

  @Test("A shift acts on every year, a later value replaces the path and its shifts")
  func shifts() throws {
    let shifted = try example([shift("growth", .add, 0.02), shift("growth", .multiply, 2)])
    expect(
      try #require(DiscountedCashFlow.value(shifted).numbers(of: "growth")),
      percent: [16, 14.5, 13, 11.5, 10]
    )
    #expect(shifted["growth"]?.text == "((6% to 3%) + 2pp) * 2")
    let replaced = try shifted.with([set("growth", 0.05)])
    #expect(replaced["growth"]?.shifts == [])
    expect(try #require(DiscountedCashFlow.value(replaced).numbers(of: "growth")), percent: [5, 5, 5, 5, 5])
  }

  @Test("A path reads as it would be typed")
  func text() {
    let path = YearPath([
      .init(.glide(from: 0.3, to: 0.1), .byYear(4)), .init(.list([0.08, 0.075])),
      .init(.glide(from: nil, to: 0.04)),
    ])
    #expect(path.text == "30% to 10% by year 4 then [8%, 7.5%] then to 4%")
  }
}
