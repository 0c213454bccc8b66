import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

@Suite("Splits and dividends in a run")
struct ActionRunTests {
  /// A random run on prices that splits move, and the same one on prices that do not know them.
  private static func splitRun(_ seed: UInt64) -> (raw: RandomRun, adjusted: RandomRun) {
    var adjusted = RandomRun(seed: seed)
    adjusted.settings.units = .fractional
    adjusted.strategy.stopsAtCloses = seed % 2 == 0
    if seed % 3 == 0 { adjusted.strategy.trail = Level(.price, .column(adjusted.bars.close.scaled(0.97))) }
    if seed % 4 == 1 {
      adjusted.strategy.exits[0].share = 0.4
      adjusted.strategy.target = .fraction(0.04)
      adjusted.strategy.targetShare = 0.5
    }
    func below(_ close: Column) -> EntryRule {
      short(.program(PositionProgram(.operation(.less, [.column(close), .lastExit]))))
    }
    var raw = adjusted
    var random = Dice(seed &+ 77)
    var factors = [Double](repeating: 1, count: raw.bars.count)
    for _ in 0..<4 {
      let index = Int.random(in: 1..<raw.bars.count, using: &random)
      let ratio = [2, 3, 4, 0.1, 1.5][Int.random(in: 0..<5, using: &random)]
      let action = CorporateAction(.split(ratio), on: raw.bars.civilTime(at: index).date)
      guard raw.actions.insert(action) else { continue }
      for earlier in 0..<index { factors[earlier] *= ratio }
    }
    func scale(_ column: Column) -> Column { Column(zip(column.values, factors).map { $0 * $1 }) }
    raw.bars.open = scale(raw.bars.open)
    raw.bars.high = scale(raw.bars.high)
    raw.bars.low = scale(raw.bars.low)
    raw.bars.close = scale(raw.bars.close)
    if seed % 5 == 0 {
      adjusted.strategy.entries.append(below(adjusted.bars.close))
      raw.strategy.entries.append(below(raw.bars.close))
    }
    if case .column(let price)? = raw.strategy.trail?.amount {
      raw.strategy.trail = Level(.price, .column(scale(price)))
    }
    if case .column(let distance)? = raw.strategy.stop?.amount {
      raw.strategy.stop = Level(.distance, .column(scale(distance)))
    }
    if case .shares(.constant(let shares)) = raw.strategy.size {
      raw.strategy.size = .shares(.column(Column(factors.map { shares / $0 })))
    }
    return (raw, adjusted)
  }

  @Test("A split changes neither the equity on any day nor the gain of a trade")
  func splits() throws {
    var crossed = 0
    for seed in UInt64(1)...300 {
      let (raw, adjusted) = Self.splitRun(seed)
      let one = try raw.run()
      let other = try adjusted.run()
      for (index, pair) in zip(one.equity.values, other.equity.values).enumerated() {
        #expect(near(pair.0, pair.1, 1e-8), "seed \(seed), bar \(index)")
      }
      #expect(one.trades.count == other.trades.count, "seed \(seed)")
      for (left, right) in zip(one.trades + one.openTrades, other.trades + other.openTrades) {
        #expect(near(left.pnl, right.pnl, 1e-7) && near(left.returnRate, right.returnRate), "seed \(seed)")
        #expect(near(left.adverseExcursion, right.adverseExcursion), "seed \(seed)")
        #expect(near(left.favourableExcursion, right.favourableExcursion), "seed \(seed)")
        #expect(near(left.size * left.splitRatio * left.exitPrice, right.size * right.exitPrice), "seed \(seed)")
        if left.splitRatio != 1 { crossed += 1 }
      }
      let (mine, theirs) = (one.performance(), other.performance())
      #expect(near(mine.buyAndHoldReturn, theirs.buyAndHoldReturn), "seed \(seed)")
      #expect(mine.breakEvenCost.isNaN == theirs.breakEvenCost.isNaN, "seed \(seed)")
      if mine.breakEvenCost.isFinite { #expect(near(mine.breakEvenCost, theirs.breakEvenCost, 1e-7), "seed \(seed)") }
    }
    #expect(crossed > 100, "trades are held over splits")
  }

  @Test("Cash at each close follows from the trades and the dividends on the position of the close before")
  func dividends() throws {
    var paid = 0
    for seed in UInt64(1)...300 {
      var run = RandomRun(seed: seed)
      var random = Dice(seed &+ 5)
      var money = [Double](repeating: 0, count: run.bars.count)
      for _ in 0..<12 {
        let index = Int.random(in: 1..<run.bars.count, using: &random)
        let amount = Double.random(in: 0.01...3, using: &random)
        run.actions.insert(CorporateAction(.dividend(amount), on: run.bars.civilTime(at: index).date))
        money[index] += amount
      }
      let result = try run.run()
      var fills: [Int: [(cash: Double, units: Double)]] = [:]
      let rate = run.settings.commission.rate
      for trade in result.trades + result.openTrades {
        let sign = trade.side.sign
        let (entry, exit) = (trade.size * trade.entryPrice, trade.size * trade.exitPrice)
        fills[trade.entryIndex, default: []].append((-sign * entry - rate * entry, sign * trade.size))
        guard !trade.isOpen else { continue }
        fills[trade.exitIndex, default: []].append((sign * exit - rate * exit, -sign * trade.size))
      }
      var (cash, units) = (run.settings.cash, 0.0)
      for index in 0..<run.bars.count {
        cash += units * money[index]
        if money[index] > 0, units != 0 { paid += 1 }
        for fill in fills[index] ?? [] {
          cash += fill.cash
          units += fill.units
        }
        #expect(near(result.cash[index], cash, 1e-8), "seed \(seed), bar \(index)")
      }
      let gain = (result.trades + result.openTrades).reduce(0) { $0 + $1.pnl }
      let last = try #require(result.equity.values.last)
      #expect(near(run.settings.cash + gain, last, 1e-8), "seed \(seed)")
      let received = (result.trades + result.openTrades).reduce(0) { $0 + $1.dividends }
      #expect(near(result.dividends, received, 1e-8), "seed \(seed)")
    }
    #expect(paid > 500, "positions are held over dividends")
  }

  @Test("An order that waits over a split fills in new units, and its stop is counted in them")
  func pending() throws {
    var bars = flatBars([100, 100, 25, 25, 25, 25])
    bars.low[4] = 22
    let date = bars.civilTime(at: 2).date
    let strategy = Strategy(
      name: "wait", entries: [long(on(1, count: 6))], stop: Level(.distance, .constant(10)),
      size: .shares(.constant(8)))
    let result = try Backtest.run(
      bars: bars, strategy: strategy, actions: bars.barActions(CorporateActions([CorporateAction(.split(4), on: date)]))
    )
    let trade = try #require(result.trades.first)
    #expect(trade.size == 32 && trade.entryPrice == 25 && trade.exitPrice == 22.5 && trade.splitRatio == 1)
  }

  @Test("A size in units over a split is counted in the units of its fill, and the order says what each became")
  func splitSize() throws {
    let bars = flatBars([10, 10, 5, 5])
    let split = CorporateAction(.split(2), on: bars.civilTime(at: 2).date)
    func orders(_ size: Size) throws -> (orders: [OrderRecord], size: [Double]) {
      let strategy = Strategy(name: "s", entries: [long(on(1, count: 4))], size: size)
      let result = try Backtest.run(
        bars: bars, strategy: strategy, settings: BacktestSettings(cash: 1000),
        actions: bars.barActions(CorporateActions([split])), listsSignals: true)
      return (result.orders, result.openTrades.map(\.size))
    }
    let units = try orders(.shares(.constant(3)))
    #expect(units.size == [6] && units.orders.map(\.splitRatio) == [2])
    let share = try orders(.equityShare(.constant(0.5)))
    #expect(share.size == [100] && share.orders.map(\.splitRatio) == [1])
  }

  @Test("Holding through splits and dividends is worth the units and the cash; a short pays")
  func hold() throws {
    let bars = flatBars([100, 100, 100, 48, 50, 49])
    let actions = CorporateActions([
      CorporateAction(.dividend(4), on: bars.civilTime(at: 3).date),
      CorporateAction(.split(2), on: bars.civilTime(at: 3).date),
      CorporateAction(.dividend(1), on: bars.civilTime(at: 5).date),
    ])
    // 400 on 100 shares, 200 on 200, which are worth 9,800 in the end; the short sold at 10,000.
    let runs: [(EntryRule, Double)] = [(long(on(0, count: 6)), 400), (short(on(0, count: 6)), -400)]
    for (side, gain) in runs {
      let result = try Backtest.run(
        bars: bars, strategy: Strategy(name: "hold", entries: [side], size: .shares(.constant(100))),
        actions: bars.barActions(actions))
      let end = 10_000 + gain
      #expect(near(result.equity[5], end))
      #expect(near(result.performance().buyAndHoldReturn, 0.04))
    }
  }

  @Test("Of whole units a split pays out the part that it leaves at the open of its bar, long and short, without costs")
  func wholeUnits() throws {
    let bars = flatBars([100, 100, 100, 1000, 1100, 1100])
    let date = bars.civilTime(at: 3).date
    let actions = bars.barActions(CorporateActions([CorporateAction(.split(0.1), on: date)]))
    var settings = BacktestSettings(units: .whole)
    settings.commission.perFill = 1
    for (rule, sign) in [(long(on(0, count: 6)), 1.0), (short(on(0, count: 6)), -1.0)] {
      let result = try Backtest.run(
        bars: bars, strategy: Strategy(name: "hold", entries: [rule], size: .shares(.constant(25))), settings: settings,
        actions: actions)
      // 25 shares are 2.5: half of one is worth 500 at the open of the split's bar, and 2 are held at 1100 in the end.
      #expect(result.cash.values[3] == 10_000 - 1 + sign * (-2500 + 500))
      #expect(result.equity.values[5] == 10_000 - 1 + sign * (-2500 + 500 + 2200))
      let trade = try #require(result.openTrades.first)
      #expect(trade.paidOut == sign * 500 && trade.resizes.map(\.isPayout) == [true])
      #expect(near(trade.pnl, sign * 200 - 1))
    }
    let all = try Backtest.run(
      bars: bars, strategy: Strategy(name: "hold", entries: [long(on(0, count: 6))], size: .shares(.constant(7))),
      settings: settings, actions: actions)
    #expect(all.openTrades.isEmpty && all.trades.map(\.exit) == [.split])
    #expect(all.equity.values[5] == 10_000 - 1, "700 for all of 0.7 shares, without a second commission")
  }

  @Test("A dividend inside a weekly bar is paid in it, and a split there is refused with its day")
  func longBars() throws {
    let week = makeBars([(10, 10, 10, 10), (10, 10, 10, 10), (10, 10, 10, 10)])
    var bars = week
    bars.timeframe = Timeframe(1, .week)
    bars.times = Values((0..<3).map { Timestamp(seconds: Int64(19_723 + 7 * $0) * 86_400) })
    let strategy = Strategy(name: "hold", entries: [long(on(0, count: 3))], size: .shares(.constant(1)))
    let wednesday = CivilDate(daysSince1970: 19_723 + 9)
    let paid = try Backtest.run(
      bars: bars, strategy: strategy,
      actions: bars.barActions(CorporateActions([CorporateAction(.dividend(1), on: wednesday)])))
    #expect(paid.cash.values == [10_000, 9991, 9991])
    #expect(throws: BacktestError.splitInsideBar(ratio: 2, date: wednesday)) {
      try Backtest.run(
        bars: bars, strategy: strategy,
        actions: bars.barActions(CorporateActions([CorporateAction(.split(2), on: wednesday)])))
    }
  }
}
