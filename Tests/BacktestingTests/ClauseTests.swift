import Backtesting
import Calendar
import Columns
import PlainSimulation
import Testing

@Suite("Stops on closes, trailing prices, pauses and days")
struct ClauseTests {
  /// A run that buys one unit by each given close.
  private static func run(
    _ prices: [(Double, Double, Double, Double)], entries: [Int] = [0], settings: BacktestSettings = BacktestSettings(),
    actions: [BarAction] = [], _ change: (inout Strategy) -> Void
  ) throws -> BacktestResult {
    let bars = makeBars(prices)
    var strategy = Strategy(
      name: "s", entries: [long(.column(truth(entries, count: prices.count)))], size: .shares(.constant(1)))
    change(&strategy)
    return try Backtest.run(
      bars: bars, strategy: strategy, settings: settings, actions: actions, listsSignals: true)
  }

  @Test("A stop on closes lets a low pass, and fills at the open after the close that reaches it")
  func closeStop() throws {
    let prices = [(100.0, 101.0, 99.0, 100.0), (100, 101, 90, 99), (99, 99, 96, 97), (96, 98, 95, 97)]
    func stopped(_ settings: BacktestSettings) throws -> BacktestResult {
      try Self.run(prices, settings: settings) { strategy in
        strategy.stop = .fraction(0.02)
        strategy.stopsAtCloses = true
      }
    }
    let next = try stopped(BacktestSettings())
    #expect(next.trades.map(\.exitPrice) == [96] && next.trades.map(\.exitIndex) == [3])
    #expect(next.trades.map(\.exit) == [.stop])
    #expect(next.orders.map(\.kind) == [.entry(rule: 0), .exit(.stop)], "it is an order, as that of a rule")
    let same = try stopped(BacktestSettings(fill: .close))
    #expect(same.trades.map(\.exitPrice) == [97] && same.trades.map(\.exitIndex) == [2])
  }

  @Test("Of several lots a close stops only those whose stop it reaches")
  func someLots() throws {
    let prices = [(100.0, 100.0, 100.0, 100.0), (100, 110, 100, 110), (110, 110, 105, 105), (105, 105, 105, 105)]
    let result = try Self.run(prices, entries: [0, 1]) { strategy in
      strategy.stop = .fraction(0.04)
      strategy.stopsAtCloses = true
      strategy.maximumEntries = 2
    }
    #expect(result.trades.map(\.entryPrice) == [110] && result.openTrades.map(\.entryPrice) == [100])
  }

  @Test("A trail with a price moves at closes, in favour alone, and works from the next bar on")
  func trailPrice() throws {
    let prices = [
      (100.0, 101.0, 99.0, 100.0), (100, 106, 99, 105), (105, 106, 98.5, 104), (104, 105, 103.5, 104),
      (104, 104, 100, 101),
    ]
    let levels = Column([97, 103, 98, .nan, 90])
    let result = try Self.run(prices) { $0.trail = Level(.price, .column(levels)) }
    #expect(result.trades.map(\.exitPrice) == [103], "the price of bar 1 counts on bar 2, whose low is below it")
    #expect(result.trades.map(\.exitIndex) == [2] && result.trades.map(\.exit) == [.trail])
    let late = try Self.run(prices) { $0.trail = Level(.price, .column(Column([97, 98, 102, 96, 96]))) }
    #expect(late.trades.map(\.exitPrice) == [102] && late.trades.map(\.exitIndex) == [4])
    let missing = try Self.run(prices) { $0.trail = Level(.price, .column(Column(repeating: .nan, count: 5))) }
    #expect(missing.rejections.map(\.reason) == [.levelMissing])
    let above = try Self.run(prices) { $0.trail = Level(.price, .constant(100)) }
    #expect(above.rejections.map(\.reason) == [.beyondStop])
  }

  @Test("A trail whose price asks for the position may have none at first")
  func trailLater() throws {
    let prices = [(100.0, 100.0, 100.0, 100.0), (100, 100, 90, 95), (95, 106, 95, 106), (106, 106, 99, 105)]
    let fromProfit = PositionExpression.operation(
      .select, [.operation(.greater, [.profit, .constant(0.05)]), .entryPrice, .constant(.nan)])
    let result = try Self.run(prices) { $0.trail = Level(.price, .program(PositionProgram(fromProfit))) }
    #expect(result.trades.map(\.exitPrice) == [100] && result.trades.map(\.exitIndex) == [3])
  }

  @Test("Stops on closes and trailing prices are counted in new units after a split")
  func splits() throws {
    let prices = [
      (100.0, 100.0, 100.0, 100.0), (100, 100, 100, 100), (50, 51, 49.5, 50), (50, 50, 48, 48.5), (48, 48, 48, 48),
    ]
    var splits = CorporateActions()
    let isNew = splits.insert(CorporateAction(.split(2), on: CivilDate(daysSince1970: 19_725)))
    #expect(isNew)
    let split = makeBars(prices).barActions(splits)
    let stopped = try Self.run(prices, actions: split) { strategy in
      strategy.stop = .fraction(0.02)
      strategy.stopsAtCloses = true
    }
    #expect(stopped.trades.map(\.exitIndex) == [4] && stopped.trades.map(\.splitRatio) == [2])
    let trailed = try Self.run(prices, actions: split) {
      $0.trail = Level(.price, .column(Column([97, 97.5, .nan, .nan, .nan])))
    }
    #expect(trailed.trades.map(\.exitPrice) == [48.75] && trailed.trades.map(\.exitIndex) == [3])
  }

  @Test("A pause decides nothing for n closes after an exit, and cancels what waits")
  func pause() throws {
    let flat = (100.0, 100.0, 100.0, 100.0)
    let prices = [flat, (100, 100, 90, 100), flat, flat, flat, flat]
    func entries(_ pause: Cooldown?) throws -> [Int] {
      let result = try Self.run(prices, entries: [0, 1, 2, 3, 4]) { strategy in
        strategy.stop = .fraction(0.05)
        strategy.cooldown = pause
      }
      return (result.trades + result.openTrades).map(\.entryIndex)
    }
    #expect(try entries(nil) == [1, 2])
    #expect(try entries(Cooldown(bars: 1)) == [1, 3], "the close of the bar that stopped decides nothing")
    #expect(try entries(Cooldown(bars: 3, isAfterStopsOnly: true)) == [1, 5])
    let byRule = try Self.run(prices.map { _ in flat }, entries: [0, 2]) { strategy in
      strategy.exits = [leave(on(1, count: 6))]
      strategy.cooldown = Cooldown(bars: 2, isAfterStopsOnly: true)
    }
    #expect(byRule.openTrades.map(\.entryIndex) == [3], "a rule is no stop")
    let waiting = try Self.run([flat, (100, 100, 94, 95), (95, 95, 80, 80)]) { strategy in
      strategy.stop = .fraction(0.05)
      strategy.maximumEntries = 2
      let again = EntryRule(
        name: "more", side: .long, condition: on(1, count: 3), order: .limit(.constant(90), bars: 3))
      strategy.entries.append(again)
      strategy.cooldown = Cooldown(bars: 1)
    }
    #expect(waiting.openTrades.isEmpty && waiting.trades.count == 1)
  }

  @Test("One entry a day is filled, and the second is rejected")
  func days() throws {
    let flat = (100.0, 100.0, 100.0, 100.0)
    var bars = makeBars([flat, flat, flat, flat, flat, flat])
    bars = Bars(
      times: (0..<6).map { Timestamp(milliseconds: 19_723 * 86_400_000 + ($0 < 4 ? 10 + $0 : 30 + $0) * 3_600_000) },
      open: bars.open, high: bars.high, low: bars.low, close: bars.close, volume: bars.volume, timeframe: .hour,
      zone: .utc)
    var strategy = Strategy(
      name: "s", entries: [long(on(0, 2, 3, count: 6))], exits: [leave(on(1, count: 6))], size: .shares(.constant(1)))
    strategy.entersOnceADay = true
    let result = try Backtest.run(bars: bars, strategy: strategy, listsSignals: true)
    #expect((result.trades + result.openTrades).map(\.entryIndex) == [1, 4])
    #expect(result.orders.map(\.fate) == [.filled, .filled, .rejected(.onceADay), .filled])
  }

  @Test("A rule closes its part once, and the rest continues; each part is a trade")
  func parts() throws {
    let prices = [100.0, 100, 104, 106, 108, 110].map { ($0, $0, $0, $0) }
    func run(_ units: BacktestSettings.Units, size: Double) throws -> BacktestResult {
      try Self.run(prices, settings: BacktestSettings(commission: 0.01, units: units)) { strategy in
        strategy.size = .shares(.constant(size))
        strategy.exits = [
          leave(on(2, 3, 4, count: 6), side: .long, name: "half"), leave(on(3, count: 6), name: "third"),
        ]
        strategy.exits[0].share = 0.5
        strategy.exits[1].share = 0.4
      }
    }
    let result = try run(.fractional, size: 10)
    #expect(result.trades.map(\.size) == [5, 2] && result.openTrades.map(\.size) == [3])
    #expect(result.trades.map(\.exitPrice) == [106, 108] && result.trades.map(\.entryIndex) == [1, 1])
    #expect(near(result.trades[0].commission, 5 * 1 + 5 * 1.06) && near(result.trades[0].pnl, 30 - 10.3))
    #expect(near(result.openTrades[0].pnl, 3 * 10 - 3))
    #expect(result.performance().trades == 2)
    #expect(result.orders.map(\.share) == [nil, 0.5, 0.4])
    let whole = try run(.whole, size: 5)
    #expect(whole.trades.map(\.size) == [2, 1] && whole.openTrades.map(\.size) == [2])
    let one = try run(.whole, size: 1)
    #expect(one.trades.isEmpty)
    #expect(one.orders.map(\.fate) == [.filled, .rejected(.lessThanOneUnit), .rejected(.lessThanOneUnit)])
  }

  @Test("A target takes its share and is gone; a stop that the same bar reaches counts first")
  func targetPart() throws {
    let prices = [(100.0, 100.0, 100.0, 100.0), (100, 106, 99, 105), (105, 112, 104, 111), (111, 112, 94, 96)]
    let result = try Self.run(prices) { strategy in
      strategy.size = .shares(.constant(10))
      strategy.stop = .fraction(0.05)
      strategy.target = .fraction(0.05)
      strategy.targetShare = 0.3
    }
    #expect(result.trades.map(\.size) == [3, 7] && result.trades.map(\.exit) == [.target, .stop])
    #expect(result.trades.map(\.exitPrice) == [105, 95] && result.trades.map(\.target) == [105, nil])
    let both = try Self.run([prices[0], (100, 106, 94, 100)]) { strategy in
      strategy.stop = .fraction(0.05)
      strategy.target = .fraction(0.05)
      strategy.targetShare = 0.5
    }
    #expect(both.trades.map(\.exit) == [.stop])
    let gap = try Self.run([prices[0], prices[0], (107, 108, 94, 100)]) { strategy in
      strategy.stop = .fraction(0.05)
      strategy.target = .fraction(0.05)
      strategy.targetShare = 0.5
    }
    #expect(gap.trades.map(\.exit) == [.target, .stop] && gap.trades.map(\.exitPrice) == [107, 95])
  }

  @Test("The cost at which a run with parts gains nothing is found as without them")
  func breakEven() throws {
    for seed in UInt64(0)..<40 {
      var run = RandomRun(seed: seed).withParts(seed: seed)
      (run.settings.commission, run.settings.slippage) = (0, 0)
      guard !run.bars.open.values.contains(where: \.isNaN), run.strategy.maximumEntries == 1 else { continue }
      let cost = try run.run().performance().breakEvenCost
      guard cost.isFinite, cost < 0.02 else { continue }
      run.settings.commission = Commission(rate: cost)
      run.settings.units = .fractional
      let again = try run.run()
      let end = again.performance().endValue
      #expect(abs(end - run.settings.cash) < 0.02 * run.settings.cash, "seed \(seed): \(end)")
    }
  }

  @Test("Everything is closed as a session ends, or at the open after one whose last bar is missing")
  func sessions() throws {
    let opens: [Double] = [100, 101, 102, 103, 104, 105]
    let bars = makeBars(opens.map { open in (open, open, open, open + 0.5) })
    func run(_ ends: [Int], fill: BacktestSettings.Fill = .open) throws -> BacktestResult {
      var strategy = Strategy(
        name: "s", entries: [long(on(0, 1, count: 6))], size: .shares(.constant(1)))
      strategy.sessionEnds = truth(ends, count: 6)
      // Two bars are a day.
      let hoursOfBars: [Int64] = [10, 11, 34, 35, 58, 59]
      let times = hoursOfBars.map { Timestamp(milliseconds: $0 * 3_600_000) }
      let hours = Bars(
        times: times, open: bars.open, high: bars.high, low: bars.low, close: bars.close, volume: bars.volume,
        timeframe: .hour, zone: .utc)
      return try Backtest.run(
        bars: hours, strategy: strategy, settings: BacktestSettings(fill: fill), listsSignals: true)
    }
    let daily = try run([1, 3, 5])
    #expect(daily.trades.map(\.exitPrice) == [101.5, 103.5] && daily.trades.map(\.entryIndex) == [1, 2])
    #expect(daily.trades.map(\.exit) == [.session, .session])
    let missing = try run([1, 5])
    #expect(missing.trades.map(\.exitPrice) == [101.5, 104], "the open of the next day")
    let late = try run([1, 3, 5], fill: .close)
    #expect(late.trades.map(\.entryIndex) == [0])
    #expect(late.orders.map(\.fate) == [.filled, .rejected(.sessionOver)])
  }

  @Test("An entry takes no more than its share of the volume of its bar")
  func volume() throws {
    var bars = flatBars([100, 100, 110, 100])
    bars.volume = Column([1000, 50, 40, 0])
    var strategy = Strategy(
      name: "s", entries: [long(on(0, 2, count: 4))], exits: [leave(on(1, count: 4))], size: .shares(.constant(10)))
    var settings = BacktestSettings(units: .whole)
    let free = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    #expect(free.largestVolumeShare(on: bars)?.share == 0.25, "10 of 40 at the exit")
    settings.maximumVolumeShare = 0.15
    let cut = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    // Of the 7 bought, 6 leave on a bar of 40, and nothing does on the last one.
    #expect(cut.openTrades.map(\.size) == [1] && cut.openTrades.map(\.isCutToVolume) == [true])
    #expect(cut.openTrades.flatMap(\.exitFills).map(\.units) == [-6] && cut.trades.isEmpty)
    var late = strategy
    late.entries = [long(on(2, count: 4))]
    let none = try Backtest.run(bars: bars, strategy: late, settings: settings)
    #expect(none.rejections.map(\.reason) == [.noVolume])
    strategy.size = .shares(.constant(7))
    let fits = try Backtest.run(bars: bars, strategy: strategy, settings: settings)
    #expect(fits.openTrades.map(\.isCutToVolume) == [false])
    #expect(try SignalBacktest(bars: bars, settings: settings) == nil)
  }

  @Test("Sweeps leave these clauses to the engine that knows them")
  func sweeps() {
    let plain = Strategy(name: "s", entries: [long(on(0, count: 2))])
    #expect(SignalBacktest.supports(plain))
    var paused = plain
    paused.cooldown = Cooldown(bars: 1)
    var daily = plain
    daily.entersOnceADay = true
    var asking = plain
    asking.entries[0].condition = .program(PositionProgram(.barsFlat))
    var halving = plain
    halving.exits = [ExitRule(name: "half", side: nil, condition: on(1, count: 2), share: 0.5)]
    for strategy in [paused, daily, asking, halving] { #expect(!SignalBacktest.supports(strategy)) }
  }
}
