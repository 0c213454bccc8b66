import Backtesting
import Calendar
import Columns
import PlainSimulation
import TestSupport
import Testing

/// Portfolios against a second simulator, and the laws of their accounts.
struct PortfolioTests {
  /// Random symbols that begin late, pause and end early, with rules and costs of any kind.
  struct Run {
    var symbols: [PortfolioSymbol] = []
    var rules: PortfolioRules
    var settings: BacktestSettings

    init(seed: UInt64, count: Int = 160) {
      var dice = Dice(seed &+ 900)
      func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
      let times = weekdayTimes(count)
      var walk = RandomBars()
      walk.move = 0.05
      walk.gap = 0.02
      for place in 0..<Int.random(in: 2...7, using: &dice) {
        let first = chance(0.4) ? Int.random(in: 0..<60, using: &dice) : 0
        let last = chance(0.3) ? Int.random(in: 70..<count, using: &dice) : count
        let own = (first..<last).filter { _ in !chance(0.03) }.map { times[$0] }
        var symbol = PortfolioSymbol(
          name: "S\(place)", bars: walk.bars(own.count, seed: dice.next(), times: own, timeframe: .day))
        func column(_ values: (Int) -> Double) -> Column { Column((0..<own.count).map(values)) }
        if chance(0.6) { symbol.isCandidate = column { _ in chance(0.7) ? 1 : 0 } }
        symbol.rank = column { _ in chance(0.05) ? .nan : Double.random(in: -1...1, using: &dice) }
        symbol.weight = column { _ in chance(0.05) ? .nan : Double.random(in: 0.05...0.5, using: &dice) }
        if chance(0.5) { symbol.isShortCandidate = column { _ in chance(0.4) ? 1 : 0 } }
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
      rules = PortfolioRules(
        name: "random", hold: chance(0.7) ? Int.random(in: 1...4, using: &dice) : nil,
        weighting: [.equal, .share, .proportional][Int.random(in: 0...2, using: &dice)],
        limit: chance(0.4) ? 0.3 : .infinity, period: chance(0.5) ? .month : .week,
        reserve: chance(0.3) ? symbols.count - 1 : nil)
      rules.holdsShort = chance(0.3)
      rules.holdsLong = !rules.holdsShort || chance(0.8)
      if chance(0.4) {
        rules.groups = SymbolGroups(
          names: symbols.indices.map { $0 % 3 == 2 ? nil : "G\($0 % 3)" }, hold: chance(0.6) ? 1 : nil,
          limit: chance(0.6) ? 0.35 : .infinity)
      }
      settings = BacktestSettings(
        cash: 10_000, commission: chance(0.5) ? 0.002 : 0, slippage: chance(0.5) ? 0.001 : 0,
        units: chance(0.3) ? .whole : .fractional, fill: chance(0.3) ? .close : .open)
    }

    func run(_ steps: Int? = nil, listsOrders: Bool = false) throws -> BacktestResult {
      let clock = PortfolioClock(symbols.map(\.bars))
      let basis = ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1)
      return try PortfolioBacktest.run(
        symbols, clock: clock, rules: rules, settings: settings, range: 0..<(steps ?? clock.count), basis: basis,
        listsOrders: listsOrders)
    }

    /// The symbols known by a day.
    func until(_ day: Int) -> Run {
      var cut = self
      for place in symbols.indices {
        let count = symbols[place].bars.times.indices.count { PlainPortfolio.day(symbols[place].bars, $0) <= day }
        cut.symbols[place].bars = symbols[place].bars.prefix(count)
        func prefix(_ column: Column?) -> Column? { column.map { Column(Array($0.values.prefix(count))) } }
        cut.symbols[place].isCandidate = prefix(symbols[place].isCandidate)
        cut.symbols[place].isShortCandidate = prefix(symbols[place].isShortCandidate)
        cut.symbols[place].rank = prefix(symbols[place].rank)
        cut.symbols[place].weight = prefix(symbols[place].weight)
        cut.symbols[place].actions = symbols[place].actions.filter { $0.index < count }
      }
      return cut
    }
  }

  @Test("parts that continue from a state written as JSON are one run, to the last bit")
  func continued() throws {
    var trades = 0
    for seed in UInt64(1)...300 {
      var run = Run(seed: seed)
      run.settings.fill = .open
      let clock = PortfolioClock(run.symbols.map(\.bars))
      let full = try run.run(listsOrders: true)
      let joined = try ContinuedRuns.run(0..<clock.count, seed: seed) { state, part in
        var settings = run.settings
        settings.finalize = run.settings.finalize && part.upperBound == clock.count
        // Nothing is known yet of the steps after each part.
        let known = run.until(clock.days[part.upperBound - 1])
        return try PortfolioBacktest.advance(
          state, known.symbols, clock: PortfolioClock(known.symbols.map(\.bars)), rules: run.rules,
          settings: settings, range: part, basis: ContinuedRuns.basis, listsOrders: true)
      }
      ContinuedRuns.expectSame(joined, full, "seed \(seed)")
      trades += full.trades.count
    }
    #expect(trades > 1000)
  }

  @Test("a portfolio's equity is that of a second simulator")
  func plain() throws {
    var fills = 0
    for seed in UInt64(1)...400 {
      let run = Run(seed: seed)
      let result = try run.run()
      // A short position can cost the entire equity, which the plain one does not follow.
      guard result.ruinedIndex == nil else { continue }
      let plain = PlainPortfolio(run.symbols, run.rules, run.settings)
      #expect(plain.equity.count == result.equity.count)
      let differing = zip(plain.equity, result.equity.values).enumerated().first { !near($1.0, $1.1, 1e-9) }
      #expect(differing == nil, "seed \(seed), step \(differing?.offset ?? -1)")
      fills += plain.fills
    }
    #expect(fills > 5000)
  }

  @Test("cash is never below zero without leverage, and gains add up to the change of the equity")
  func accounting() throws {
    for seed in UInt64(1)...300 {
      let run = Run(seed: seed)
      let result = try run.run(listsOrders: true)
      // The cost of covering a short beyond its proceeds is borrowed until longs are sold; entries never borrow.
      if !run.rules.holdsShort { #expect(result.cash.values.allSatisfy { $0 > -1e-6 }, "seed \(seed)") }
      let ended = Set(result.trades.filter { $0.exit == .rule(1) }.map(\.exitIndex))
      for order in result.orders where order.fate == .filled {
        guard case .entry = order.kind, let step = order.index, !ended.contains(step) else { continue }
        #expect(result.cash.values[step] > -1e-6, "seed \(seed), step \(step)")
      }
      let gain = (result.trades + result.openTrades).reduce(0) { $0 + $1.pnl }
      #expect(near(10_000 + gain, result.equity.values.last ?? .nan, 1e-9), "seed \(seed)")
    }
  }

  @Test("The buying power of a long is that of the prices of the fills, also of a short that is added to after it")
  func addedShort() throws {
    let count = 60
    var (first, second) = (
      PortfolioSymbol(name: "A", bars: flatBars([Double](repeating: 10, count: count))),
      PortfolioSymbol(name: "B", bars: flatBars([Double](repeating: 10, count: count)))
    )
    let clock = PortfolioClock([first.bars, second.bars])
    let decisions = (0..<count - 1).filter { clock.decides(at: $0, .month) }
    let (early, late) = (try #require(decisions.first), try #require(decisions.dropFirst().first))
    // The short rises by a tenth between the second decision and its fills.
    second.bars = flatBars((0..<count).map { $0 > late ? 11 : 10 })
    func column(_ value: (Int) -> Double) -> Column { Column((0..<count).map(value)) }
    first.isCandidate = column { $0 > early ? 1 : 0 }
    first.isShortCandidate = column { _ in 0 }
    first.weight = column { _ in 0.7 }
    second.isCandidate = column { _ in 0 }
    second.isShortCandidate = column { _ in 1 }
    second.weight = column { $0 > early ? 0.5 : 0.3 }
    var rules = PortfolioRules(name: "both", weighting: .share)
    (rules.holdsShort, rules.period) = (true, .month)
    let result = try PortfolioBacktest.run(
      [first, second], clock: PortfolioClock([first.bars, second.bars]), rules: rules,
      settings: BacktestSettings(cash: 10_000, fill: .open), range: 0..<(late + 2),
      basis: ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1))
    let gross = result.holdings.reduce(0) { $0 + abs($1.units * $1.price) }
    #expect(result.holdings.count == 2)
    #expect(gross <= (result.equity.values.last ?? 0) + 1e-6, "\(gross)")
  }

  @Test("each entry and each exit that was decided is an order, decided before it fills")
  func orders() throws {
    var (filled, shorts, rejected) = (0, 0, 0)
    for seed in UInt64(1)...200 {
      let result = try Run(seed: seed).run(listsOrders: true)
      let orders = result.orders.filter { $0.fate == .filled }
      func has(_ trade: Trade, at index: Int, isEntry: Bool) -> Bool {
        orders.contains { order in
          let enters = if case .entry = order.kind { true } else { false }
          return order.index == index && order.symbol == trade.symbol && order.side == trade.side && enters == isEntry
        }
      }
      for trade in result.trades + result.openTrades {
        #expect(has(trade, at: trade.entryIndex, isEntry: true), "seed \(seed)")
        if case .rule(0) = trade.exit { #expect(has(trade, at: trade.exitIndex, isEntry: false), "seed \(seed)") }
        shorts += trade.side == .short ? 1 : 0
      }
      #expect(
        result.orders.allSatisfy { $0.decidedIndex <= $0.index ?? .max }
          && result.orders.map(\.decidedIndex) == result.orders.map(\.decidedIndex).sorted(), "seed \(seed)")
      let refused = result.orders.count { if case .rejected = $0.fate { true } else { false } }
      #expect(refused == result.rejections.count, "seed \(seed)")
      filled += orders.count
      rejected += refused
    }
    #expect(filled > 2000 && shorts > 100 && rejected > 20, "\(filled) fills, \(shorts) short, \(rejected) rejected")
  }

  @Test("what has happened by a day is the same where the later days are not there")
  func prefixes() throws {
    for seed in UInt64(1)...40 {
      let run = Run(seed: seed)
      let whole = try run.run()
      let days = PortfolioClock(run.symbols.map(\.bars)).days
      for step in [41, 88, 131] where step < days.count {
        let part = try run.until(days[step]).run()
        // The last step of the part does not know whether its period is over.
        let count = run.settings.fill == .close ? part.equity.count - 1 : part.equity.count
        #expect(part.equity.values.prefix(count) == whole.equity.values.prefix(count), "seed \(seed), step \(step)")
      }
    }
  }

  @Test("prices with their splits taken out give the same equity")
  func splits() throws {
    var seen = 0
    for seed in UInt64(1)...200 {
      var run = Run(seed: seed)
      run.settings.units = .fractional
      var adjusted = run
      for place in run.symbols.indices {
        for index in run.symbols[place].actions.indices { run.symbols[place].actions[index].dividend = 0 }
        adjusted.symbols[place].actions = []
        var bars = run.symbols[place].bars
        var ratio = 1.0
        for index in bars.times.indices.reversed() {
          for action in run.symbols[place].actions where action.index == index + 1 { ratio *= action.ratio }
          for path in [\Bars.open, \.high, \.low, \.close] { bars[keyPath: path][index] /= ratio }
        }
        seen += run.symbols[place].actions.count { $0.ratio != 1 }
        adjusted.symbols[place].bars = bars
      }
      let (raw, smooth) = (try run.run(), try adjusted.run())
      #expect(zip(raw.equity.values, smooth.equity.values).allSatisfy { near($0, $1, 1e-9) }, "seed \(seed)")
    }
    #expect(seen > 50)
  }

  @Test("a symbol that ends while it is held is sold at its last close after ten steps")
  func ended() throws {
    var short = PortfolioSymbol(name: "A", bars: flatBars([Double](repeating: 10, count: 30)))
    short.bars.close[29] = 11
    let long = PortfolioSymbol(name: "B", bars: flatBars([Double](repeating: 10, count: 60)))
    let clock = PortfolioClock([short.bars, long.bars])
    let result = try PortfolioBacktest.run(
      [short, long], clock: clock, rules: PortfolioRules(name: "ends"), settings: BacktestSettings(), range: 0..<60,
      basis: ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1))
    let trade = try #require(result.trades.first)
    #expect(trade.symbol == 0)
    #expect(trade.exitIndex == 39)
    #expect(trade.exitPrice == 11)
    #expect(result.exitRuleName(of: trade) == "ended")
  }

  @Test("an order for a symbol that has ended does not wait for its next bar")
  func endedOrder() throws {
    // January is over with the bar at 22, behind which A has no other.
    let short = PortfolioSymbol(name: "A", bars: flatBars([Double](repeating: 10, count: 23)))
    let long = PortfolioSymbol(name: "B", bars: flatBars([Double](repeating: 10, count: 40)))
    let result = try PortfolioBacktest.run(
      [short, long], clock: PortfolioClock([short.bars, long.bars]), rules: PortfolioRules(name: "ends"),
      settings: BacktestSettings(), range: 0..<40,
      basis: ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1), listsOrders: true)
    let order = try #require(result.orders.first { $0.symbol == 0 })
    #expect(order.decidedIndex == 22 && order.fate == .cancelled && order.index == 32)
  }

  @Test("holding is of equal parts, to which a symbol that begins later is added when it begins")
  func holding() throws {
    func symbol(_ name: String, _ prices: [Double], from first: Int = 0) -> PortfolioSymbol {
      let bars = flatBars([Double](repeating: 1, count: first) + prices)
      return PortfolioSymbol(name: name, bars: bars.slice(first..<bars.count))
    }
    let symbols = [
      symbol("A", [10, 20, 20, 40, 40]), symbol("B", [10, 10, 10, 10, 10]), symbol("C", [5, 10, 5], from: 2),
    ]
    let clock = PortfolioClock(symbols.map(\.bars))
    // 1.5 at the third close: C gets 0.5, A keeps 2/3 of its 1 and B of its 0.5. A doubles, C doubles and falls back.
    let worth = clock.holding(symbols, from: 0, timeframe: .day, zone: .utc).close.values
    #expect(zip(worth, [1, 1.5, 1.5, 8.0 / 3, 13.0 / 6]).allSatisfy { abs($0 - $1) < 1e-12 })
    // From the third close on all three are there at once.
    let later = clock.holding(symbols, from: 2, timeframe: .day, zone: .utc).close.values
    #expect(zip(later, [1, 1, 1, 5.0 / 3, 4.0 / 3]).allSatisfy { abs($0 - $1) < 1e-12 })
  }
}
