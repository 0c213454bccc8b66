import Columns
import Testing

@testable import Backtesting

struct PositionProgramTests {
  let flat = PositionState(equity: 500)
  let held = PositionState(entryPrice: 100, barsHeld: 3, profit: 0.05, equity: 900)

  func value(_ expression: PositionExpression, _ state: PositionState? = nil, at index: Int = 0) -> Double {
    PositionProgram(expression).value(at: index, state: state ?? held)
  }

  @Test("fields are those of the position, and missing while flat but for the equity")
  func fields() {
    #expect(PositionField.allCases.map { value(.field($0)) } == [100, 3, 0.05, 900])
    #expect(value(.entryPrice, flat).isNaN)
    #expect(value(.barsHeld, flat).isNaN)
    #expect(value(.profit, flat).isNaN)
    #expect(value(.equity, flat) == 500)
  }

  @Test("columns are read on the bar, and operands in the order they are written")
  func columns() {
    let close = PositionExpression.column(Column([1, 2, 8]))
    let other = PositionExpression.column(Column([5, 5, 5]))
    #expect(value(.binary(.subtract, close, other), at: 2) == 3)
    #expect(value(.binary(.divide, .binary(.add, close, .entryPrice), .constant(4)), at: 1) == 25.5)
  }

  @Test("every operation gives what its name says")
  func operations() {
    func unary(_ operation: UnaryOperation, _ x: Double) -> Double { value(.unary(operation, .constant(x))) }
    func binary(_ operation: BinaryOperation, _ a: Double, _ b: Double) -> Double {
      value(.binary(operation, .constant(a), .constant(b)))
    }
    func ternary(_ operation: TernaryOperation, _ a: Double, _ b: Double, _ c: Double) -> Double {
      value(.ternary(operation, .constant(a), .constant(b), .constant(c)))
    }
    #expect(unary(.negate, 2) == -2)
    #expect(unary(.not, 0) == 1)
    #expect(unary(.not, 1) == 0)
    #expect(unary(.absolute, -3) == 3)
    #expect(unary(.sign, -3) == -1)
    #expect(unary(.squareRoot, 9) == 3)
    #expect(unary(.squareRoot, -1).isNaN)
    #expect(unary(.logarithm, 1) == 0)
    #expect(unary(.logarithm, 0).isNaN)
    #expect(unary(.exponential, 0) == 1)
    #expect(unary(.exponential, 1000).isNaN)
    #expect(unary(.floor, -1.5) == -2)
    #expect(unary(.ceiling, -1.5) == -1)
    #expect(unary(.round, 2.5) == 3)
    #expect(unary(.isMissing, 2.5) == 0)
    #expect(unary(.isMissing, .nan) == 1)
    #expect(binary(.add, 1, 2) == 3)
    #expect(binary(.multiply, 3, 2) == 6)
    #expect(binary(.divide, 3, 0).isNaN)
    #expect(binary(.power, 2, -1) == 0.5)
    #expect(binary(.modulo, -1, 3) == 2)
    // The rest of the binary 0.3 by the binary 0.1 is just below 0.1.
    #expect(binary(.modulo, 0.3, 0.1) == 0.3.truncatingRemainder(dividingBy: 0.1))
    #expect(binary(.modulo, 3, 0).isNaN)
    #expect(binary(.less, 1, 2) == 1)
    #expect(binary(.lessOrEqual, 2, 2) == 1)
    #expect(binary(.greater, 2, 2) == 0)
    #expect(binary(.greaterOrEqual, 2, 2) == 1)
    #expect(binary(.equal, 2, 2) == 1)
    #expect(binary(.notEqual, 2, 2) == 0)
    #expect(binary(.minimum, 2, 3) == 2)
    #expect(binary(.maximum, 2, 3) == 3)
    #expect(binary(.replaceMissing, .nan, 3) == 3)
    #expect(ternary(.between, 2, 2, 3) == 1)
    #expect(ternary(.between, 4, 2, 3) == 0)
    #expect(ternary(.choose, 1, 2, 3) == 2)
    #expect(ternary(.choose, .nan, 2, 3) == 3)
    #expect(ternary(.clamp, 9, 2, 3) == 3)
    #expect(ternary(.clamp, 9, 3, 2).isNaN)
  }

  @Test("and, or and not have three values")
  func threeValues() {
    let cases: [Double] = [0, 1, .nan]
    func text(_ x: Double) -> String { x.isNaN ? "?" : (x == 0 ? "F" : "T") }
    func table(_ operation: BinaryOperation) -> String {
      cases.map { a in cases.map { b in text(operation.apply(a, b)) }.joined() }.joined(separator: " ")
    }
    #expect(table(.and) == "FFF FT? F??")
    #expect(table(.or) == "FT? TTT ?T?")
    #expect(table(.less) == "FT? FF? ???")
    #expect(text(UnaryOperation.not.apply(.nan)) == "?")
  }

  @Test("exit rules and sizes see the position at the deciding close")
  func rules() throws {
    let bars = flatBars([10, 10, 10.4, 10.6, 10.8, 11])
    let profit = PositionProgram(.binary(.greaterOrEqual, .profit, .constant(0.05)))
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 6))],
      exits: [leave(.program(profit), name: "gain")],
      size: .money(.program(PositionProgram(.binary(.multiply, .equity, .constant(0.5)))))
    )
    let result = try Backtest.run(bars: bars, strategy: strategy, settings: BacktestSettings(cash: 1000))
    #expect(result.trades.map(\.exitIndex) == [4])
    #expect(result.trades.map(result.exitRuleName(of:)) == ["gain"])
    #expect(result.trades.map(\.size) == [50])
  }

  @Test("a stop by program knows the fill price, and the column of the deciding bar")
  func levels() throws {
    let bars = flatBars([10, 20, 17])
    let distance = PositionExpression.column(Column([2, 9, 9]))
    let stop = PositionProgram(.binary(.subtract, .entryPrice, distance))
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 3))], stop: Level(.price, .program(stop)))
    let result = try Backtest.run(bars: bars, strategy: strategy)
    #expect(result.trades.map(\.exitPrice) == [17], "the stop at 18 was gapped through")
  }

  @Test("bars_held in a rule counts closes since the fill; a pyramided position has one mean price")
  func pyramid() {
    func lot(_ price: Double, _ units: Double, closesAtFill: Int) -> Lot {
      Lot(
        side: .short,
        units: units,
        entryIndex: 0,
        entryPrice: price,
        commission: 0,
        rule: 0,
        isCapped: false,
        closesAtFill: closesAtFill,
        firstLiveIndex: 0,
        signedBest: 0
      )
    }
    let lots = [lot(10, 1, closesAtFill: 2), lot(20, 3, closesAtFill: 4)]
    let state = BarLoop.positionState(lots, closes: 7, close: 14, equity: 1)
    #expect(state.entryPrice == 17.5)
    #expect(state.barsHeld == 5)
    #expect(near(state.profit, 0.2), "short: the price fell by a fifth")
  }

  @Test("signals list each rule that fires, and which of them became the order")
  func signals() throws {
    let bars = flatBars([10, 11, 12, 13])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, 1, count: 4), name: "in"), long(on(0, count: 4), name: "too")],
      exits: [
        leave(on(0, 2, count: 4), side: .long, name: "out"),
        leave(.program(PositionProgram(.binary(.greater, .profit, .constant(0)))), name: "gain"),
      ]
    )
    let result = try Backtest.run(bars: bars, strategy: strategy, listsSignals: true)
    let text = result.signals.map {
      "\($0.index) \(result.ruleName(of: $0)) \($0.price)\($0.isOrdered ? " ordered" : "")"
    }
    #expect(
      text == [
        "0 out 10.0", "0 in 10.0 ordered", "0 too 10.0", "1 in 11.0", "2 out 12.0 ordered", "2 gain 12.0",
      ]
    )
    let silent = try Backtest.run(bars: bars, strategy: strategy)
    #expect(silent.signals.isEmpty)
    #expect(silent.trades == result.trades)
  }
}
