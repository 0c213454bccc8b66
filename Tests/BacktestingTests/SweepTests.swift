import Backtesting
import Calendar
import Columns
import PlainSimulation
import Synchronization
import TestSupport
import Testing
import Work

struct SweepTests {
  @Test("the engine for sweeps gives the figures of the general one, to the last bit")
  func equalEngines() throws {
    var trades = 0.0
    for seed in UInt64(1)...400 {
      var run = RandomRun(seed: seed, isPlain: true)
      if seed % 2 == 0 { run.actions = Self.actions(of: run.bars, seed: seed) }
      // The general engine alone pays out the parts of units that splits leave.
      if !run.actions.splits.isEmpty { run.settings.units = .fractional }
      let range = seed % 3 == 0 ? 20..<97 : 0..<run.bars.count
      #expect(SignalBacktest.supports(run.strategy))
      let general = try run.run(range)
      let engine = try #require(
        try SignalBacktest(
          bars: run.bars,
          settings: run.settings,
          size: run.strategy.size,
          range: range,
          actions: run.bars.barActions(run.actions)
        )
      )
      var scratch = SignalBacktest.Scratch()
      let signals = BarSignals(run.strategy, range: range)
      let fast = engine.performance(of: signals, detail: .full, scratch: &scratch)
      // The search of the break-even cost takes trades, which only the general engine keeps.
      let slow = general.performance(.full, searchesCost: false)
      for metric in Metric.all {
        let (left, right) = (metric.value(fast), metric.value(slow))
        #expect(
          left == right || (left.isNaN && right.isNaN),
          "seed \(seed), \(metric.name): \(left), \(right)"
        )
      }
      trades += fast.trades
    }
    #expect(trades > 2000)
  }

  @Test("the bars of a condition are those on which it holds")
  func barsOfConditions() throws {
    var count = 0
    for seed in UInt64(1)...200 {
      var random = Dice(seed)
      func column() -> Column {
        Column((0..<200).map { _ in [0, 1, 2, .nan][Int.random(in: 0..<4, using: &random)] })
      }
      let range = Int.random(in: 0..<100, using: &random)..<Int.random(in: 100...200, using: &random)
      let state = PositionState(equity: 1)
      for condition in [Condition.column(column()), .crossing(Crossing(of: column(), above: column()))] {
        let bars = try #require(BarSignals.bars(of: condition, in: range))
        #expect(bars == range.filter { condition.holds(at: $0, state: state) }, "seed \(seed)")
        count += bars.count
      }
    }
    #expect(count > 2000)
  }

  /// Splits and dividends on random days.
  private static func actions(of bars: Bars, seed: UInt64) -> CorporateActions {
    var random = Dice(seed &+ 3)
    var actions = CorporateActions()
    for _ in 0..<10 {
      let date = bars.civilTime(at: Int.random(in: 1..<bars.count, using: &random)).date
      actions.insert(CorporateAction(.dividend(Double.random(in: 0.1...3, using: &random)), on: date))
      if Int.random(in: 0..<4, using: &random) == 0 { actions.insert(CorporateAction(.split(2), on: date)) }
    }
    return actions
  }

  @Test("with stops, targets and trails both engines give the same figures, to the last bit")
  func equalLevels() throws {
    var (trades, reached) = (0.0, 0)
    for seed in Thoroughness.some(UInt64(1)...600) {
      var run = RandomRun(seed: seed, isPlain: true)
      var random = Dice(seed &+ 17)
      func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
      let fraction = Double.random(in: 0.01...0.08, using: &random)
      let distance = Level(.distance, .column(run.bars.close.scaled(0.03)))
      if chance(0.6) { run.strategy.stop = chance(0.5) ? .fraction(fraction) : distance }
      if chance(0.1) { run.strategy.stop = Level(.price, .column(run.bars.low.scaled(0.99))) }
      if chance(0.4) { run.strategy.target = chance(0.5) ? .fraction(2 * fraction) : distance }
      if chance(0.1) { run.strategy.target = Level(.price, .column(run.bars.close.scaled(1.005))) }
      if chance(0.4) { run.strategy.trail = chance(0.5) ? .fraction(fraction) : distance }
      run.settings.inside = chance(0.3) ? .targetFirst : .stopFirst
      if seed % 2 == 0 { run.actions = Self.actions(of: run.bars, seed: seed) }
      // The general engine alone pays out the parts of units that splits leave.
      if !run.actions.splits.isEmpty { run.settings.units = .fractional }
      let range = seed % 3 == 0 ? 20..<97 : 0..<run.bars.count
      #expect(SignalBacktest.supports(run.strategy))
      let general = try run.run(range)
      let engine = try #require(
        try SignalBacktest(
          bars: run.bars, settings: run.settings, size: run.strategy.size, range: range,
          actions: run.bars.barActions(run.actions)))
      var scratch = SignalBacktest.Scratch()
      let fast = engine.performance(
        of: BarSignals(run.strategy, range: range), levels: run.strategy.levels, detail: .full, scratch: &scratch)
      let slow = general.performance(.full, searchesCost: false)
      for metric in Metric.all {
        let (left, right) = (metric.value(fast), metric.value(slow))
        #expect(
          left == right || (left.isNaN && right.isNaN), "seed \(seed), \(metric.name): \(left), \(right)")
      }
      // What a sweep lists is found without a list of returns.
      let listed = engine.performance(
        of: BarSignals(run.strategy, range: range), levels: run.strategy.levels, scratch: &scratch)
      for figure in [\Performance.sharpeRatio, \.sortinoRatio, \.volatility, \.maxDrawdown, \.calmarRatio] {
        let (left, right) = (listed[keyPath: figure], fast[keyPath: figure])
        #expect(left == right || (left.isNaN && right.isNaN), "seed \(seed): \(left), \(right)")
      }
      trades += fast.trades
      reached += general.trades.count { [.stop, .target, .trail].contains($0.exit) }
    }
    #expect(trades > 300 && reached > 200)
  }

  @Test("both engines are ruined alike")
  func ruin() throws {
    let bars = flatBars([10, 10, 25, 10, 10, 10])
    let strategy = Strategy(name: "s", entries: [short(on(0, 3, count: 6))])
    let engine = try #require(try SignalBacktest(bars: bars))
    var scratch = SignalBacktest.Scratch()
    let fast = engine.performance(of: BarSignals(strategy, range: 0..<6), scratch: &scratch)
    let slow = try Backtest.run(bars: bars, strategy: strategy).performance(.essential)
    #expect(fast.endValue == -5000)
    #expect(fast.endValue == slow.endValue)
    #expect(fast.maxDrawdown == slow.maxDrawdown)
    #expect(fast.exposure == slow.exposure)
  }

  @Test("crossings of two columns are those of their definition, missing values included")
  func crossings() {
    var random = Dice(7)
    let values: [Double] = [-1, 0, 1, 2, .nan]
    for _ in 0..<200 {
      let count = Int.random(in: 1...300, using: &random)
      func column() -> Column {
        Column((0..<count).map { _ in values.randomElement(using: &random) ?? 0 })
      }
      let (fast, slow) = (column(), column())
      let start = Int.random(in: 0..<count, using: &random)
      var signals = BarSignals(count: count - start)
      signals.addCrosses(of: fast, over: slow, above: .enterLong, below: .exitLong, range: start..<count)
      for index in start..<count {
        var expected: RuleBits = []
        if index > 0, fast[index] > slow[index], fast[index - 1] <= slow[index - 1] { expected = .enterLong }
        if index > 0, fast[index] < slow[index], fast[index - 1] >= slow[index - 1] { expected = .exitLong }
        #expect(signals.bytes[index - start] == expected.rawValue)
      }
    }
  }

  @Test("signals of truth columns fire where the column is 1")
  func truthColumns() {
    let column = Column([0, 1, .nan, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, -0.0, 0, 0, 0, 0, 1])
    var signals = BarSignals(count: column.count)
    signals.add(.exit, where: column, range: 0..<column.count)
    let expected = column.values.map { $0 == 1 ? RuleBits.exit(nil).rawValue : 0 }
    #expect(signals.bytes == expected)
    signals.clear()
    #expect(signals.bytes.allSatisfy { $0 == 0 })
  }

  @Test("comparisons with a column and with a number fire where they hold, and nowhere on missing values")
  func comparisons() {
    var random = Dice(11)
    let values: [Double] = [-1, -0.0, 0, 1, 2, .infinity, .nan]
    for _ in 0..<100 {
      let count = Int.random(in: 1...150, using: &random)
      func column() -> Column {
        Column((0..<count).map { _ in values.randomElement(using: &random) ?? 0 })
      }
      let (left, right) = (column(), column())
      let number = values.randomElement(using: &random) ?? 0
      let start = Int.random(in: 0..<count, using: &random)
      for order in BarSignals.Order.allCases {
        func holds(_ a: Double, _ b: Double) -> Bool {
          switch order {
          case .above: a > b
          case .atLeast: a >= b
          case .below: a < b
          case .atMost: a <= b
          }
        }
        var signals = BarSignals(count: count - start)
        signals.add(.enterLong, where: left, is: order, right, range: start..<count)
        signals.add(.exitLong, where: left, is: order, number, range: start..<count)
        for index in start..<count {
          var expected: RuleBits = holds(left[index], right[index]) ? .enterLong : []
          if holds(left[index], number) { expected.formUnion(.exitLong) }
          #expect(signals.bytes[index - start] == expected.rawValue)
          var mirrored = BarSignals(count: 1)
          mirrored.add(.exit, where: Column([number]), is: order.mirrored, left[index], range: 0..<1)
          #expect((mirrored.bytes != [0]) == holds(left[index], number))
        }
      }
    }
  }

  @Test("outcomes are in the order of the grid, whatever the number of threads")
  func order() throws {
    for workers in [1, 2, 5] {
      let outcomes: [Int?] = try Sweep.run(count: 1000, workers: workers, makeScratch: { 0 }) {
        (index, uses: inout Int) -> Int? in
        uses += 1
        return index % 7 == 0 ? nil : index * index
      }
      #expect(outcomes == (0..<1000).map { $0 % 7 == 0 ? nil : $0 * $0 })
    }
    let none: [Int?] = try Sweep.run(count: 0, workers: 2, makeScratch: { 0 }) { (index, _: inout Int) in
      index
    }
    #expect(none.isEmpty)
  }

  @Test("a failing combination stops the sweep and is named; so does the user")
  func failures() {
    struct Bad: Error {}
    #expect {
      let _: [Int?] = try Sweep.run(count: 500, workers: 1, makeScratch: { 0 }) {
        (index, _: inout Int) throws(Bad) -> Int? in
        if index >= 300 { throw Bad() }
        return index
      }
    } throws: { error in
      guard case SweepError<Bad>.failed(let index, _) = error else { return false }
      return index == 300
    }
    let calls = Atomic<Int>(0)
    let monitor = WorkMonitor(isCancelled: { true })
    #expect {
      let _: [Int?] = try Sweep.run(count: 100_000, workers: 2, monitor: monitor, makeScratch: { 0 }) {
        (index, _: inout Int) -> Int? in
        calls.wrappingAdd(1, ordering: .relaxed)
        return index
      }
    } throws: { error in
      guard case SweepError<Never>.interrupted = error else { return false }
      return true
    }
    #expect(calls.load(ordering: .relaxed) < 1000)
  }

  @Test("rows are ranked from best to worst, ties by the grid, missing figures last")
  func ranking() throws {
    let sharpe = try #require(Metric.named("sharpe"))
    let drawdown = try #require(Metric.named("max_drawdown"))
    let volatility = try #require(Metric.named("volatility"))
    func rows(_ keys: [Double]) -> [SweepRow] {
      keys.enumerated().map { index, key in
        var row = SweepRow(
          index: index,
          performance: Performance(
            equity: [1, 1],
            startingFrom: 1,
            basis: ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1)
          ),
          rankedBy: sharpe
        )
        row.key = key
        return row
      }
    }
    let ranked = Sweep.ranked(rows([1, .nan, 3, 1, 2]), by: sharpe).map(\.index)
    #expect(ranked == [2, 4, 0, 3, 1])
    #expect(Sweep.ranked(rows([-0.5, -0.1, 0]), by: drawdown).map(\.index) == [2, 1, 0])
    #expect(Sweep.ranked(rows([0.5, .nan, 0.1]), by: volatility, top: 2).map(\.index) == [2, 0])
    var dice = Dice(12)
    for top in [0, 1, 3, 40] {
      let keys = (0..<400).map { _ in dice.below(9) == 0 ? .nan : Double(dice.below(50)) }
      let all = rows(keys)
      let ordered = Sweep.ranked(all, by: sharpe).map(\.index)
      #expect(Sweep.ranked(all, by: sharpe, top: top).map(\.index) == Array(ordered.prefix(top)))
    }
  }

  @Test("bars with gaps and strategies with levels are left to the general engine")
  func unsupported() throws {
    var bars = flatBars([1, 1, 1])
    bars.open[1] = .nan
    let engine = try SignalBacktest(bars: bars)
    #expect(engine == nil)
    var strategy = Strategy(name: "s", entries: [])
    strategy.stop = .fraction(0.1)
    #expect(SignalBacktest.supports(strategy))
    strategy.stopsAtCloses = true
    #expect(!SignalBacktest.supports(strategy))
    strategy.stopsAtCloses = false
    strategy.stop = Level(.fraction, .program(PositionProgram(.equity)))
    #expect(!SignalBacktest.supports(strategy))
    strategy.stop = nil
    strategy.trail = Level(.price, .column(bars.close))
    #expect(!SignalBacktest.supports(strategy))
    strategy.trail = nil
    strategy.size = .equityShare(.program(PositionProgram(.equity)))
    #expect(!SignalBacktest.supports(strategy))
  }
}
