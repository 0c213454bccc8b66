import Calendar
import Columns
import TestSupport
import Testing

@testable import Backtesting

/// Positions that are brought back to their size at the ends of periods.
struct ResizeTests {
  private let week = Column([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])

  private func run(_ opens: [Double], _ change: (inout Strategy) -> Void = { _ in }) throws -> BacktestResult {
    let bars = makeBars(opens.map { ($0, $0, $0, $0) })
    var strategy = Strategy(
      name: "s",
      entries: [EntryRule(name: "in", side: .long, condition: .column(Column([1] + Array(repeating: 0, count: 11))))],
      size: .equityShare(.constant(0.5)))
    strategy.resizes = week
    change(&strategy)
    return try Backtest.run(bars: bars, strategy: strategy, settings: BacktestSettings(cash: 1000), listsSignals: true)
  }

  @Test("what has risen is sold down to its share of the equity that decided")
  func shrinks() throws {
    // 500 buys 50 at 10. At 20 the equity is 1500, whose half is 37.5 units: 12.5 are sold on the Monday.
    let result = try run([10, 10, 10, 20, 20, 20, 20, 20, 20, 20, 20, 20])
    #expect(result.trades.map(\.size) == [12.5] && result.trades.map(\.exit) == [.resize])
    #expect(result.trades[0].exitIndex == 5 && result.trades[0].pnl == 125)
    #expect(result.openTrades.map(\.size) == [37.5])
    #expect(result.orders.map(\.fate) == [.filled, .filled])
    #expect(result.equity.values.last == 1500)
    #expect(result.cash.values[5] == 750)
  }

  @Test("what has fallen is bought up to it, with the levels of the first entry")
  func grows() throws {
    // 50 at 10. At 8 the equity is 900, whose half is 56.25 units: 6.25 are bought. Its stop is the first one's, at 5.
    let result = try run([10, 10, 10, 8, 8, 8, 8, 8, 8, 8, 4, 4]) { $0.stop = .fraction(0.5) }
    #expect(result.trades.map(\.size) == [50, 6.25] && result.trades.map(\.entryIndex) == [1, 5])
    #expect(result.trades.map(\.stop) == [5, 5] && result.trades.map(\.exit) == [.stop, .stop])
    #expect(result.trades.map(\.exitPrice) == [4, 4])
  }

  @Test("a size that never changes resizes nothing, and nothing is left to resize after an exit")
  func nothing() throws {
    let same = try run([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10])
    #expect(same.trades.isEmpty && same.orders.count == 1)
    let shares = try run([10, 10, 10, 20, 20, 20, 20, 5, 5, 5, 5, 5]) { $0.size = .shares(.constant(3)) }
    #expect(shares.trades.isEmpty && shares.openTrades.map(\.size) == [3])
    let left = try run([10, 10, 10, 20, 20, 20, 20, 20, 20, 20, 20, 20]) {
      $0.exits = [
        ExitRule(name: "out", side: nil, condition: .column(Column([0, 0, 0, 0, 1] + Array(repeating: 0, count: 7))))
      ]
    }
    #expect(left.trades.map(\.exit) == [.rule(0)])
  }

  @Test("gains are what the equity has grown by, whatever is resized")
  func books() throws {
    var resized = 0
    for seed in Thoroughness.some(UInt64(0)..<200) {
      var run = RandomRun(seed: seed).withOrders(seed: seed).withParts(seed: seed)
      run.strategy.resizes = run.bars.lastOfPeriods(.week)
      let result = try run.run()
      let gains = (result.trades + result.openTrades).reduce(0) { $0 + $1.pnl }
      let end = result.equity[result.equity.count - 1]
      #expect(abs(end - 10_000 - gains) < 1e-6 * max(1, abs(end)), "seed \(seed)")
      let prefix = try run.run(0..<70)
      #expect(Array(result.equity.values[..<69]) == Array(prefix.equity.values[..<69]), "seed \(seed)")
      resized += result.trades.count { $0.exit == .resize }
    }
    #expect(resized > 200)
  }

  @Test("the last bar of each week and month is one, but for the last bar of all")
  func periods() {
    let bars = makeBars(Array(repeating: (1, 1, 1, 1), count: 25))
    let weeks = bars.lastOfPeriods(.week).values.enumerated().filter { $0.element == 1 }.map(\.offset)
    #expect(weeks == [4, 9, 14, 19])
    // 2024-01-31 is the 23rd weekday of the year.
    #expect(bars.lastOfPeriods(.month).values.enumerated().filter { $0.element == 1 }.map(\.offset) == [22])
  }
}
