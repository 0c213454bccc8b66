import Backtesting
import Columns
import PlainSimulation
import Testing

/// Orders, sizes and the account: a scenario for each sentence of the rules, small enough to check by hand.
struct OneBarTests {
  @Test("an order decided at a close fills at the next open, and the position is marked at the close")
  func nextOpen() throws {
    let bars = makeBars([(10, 10, 10, 10), (20, 26, 19, 25), (40, 40, 40, 40), (50, 50, 50, 60)])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 4))],
      exits: [leave(on(1, count: 4))]
    )
    let result = try run(bars, strategy)
    let trade = try #require(result.trades.first)
    #expect(result.trades.count == 1)
    #expect((trade.entryIndex, trade.exitIndex) == (1, 2))
    #expect((trade.entryPrice, trade.exitPrice, trade.size, trade.pnl) == (20, 40, 50, 1000))
    #expect((trade.returnRate, trade.bars) == (1, 1))
    #expect(result.entryRuleName(of: trade) == "buy")
    #expect(result.exitRuleName(of: trade) == "leave")
    #expect(result.equity.values == [1000, 1250, 2000, 2000])
    #expect(result.cash.values == [1000, 0, 2000, 2000])
    #expect(result.exposedBars == 1)
    #expect(trade.favourableExcursion == 1, "the exit at 40 is the best price of the trade")
    #expect(near(trade.adverseExcursion, -0.05))
  }

  @Test("an exit that leaves a position for one that is rejected still fills")
  func reversalBeyondStop() throws {
    let bars = makeBars([
      (100, 100, 100, 100), (100, 100, 100, 100), (110, 112, 109, 111), (111, 111, 111, 111),
    ])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 4)), short(on(1, count: 4))],
      stop: Level(.price, .column(Column([50, 105, 105, 105])))
    )
    let result = try run(bars, strategy)
    #expect(result.trades.map(\.exitPrice) == [110])
    #expect(result.rejections.map(\.reason) == [.beyondStop])
    #expect(result.openTrades.isEmpty)
  }

  @Test("an exit wins over an entry of the same side; while flat an exit says nothing")
  func exitWins() throws {
    let bars = flatBars([10, 10, 10, 10])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, 1, count: 4))],
      exits: [leave(on(0, 1, count: 4))],
      maximumEntries: 2
    )
    let result = try run(bars, strategy)
    #expect(result.trades.map(\.entryIndex) == [1])
    #expect(result.trades.map(\.exitIndex) == [2])
    #expect(result.openTrades.isEmpty)
  }

  @Test("the first written of several rules gets the credit")
  func firstWritten() throws {
    let bars = flatBars([10, 10, 10, 10])
    let strategy = Strategy(
      name: "s",
      entries: [
        long(on(1, count: 4), name: "no"), long(on(0, count: 4), name: "a"), long(on(0, count: 4), name: "b"),
      ],
      exits: [
        leave(on(1, count: 4), side: .short, name: "other"), leave(on(1, count: 4), name: "x"),
        leave(on(1, count: 4), name: "y"),
      ]
    )
    let result = try run(bars, strategy)
    #expect(result.trades.map(result.entryRuleName(of:)) == ["a"])
    #expect(result.trades.map(result.exitRuleName(of:)) == ["x"])
  }

  @Test("a long and a short entry together are neither, and a conflict")
  func conflict() throws {
    let strategy = Strategy(
      name: "s",
      entries: [short(on(1, count: 3)), long(on(0, 1, count: 3)), short(on(0, 1, count: 3))]
    )
    let result = try run(flatBars([10, 10, 10]), strategy)
    #expect(result.trades.isEmpty)
    #expect(
      result.conflicts == [
        Conflict(index: 0, longRule: 1, shortRule: 2), Conflict(index: 1, longRule: 1, shortRule: 0),
      ]
    )
  }

  @Test("an entry on the other side closes and reverses in the same fill")
  func reversal() throws {
    let bars = flatBars([100, 100, 110, 121, 121])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 5), name: "up"), short(on(2, count: 5), name: "down")]
    )
    let result = try run(bars, strategy)
    #expect(result.trades.map(result.exitRuleName(of:)) == ["down"])
    #expect(result.trades.map(\.exitPrice) == [121])
    let open = try #require(result.openTrades.first)
    #expect((open.side, open.entryIndex, open.exitIndex) == (.short, 3, 4))
    // Sized by the 1100 of the deciding close, not by the 1210 at the fill.
    #expect(near(open.size, 1100.0 / 121))
    #expect(!open.isCapped)
  }

  @Test("a size that the account cannot pay is capped, and says so")
  func capped() throws {
    let bars = flatBars([100, 100, 100, 50, 50, 50])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 6)), short(on(2, count: 6))]
    )
    let result = try run(bars, strategy)
    #expect(result.openTrades.map(\.isCapped) == [true], "1000 were decided, 500 are left at the open")
    #expect(result.openTrades.map(\.size) == [10])
    let shares = Strategy(
      name: "s",
      entries: [long(on(0, count: 6))],
      size: .shares(.constant(25))
    )
    #expect(try run(bars, shares).openTrades.map(\.size) == [10])
  }

  @Test("units are the share of equity over the price with slippage and commission")
  func costs() throws {
    let bars = flatBars([100, 100, 100, 100])
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 4))], exits: [leave(on(1, count: 4))])
    let settings = BacktestSettings(cash: 1000, commission: 0.01, slippage: 0.02)
    let result = try run(bars, strategy, settings)
    let trade = try #require(result.trades.first)
    let units = 1000 / (102 * 1.01)
    #expect(near(trade.size, units))
    #expect((trade.entryPrice, trade.exitPrice) == (102, 98))
    #expect(near(trade.commission, units * 0.01 * 200))
    #expect(near(trade.pnl, units * (98 - 102) - units * 2))
    #expect(near(result.slippagePaid, units * 4))
    #expect(near(result.equity[3], 1000 + trade.pnl))
    #expect(near(result.turnover, units * 200))
  }

  @Test("whole units are rounded down, and less than one is rejected")
  func wholeUnits() throws {
    let bars = flatBars([300, 300, 300])
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 3))])
    let result = try run(bars, strategy, BacktestSettings(cash: 1000, units: .whole))
    #expect(result.openTrades.map(\.size) == [3])
    #expect(result.cash[2] == 100)
    let poor = try run(bars, strategy, BacktestSettings(cash: 299, units: .whole))
    #expect(
      poor.rejections == [
        Rejection(index: 1, decidedIndex: 0, rule: 0, side: .long, reason: .lessThanOneUnit)
      ]
    )
  }

  @Test("a size by risk loses that share of the equity at the stop")
  func risk() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 100, 94, 95), (95, 95, 95, 95)])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 3))],
      stop: .fraction(0.05),
      size: .risk(.constant(0.01))
    )
    let result = try run(bars, strategy)
    #expect(near(result.trades[0].size, 2))
    #expect(near(result.trades[0].pnl, -10))
    var tight = strategy
    tight.stop = .fraction(0.001)
    #expect(try run(bars, tight).trades.map(\.isCapped) == [true])
    tight.stop = nil
    #expect(throws: BacktestError.riskSizeWithoutStop) { try run(bars, tight) }
  }

  @Test("a size in money includes the commission")
  func money() throws {
    let bars = flatBars([10, 10, 10])
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 3))], size: .money(.constant(505)))
    let result = try run(bars, strategy, BacktestSettings(cash: 1000, commission: 0.01))
    #expect(near(result.openTrades[0].size, 50))
    #expect(near(result.cash[2], 495))
  }

  @Test("several entries have a stop each; a rule closes them all; more than allowed are ignored")
  func pyramiding() throws {
    let bars = makeBars([
      (100, 100, 100, 100), (100, 100, 100, 100), (110, 110, 110, 110), (110, 110, 104, 110),
      (120, 120, 120, 120), (120, 120, 120, 120),
    ])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, 1, 2, count: 6))],
      exits: [leave(on(3, count: 6))],
      stop: Level(.distance, .constant(5)),
      size: .equityShare(.constant(0.25)),
      maximumEntries: 2
    )
    let result = try run(bars, strategy)
    // The third entry, decided at bar 2, finds two open; the second one's stop at 105 is hit on bar 3.
    #expect(result.trades.map(\.entryIndex) == [2, 1])
    #expect(result.trades.map(result.exitRuleName(of:)) == ["stop", "leave"])
    #expect(result.trades.map(\.exitPrice) == [105, 120])
    #expect(near(result.trades[1].size, 2.5))
    #expect(near(result.trades[0].size, 250.0 / 110))
  }

  @Test("the second entry of a full account is rejected for want of cash")
  func noCash() throws {
    let strategy = Strategy(name: "s", entries: [long(on(0, 1, count: 4))], maximumEntries: 2)
    let result = try run(flatBars([7, 7, 7, 7]), strategy)
    #expect(result.rejections.map(\.reason) == [.noCash])
    #expect(result.openTrades.count == 1)
    let shorts = Strategy(name: "s", entries: [short(on(0, 1, count: 4))], maximumEntries: 2)
    #expect(try run(flatBars([7, 7, 7, 7]), shorts).rejections.map(\.reason) == [.noCash])
  }

  @Test("fill close fills at the close that decided, and stops work from the next bar")
  func fillClose() throws {
    let bars = makeBars([(100, 120, 80, 100), (100, 101, 97, 99), (99, 99, 99, 99)])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 3))],
      exits: [leave(on(1, count: 3))],
      stop: .fraction(0.1)
    )
    let result = try run(bars, strategy, BacktestSettings(cash: 1000, fill: .close))
    let trade = try #require(result.trades.first)
    #expect((trade.entryIndex, trade.exitIndex, trade.bars) == (0, 1, 1))
    #expect((trade.entryPrice, trade.exitPrice) == (100, 99))
    #expect(near(trade.adverseExcursion, -0.03), "the bar of the deciding close was over at the fill")
  }

  @Test("exit after N bars decides at the close N closes after the fill")
  func timeExit() throws {
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 6))], exitAfterBars: 2)
    let open = try run(flatBars([1, 1, 1, 1, 1, 1]), strategy)
    #expect(open.trades.map(\.entryIndex) == [1])
    #expect(open.trades.map(\.exitIndex) == [3], "closes of bars 1 and 2, so the fill is at the open of 3")
    #expect(open.trades.map(\.bars) == [2])
    #expect(open.trades.map(open.exitRuleName(of:)) == ["time"])
    let close = try run(flatBars([1, 1, 1, 1, 1, 1]), strategy, BacktestSettings(cash: 10, fill: .close))
    #expect(close.trades.map(\.exitIndex) == [2])
  }

  @Test("an order decided on the last bar is pending, and the open trade is marked at the last close")
  func pending() throws {
    let bars = flatBars([10, 10, 12])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 3)), short(on(2, count: 3), name: "turn")],
      exits: [leave(on(2, count: 3))]
    )
    let result = try run(bars, strategy)
    #expect(result.trades.isEmpty)
    #expect(
      result.pendingOrders == [
        PendingOrder(decidedIndex: 2, side: .long, kind: .exit(.rule(0))),
        PendingOrder(decidedIndex: 2, side: .short, kind: .entry(rule: 1)),
      ]
    )
    let open = try #require(result.openTrades.first)
    #expect((open.exitPrice, open.pnl, open.isOpen) == (12, 200, true))
    #expect(result.performance().trades == 0)
    #expect(result.performance().openTrades == 1)
  }

  @Test("finalize closes at the last close, counts the trade and pays for it")
  func finalize() throws {
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 3))])
    let settings = BacktestSettings(cash: 1010, commission: 0.01, finalize: true)
    let result = try run(flatBars([10, 10, 20]), strategy, settings)
    #expect(result.openTrades.isEmpty)
    #expect(result.trades.map(result.exitRuleName(of:)) == ["end"])
    #expect(near(result.equity[2], 1980))
    #expect(near(result.trades[0].pnl, 970))
  }

  @Test("equity at or below zero closes everything and ends trading")
  func ruin() throws {
    let bars = flatBars([10, 10, 25, 10, 10, 10])
    let strategy = Strategy(name: "s", entries: [short(on(0, 3, count: 6))])
    let result = try run(bars, strategy)
    #expect(result.ruinedIndex == 2)
    #expect(result.trades.map(result.exitRuleName(of:)) == ["ruin"])
    #expect(result.trades.count == 1)
    #expect(result.equity.values == [1000, 1000, -500, -500, -500, -500])
    #expect(result.performance().cagr.isNaN)
  }

  @Test("a window starts flat, and its first close can decide")
  func window() throws {
    let bars = flatBars([10, 10, 10, 20, 20])
    let strategy = Strategy(name: "s", entries: [long(on(1, 2, count: 5))], exits: [leave(on(3, count: 5))])
    let result = try Backtest.run(
      bars: bars,
      strategy: strategy,
      settings: BacktestSettings(cash: 100),
      range: 2..<5
    )
    #expect(result.trades.map(\.entryIndex) == [3])
    #expect(result.equity.count == 3)
    #expect(result.trades.map(\.exitIndex) == [4])
  }

  @Test("a bar without an open fills nothing: the order waits, and is marked at the last price")
  func missingPrices() throws {
    var bars = flatBars([10, 10, 10, 12, 12])
    for index in [1, 2] {
      bars.open[index] = .nan
      bars.high[index] = .nan
      bars.low[index] = .nan
      bars.close[index] = .nan
    }
    let strategy = Strategy(name: "s", entries: [long(on(0, 2, count: 5))])
    let result = try run(bars, strategy)
    #expect(result.openTrades.map(\.entryIndex) == [3])
    #expect(result.openTrades.map(\.bars) == [2])
    #expect(result.equity.values == [1000, 1000, 1000, 1000, 1000])
  }

}
