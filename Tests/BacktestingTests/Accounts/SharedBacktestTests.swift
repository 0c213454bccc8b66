import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

/// One account over many symbols, against a second simulator and against runs on one series.
struct SharedBacktestTests {
  /// Random symbols that begin late, pause and end early, under one strategy.
  struct Run {
    var symbols: [SharedSymbol] = []
    var rules = SharedRules()
    var settings: BacktestSettings

    init(seed: UInt64, count: Int = 140) {
      var dice = Dice(seed &+ 4_000)
      func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
      let times = weekdayTimes(count)
      var walk = RandomBars()
      walk.move = 0.05
      walk.gap = 0.02
      walk.wick = 0...0.03
      settings = BacktestSettings(
        cash: 10_000, commission: chance(0.5) ? 0.002 : 0, slippage: chance(0.5) ? 0.001 : 0,
        units: chance(0.3) ? .whole : .fractional, fill: chance(0.3) ? .close : .open)
      settings.fillsBeyondLevels = true
      let stop = chance(0.5) ? Level.fraction(0.04) : nil
      let target = chance(0.5) ? Level.fraction(0.06) : nil
      let share = [0.2, 0.35, 1][Int.random(in: 0...2, using: &dice)]
      let density = chance(0.5) ? 0.1 : 0.4
      for place in 0..<Int.random(in: 1...8, using: &dice) {
        let first = chance(0.4) ? Int.random(in: 0..<60, using: &dice) : 0
        let last = chance(0.3) ? Int.random(in: 70..<count, using: &dice) : count
        let own = (first..<last).filter { _ in !chance(0.03) }.map { times[$0] }
        let bars = walk.bars(own.count, seed: dice.next(), times: own, timeframe: .day)
        func column(_ values: (Int) -> Double) -> Column { Column((0..<own.count).map(values)) }
        func truth(_ share: Double) -> Condition { .column(column { _ in chance(share) ? 1 : 0 }) }
        var strategy = Strategy(
          name: "random", entries: [long(truth(density))], exits: [leave(truth(density), side: .long)], stop: stop,
          target: target, size: .equityShare(.constant(share)))
        strategy.entries[0].name = "in"
        var symbol = SharedSymbol(name: "S\(place)", bars: bars, strategy: strategy, settings: settings)
        if chance(0.7) {
          symbol.preference = column { _ in chance(0.1) ? .nan : Double.random(in: -1...1, using: &dice) }
        }
        if chance(0.3) {
          let days = times.map { Int($0.milliseconds / 86_400_000) }
          symbol.membership = Membership([days[10]...days[60], days[80]...days[120]])
        }
        var actions: [CorporateAction] = []
        for index in 1..<own.count where chance(0.02) {
          let date = symbol.bars.civilTime(at: index).date
          let ratio = [2, 1.5, 0.2][index % 3]
          if chance(0.3) { actions.append(CorporateAction(.split(ratio), on: date)) }
          if chance(0.7) { actions.append(CorporateAction(.dividend(symbol.bars.close[index] * 0.01), on: date)) }
        }
        symbol.actions = symbol.bars.barActions(CorporateActions(actions))
        symbols.append(symbol)
      }
      if chance(0.6) { rules.positions = Int.random(in: 1...4, using: &dice) }
      if chance(0.4) { rules.limit = 0.25 }
      if chance(0.4) {
        rules.groups = SymbolGroups(
          names: symbols.indices.map { $0 % 3 == 2 ? nil : "G\($0 % 3)" }, hold: chance(0.6) ? 1 : nil,
          limit: chance(0.6) ? 0.4 : .infinity)
      }
    }

    /// The same run, whose fills take no more than a share of the volume, which is often too little.
    func withVolume(seed: UInt64) -> Run {
      var run = self
      var dice = Dice(seed &+ 8_000)
      run.settings.maximumVolumeShare = Double.random(in: 0.01...0.1, using: &dice)
      for place in symbols.indices {
        run.symbols[place].settings.maximumVolumeShare = run.settings.maximumVolumeShare
        var volume: [Double] = []
        for _ in 0..<symbols[place].bars.count {
          let chance = Double.random(in: 0..<1, using: &dice)
          let known = chance < 0.1 ? 0 : Double.random(in: 100...1500, using: &dice).rounded()
          volume.append(chance < 0.05 ? .nan : known)
        }
        run.symbols[place].bars.volume = Column(volume)
      }
      return run
    }

    func run(_ steps: Int? = nil) throws -> SharedBacktest.Outcome {
      let clock = PortfolioClock(symbols.map(\.bars))
      let basis = ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1)
      return try SharedBacktest.run(
        symbols, clock: clock, rules: rules, settings: settings, range: 0..<(steps ?? clock.count), basis: basis,
        listsSignals: true)
    }
  }

  @Test("parts that continue from a state written as JSON are one run, to the last bit")
  func continued() throws {
    var trades = 0
    for seed in Thoroughness.some(UInt64(0)..<300) {
      let run = seed % 3 == 0 ? Run(seed: seed).withVolume(seed: seed) : Run(seed: seed)
      let clock = PortfolioClock(run.symbols.map(\.bars))
      let full = try run.run().total
      let joined = try ContinuedRuns.run(0..<clock.count, seed: seed) { state, part in
        var settings = run.settings
        settings.finalize = run.settings.finalize && part.upperBound == clock.count
        let (outcome, state) = try SharedBacktest.advance(
          state, run.symbols, clock: clock, rules: run.rules, settings: settings, range: part,
          basis: ContinuedRuns.basis, listsSignals: true)
        return (outcome.total, state)
      }
      ContinuedRuns.expectSame(joined, full, "seed \(seed)")
      trades += full.trades.count
    }
    #expect(trades > 1000)
  }

  @Test("the equity of one account is that of a second simulator")
  func plain() throws {
    var (closed, rejected, ended) = (0, 0, 0)
    for seed in Thoroughness.some(UInt64(0)..<300) {
      let run = Run(seed: seed)
      let outcome = try run.run()
      let plain = PlainShared(run.symbols, run.rules, run.settings)
      #expect(outcome.total.trades.count == plain.closed, "seed \(seed)")
      #expect(outcome.total.rejections.count == plain.rejected, "seed \(seed)")
      let first = zip(outcome.total.equity.values, plain.equity).enumerated().first {
        abs($1.0 - $1.1) > 1e-9 * abs($1.1)
      }
      #expect(first == nil, "seed \(seed)")
      let clock = PortfolioClock(run.symbols.map(\.bars))
      for trade in outcome.total.trades where trade.exit == .ended {
        // It is sold when its symbol has had no bar for ten steps, and its money is there then.
        let place = try #require(trade.symbol)
        let silent = (0...trade.exitIndex).reversed().prefix { clock.bar(of: place, at: $0) == nil }
        #expect(silent.count == 10 && trade.exitTime == clock.times[trade.exitIndex], "seed \(seed)")
        ended += 1
      }
      #expect(outcome.total.equity.count == plain.equity.count)
      closed += plain.closed
      rejected += plain.rejected
    }
    #expect(closed > 1000 && rejected > 300 && ended > 0)
  }

  @Test("the equity of one account is that of a second simulator where fills take a share of the volume")
  func volume() throws {
    var (closed, cut) = (0, 0)
    for seed in Thoroughness.some(UInt64(0)..<300) {
      let run = Run(seed: seed).withVolume(seed: seed)
      let outcome = try run.run()
      let plain = PlainShared(run.symbols, run.rules, run.settings)
      #expect(outcome.total.trades.count == plain.closed, "seed \(seed)")
      #expect(outcome.total.rejections.count == plain.rejected, "seed \(seed)")
      let first = zip(outcome.total.equity.values, plain.equity).enumerated().first {
        abs($1.0 - $1.1) > 1e-9 * abs($1.1)
      }
      #expect(first == nil, "seed \(seed): step \(first?.offset ?? 0)")
      closed += plain.closed
      cut += outcome.total.trades.count { !$0.exitFills.isEmpty }
    }
    #expect(closed > 1000 && cut > 300)
  }

  @Test("one symbol in one account is a run on its series, to the last bit")
  func alone() throws {
    for seed in Thoroughness.some(UInt64(0)..<200) {
      var run = RandomRun(seed: seed).withOrders(seed: seed).withClauses(seed: seed)
      if seed.isMultiple(of: 2) { run = run.withParts(seed: seed) }
      if seed.isMultiple(of: 3) { run.settings.inside = .path }
      let alone = try run.run()
      let clock = PortfolioClock([run.bars])
      let shared = try SharedBacktest.run(
        [SharedSymbol(name: "S", bars: run.bars, strategy: run.strategy, settings: run.settings)], clock: clock,
        rules: SharedRules(positions: 1), settings: run.settings, range: 0..<clock.count, basis: alone.basis,
        listsSignals: true)
      #expect(shared.total.equity == alone.equity, "seed \(seed)")
      #expect(shared.total.cash == alone.cash, "seed \(seed)")
      #expect(shared.total.trades.map(\.pnl) == alone.trades.map(\.pnl), "seed \(seed)")
      #expect(shared.total.rejections.count == alone.rejections.count, "seed \(seed)")
      #expect(shared.total.exposedBars == alone.exposedBars, "seed \(seed)")
      #expect(shared.total.tally == alone.tally, "seed \(seed)")
    }
  }

  /// Random runs with shorts, orders that wait, trails and several entries.
  private func wild(_ seed: UInt64) -> Run {
    var run = Run(seed: seed)
    for index in run.symbols.indices {
      let other = RandomRun(seed: seed &* 31 &+ UInt64(index)).withOrders(seed: seed).withParts(seed: seed)
      run.symbols[index].bars = other.bars
      run.symbols[index].strategy = other.strategy
      run.symbols[index].actions = []
      run.symbols[index].membership = nil
      run.symbols[index].preference = other.bars.close
    }
    return run
  }

  @Test("gains and interest are what the equity has grown by, and no more is held than may be")
  func books() throws {
    for seed in Thoroughness.some(UInt64(0)..<200) {
      var run = wild(seed)
      run.settings.financing = Financing(cash: .constant(0.05), loan: .constant(0.07), borrow: .constant(0.03))
      let result = try run.run().total
      let gains = (result.trades + result.openTrades).reduce(0) { $0 + $1.pnl }
      let end = result.equity[result.equity.count - 1]
      #expect(abs(end - (10_000 + gains + result.interest.total)) < 1e-6 * max(1, abs(end)), "seed \(seed)")
      #expect(result.trades.allSatisfy { $0.entryIndex <= $0.exitIndex }, "seed \(seed)")
      guard let positions = run.rules.positions else { continue }
      for step in result.range {
        let held = Set(
          (result.trades + result.openTrades).filter { trade in
            trade.entryIndex <= step && (trade.isOpen || step < trade.exitIndex)
          }.map(\.symbol))
        #expect(held.count <= positions, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("later information changes nothing before")
  func prefix() throws {
    for seed in Thoroughness.some(UInt64(0)..<80) {
      let run = wild(seed)
      let whole = try run.run().total
      let prefix = try run.run(70).total
      #expect(whole.equity.values.prefix(70) == prefix.equity.values, "seed \(seed)")
    }
  }

  @Test("an entry inside a bar spends nothing that another symbol brings in there")
  func insideMoney() throws {
    // A is sold at its stop inside the third bar, in which B would be bought at its limit.
    let a = makeBars([(10, 10, 10, 10), (10, 10, 10, 10), (10, 10, 8, 8), (8, 8, 8, 8)])
    let b = makeBars([(20, 20, 20, 20), (20, 20, 20, 20), (20, 20, 18, 19), (19, 19, 18, 19)])
    let settings = BacktestSettings(cash: 1000)
    var first = Strategy(name: "s", entries: [long(.column(Column([1, 0, 0, 0])))], stop: .fraction(0.1))
    first.size = .equityShare(.constant(1))
    var second = Strategy(name: "s", entries: [long(.column(Column([0, 1, 0, 0])))])
    second.entries[0].order = .limit(.constant(18.5), bars: 3)
    let symbols = [
      SharedSymbol(name: "A", bars: a, strategy: first, settings: settings),
      SharedSymbol(name: "B", bars: b, strategy: second, settings: settings),
    ]
    for order in [symbols, symbols.reversed()] {
      let clock = PortfolioClock(order.map(\.bars))
      let outcome = try SharedBacktest.run(
        order, clock: clock, rules: SharedRules(), settings: settings, range: 0..<4,
        basis: ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1))
      #expect(outcome.total.rejections.map(\.reason) == [.noCash])
      #expect(outcome.total.trades.map(\.exitPrice) == [9])
    }
  }

  private func run(_ symbols: [SharedSymbol], _ rules: SharedRules = SharedRules(), steps: Int) throws -> BacktestResult
  {
    try SharedBacktest.run(
      symbols, clock: PortfolioClock(symbols.map(\.bars)), rules: rules, settings: symbols[0].settings,
      range: 0..<steps,
      basis: ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1), listsSignals: true
    ).total
  }

  @Test("an order for a symbol that has ended does not wait for its next bar")
  func endedOrder() throws {
    let settings = BacktestSettings(cash: 1000)
    func symbol(_ count: Int, _ order: EntryOrder) -> SharedSymbol {
      var strategy = Strategy(name: "s", entries: [long(on(19, count: count))])
      strategy.entries[0].order = order
      return SharedSymbol(
        name: "\(count)", bars: flatBars([Double](repeating: 10, count: count)), strategy: strategy, settings: settings)
    }
    for order in [EntryOrder.market, .limit(.constant(9), bars: 50)] {
      let result = try run([symbol(20, order), symbol(40, order)], steps: 40)
      #expect(result.orders.first { $0.symbol == 0 }?.fate == .cancelled)
      #expect(!result.pendingOrders.contains { $0.symbol == 0 })
    }
  }

  @Test("a size within the limit is never cut, as both are of the equity of the deciding close")
  func limitOfDecidingEquity() throws {
    // A falls from 10 to 8 at the open at which B is bought for 40 % of the 1,000 that decided.
    let a = makeBars([(10, 10, 10, 10), (10, 10, 10, 10), (8, 8, 8, 8), (8, 8, 8, 8)])
    let settings = BacktestSettings(cash: 1000)
    func symbol(_ name: String, _ bars: Bars, _ bar: Int) -> SharedSymbol {
      let strategy = Strategy(name: "s", entries: [long(on(bar, count: 4))], size: .equityShare(.constant(0.4)))
      return SharedSymbol(name: name, bars: bars, strategy: strategy, settings: settings)
    }
    var rules = SharedRules()
    rules.limit = 0.4
    let result = try run([symbol("A", a, 0), symbol("B", flatBars([10, 10, 10, 10]), 1)], rules, steps: 4)
    #expect(result.openTrades.map(\.size) == [40, 40] && result.openTrades.allSatisfy { !$0.isCapped })
  }
}
