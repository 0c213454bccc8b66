import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing

@Suite("Exits that take a share of the volume")
struct VolumeExitTests {
  /// A run that buys 10 units at the open of the second bar, whose volume allows them.
  private func run(
    _ bars: Bars, _ volume: [Double], share: Double = 0.1, leaves: [Int] = [1],
    _ change: (inout Strategy, inout BacktestSettings) -> Void = { _, _ in }
  ) throws -> BacktestResult {
    var bars = bars
    bars.volume = Column(volume)
    let exits = Column((0..<bars.count).map { leaves.contains($0) ? 1 : 0 })
    var strategy = Strategy(
      name: "s", entries: [long(on(0, count: bars.count))], exits: [leave(.column(exits))],
      size: .shares(.constant(10)))
    var settings = BacktestSettings(cash: 10_000)
    settings.maximumVolumeShare = share
    change(&strategy, &settings)
    return try Backtest.run(bars: bars, strategy: strategy, settings: settings, listsSignals: true)
  }

  @Test("An exit over three bars is one trade at the mean of its fills, left at the last")
  func threeBars() throws {
    let result = try run(flatBars([100, 100, 110, 120, 130, 90]), [1, 100, 40, 40, 40, 40])
    let trade = try #require(result.trades.first)
    #expect(result.trades.count == 1 && result.openTrades.isEmpty && trade.size == 10)
    #expect(trade.exitFills.map(\.index) == [2, 3] && trade.exitFills.map(\.units) == [-4, -4])
    #expect(trade.exitIndex == 4 && trade.firstExitIndex == 2 && trade.exit == .rule(0) && trade.bars == 3)
    #expect(near(trade.exitPrice, 118.0) && near(trade.pnl, 180))
    #expect(result.equity.values == [10_000, 10_000, 10_100, 10_160, 10_180, 10_180])
    #expect(result.cash.values == [10_000, 9000, 9440, 9920, 10_180, 10_180])
    #expect(result.exposedBars == 3)
    #expect(result.orders.map(\.fate) == [.filled, .filledInPart, .filledInPart, .filled])
    #expect(result.orders.map(\.index) == [1, 2, 3, 4] && result.orders.map(\.decidedIndex) == [0, 1, 1, 1])
    #expect(result.orders.map(\.fillPrice) == [100, 110, 120, 130])
    #expect(result.volumeShares(on: flatBars([100]).withVolume([1])).isEmpty)
  }

  @Test("A stop that is reached continues at the market, at any price, and no rule leaves again")
  func stop() throws {
    let bars = makeBars([
      (100, 100, 100, 100), (100, 101, 99, 100), (100, 100, 94, 98), (104, 105, 90, 104), (106, 106, 106, 106),
    ])
    let result = try run(bars, [1, 100, 60, 20, 60], leaves: [3]) { strategy, _ in strategy.stop = .fraction(0.05) }
    let trade = try #require(result.trades.first)
    #expect(trade.exit == .stop && trade.firstExitIndex == 2 && trade.exitIndex == 4 && trade.firstExitQuote == 95)
    #expect(near(trade.exitPrice, 99.0))
    #expect(result.orders.map(\.kind) == [.entry(rule: 0), .exit(.stop), .exit(.stop)])
    #expect(result.orders.map(\.decidedIndex) == [0, 2, 2])
  }

  @Test("The entry takes of the volume that the stop on its bar has: the rest continues")
  func entryBar() throws {
    let bars = makeBars([(100, 100, 100, 100), (100, 100, 90, 91), (92, 92, 92, 92), (93, 93, 93, 93)])
    let result = try run(bars, [1, 100, 1000, 1000], leaves: []) { strategy, _ in strategy.stop = .fraction(0.05) }
    let trade = try #require(result.trades.first)
    #expect(trade.exitIndex == 2 && trade.exitPrice == 92 && trade.exitFills.isEmpty && trade.firstExitIndex == 1)
    #expect(trade.firstExitQuote == 95)
  }

  @Test("No volume fills nothing, one that is not known cuts nothing, and force closes all")
  func bounds() throws {
    let flat = flatBars([100, 100, 100, 100, 100])
    let none = try run(flat, [1, 100, 0, 0, 0])
    #expect(none.trades.isEmpty && none.openTrades.map(\.size) == [10])
    #expect(none.orders.map(\.fate) == [.filled, .pending])
    #expect(none.pendingOrders.map(\.isRest) == [true] && none.pendingOrders.map(\.share) == [nil])
    let unknown = try run(flat, [1, 100, .nan, 0, 0])
    #expect(
      unknown.trades.map(\.exitIndex) == [2] && unknown.fillsWithoutVolume(on: flat.withVolume([1, 1, .nan])) == 1)
    let ended = try run(flat, [1, 100, 40, 40, 0]) { _, settings in settings.finalize = true }
    #expect(ended.trades.map(\.exit) == [.end] && ended.trades.map(\.size) == [10] && ended.openTrades.isEmpty)
    #expect(ended.trades[0].exitFills.map(\.units) == [-4, -4])
    let lost = try run(flatBars([100, 100, 300, 300, 300]), [1, 100, 40, 40, 40]) { strategy, settings in
      strategy.entries[0].side = .short
      settings.cash = 1000
    }
    #expect(lost.ruinedIndex == 2 && lost.trades.map(\.exit) == [.ruin] && lost.trades.map(\.exitIndex) == [2])
  }

  @Test("A reversal enters once the other side is left, at the first open that exits leave enough volume of")
  func reversal() throws {
    let flat = flatBars([100, 100, 100, 100, 100, 100])
    let result = try run(flat, [1, 100, 60, 60, 200, 200]) { strategy, _ in
      strategy.exits = []
      strategy.entries.append(short(on(1, count: 6)))
    }
    #expect(result.trades.map(\.exitIndex) == [3] && result.trades.map(\.exit) == [.reversal(1)])
    // The third bar has 6 for the exit, the fourth 6 of which the exit takes 4.
    #expect(result.openTrades.map(\.entryIndex) == [4] && result.openTrades.map(\.size) == [10])
    #expect(result.orders.map(\.fate) == [.filled, .filled, .filled])
    let cancelled = try run(flat, [1, 100, 20, 20, 200, 200], leaves: [2]) { strategy, _ in
      strategy.entries.append(short(on(1, count: 6)))
      strategy.exits[0].side = .short
    }
    #expect(cancelled.openTrades.isEmpty && cancelled.orders.map(\.fate).contains(.cancelled))
  }

  @Test("A part continues as a trade of its own while rules hold the other part")
  func parts() throws {
    let flat = flatBars([100, 100, 110, 120, 130, 140])
    let result = try run(flat, [1, 100, 30, 30, 30, 100], leaves: [3]) { strategy, _ in
      strategy.exits.append(leave(on(1, count: 6), name: "half"))
      strategy.exits[1].share = 0.5
    }
    // 3 and 2 of the half; then 1 that is left of the volume goes with the whole exit, decided at the fourth close.
    #expect(result.trades.map(\.exit) == [.rule(1), .rule(0)])
    #expect(result.trades.map(\.exitIndex) == [3, 5] && result.trades.map(\.size) == [5, 5])
    #expect(near(result.trades[0].exitPrice, 114.0))
    #expect(near(result.trades[1].exitPrice, 134.0))
    #expect(Set(result.trades.map(\.entryNumber)) == [0])
  }

  @Test("A resize that is cut continues, and is one trade with the rest")
  func resize() throws {
    let bars = flatBars([10, 10, 10, 20, 20, 20, 20, 20]).withVolume([1, 1000, 1000, 1000, 1000, 50, 50, 50])
    var strategy = Strategy(name: "s", entries: [long(on(0, count: 8))], size: .equityShare(.constant(0.5)))
    strategy.resizes = Column([0, 0, 0, 0, 1, 0, 0, 0])
    var settings = BacktestSettings(cash: 1000)
    settings.maximumVolumeShare = 0.1
    let result = try Backtest.run(bars: bars, strategy: strategy, settings: settings, listsSignals: true)
    let open = try #require(result.openTrades.first)
    #expect(open.resizes.map(\.index) == [5, 6, 7] && open.resizes.map(\.units) == [-5, -5, -2.5])
    #expect(open.size == 37.5 && result.equity.values.last == 1500)
    #expect(result.orders.map(\.fate) == [.filled, .filledInPart, .filledInPart, .filled])
  }

  @Test("The cost at which a run with cut exits gains nothing is found from its fills")
  func breakEven() throws {
    var found = 0
    for seed in UInt64(0)..<60 {
      var run = RandomRun(seed: seed).withVolume(seed: seed)
      (run.settings.commission, run.settings.slippage, run.settings.units) = (0, 0, .fractional)
      run.strategy.size = .shares(.constant(20))
      guard !run.bars.open.values.contains(where: \.isNaN), run.strategy.maximumEntries == 1 else { continue }
      let result = try run.run()
      let cost = result.performance().breakEvenCost
      guard cost.isFinite, cost < 0.02, result.trades.contains(where: { !$0.exitFills.isEmpty }),
        !result.trades.contains(where: \.isCapped)
      else { continue }
      run.settings.commission = Commission(rate: cost)
      let end = try run.run().performance().endValue
      #expect(abs(end - run.settings.cash) < 1e-6 * run.settings.cash, "seed \(seed): \(end)")
      found += 1
    }
    #expect(found > 3)
  }

  @Test("A spread of legs refuses the setting instead of leaving it out")
  func legs() throws {
    var settings = BacktestSettings()
    settings.maximumVolumeShare = 0.1
    let bars = flatBars([1, 2])
    #expect(throws: BacktestError.self) {
      try LegsBacktest.run(
        bars: bars, legs: [], strategy: Strategy(name: "s", entries: [long(on(0, count: 2))]), settings: settings)
    }
  }
}

extension Bars {
  fileprivate func withVolume(_ volume: [Double]) -> Bars {
    var bars = self
    bars.volume = Column(volume + [Double](repeating: 1, count: max(0, count - volume.count)))
    return bars
  }
}
