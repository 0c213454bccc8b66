import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

/// Spreads that are entered and left as one.
struct LegsBacktestTests {
  private func identity(_ count: Int) -> [Int32] { (0..<count).map { Int32($0) } }

  @Test("a spread of one leg is a run on its series")
  func single() throws {
    var trades = 0
    for seed in Thoroughness.some(UInt64(0)..<300) {
      var run = RandomRun(seed: seed)
      run.strategy.stop = nil
      run.strategy.target = nil
      run.strategy.trail = nil
      run.strategy.maximumEntries = 1
      if case .risk = run.strategy.size { run.strategy.size = .equityShare(.constant(0.7)) }
      if seed.isMultiple(of: 3) { run.strategy.cooldown = Cooldown(bars: 3) }
      // Bars without a price are no bars of a spread, whose legs fill together.
      guard !run.bars.open.appending(run.bars.close).values.contains(where: \.isNaN) else { continue }
      let plain = try run.run()
      let leg = Leg(
        name: "S", bars: run.bars, actions: run.bars.barActions(run.actions), places: identity(run.bars.count), sign: 1,
        weight: .constant(1))
      let spread = try LegsBacktest.run(
        bars: run.bars, legs: [leg], strategy: run.strategy, settings: run.settings, listsSignals: true)
      #expect(plain.trades.count == spread.trades.count, "seed \(seed)")
      #expect(plain.rejections.map(\.reason) == spread.rejections.map(\.reason), "seed \(seed)")
      let distances = zip(plain.equity.values, spread.equity.values).map { abs($0 - $1) / max(1, abs($0)) }
      #expect((distances.max() ?? 0) < 1e-9, "seed \(seed)")
      for (left, right) in zip(plain.trades, spread.trades) {
        #expect(abs(left.pnl - right.pnl) < 1e-6 && left.exit == right.exit && left.bars == right.bars, "seed \(seed)")
        #expect(abs(left.returnRate - right.returnRate) < 1e-9, "seed \(seed)")
        // A short sells at the price that the leg has.
        #expect(abs(left.entryPrice - abs(right.entryPrice)) < 1e-9 * left.entryPrice, "seed \(seed)")
      }
      trades += plain.trades.count
    }
    #expect(trades > 1000)
  }

  /// Two random walks with gaps, splits and dividends, under random rules.
  private func pair(_ seed: UInt64) -> (bars: Bars, legs: [Leg], strategy: Strategy, settings: BacktestSettings) {
    var dice = Dice(seed &+ 77)
    let count = 150
    let times = weekdayTimes(count)
    var walk = RandomBars()
    walk.move = 0.03
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
    let bars = walk.bars(count, seed: dice.next(), times: times, timeframe: .day)
    var legs: [Leg] = []
    var all = [bars]
    for place in 0..<2 {
      let own = (0..<count).filter { _ in !chance(0.05) }.map { times[$0] }
      let legBars = walk.bars(own.count, seed: dice.next(), times: own, timeframe: .day)
      var actions: [CorporateAction] = []
      for index in 1..<own.count where chance(0.04) {
        let date = legBars.civilTime(at: index).date
        if chance(0.4) { actions.append(CorporateAction(.split(2), on: date)) }
        actions.append(CorporateAction(.dividend(legBars.close[index] * 0.01), on: date))
      }
      let weight = Column((0..<count).map { _ in chance(0.03) ? .nan : Double.random(in: 0.2...2, using: &dice) })
      all.append(legBars)
      legs.append(
        Leg(
          name: "L\(place)", bars: legBars, actions: legBars.barActions(CorporateActions(actions)), places: [],
          sign: place == 0 ? 1 : -1, weight: place == 0 ? .constant(1) : .column(weight)))
    }
    let clock = PortfolioClock(all)
    for place in 0..<2 { legs[place].places = clock.bars(of: place + 1, besideThoseOf: 0) }
    func truth(_ share: Double) -> Condition { .column(Column((0..<count).map { _ in chance(share) ? 1 : 0 })) }
    let profit = PositionExpression.operation(.less, [.profit, .constant(-0.02)])
    let strategy = Strategy(
      name: "pair", entries: [long(truth(0.1)), short(truth(0.1))],
      exits: [leave(truth(0.1)), leave(.program(PositionProgram(profit)), name: "loss")],
      size: .equityShare(.constant(chance(0.5) ? 1 : 0.4)))
    var perShare = Commission(rate: 0)
    perShare.perUnit = 0.005
    perShare.minimum = 1
    var settings = BacktestSettings(
      cash: 10_000, commission: chance(0.5) ? 0.001 : perShare,
      slippage: chance(0.5) ? 0.0005 : 0, units: chance(0.3) ? .whole : .fractional,
      fill: chance(0.3) ? .close : .open)
    settings.financing = Financing(cash: .constant(0.03), loan: .constant(0.05), borrow: .constant(0.01))
    return (bars, legs, strategy, settings)
  }

  @Test("gains and interest are what the equity has grown by, and legs add up to their trade")
  func books() throws {
    var trades = 0
    for seed in Thoroughness.some(UInt64(0)..<200) {
      let (bars, legs, strategy, settings) = pair(seed)
      let result = try LegsBacktest.run(bars: bars, legs: legs, strategy: strategy, settings: settings)
      let all = result.trades + result.openTrades
      let gains = all.reduce(0) { $0 + $1.pnl }
      let end = result.equity[result.equity.count - 1]
      #expect(abs(end - 10_000 - gains - result.interest.total) < 1e-6, "seed \(seed)")
      for trade in all {
        #expect(abs(trade.legs.reduce(0) { $0 + $1.pnl } - trade.pnl) < 1e-6, "seed \(seed)")
        #expect(trade.legs.map(\.units).map { $0 > 0 } == (trade.side == .long ? [true, false] : [false, true]))
        // The value of both legs is never more than the equity, of which costs and the bar's own move are left open.
        let value = trade.legs.reduce(0) { $0 + abs($1.units) * $1.entryPrice }
        #expect(value < 1.2 * result.equity[trade.entryIndex], "seed \(seed)")
        #expect(abs(trade.returnRate - trade.pnl / value) < 1e-9, "seed \(seed)")
      }
      trades += all.count
    }
    #expect(trades > 500)
  }

  @Test("parts that continue from a state written as JSON are one run, to the last bit")
  func continued() throws {
    var trades = 0
    for seed in Thoroughness.some(UInt64(0)..<200) {
      let (bars, legs, strategy, settings) = pair(seed)
      let full = try LegsBacktest.run(
        bars: bars, legs: legs, strategy: strategy, settings: settings, basis: ContinuedRuns.basis, listsSignals: true)
      let joined = try ContinuedRuns.run(0..<bars.count, seed: seed, bars: bars) { state, part in
        var own = settings
        own.finalize = settings.finalize && part.upperBound == bars.count
        return try LegsBacktest.advance(
          state, bars: bars, legs: legs, strategy: strategy, settings: own, range: part, basis: ContinuedRuns.basis,
          listsSignals: true)
      }
      ContinuedRuns.expectSame(joined, full, "seed \(seed)")
      trades += full.trades.count
    }
    #expect(trades > 500)
  }

  @Test("later information changes nothing before")
  func prefix() throws {
    for seed in Thoroughness.some(UInt64(0)..<60) {
      let (bars, legs, strategy, settings) = pair(seed)
      let whole = try LegsBacktest.run(bars: bars, legs: legs, strategy: strategy, settings: settings)
      let prefix = try LegsBacktest.run(bars: bars, legs: legs, strategy: strategy, settings: settings, range: 0..<80)
      #expect(whole.equity.values.prefix(80) == prefix.equity.values, "seed \(seed)")
    }
  }

  @Test("a spread one leg of which has no bar is marked with the close of the other")
  func missingLeg() throws {
    let long = flatBars([50, 50, 55, 55])
    let strategy = Strategy(name: "pair", entries: [EntryRule(name: "in", side: .long, condition: on(0, count: 4))])
    let legs = [
      Leg(name: "A", bars: long, places: identity(4), sign: 1, weight: .constant(1)),
      Leg(name: "B", bars: flatBars([25, 25, 30]), places: [0, 1, -1, 2], sign: -1, weight: .constant(2)),
    ]
    let result = try LegsBacktest.run(bars: long, legs: legs, strategy: strategy, settings: BacktestSettings(cash: 200))
    // 2 units of A and 4 of B: 10 gained on the bar without B, 20 lost on the next.
    #expect(result.equity.values == [200, 200, 210, 190])
  }

  @Test("a hedged pair by hand: 100 a side, the long leg gains 10 %, the short one 5 %")
  func byHand() throws {
    let long = makeBars([(50, 50, 50, 50), (50, 50, 50, 50), (55, 55, 55, 55), (55, 55, 55, 55)])
    let short = makeBars([(25, 25, 25, 25), (25, 25, 25, 25), (26.25, 26.25, 26.25, 26.25), (26, 26, 26, 26)])
    let strategy = Strategy(
      name: "pair",
      entries: [EntryRule(name: "in", side: .long, condition: .column(Column([1, 0, 0, 0])))],
      exits: [ExitRule(name: "out", side: nil, condition: .column(Column([0, 1, 0, 0])))])
    let legs = [
      Leg(name: "A", bars: long, places: identity(4), sign: 1, weight: .constant(1)),
      Leg(name: "B", bars: short, places: identity(4), sign: -1, weight: .constant(2)),
    ]
    let result = try LegsBacktest.run(
      bars: long, legs: legs, strategy: strategy, settings: BacktestSettings(cash: 200))
    let trade = try #require(result.trades.first)
    #expect(trade.legs.map(\.units) == [2, -4])
    #expect(trade.pnl == double(2 * 5 - 4 * 1.25))
    #expect(trade.returnRate == 5.0 / 200)
    #expect(trade.entryPrice == 0 && trade.exitPrice == 2.5)
    #expect(result.equity.values == [200, 200, 205, 205])
    #expect(result.cash.values == [200, 200, 205, 205])
  }
}
