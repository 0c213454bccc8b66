import Testing
import Valuation

@Suite("Exploring")
struct ExploringTests {
  @Test("A tornado's ends are direct valuations by the table's swings, the widest first")
  func tornado() throws {
    let base = try example([set("depreciation", 0.02)])
    let tornado = try Tornado(of: base)
    #expect(tornado.rows.map(\.width) == tornado.rows.map(\.width).sorted(by: >))
    #expect(tornado.rows.contains { $0.parameter == "growth" } && tornado.rows.contains { $0.parameter == "discount" })
    for row in tornado.rows {
      for end in [row.low, row.high] {
        let alone = try? DiscountedCashFlow.value(base.with([.shift(row.parameter, end.change)])).valuePerShare
        #expect(end.value == alone && (end.refusal == nil) == (alone != nil), "\(row.parameter)")
      }
    }
    let growth = try #require(tornado.rows.first { $0.parameter == "growth" })
    #expect(try growth.high.value == value([set("depreciation", 0.02), shift("growth", .add, 0.01)]))
    #expect(growth.swing == 0.01 && growth.low.number == nil)
    let tenth = try Tornado(of: base, swing: 0.1)
    let debt = try #require(tenth.rows.first { $0.parameter == "debt" })
    #expect(try debt.low.value == value([set("depreciation", 0.02), shift("debt", .multiply, 0.9)]))
    #expect(code { _ = try Tornado(of: base, swing: 2) } == .swing)
  }

  @Test("An end that is refused is said, and the row is as wide as the other end")
  func refusedEnd() throws {
    let base = try example([set("discount", 0.03), set("terminal", 0.025)])
    let row = try #require(Tornado(of: base).rows.first { $0.parameter == "discount" })
    #expect(row.low.value == nil && row.low.refusal?.code == .terminalNotBelowDiscount)
    let high = try #require(row.high.value)
    #expect(row.width == abs(high - (try DiscountedCashFlow.value(base).valuePerShare)))
  }

  @Test("An assumption at the end of its range by default has no lower end, and none is said to be refused")
  func defaultAtTheEnd() throws {
    let rows = try Tornado(of: example([.remove("capex"), .remove("depreciation")])).rows
    let capex = try #require(rows.first { $0.parameter == "capex" })
    #expect(capex.low.value == nil && capex.low.refusal == nil && capex.high.value != nil)
    // One that was given so low is said.
    let given = try Tornado(of: example([set("capex", 0.005)])).rows.first { $0.parameter == "capex" }
    #expect(given?.low.refusal?.code == .outOfRange)
  }

  @Test("The distance to break even, put back, gives the price")
  func breakeven() throws {
    let base = try example([set("price", 100)])
    let found = try Breakeven(of: base)
    #expect(found.rows.map { abs($0.swings ?? .infinity) } == found.rows.map { abs($0.swings ?? .infinity) }.sorted())
    var count = 0
    for row in found.rows {
      guard let distance = row.distance else {
        #expect(row.reach != nil || row.refusal != nil)
        continue
      }
      count += 1
      let move = shift(row.parameter, row.isFactor ? .multiply : .add, distance)
      #expect(try near(DiscountedCashFlow.value(base.with([move])).valuePerShare, 100, 1e-9), "\(row.parameter)")
      #expect(!row.text.isEmpty)
    }
    #expect(count >= 6)
    let margin = try #require(found.rows.first { $0.parameter == "margin" })
    #expect(margin.text.hasPrefix("margin ") && margin.text.contains("higher, to 3"))
    #expect(code { _ = try Breakeven(of: base.with([.remove("price")])) } == .targetMissing)
    let far = try Breakeven(of: example([set("price", 1e6)]), names: ["tax"])
    #expect(far.rows.count == 1 && far.rows[0].distance == nil && far.rows[0].text.hasPrefix("no tax gives the price"))
  }

  @Test("An unknown inside a path is found, and put back gives the target")
  func unknownInAPath() throws {
    let base = try example([set("base_margin", 0.25)])
    let paths: [(String, YearPath)] = [
      ("margin", YearPath(.glide(from: nil, to: YearPath.unknown), .byYear(5))),
      ("growth", YearPath([.init(.constant(YearPath.unknown), .years(3)), .init(.glide(from: nil, to: 0.03))])),
      ("growth", YearPath.list([0.05, YearPath.unknown, 0.05, 0.04, 0.03])),
    ]
    for (name, path) in paths {
      let variation = Variation(name, .path(Assumption(name, path)))
      let solution = try Solution(of: base, for: variation, target: 110)
      let root = try #require(solution.value)
      #expect(try near(DiscountedCashFlow.value(base.with([variation.change(to: root)])).valuePerShare, 110, 1e-9))
    }
    // An expression with an unknown in it is not an assumption.
    #expect(code { _ = try base.with([set("growth", paths[1].1)]) } == .notFinite)
  }

  @Test("Two unknowns are a curve, each point of which gives the target")
  func curve() throws {
    let base = try example()
    let curve = try SolutionCurve(of: base, over: Variation("margin"), for: Variation("growth"))
    #expect(curve.points.count == 21 && curve.target == 172.5)
    var count = 0
    for point in curve.points {
      guard let second = point.second else { continue }
      count += 1
      let changes = [set("margin", point.first), set("growth", second)]
      #expect(try near(DiscountedCashFlow.value(base.with(changes)).valuePerShare, 172.5, 1e-9))
    }
    #expect(count >= 5)
    #expect(code { _ = try SolutionCurve(of: base, over: Variation("wacc"), for: Variation("discount")) } == .axes)
  }

  /// A full model whose cost of capital is built, so that many inputs hang together.
  private func built() throws -> Assumptions {
    try example([
      .remove("discount"), set("beta", 1.1), set("risk_free", 0.04), set("equity_premium", 0.05),
      set("cost_of_debt", 0.05), set("terminal_tax", 0.25), set("minority", 1e9), set("terminal_roic", 0.15),
    ])
  }

  @Test("A grid over parts of a built cost of capital has full valuations in every cell")
  func builtGrid() throws {
    let base = try built()
    let axes: [(String, [Double])] = [
      ("beta", [0.8, 1.1, 1.4]), ("debt", [0, 5e10, 2e11]), ("price", [80, 172.5]), ("tax", [0.1, 0.2]),
      ("risk_free", [0.03, 0.05]), ("equity_premium", [0.04, 0.06]), ("terminal_tax", [0.2, 0.3]),
      ("cost_of_debt", [0.04, 0.06]), ("shares", [1e10, 2e10]), ("country_premium", [0, 0.02]),
      ("debt_weight", [0, 0.3]), ("cost_of_equity", [0.08, 0.5]),
    ]
    for (name, values) in axes {
      let grid = try Sensitivity(of: base, axes: [.init(name, values), .init("margin", [0.25, 0.3])])
      for (row, x) in grid.axes[0].values.enumerated() {
        for (column, y) in grid.axes[1].values.enumerated() {
          let alone = try? DiscountedCashFlow.value(base.with([.number(name, x), .number("margin", y)])).valuePerShare
          #expect(alone.map { grid.values[row][column] == $0 } ?? grid.values[row][column].isNaN, "\(name) \(x)")
        }
      }
    }
  }

  @Test("Sixteen changed assumptions are split exactly, more are refused, and groups are one part")
  func sixteen() throws {
    let names: [(String, Double)] = [
      ("shares", 15e9), ("revenue", 400e9), ("growth", 0.05), ("margin", 0.31), ("tax", 0.2), ("capex", 0.03),
      ("depreciation", 0.01), ("working_capital", 0.001), ("discount", 0.095), ("terminal", 0.02), ("cash", 70e9),
      ("debt", 100e9), ("terminal_tax", 0.22), ("minority", 2e9), ("preferred", 1e9), ("rsu", 1e8),
    ]
    let start = try example([
      set("terminal_tax", 0.25), set("minority", 1e9), set("preferred", 0), set("rsu", 0), set("depreciation", 0.02),
      set("working_capital", 0), set("pension", 0), set("investments", 0),
    ])
    let ten = try #require(try Attribution(from: start, to: start.with(names.prefix(10).map { set($0.0, $0.1) })))
    #expect(ten.parts.count == 10 && ten.parts.reduce(0) { $0 + $1.amount } == ten.gap)
    let many = names + [("pension", 1e9), ("investments", 2e9)]
    let end = try start.with(many.map { set($0.0, $0.1) })
    #expect(code { _ = try Attribution(from: start, to: end) } == .tooManyParts)
    let group = many.suffix(12).map(\.0)
    let grouped = try #require(try Attribution(from: start, to: end, groups: [group]))
    #expect(grouped.parts.count == 7 && grouped.parts.contains { Set($0.assumptions) == Set(group) })
    #expect(grouped.parts.reduce(0) { $0 + $1.amount } == grouped.gap)
  }

  @Test("The price can be an axis where the value depends on it")
  func price() throws {
    #expect(code { _ = try Sensitivity(of: example(), axes: [.init("price", [1])]) } == .noInfluence)
    #expect(code { _ = try Solution(of: built(), for: Variation("price")) } == .targetMissing)
  }
}
