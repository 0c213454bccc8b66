import Backtesting
import Columns
import PlainSimulation
import Testing

struct PositionProgramTests {
  let flat = PositionState(equity: 500)
  let held = PositionState(entryPrice: 100, barsHeld: 3, profit: 0.05, equity: 900)

  func value(_ expression: PositionExpression, _ state: PositionState? = nil, at index: Int = 0) -> Double {
    PositionProgram(expression).value(at: index, state: state ?? held)
  }

  @Test("fields are those of the position, and missing while flat but for the equity")
  func fields() {
    var held = held
    (held.barsFlat, held.lossesInRow, held.entriesToday) = (7, 2, 1)
    (held.lastExit, held.openProfit, held.maxProfit) = (98, 25, 0.07)
    #expect(PositionField.allCases.map { value(.field($0), held) } == [100, 3, 0.05, 900, 7, 2, 1, 98, 25, 0.07])
    #expect(value(.entryPrice, flat).isNaN)
    #expect(value(.barsHeld, flat).isNaN)
    #expect(value(.profit, flat).isNaN)
    #expect(value(.equity, flat) == 500)
  }

  @Test("columns are read on the bar, and operands in the order they are written")
  func columns() {
    let close = PositionExpression.column(Column([1, 2, 8]))
    let other = PositionExpression.column(Column([5, 5, 5]))
    #expect(value(.operation(.subtract, [close, other]), at: 2) == 3)
    #expect(value(.operation(.divide, [.operation(.add, [close, .entryPrice]), .constant(4)]), at: 1) == 25.5)
  }

  @Test("a program computes what the operation itself gives, for one, two and three operands")
  func operations() {
    let numbers: [Double] = [-1.25, 0, 1, 2.345, .nan]
    func expect(_ operation: Operation, _ operands: [Double], _ expected: Double) {
      let result = value(.operation(operation, operands.map { .constant($0) }))
      #expect(result == expected || (result.isNaN && expected.isNaN), "\(operation) of \(operands)")
    }
    for operation in Operation.allCases where !operation.looksBack {
      for a in numbers {
        if operation.operandCount == 1 { expect(operation, [a], operation.apply(a)) }
        for b in numbers {
          if operation.operandCount == 2 { expect(operation, [a, b], operation.apply(a, b)) }
          if operation.operandCount == 3 { expect(operation, [a, b, 2], operation.apply(a, b, 2)) }
        }
      }
    }
    #expect(value(.operation(.round, [.constant(2.345), .constant(2)])) == 2.35)
  }

  @Test("operations are nested, and each finds its own operands")
  func nesting() {
    let half = PositionExpression.operation(.multiply, [.entryPrice, .constant(0.5)])
    let kept = PositionExpression.operation(.clamp, [half, .barsHeld, .operation(.negate, [.constant(-20)])])
    let chosen = PositionExpression.operation(
      .select, [.operation(.greater, [.profit, .constant(0)]), kept, .equity])
    #expect(value(.operation(.subtract, [.equity, chosen])) == 880)
    #expect(value(.operation(.subtract, [.equity, chosen]), flat) == 0, "a missing profit is not a gain")
  }

  @Test("exit rules and sizes see the position at the deciding close")
  func rules() throws {
    let bars = flatBars([10, 10, 10.4, 10.6, 10.8, 11])
    let profit = PositionProgram(.operation(.greaterOrEqual, [.profit, .constant(0.05)]))
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 6))],
      exits: [leave(.program(profit), name: "gain")],
      size: .money(.program(PositionProgram(.operation(.multiply, [.equity, .constant(0.5)]))))
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
    let stop = PositionProgram(.operation(.subtract, [.entryPrice, distance]))
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
        firstLiveIndex: 0
      )
    }
    var loop = BarLoop(
      bars: flatBars([14]), strategy: Strategy(name: "s", entries: []), settings: BacktestSettings(), range: 0..<1,
      actions: [], listsSignals: false)
    loop.lots = [lot(10, 1, closesAtFill: 2), lot(20, 3, closesAtFill: 4)]
    loop.closes = 7
    let state = loop.positionState(at: 0, close: 14)
    #expect(state.entryPrice == 17.5)
    #expect(state.barsHeld == 5)
    #expect(near(state.profit, 0.2), "short: the price fell by a fifth")
    #expect(near(state.openProfit, 4 * (17.5 - 14)))
    #expect(state.barsFlat.isNaN)
  }

  @Test("signals list each rule that fires, and which of them became the order")
  func signals() throws {
    let bars = flatBars([10, 11, 12, 13])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, 1, count: 4), name: "in"), long(on(0, count: 4), name: "too")],
      exits: [
        leave(on(0, 2, count: 4), side: .long, name: "out"),
        leave(.program(PositionProgram(.operation(.greater, [.profit, .constant(0)]))), name: "gain"),
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
