import Backtesting
import Columns
import PlainSimulation
import Testing

/// Stops, targets and trails: a scenario for each sentence of the rules, small enough to check by hand.
struct StopTests {
  @Test("a stop inside the bar fills at its price, a gap through it at the open")
  func stop() throws {
    let inside = makeBars([(100, 100, 100, 100), (100, 101, 97, 99)])
    let gap = makeBars([(100, 100, 100, 100), (100, 101, 99, 100), (90, 95, 89, 94)])
    func strategy(_ count: Int) -> Strategy {
      Strategy(name: "s", entries: [long(on(0, count: count))], stop: .fraction(0.02))
    }
    let first = try run(inside, strategy(2))
    #expect(first.trades.map(\.exitPrice) == [98])
    #expect(first.trades.map(\.exitIndex) == [1], "stops work from the fill on")
    #expect(first.trades.map(first.exitRuleName(of:)) == ["stop"])
    let second = try run(gap, strategy(3))
    #expect(second.trades.map(\.exitPrice) == [90])
    #expect(second.trades.map(\.bars) == [1])
  }

  @Test("a target inside the bar fills at its price, a gap through it at the open")
  func target() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 107, 99, 103)])
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 2))], target: .fraction(0.06))
    let result = try run(bars, strategy)
    #expect(result.trades.map(\.exitPrice) == [106])
    #expect(result.trades.map(result.exitRuleName(of:)) == ["target"])
    let gap = makeBars([(100, 100, 100, 100), (100, 101, 99, 103), (110, 111, 90, 100)])
    let gapped = Strategy(
      name: "s",
      entries: [long(on(0, count: 3))],
      stop: .fraction(0.05),
      target: .fraction(0.06)
    )
    #expect(try run(gap, gapped).trades.map(\.exitPrice) == [110], "what the open fills is over")
  }

  @Test("of a stop and a target that one bar touches the stop counts, for both sides")
  func bothTouched() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 110, 90, 100)])
    for entry in [long(on(0, count: 2)), short(on(0, count: 2))] {
      let strategy = Strategy(
        name: "s",
        entries: [entry],
        stop: Level(.distance, .constant(5)),
        target: Level(.distance, .constant(5))
      )
      let result = try run(bars, strategy)
      #expect(result.trades.map(result.exitRuleName(of:)) == ["stop"])
      #expect(result.trades.map(\.exitPrice) == [entry.side == .long ? 95 : 105])
    }
  }

  @Test("levels are fixed on the deciding bar: a distance and a price by column")
  func levelsOfTheDecidingBar() throws {
    let bars = makeBars([(100, 100, 100, 100), (102, 103, 101, 102), (102, 102, 94, 95)])
    let distance = Strategy(
      name: "s",
      entries: [long(on(0, count: 3))],
      stop: Level(.distance, .column(Column([6, 1, 1])))
    )
    #expect(try run(bars, distance).trades.map(\.exitPrice) == [96], "6 below the entry at 102")
    let price = Strategy(
      name: "s",
      entries: [long(on(0, count: 3))],
      stop: Level(.price, .column(Column([98, 101, 101])))
    )
    #expect(try run(bars, price).trades.map(\.exitPrice) == [98])
  }

  @Test("an entry whose open is already beyond its stop is rejected, on both sides and at the stop itself")
  func openBeyondStop() throws {
    for open in [90.0, 98] {
      let bars = makeBars([(100, 100, 100, 100), (open, 99, 89, 94), (99, 99, 99, 99)])
      let strategy = Strategy(
        name: "s",
        entries: [long(on(0, count: 3))],
        stop: Level(.price, .constant(98))
      )
      let result = try run(bars, strategy)
      #expect(result.trades.isEmpty && result.openTrades.isEmpty)
      #expect(result.rejections.map(\.reason) == [.beyondStop])
      #expect(result.rejections.map(\.index) == [1])
    }
    let bars = makeBars([(100, 100, 100, 100), (110, 112, 109, 111), (99, 99, 99, 99)])
    let strategy = Strategy(
      name: "s",
      entries: [short(on(0, count: 3))],
      stop: Level(.price, .constant(105))
    )
    #expect(try run(bars, strategy).rejections.map(\.reason) == [.beyondStop])
    // Slippage that is larger than the distance to the stop or the trail leaves no trade either.
    var settings = BacktestSettings(slippage: 0.05)
    let tight = Strategy(name: "s", entries: [long(on(0, count: 3))], stop: .fraction(0.02))
    #expect(try run(bars, tight, settings).rejections.map(\.reason) == [.beyondStop])
    let trailing = Strategy(name: "s", entries: [long(on(0, count: 3))], trail: .fraction(0.02))
    #expect(try run(bars, trailing, settings).rejections.map(\.reason) == [.beyondStop])
    settings.fillsBeyondLevels = true
    #expect(try run(bars, tight, settings).trades.map(\.exit) == [.stop])
  }

  @Test("an entry whose fill is already at or beyond its target is rejected, on both sides, waiting orders too")
  func fillBeyondTarget() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 104, 97, 101), (99, 99, 99, 99)])
    func outcome(_ rule: EntryRule, _ target: Double, _ settings: BacktestSettings = .init()) throws -> BacktestResult {
      try run(bars, Strategy(name: "s", entries: [rule], target: Level(.price, .constant(target))), settings)
    }
    for target in [1.05, 99, 100] {
      let result = try outcome(long(on(0, count: 3)), target)
      #expect(result.trades.isEmpty && result.openTrades.isEmpty)
      #expect(result.rejections.map(\.reason) == [.beyondTarget])
      #expect(result.rejections.map(\.index) == [1])
    }
    #expect(try outcome(long(on(0, count: 3)), 103).trades.map(\.exitPrice) == [103])
    #expect(try outcome(short(on(0, count: 3)), 100).rejections.map(\.reason) == [.beyondTarget])
    #expect(try outcome(short(on(0, count: 3)), 98).trades.map(\.exitPrice) == [98])
    // Slippage that takes the fill to the target leaves no gain to take.
    #expect(
      try outcome(long(on(0, count: 3)), 103, BacktestSettings(slippage: 0.05)).rejections.map(\.reason)
        == [.beyondTarget])
    var waiting = long(on(0, count: 3))
    waiting.order = .limit(.constant(98), bars: 1)
    #expect(try outcome(waiting, 98).rejections.map(\.reason) == [.beyondTarget])
    var part = Strategy(name: "s", entries: [long(on(0, count: 3))], target: Level(.price, .constant(99)))
    part.targetShare = 0.5
    #expect(try run(bars, part).rejections.map(\.reason) == [.beyondTarget])
    var settings = BacktestSettings()
    settings.fillsBeyondLevels = true
    #expect(try outcome(long(on(0, count: 3)), 99, settings).trades.map(\.exit) == [.target])
    // A bar that opens beyond the target and reaches the stop too leaves at the stop, as backtesting.py does.
    var both = Strategy(name: "s", entries: [long(on(0, count: 3))], target: Level(.price, .constant(99)))
    both.stop = Level(.price, .constant(98))
    let trades = try run(bars, both, settings).trades
    #expect(trades.map(\.exit) == [.stop] && trades.map(\.exitPrice) == [98])
  }

  @Test("a trail follows the extremes up to the bar before, and the entry price")
  func trail() throws {
    let bars = makeBars([
      (100, 100, 100, 100), (100, 120, 96, 110), (112, 113, 107, 111), (111, 111, 111, 111),
    ])
    let strategy = Strategy(name: "s", entries: [long(on(0, count: 4))], trail: .fraction(0.1))
    let result = try run(bars, strategy)
    // On the entry bar the level is 90, regardless of its high; on the next one it is 120 less 10 %.
    #expect(result.trades.map(\.exitPrice) == [108])
    #expect(result.trades.map(\.exitIndex) == [2])
    #expect(result.trades.map(result.exitRuleName(of:)) == ["trail"])
  }

  @Test("a trail of a short position lies above the lowest price; a distance is fixed on the deciding bar")
  func shortTrail() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 104, 80, 90), (88, 86, 85, 86), (86, 99, 86, 98)])
    let strategy = Strategy(
      name: "s",
      entries: [short(on(0, count: 4))],
      stop: Level(.distance, .constant(50)),
      trail: Level(.distance, .column(Column([10, 1, 1, 1])))
    )
    let result = try run(bars, strategy)
    #expect(result.trades.map(\.exitPrice) == [90])
    #expect(result.trades.map(\.exitIndex) == [3])
    #expect(result.trades.map(\.pnl) == [100])
  }

  @Test("a trail by fraction of a short position lies above the lowest price by that share of it")
  func shortTrailFraction() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 104, 80, 85), (85, 87.5, 85, 86), (86, 89, 86, 89)])
    let strategy = Strategy(name: "s", entries: [short(on(0, count: 4))], trail: .fraction(0.1))
    let result = try run(bars, strategy)
    #expect(result.trades.map(\.exitIndex) == [3], "110 on the entry bar, then 88")
    #expect(near(result.trades[0].exitPrice, 88))
  }

  @Test("an exit decided earlier and a stop that the open has passed are one fill, of the rule")
  func exitBeforeStop() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 100, 100, 100), (80, 80, 80, 80)])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, count: 3))],
      exits: [leave(on(1, count: 3))],
      stop: .fraction(0.02)
    )
    let result = try run(bars, strategy)
    #expect(result.trades.map(result.exitRuleName(of:)) == ["leave"])
  }

  @Test("slippage moves stops against the trade, and targets not at all")
  func slippage() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 120, 80, 100)])
    let settings = BacktestSettings(cash: 1000, slippage: 0.1)
    let stopped = Strategy(name: "s", entries: [short(on(0, count: 2))], stop: Level(.price, .constant(110)))
    #expect(near(try run(bars, stopped, settings).trades[0].exitPrice, 121))
    let taken = Strategy(name: "s", entries: [short(on(0, count: 2))], target: Level(.price, .constant(85)))
    #expect(try run(bars, taken, settings).trades[0].exitPrice == 85)
    #expect(try run(bars, taken, settings).trades[0].entryPrice == 90)
  }

  @Test("a stop that is missing on the deciding bar rejects the entry; so does one without a distance")
  func missingLevel() throws {
    let bars = flatBars([10, 10, 10, 10])
    let strategy = Strategy(
      name: "s",
      entries: [long(on(0, 1, count: 4))],
      stop: Level(.distance, .column(Column([.nan, 0, 1, 1])))
    )
    let result = try run(bars, strategy)
    #expect(result.rejections.map(\.reason) == [.levelMissing, .levelNotPositive])
    #expect(result.openTrades.isEmpty)
  }
}
