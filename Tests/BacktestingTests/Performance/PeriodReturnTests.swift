import Backtesting
import Calendar
import Columns
import PlainSimulation
import Testing

@Suite("Returns by period")
struct PeriodReturnTests {
  @Test("The returns of the periods compound to the total return, and their gains add up", arguments: UInt64(1)...40)
  func compound(seed: UInt64) throws {
    let run = RandomRun(seed: seed)
    let result = try run.run()
    let end = try #require(result.equity.values.last)
    for unit in [Timeframe.Unit.day, .week, .month, .quarter, .year] {
      let periods = result.returns(by: unit, of: run.bars)
      #expect(periods.first?.bars.lowerBound == 0 && periods.last?.bars.upperBound == run.bars.count)
      #expect(near(periods.reduce(0) { $0 + $1.gain }, end - 10_000, 1e-8))
      #expect(periods.reduce(0) { $0 + $1.trades } == result.trades.count)
      let growth = periods.reduce(1) { $0 * (1 + $1.returnRate) }
      if !result.isRuined { #expect(near(10_000 * growth, end, 1e-8), "\(unit)") }
    }
  }

  @Test("A month is of the calendar, and its trades those that were closed in it")
  func months() throws {
    // 2024-01-01 to 2024-02-09, bought at the open of the second day and sold at that of 2024-02-06.
    let bars = flatBars((0..<30).map { 100 + Double($0) })
    let strategy = Strategy(
      name: "s", entries: [long(on(0, count: 30))], exits: [leave(on(25, count: 30))], size: .shares(.constant(1)))
    let result = try Backtest.run(bars: bars, strategy: strategy)
    let months = result.returns(by: .month, of: bars)
    #expect(months.map(\.start.month) == [1, 2])
    #expect(months.map(\.gain) == [21, 4] && months.map(\.trades) == [0, 1])
    #expect(near(months[1].returnRate, 4.0 / 10_021))
  }
}
