import Testing
import Valuation

@Suite("Sensitivity")
struct SensitivityTests {
  @Test("The base's cell is the headline's double, and every cell is a full valuation")
  func cells() throws {
    let grid = try Sensitivity(
      of: example(),
      axes: [
        .init("discount", [0.07, 0.08, 0.09, 0.10, 0.11]),
        .init(shifting: "growth", [-0.02, -0.01, 0, 0.01, 0.02]),
      ]
    )
    #expect(grid.axes.map(\.base) == [2, 2])
    #expect(grid.values[2][2] == grid.base.valuePerShare)
    #expect(grid.refusedCount == 0)
    for (i, discount) in grid.axes[0].values.enumerated() {
      for (j, move) in grid.axes[1].values.enumerated() {
        let alone = try value([set("discount", discount), shift("growth", .add, move)])
        #expect(grid.values[i][j] == alone)
      }
    }
  }

  @Test("A grid that is stopped keeps its whole rows, with the cells of the whole grid")
  func stopped() throws {
    let axes: [Sensitivity.Axis] = [
      .init("discount", (0..<40).map { 0.07 + Double($0) * 0.001 }),
      .init(shifting: "growth", (0..<200).map { Double($0 - 100) * 0.0001 }),
    ]
    let whole = try Sensitivity(of: example(), axes: axes)
    #expect(whole.values.count == whole.requestedRows && whole.requestedRows >= 40)
    for looks in 0..<6 {
      var left = looks
      func isStopped() -> Bool {
        left -= 1
        return left < 0
      }
      let part = try Sensitivity(of: example(), axes: axes, keepsPart: true, isStopped: isStopped)
      #expect(!part.values.isEmpty && part.values.count < whole.requestedRows)
      #expect(part.requestedRows == whole.requestedRows)
      #expect(part.values == Array(whole.values.prefix(part.values.count)))
      #expect(part.axes[0].values == Array(whole.axes[0].values.prefix(part.values.count)))
      #expect(part.axes[0].base.map { $0 < part.values.count } ?? true)
    }
    #expect { try Sensitivity(of: example(), axes: axes, isStopped: { true }) } throws: {
      ($0 as? ValuationError)?.code == .interrupted
    }
  }

  @Test("A tornado and a search that are stopped keep the assumptions that were moved")
  func stoppedOneByOne() throws {
    let model = try example([set("price", 100)])
    let (tornado, breakeven) = (try Tornado(of: model), try Breakeven(of: model))
    #expect(tornado.movedCount == tornado.movableCount && breakeven.triedCount == breakeven.requestedCount)
    for looks in 1..<tornado.movableCount {
      var left = looks
      func isStopped() -> Bool {
        left -= 1
        return left < 0
      }
      let part = try Tornado(of: model, isStopped: isStopped)
      #expect(part.movedCount == looks && part.movableCount == tornado.movableCount)
      #expect(part.rows.allSatisfy(tornado.rows.contains))
      left = looks
      let found = try Breakeven(of: model, isStopped: isStopped)
      #expect(found.triedCount == min(looks, found.requestedCount))
      #expect(found.rows.allSatisfy(breakeven.rows.contains))
    }
    #expect { try Tornado(of: model, isStopped: { true }) } throws: {
      ($0 as? ValuationError)?.code == .interrupted
    }
  }

  @Test("Cells are the same doubles as valuations by themselves, for every assumption that has numbers")
  func everyAssumption() throws {
    let ranges: [(String, [Double])] = [
      ("shares", [1e9, 2e9]), ("revenue", [1e11, 5e11]), ("growth", [-0.95, 0, 0.2]), ("margin", [0.1, 0.4]),
      ("tax", [0, 0.3]), ("capex", [0, 0.1]), ("depreciation", [0, 0.02]),
      ("working_capital", [-0.01, 0.02]),
      ("discount", [0.02, 0.06, 0.12]), ("terminal", [0, 0.03, 0.12]), ("horizon", [3, 8, 0.5]),
      ("cash", [0, 1e11]), ("debt", [-1, 0, 1e11]),
    ]
    let base = try example([shift("growth", .multiply, 1.1)])
    for (name, values) in ranges {
      let grid = try Sensitivity(of: base, axes: [.init(name, values)])
      for (row, x) in grid.axes[0].values.enumerated() {
        let alone = try? DiscountedCashFlow.value(base.with([set(name, x)])).valuePerShare
        if let alone {
          #expect(grid.values[row] == [alone], "\(name) = \(x)")
        } else {
          #expect(grid.values[row][0].isNaN)
          #expect(grid.refusal(row: row) != nil)
        }
      }
    }
    for name in ["growth", "margin", "capex", "discount", "terminal", "revenue"] {
      for how in Assumption.Shift.Operator.allCases {
        let amounts = how.neutral == 0 ? [-0.01, 0.01] : [0.9, 1.1]
        let grid = try Sensitivity(of: base, axes: [.init(Variation(name, .shift(how)), amounts)])
        for (row, x) in grid.axes[0].values.enumerated() {
          #expect(
            grid.values[row][0]
              == (try DiscountedCashFlow.value(base.with([shift(name, how, x)])).valuePerShare)
          )
        }
        let marked = try #require(grid.axes[0].base)
        #expect(marked == 1 && grid.values[marked][0] == grid.base.valuePerShare)
      }
    }
  }

  @Test("A base off the steps gets a row of its own, or none on request")
  func insertedBase() throws {
    let axis = Sensitivity.Axis("discount", [0.08, 0.095, 0.11])
    let grid = try Sensitivity(of: example(), axes: [axis])
    #expect(grid.axes[0].values == [0.08, 0.09, 0.095, 0.11] && grid.axes[0].base == 1)
    #expect(grid.values[1][0] == grid.base.valuePerShare)
    let plain = try Sensitivity(of: example(), axes: [axis], includesBase: false)
    #expect(plain.axes[0].values == [0.08, 0.095, 0.11] && plain.axes[0].base == nil)
  }

  @Test("A constant that replaces a path has no base on its axis")
  func pathHasNoBase() throws {
    let grid = try Sensitivity(of: example(), axes: [.init("growth", [0.02, 0.06])])
    #expect(grid.axes[0].values == [0.02, 0.06] && grid.axes[0].base == nil)
  }

  @Test("A value that differs from the base by rounding only is the base")
  func roundedBase() throws {
    let grid = try Sensitivity(of: example(), axes: [.init("discount", [0.08, 0.03 + 0.06])])
    #expect(grid.axes[0].base == 1)
    #expect(grid.values[1][0] == grid.base.valuePerShare)
  }

  @Test("A refused cell is missing and says why")
  func refused() throws {
    let grid = try Sensitivity(
      of: example(),
      axes: [.init("discount", [0.02, 0.09]), .init("terminal", [0.01, 0.025])]
    )
    #expect(grid.values[0][1].isNaN)
    #expect(grid.refusal(row: 0, column: 1)?.code == .terminalNotBelowDiscount)
    #expect(grid.refusal(row: 1, column: 1) == nil)
    #expect(grid.refusedCount == 1)
  }

  @Test("Multiples can be an axis")
  func multiples() throws {
    let base = try example([set(terminal: .multiple(15, of: .ebitda))])
    let grid = try Sensitivity(
      of: base,
      axes: [.init(Variation("terminal", .multiple(of: .ebitda)), [10, 15, 20])]
    )
    #expect(grid.axes[0].base == 1)
    #expect(grid.values[1][0] == grid.base.valuePerShare)
    #expect(grid.values[2][0] == (try value([set(terminal: .multiple(20, of: .ebitda))])))
  }

  @Test("Axes that make no sense are refused")
  func axes() throws {
    let base = try example()
    #expect(code { _ = try Sensitivity(of: base, axes: []) } == .axes)
    #expect(code { _ = try Sensitivity(of: base, axes: [.init("growth", [])]) } == .axes)
    #expect(
      code { _ = try Sensitivity(of: base, axes: [.init("wacc", [0.1]), .init(shifting: "discount", [0])]) }
        == .axes
    )
    #expect(code { _ = try Sensitivity(of: base, axes: [.init("price", [1])]) } == .noInfluence)
    #expect(code { _ = try Sensitivity(of: base, axes: [.init("discounting", [1])]) } == .wrongKind)
    #expect(code { _ = try Sensitivity(of: base, axes: [.init("nonsense", [1])]) } == .unknownAssumption)
  }
}
