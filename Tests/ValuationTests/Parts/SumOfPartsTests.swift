import TestSupport
import Testing
import Valuation

/// Values that were worked out in Python first, by other code.
@Suite("Sum of the parts")
struct SumOfPartsTests {
  /// A conglomerate of a business with a model, one priced by a multiple, and a stake; in billions.
  static func conglomerate(_ changes: [Assumptions.Change] = []) throws -> Assumptions {
    try Assumptions(
      [
        Assumption("aero.revenue", 38), Assumption("aero.growth", .glide(0.08, to: 0.03)),
        Assumption("aero.margin", 0.20), Assumption("aero.tax", 0.21), Assumption("aero.capex", 0.04),
        Assumption("aero.depreciation", 0.03), Assumption("aero.discount", 0.085), Assumption("aero.terminal", 0.025),
        Assumption("energy.value", .priced(12, of: .ebitda, 2.1)),
        Assumption("stake.value", 12.5), Assumption("stake.ownership", 0.40),
        Assumption("corporate_costs", 0.4), Assumption("holding_discount", 0.10),
        Assumption("tax", 0.21), Assumption("discount", 0.085), Assumption("terminal", 0.025),
        Assumption("cash", 15), Assumption("debt", 20), Assumption("minority", 1.2), Assumption("shares", 1.09),
      ],
      parts: [("aero", .part), ("energy", .part), ("stake", .part)]
    ).with(changes)
  }

  private func value(_ changes: [Assumptions.Change] = []) throws -> Double {
    try DiscountedCashFlow.value(Self.conglomerate(changes)).valuePerShare
  }

  @Test("The conglomerate of the manual")
  func golden() throws {
    let result = try DiscountedCashFlow.value(Self.conglomerate([set("price", 100)]))
    let sum = try #require(result.sumOfParts)
    #expect(near(result.valuePerShare, 105.19373021281577, 1e-12))
    #expect(near(result.enterpriseValue, 120.86116593196918, 1e-12))
    #expect(near(result.equityValue, 114.6611659319692, 1e-12))
    #expect(near(try #require(sum["aero"]).value, 109.9420362207065, 1e-12))
    #expect(near(try #require(sum["energy"]).value, 25.2, 1e-13))
    #expect(near(try #require(sum["stake"]).attributable, 5, 1e-14))
    #expect(near(sum.sum, 140.1420362207065, 1e-12))
    #expect(near(sum.corporateCostsValue, 5.2666666666666675, 1e-13))
    #expect(
      sum.steps.map(\.item) == [
        "aero", "energy", "stake", "sum_of_parts", "holding_discount", "corporate_costs", "enterprise_value",
      ])
    #expect(result.bridge.map(\.item) == ["enterprise_value", "cash", "debt", "minority", "equity_value"])
    #expect(near(result.bridge.dropLast().reduce(0) { $0 + $1.value }, result.equityValue, 1e-12))
    #expect(near(try #require(result.upside), result.valuePerShare / 100 - 1, 1e-15))
    // The terminal values of energy and of the stake are not known.
    #expect(result.terminalShare == nil && result.years.isEmpty)
    let priced = try #require(sum["energy"]?.priced)
    #expect(priced.multiple == 12 && priced.metric == .ebitda && priced.figure == 2.1)
    #expect(Assumption("energy.value", .priced(12, of: .ebitda, 2.1)).text == "12x EBITDA of 2.1")
  }

  @Test("Each part, the discount and the costs say what they should")
  func changes() throws {
    #expect(near(try value([set("aero.margin", 0.22)]), 114.88487672322019, 1e-12))
    #expect(near(try value([shift("aero.margin", .add, 0.02)]), 114.88487672322019, 1e-12))
    #expect(near(try value([set("stake.ownership", 1)]), 111.38639076327448, 1e-12))
    #expect(near(try value([set("stake.ownership", 0)]), 101.0652898458433, 1e-12))
    #expect(near(try value([.remove("holding_discount")]), 118.05079775599984, 1e-12))
    #expect(near(try value([.remove("corporate_costs")]), 110.02553449416132, 1e-12))
    #expect(near(try value([.remove("stake")]), 101.0652898458433, 1e-12))
    #expect(near(try value([shift("energy.value", .multiply, 1.1)]) - value(), 2.52 * 0.9 / 1.09, 1e-12))
  }

  @Test("The fast way to the value of a share gives the same double")
  func fast() throws {
    for changes in [[], [set("aero.margin", 0.22)], [set("rsu", 0.01)], [set("stake.ownership", 0.3)]] {
      let all = try Self.conglomerate(changes)
      #expect(try DiscountedCashFlow.valuePerShare(of: all) == DiscountedCashFlow.value(all).valuePerShare)
    }
  }

  @Test("A part in its own currency is converted, after its own valuation")
  func currency() throws {
    let unit: [Assumptions.Change] = [
      .part("europe", .part), set("europe.revenue", 10), set("europe.growth", 0.05), set("europe.margin", 0.15),
      set("europe.tax", 0.25), set("europe.capex", 0), set("europe.discount", 0.10), set("europe.terminal", 0.02),
      set("europe.horizon", 3), set("europe.fx", 0.9), set("europe.ownership", 0.6),
      .set(Assumption("europe.currency", word: "EUR")), .set(Assumption("currency", word: "USD")),
    ]
    let result = try DiscountedCashFlow.value(Self.conglomerate(unit))
    let part = try #require(result.sumOfParts?["europe"])
    #expect(near(part.ownValue, 15.552718233471076, 1e-12))
    #expect(near(part.value, 17.280798037190085, 1e-12))
    #expect(near(part.attributable, 10.36847882231405, 1e-12))
    #expect(part.currency == "EUR" && part.fx == 0.9)
    #expect(part.valuation?.horizon == 3)
    #expect(code { _ = try Self.conglomerate(unit + [.remove("europe.fx")]).valued() } == .currencyWithoutFx)
    #expect(
      code { _ = try Self.conglomerate(unit + [.set(Assumption("europe.currency", word: "USD"))]).valued() }
        == .fxWithoutCurrencies)
  }

  @Test("The costs of the centre follow the discount path and the convention outside")
  func costs() throws {
    let result = try DiscountedCashFlow.value(
      Self.conglomerate([
        set("discount", YearPath([.init(.constant(0.11), .years(5)), .init(.constant(0.08))])), set("horizon", 10),
        .set(Assumption("discounting", word: "mid-year")), set("aero.horizon", 5),
      ]))
    #expect(near(try #require(result.sumOfParts).corporateCostsValue, 5.295958342462772, 1e-12))
    #expect(
      code { _ = try Self.conglomerate([set(terminal: .multiple(12, of: .ebitda))]).valued() } == .wrongKind)
  }

  @Test("What a part does not give comes from outside, but for the amounts of the whole")
  func inherited() throws {
    let plain = try Self.conglomerate([.remove("aero.tax"), .remove("aero.discount"), .remove("aero.terminal")])
    #expect(try plain.valued() == Self.conglomerate().valued())
    let part = try #require(try DiscountedCashFlow.value(plain).sumOfParts?["aero"]?.valuation)
    #expect(part.assumptions["tax"]?.source == .outside && part.assumptions["margin"]?.source == .typed)
    #expect(part.assumptions["minority"] == nil && part.assumptions["corporate_costs"] == nil)
    #expect(part.equityValue == part.enterpriseValue)
    // A shift of an assumption from outside moves it in the part alone.
    let moved = try DiscountedCashFlow.value(plain.with([shift("aero.discount", .add, 0.01)]))
    #expect(moved.sumOfParts?["aero"]?.valuation?.years[0].discountRate == 0.085 + 0.01)
    #expect(
      moved.sumOfParts?.corporateCostsValue == (try DiscountedCashFlow.value(plain)).sumOfParts?.corporateCostsValue)
    // A cost of capital that a part builds itself goes before the rate outside.
    let built = try DiscountedCashFlow.value(
      plain.with([set("aero.beta", 1.2), set("risk_free", 0.04), set("equity_premium", 0.05), set("debt_weight", 0)]))
    #expect(near(try #require(built.sumOfParts?["aero"]?.valuation).years[0].discountRate, 0.10, 1e-15))
    let noRevenue = try #require(error { _ = try plain.with([.remove("aero.revenue"), set("revenue", 50)]).valued() })
    #expect(noRevenue.code == .missingAssumptions && noRevenue.assumptions == ["aero.revenue"])
  }

  @Test("A part that is a bank ends at its equity")
  func bank() throws {
    let bank: [Assumptions.Change] = [
      .part("bank", .part), .set(Assumption("bank.model", word: "residual_income")), set("bank.book", 100),
      set("bank.roe", .list([0.15, 0.145, 0.14, 0.135, 0.13])), set("bank.payout", .glide(0.40, to: 0.60)),
      set("bank.cost_of_equity", 0.10), set("bank.terminal", 0.03), set("bank.terminal_roe", 0.12),
    ]
    let result = try DiscountedCashFlow.value(Self.conglomerate(bank))
    let part = try #require(result.sumOfParts?["bank"])
    #expect(near(part.value, 142.565390, 1e-6))
    #expect(part.findings.contains { $0.code == .partIsEquity })
    #expect(
      code { _ = try Self.conglomerate([.set(Assumption("model", word: "ddm"))]).valued() }
        == .contradictoryAssumptions)
  }

  @Test("Findings of a part bear its name, those of the whole do not")
  func findings() throws {
    let result = try DiscountedCashFlow.value(Self.conglomerate([set("aero.margin", 0.6), set("tax", 0.5)]))
    let margin = try #require(
      result.findings.first { $0.code == .outsidePlausibleRange && $0.assumptions == ["aero.margin"] })
    #expect(margin.part == "aero" && margin.message.hasPrefix("aero: margin is 60%"))
    let tax = result.findings.filter { $0.code == .outsidePlausibleRange && $0.assumptions == ["tax"] }
    #expect(tax.map(\.part) == [nil])
    #expect(result.findings.contains { $0.code == .minorityAndOwnership })
    #expect(!result.findings.contains { $0.assumptions == ["cash", "debt"] })
    let unused = try DiscountedCashFlow.value(Self.conglomerate([set("revenue", 90), set("nol", 3)]))
    #expect(unused.findings.first { $0.code == .notUsed && $0.part == nil }?.assumptions == ["revenue", "nol"])
    let part = try #require(result.sumOfParts?["aero"])
    #expect(part.findings == result.findings.filter { $0.part == "aero" })
  }

  @Test("Senseless assumptions of parts are refused, with the part's name")
  func refusals() throws {
    func refusal(_ changes: [Assumptions.Change]) -> ValuationError? {
      error { _ = try Self.conglomerate(changes).valued() }
    }
    #expect(refusal([.part("aero", .part)])?.code == .givenTwice)
    #expect(refusal([.part("iphone", .segment)])?.code == .partsMixed)
    #expect(refusal([.part("growth", .part)])?.code == .partName)
    #expect(refusal([.part("wacc", .part)])?.code == .partName)
    #expect(refusal([.part("segment", .part)])?.code == .partName)
    #expect(refusal([.part("9", .part)])?.code == .partName)
    #expect(refusal([.part("aero.engines", .part)])?.code == .nestedParts)
    #expect(refusal([set("aero.engines.margin", 0.1)])?.code == .nestedParts)
    #expect(refusal([set("areo.margin", 0.1)])?.code == .unknownPart)
    #expect(refusal([set("aero.cash", 1)])?.code == .wrongPlace)
    #expect(refusal([set("aero.shares", 1)])?.code == .wrongPlace)
    #expect(refusal([set("aero.holding_discount", 0.1)])?.code == .wrongPlace)
    #expect(refusal([set("ownership", 0.5)])?.code == .wrongPlace)
    #expect(refusal([set("stake.margin", 0.5)])?.code == .contradictoryAssumptions)
    #expect(refusal([set("stake.ownership", 1.5)])?.assumptions == ["stake.ownership"])
    #expect(refusal([set("aero.margn", 0.1)])?.hint == "did you mean `margin`?")
    let terminal = refusal([set("aero.terminal", 0.09)])
    #expect(terminal?.code == .terminalNotBelowDiscount && terminal?.message.hasPrefix("aero: ") == true)
    #expect(terminal?.assumptions == ["aero.terminal", "aero.discount"])
    #expect(
      refusal([.remove("aero.margin"), .remove("shares"), .part("new", .part)])?.assumptions
        == ["aero.margin", "new.revenue", "new.growth", "new.margin", "shares"])
    #expect(refusal([.set(Assumption("aero.terminal", .terminal(.multiple(15, of: .earnings))))])?.code == .wrongKind)
    #expect(code { _ = try example([set("holding_discount", 0.1)]).valued() } == .onlyWithParts)
    #expect(code { _ = try example([.set(Assumption("cash", .priced(12, of: .ebitda, 2)))]) } == .wrongKind)
    #expect(code { _ = try ResolvedModel(Self.conglomerate()) } == .sumOfParts)
    #expect(
      code {
        _ = try Assumptions([Assumption("a.margin", 0.1), Assumption("a.ebit_margin", 0.1)], parts: [("a", .part)])
      }
        == .givenTwice)
  }

  @Test("All assumptions with their names make the same set again")
  func flat() throws {
    let all = try Self.conglomerate([shift("aero.margin", .add, 0.01)])
    #expect(all.flat.count == 20 && all.flat.contains { $0.name == "stake.ownership" })
    let again = try Assumptions(all.flat.reversed(), parts: all.parts.map { ($0.name, $0.kind) })
    #expect(again == all)
    #expect(all["aero.ebit_margin"]?.text == "20% + 1pp" && all["aero.ebit_margin"]?.name == "aero.margin")
    #expect(all["aero.price"] == nil && all["stranger.margin"] == nil)
    #expect(AssumptionDefinition.named("aero.wacc")?.name == "discount")
    #expect(AssumptionDefinition.canonical("aero.wacc") == "aero.discount")
    #expect(AssumptionDefinition.canonical("aero.foo") == nil)
    #expect(all.with(source: .scenario("base"))["aero.margin"]?.source == .scenario("base"))
    #expect(try all.with([.remove("aero.margin")])["aero.margin"] == nil)
    #expect(all.holding("aero.horizon") == nil && all.holding("stake.tax")?.name == "tax")
  }
}

/// Laws of sums of parts on random companies.
@Suite("Laws of parts and segments")
struct PartLawTests {
  /// A company as one part of a sum, with the way to its equity outside.
  private func inOnePart(_ all: Assumptions) throws -> Assumptions {
    let outside: Set<String> = ["price", "shares", "cash", "debt"]
    return try Assumptions(
      all.all.map { outside.contains($0.name) ? $0 : Assumption("only.\($0.name)", $0.value, shifts: $0.shifts) },
      parts: [("only", .part)])
  }

  @Test("One part that has everything is the plain model bit for bit")
  func one() throws {
    var random = Dice(41)
    for _ in 0..<200 {
      let all = try healthy(&random)
      let plain = try DiscountedCashFlow.value(all)
      let sum = try DiscountedCashFlow.value(inOnePart(all))
      #expect(sum.enterpriseValue == plain.enterpriseValue)
      #expect(sum.equityValue == plain.equityValue && sum.valuePerShare == plain.valuePerShare)
      #expect(sum.upside == plain.upside && sum.cagr == plain.cagr)
      #expect(near(try #require(sum.terminalShare), try #require(plain.terminalShare), 1e-14))
    }
    let loss = try FirmModelTests.lossMaker()
    let sum = try DiscountedCashFlow.value(inOnePart(loss)).sumOfParts
    #expect(sum?.enterpriseValue == (try DiscountedCashFlow.value(loss)).enterpriseValue)
  }

  @Test("The sum is its parts, ownership is linear, and their order does not matter")
  func sum() throws {
    var random = Dice(42)
    for _ in 0..<60 {
      let companies = try (0..<4).map { _ in try healthy(&random) }
      let owned = companies.map { _ in Double.random(in: 0...1, using: &random) }
      func whole(_ order: [Int], ownership: [Double]) throws -> ValuationResult {
        var list = [Assumption("shares", 10.0), Assumption("cash", 5.0), Assumption("debt", 7.0)]
        for place in order {
          for assumption in companies[place].all
          where !["price", "shares", "cash", "debt"].contains(assumption.name) {
            list.append(Assumption("p\(place).\(assumption.name)", assumption.value))
          }
          list.append(Assumption("p\(place).ownership", ownership[place]))
        }
        return try DiscountedCashFlow.value(Assumptions(list, parts: order.map { ("p\($0)", .part) }))
      }
      let values = try companies.map { try DiscountedCashFlow.value($0).enterpriseValue }
      let result = try whole([0, 1, 2, 3], ownership: owned)
      let scale = values.reduce(0, +)
      #expect(near(result.enterpriseValue, zip(values, owned).reduce(0) { $0 + $1.0 * $1.1 }, scale * 1e-14))
      #expect(near(try whole([2, 0, 3, 1], ownership: owned).enterpriseValue, result.enterpriseValue, scale * 1e-14))
      let none = try whole([0, 1, 2, 3], ownership: [0] + owned[1...]).enterpriseValue
      let all = try whole([0, 1, 2, 3], ownership: [1] + owned[1...]).enterpriseValue
      #expect(near(result.enterpriseValue, none + (all - none) * owned[0], scale * 1e-13))
      let parts = try #require(result.sumOfParts)
      #expect(near(parts.parts.reduce(0) { $0 + ($1.share ?? .nan) }, 1, 1e-14))
    }
  }

  @Test("Segments that all grow alike are the plain model")
  func alike() throws {
    var random = Dice(43)
    for _ in 0..<200 {
      let all = try healthy(&random)
      let plain = try DiscountedCashFlow.value(all)
      let cuts = [0.2, 0.35, 0.45]
      let revenue = try #require(plain.numbers(of: "revenue")?.first)
      var list = all.all.filter { $0.name != "revenue" && $0.name != "growth" }
      let growth = try #require(all["growth"])
      for (place, cut) in cuts.enumerated() {
        list.append(Assumption("s\(place).revenue", revenue * cut))
        list.append(Assumption("s\(place).growth", growth.value))
      }
      let sum = try DiscountedCashFlow.value(Assumptions(list, parts: (0..<3).map { ("s\($0)", .segment) }))
      #expect(near(sum.enterpriseValue, plain.enterpriseValue, abs(plain.enterpriseValue) * 1e-12))
      #expect(near(sum.valuePerShare, plain.valuePerShare, max(1, abs(plain.valuePerShare)) * 1e-12))
    }
  }
}

extension Assumptions {
  /// The value of one share.
  func valued() throws -> Double { try DiscountedCashFlow.value(self).valuePerShare }
}
