import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing
import Work

/// The run from event to event against the walk over all bars.
struct PlainRunTests {
  /// A random run whose rules are columns, with levels that an entry fixes or without, on bars some of whose highs and lows
  /// are missing.
  private static func random(_ seed: UInt64) -> RandomRun {
    var run = RandomRun(seed: seed, isPlain: true, count: 200)
    var dice = Dice(seed &+ 5)
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
    for index in 0..<run.bars.count where chance(0.02) {
      run.bars.high[index] = .nan
      if chance(0.5) { run.bars.low[index] = .nan }
    }
    let fraction = Double.random(in: 0.01...0.08, using: &dice)
    if chance(0.4) { run.strategy.stop = .fraction(fraction) }
    if chance(0.2) { run.strategy.stop = Level(.distance, .column(run.bars.close.scaled(0.03))) }
    if chance(0.2) { run.strategy.stop = Level(.price, .column(run.bars.close.scaled(0.9))) }
    if chance(0.3) { run.strategy.target = .fraction(2 * fraction) }
    if chance(0.1) { run.strategy.target = Level(.price, .column(run.bars.close.scaled(1.005))) }
    if chance(0.3) { run.strategy.trail = .fraction(fraction) }
    if chance(0.2) { run.strategy.trail = Level(.distance, .column(run.bars.close.scaled(0.05))) }
    if chance(0.5) { run.strategy.entries.removeAll { $0.side == .short } }
    if chance(0.3) { run.settings.inside = .targetFirst }
    return run
  }

  private static func result(
    _ run: RandomRun, _ range: Range<Int>, takesShortWay: Bool
  ) throws -> (result: BacktestResult, isPlain: Bool) {
    var loop = BarLoop(
      bars: run.bars, strategy: run.strategy, settings: run.settings, range: range, actions: [], listsSignals: true)
    loop.takesShortWay = takesShortWay
    try loop.run(monitor: .none)
    let basis = ReturnBasis(period: .bar, periodsPerYear: 252, source: .setting, years: 1)
    return (loop.result(basis: basis), loop.isPlain)
  }

  @Test("a run from event to event gives what the walk over all bars gives, to the last bit")
  func equalToTheWalk() throws {
    var (plain, trades, leveled) = (0, 0, 0)
    for seed in UInt64(1)...1500 {
      let run = Self.random(seed)
      let range = seed % 3 == 0 ? 40..<170 : 0..<200
      let (short, isPlain) = try Self.result(run, range, takesShortWay: true)
      let (long, _) = try Self.result(run, range, takesShortWay: false)
      #expect(short.equity.values.map(\.bitPattern) == long.equity.values.map(\.bitPattern), "seed \(seed)")
      #expect(short.cash.values.map(\.bitPattern) == long.cash.values.map(\.bitPattern), "seed \(seed)")
      // A missing price differs from itself, so that the texts are compared, which tell every bit.
      func same(_ part: (BacktestResult) -> Any) -> Bool { "\(part(short))" == "\(part(long))" }
      #expect(same { $0.trades } && same { $0.openTrades } && same { $0.pendingOrders }, "seed \(seed)")
      #expect(same { $0.signals } && same { $0.orders } && same { $0.conflicts }, "seed \(seed)")
      #expect(same { $0.rejections } && same { $0.tally } && short.exposedBars == long.exposedBars, "seed \(seed)")
      #expect(
        same { [$0.commissionPaid, $0.slippagePaid, $0.turnover, $0.lastClose, $0.firstClose] }
          && short.ruinedIndex == long.ruinedIndex, "seed \(seed)")
      // One computes its figures from the path of the account, the other from the column of the equity.
      #expect(same { $0.drawdowns() } && same { $0.returns() }, "seed \(seed)")
      #expect(same { $0.performance(.full) } && same { $0.performance(.essential) }, "seed \(seed)")
      plain += isPlain ? 1 : 0
      trades += short.trades.count
      leveled += short.trades.count { $0.exit == .stop || $0.exit == .target || $0.exit == .trail }
    }
    #expect(plain > 1000 && trades > 20_000 && leveled > 4000, "\(plain) plain runs, \(trades) trades, \(leveled)")
  }

  @Test("a crossing of two columns is the rule that their column of booleans is")
  func crossings() throws {
    var random = Dice(3)
    for seed in UInt64(1)...300 {
      var run = Self.random(seed)
      func average() -> Column {
        Column(
          run.bars.close.values.map {
            $0.isNaN || Int.random(in: 0..<40, using: &random) == 0 ? .nan : $0.rounded()
          })
      }
      let (fast, slow) = (average(), average())
      func truth(_ over: Column, _ under: Column) -> Column {
        Column(
          over.values.indices.map {
            $0 > 0 && over[$0] > under[$0] && over[$0 - 1] <= under[$0 - 1] ? 1 : 0
          })
      }
      var columns = run
      for place in run.strategy.entries.indices where place == 0 {
        run.strategy.entries[place].condition = .crossing(Crossing(of: fast, above: slow))
        columns.strategy.entries[place].condition = .column(truth(fast, slow))
      }
      for place in run.strategy.exits.indices where place == 0 {
        run.strategy.exits[place].condition = .crossing(Crossing(of: slow, above: fast))
        columns.strategy.exits[place].condition = .column(truth(slow, fast))
      }
      for takesShortWay in [true, false] {
        let crossed = try Self.result(run, 40..<170, takesShortWay: takesShortWay).result
        let listed = try Self.result(columns, 40..<170, takesShortWay: takesShortWay).result
        #expect("\(crossed.trades) \(crossed.signals)" == "\(listed.trades) \(listed.signals)", "seed \(seed)")
        #expect(crossed.equity.values.map(\.bitPattern) == listed.equity.values.map(\.bitPattern), "seed \(seed)")
      }
      let (later, other) = (run.strategy.oneBarLater, columns.strategy.oneBarLater)
      (run.strategy, columns.strategy) = (later, other)
      let crossed = try Self.result(run, 0..<200, takesShortWay: true).result
      let listed = try Self.result(columns, 0..<200, takesShortWay: true).result
      #expect("\(crossed.trades)" == "\(listed.trades)", "seed \(seed)")
    }
  }

  @Test("a value that is added often gives the sum of the additions")
  func repeatedSums() {
    var random = Dice(9)
    for _ in 0..<20_000 {
      let start = Int.random(in: 0..<4, using: &random) == 0 ? 0 : Double.random(in: 0...1, using: &random)
      let scales: [Double] = [1, 0.5, 1e-3, 1e-9, 1e-16, 1.5 * start.ulp, 0.5 * start.ulp]
      let scale = scales.randomElement(using: &random) ?? 1
      let value = Bool.random(using: &random) ? scale : scale * Double.random(in: 0...1, using: &random)
      let times = Int.random(in: 0...300, using: &random)
      var plain = start
      for _ in 0..<times { plain += value }
      #expect(Statistics.sum(start, adding: value, times: times) == plain, "\(start), \(value), \(times)")
    }
  }
}
