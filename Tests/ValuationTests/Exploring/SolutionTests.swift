import TestSupport
import Testing
import Valuation

@Suite("Solve")
struct SolutionTests {
  @Test("The example's price implies its reference values")
  func reference() throws {
    let base = try example()
    let constant = try Solution(of: base, for: Variation("growth"))
    #expect(constant.target == 172.5 && constant.isUnique)
    #expect(near(try #require(constant.value), 0.19971712, 5e-9))
    let shifted = try Solution(of: base, for: Variation("growth", .shift(.add)))
    #expect(near(try #require(shifted.value), 0.15411496, 5e-9))
    #expect(near(try #require(Solution(of: base, for: Variation("margin")).value), 0.53121005, 5e-9))
    #expect(near(try #require(Solution(of: base, for: Variation("wacc")).value), 0.05991802, 5e-9))
  }

  @Test("The implied return is the root that the search for all of them takes, to the last digit")
  func nearest() throws {
    var dice = Dice(77)
    var models: [Assumptions] = []
    for _ in 0..<40 { models.append(try healthy(&dice)) }
    // Early losses give two rates; a multiple has none near its growth.
    for growth in [0.02, 0.3, -0.1] {
      models.append(
        try example([set("growth", growth), set("margin", .list([-0.3, -0.1, 0.2, 0.3, 0.3]))]))
      models.append(try example([set("growth", growth), set(terminal: .multiple(12, of: .ebitda))]))
    }
    var seen = 0
    for model in models {
      for price in [0.01, 1, 20, 95, 300, 1e5, -3] {
        for rate in [0.03, 0.09, 0.6] {
          let priced = try model.with([set("price", price), set("discount", rate)])
          guard let result = try? DiscountedCashFlow.value(priced) else { continue }
          let all = try? Solution(of: priced, for: Variation("discount"), target: price)
          #expect(result.impliedReturn() == all?.value, "\(price) \(rate)")
          seen += 1
        }
      }
    }
    #expect(seen > 500)
  }

  @Test("A root is as near as doubles can be: its neighbours have values on both sides of the target")
  func neighbours() throws {
    var dice = Dice(31)
    var seen = 0
    for _ in 0..<60 {
      let model = try healthy(&dice)
      let target = try DiscountedCashFlow.valuePerShare(of: model) * Double.random(in: 0.5...2, using: &dice)
      for name in ["discount", "growth", "margin"] {
        guard let root = try? Solution(of: model, for: Variation(name), target: target).value else { continue }
        // A value has some digits of rounding of its own.
        let below = try? DiscountedCashFlow.valuePerShare(of: model.with([set(name, root * (1 - 1e-13))]))
        let above = try? DiscountedCashFlow.valuePerShare(of: model.with([set(name, root * (1 + 1e-13))]))
        guard let below, let above else { continue }
        #expect((below - target) * (above - target) <= 0, "\(name) \(root)")
        seen += 1
      }
    }
    #expect(seen > 100)
  }

  @Test("Putting a root back gives the target, for every assumption")
  func roundTrip() throws {
    let base = try example([set("depreciation", 0.02), set("working_capital", 0.005)])
    var variations = [
      "shares", "revenue", "growth", "margin", "tax", "capex", "depreciation", "working_capital", "discount",
      "terminal", "cash", "debt",
    ].map { Variation($0) }
    for name in ["growth", "margin", "discount", "revenue", "terminal"] {
      for how in Assumption.Shift.Operator.allCases { variations.append(Variation(name, .shift(how))) }
    }
    variations.append(Variation("terminal", .multiple(of: .ebitda)))
    variations.append(Variation("terminal", .multiple(of: .freeCashFlow)))
    for target in [80.0, 97.25, 110.0] {
      for variation in variations {
        let solution = try Solution(of: base, for: variation, target: target)
        for root in solution.roots {
          let back = try DiscountedCashFlow.value(base.with([variation.change(to: root)])).valuePerShare
          #expect(near(back, target, 1e-9 * target), "\(variation) \(target)")
        }
        if solution.roots.isEmpty {
          let ends = [solution.lowest.value, solution.highest.value]
          #expect(
            ends.allSatisfy { $0 < target } || ends.allSatisfy { $0 > target },
            "\(variation) \(target)"
          )
        }
      }
    }
  }

  @Test("A root beside the pole at terminal growth is found")
  func nearPole() throws {
    let solution = try Solution(of: example(), for: Variation("discount"), target: 1e7)
    let root = try #require(solution.value)
    #expect(root > 0.025 && root < 0.0251)
    #expect(near(try value([set("discount", root)]) / 1e7, 1, 1e-6))
  }

  @Test("An unknown that is not given can be solved for")
  func notGiven() throws {
    let solution = try Solution(of: example([.remove("growth")]), for: Variation("growth"))
    #expect(near(try #require(solution.value), 0.19971712, 5e-9))
  }

  @Test("Where no value gives the target, the ends are said")
  func noRoot() throws {
    let solution = try Solution(of: example(), for: Variation("tax"), target: 500)
    #expect(solution.roots.isEmpty && solution.value == nil && !solution.isUnique)
    #expect(solution.lowest.parameter == 0 && solution.highest.parameter == 0.6)
    #expect(near(solution.lowest.value, try value([set("tax", 0)]), 1e-12))
    #expect(near(solution.highest.value, try value([set("tax", 0.6)]), 1e-12))
  }

  @Test("Growth can have two answers, and the nearest one comes first")
  func twoRoots() throws {
    // Years of burning cash: more growth burns more, and later makes the business larger.
    let burning = try Assumptions([
      Assumption("revenue", 100), Assumption("growth", 0.1),
      Assumption("margin", .list([-1, -1, -1, -1, 0.3])), Assumption("tax", 0.2), Assumption("discount", 0.1),
      Assumption("terminal", 0.02), Assumption("shares", 1), Assumption("price", 50),
    ])
    let solution = try Solution(of: burning, for: Variation("growth"), target: -100)
    #expect(solution.roots.count == 2 && !solution.isUnique)
    #expect(solution.roots == solution.roots.sorted())
    let nearest = solution.roots.min { abs($0 - 0.1) < abs($1 - 0.1) }
    #expect(solution.value == nearest)
    for root in solution.roots {
      let back = try DiscountedCashFlow.value(burning.with([set("growth", root)])).valuePerShare
      #expect(near(back, -100, 1e-9))
    }
  }

  @Test("A target that cannot be solved is refused")
  func refused() throws {
    let base = try example()
    #expect(code { _ = try Solution(of: base, for: Variation("price")) } == .noInfluence)
    #expect(code { _ = try Solution(of: base, for: Variation("horizon")) } == .wrongKind)
    #expect(code { _ = try Solution(of: base, for: Variation("base_margin")) } == .noInfluence)
    #expect(
      code { _ = try Solution(of: base.with([.remove("price")]), for: Variation("growth")) }
        == .targetMissing
    )
    #expect(
      code { _ = try Solution(of: base.with([set("margin", -0.2)]), for: Variation("growth")) }
        == .terminalFlowNotPositive
    )
    #expect(
      code { _ = try Solution(of: base.with([.remove("margin")]), for: Variation("growth")) }
        == .missingAssumptions
    )
  }

  @Test("The base margin can be solved for where a path starts from it")
  func baseMargin() throws {
    let base = try example([set("margin", .glide(to: 0.35)), set("base_margin", 0.1)])
    let solution = try Solution(of: base, for: Variation("base_margin"), target: 100)
    let root = try #require(solution.value)
    #expect(
      near(try DiscountedCashFlow.value(base.with([set("base_margin", root)])).valuePerShare, 100, 1e-9)
    )
  }
}
