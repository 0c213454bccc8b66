import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

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
    #expect(result.trades.isEmpty && result.openTrades.map(\.size) == [37.5])
    let open = try #require(result.openTrades.first)
    #expect(open.resizes == [LaterFill(index: 5, units: -12.5, price: 20, splitRatio: 1)])
    #expect(open.laterGain == 125 && open.entryPrice == 10 && open.pnl == 500)
    #expect(open.held(after: 4) == 50 && open.held(after: 5) == 37.5)
    #expect(result.orders.map(\.fate) == [.filled, .filled])
    #expect(result.equity.values.last == 1500)
    #expect(result.cash.values[5] == 750)
  }

  @Test("what has fallen is bought up to it, with the levels of the first entry")
  func grows() throws {
    // 50 at 10. At 8 the equity is 900, whose half is 56.25 units: 6.25 are bought. Its stop is the first one's, at 5.
    let result = try run([10, 10, 10, 8, 8, 8, 8, 8, 8, 8, 4, 4]) { $0.stop = .fraction(0.5) }
    let trade = try #require(result.trades.first)
    #expect(result.trades.count == 1 && trade.size == 56.25 && trade.entryIndex == 1 && trade.stop == 5)
    #expect(trade.exit == .stop && trade.exitPrice == 4 && trade.entryPrice == (500 + 50) / 56.25)
    #expect(abs(trade.pnl - (56.25 * 4 - 550)) < 1e-9 && trade.returnRate == trade.pnl / 550)
    #expect(trade.held(after: 3) == 50 && trade.held(after: 6) == 56.25)
  }

  @Test("what is off by less than the part that is allowed stays as it is")
  func tolerance() throws {
    // At 20 the position is a third too large, at 8 a ninth too small.
    let prices = [10.0, 10, 10, 20, 20, 20, 20, 20, 20, 20, 20, 20]
    #expect(try run(prices) { $0.resizesBeyond = 0.34 }.orders.count == 1)
    #expect(try run(prices) { $0.resizesBeyond = 0.33 }.orders.count == 2)
    let fallen = [10.0, 10, 10, 8, 8, 8, 8, 8, 8, 8, 8, 8]
    #expect(try run(fallen) { $0.resizesBeyond = 0.12 }.orders.count == 1)
    #expect(try run(fallen) { $0.resizesBeyond = 0.11 }.orders.count == 2)
  }

  @Test("a position sold and bought again is one trade whose size and mean prices give its gain")
  func oneTrade() throws {
    let result = try run([10, 10, 10, 20, 20, 20, 20, 20, 10, 10, 10, 10]) {
      $0.exits = [
        ExitRule(name: "out", side: nil, condition: .column(Column(Array(repeating: 0, count: 10) + [1, 0])))
      ]
    }
    // 50 bought at 10, 12.5 sold at 20; at 10 the equity is 1125, whose half is 56.25: 18.75 are bought.
    let trade = try #require(result.trades.first)
    #expect(result.trades.count == 1 && trade.exit == .rule(0) && trade.resizes.map(\.units) == [-12.5, 18.75])
    #expect(trade.size == 68.75 && trade.entryPrice == 10)
    #expect(abs(trade.exitPrice - (12.5 * 20 + 56.25 * 10) / 68.75) < 1e-12)
    #expect(abs(trade.pnl - 125) < 1e-9 && abs(trade.size * (trade.exitPrice - trade.entryPrice) - 125) < 1e-9)
    #expect(result.performance().breakEvenCost.isNaN)
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
      for trade in result.trades {
        let gain = trade.side.sign * trade.size * (trade.exitPrice * trade.splitRatio - trade.entryPrice)
        let net = gain + trade.dividends - trade.commission
        #expect(abs(net - trade.pnl) < 1e-6 * max(1, trade.size * trade.entryPrice), "seed \(seed)")
      }
      resized += (result.trades + result.openTrades).reduce(0) { $0 + $1.resizes.count }
    }
    #expect(resized > 200)
  }

  @Test("a resize fills once at an open, also of a short whose spread it pays")
  func once() throws {
    var seen = 0
    for seed in Thoroughness.some(UInt64(0)..<200) {
      var run = RandomRun(seed: seed).withOrders(seed: seed)
      run.strategy.resizes = run.bars.lastOfPeriods(.week)
      run.settings.slippage = 0.002
      let result = try run.run()
      for trade in result.trades + result.openTrades {
        let bars = trade.resizes.map(\.index)
        #expect(Set(bars).count == bars.count, "seed \(seed)")
        if trade.side == .short { seen += bars.count }
      }
    }
    #expect(seen > 20)
  }

  @Test("a short at an unchanged price is not resized by its own spread back and forth")
  func still() throws {
    let flat = flatBars(Array(repeating: 10, count: 40))
    var strategy = Strategy(
      name: "s", entries: [EntryRule(name: "in", side: .short, condition: on(0, count: 40))],
      size: .equityShare(.constant(0.5)))
    strategy.resizes = flat.lastOfPeriods(.week)
    let settings = BacktestSettings(cash: 1000, slippage: 0.01)
    let result = try Backtest.run(bars: flat, strategy: strategy, settings: settings, listsSignals: true)
    // 500 of 1,000 at 9.9 are 50.505 units; the equity is 994.95 then, whose half is 50.25.
    let open = try #require(result.openTrades.first)
    #expect(open.resizes.allSatisfy { $0.units < 0 } && result.orders.dropFirst().allSatisfy { $0.kind == .resize })
    #expect(abs(open.size - 50.25) < 0.01)
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
