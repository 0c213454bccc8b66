import Backtesting
import Columns
import PlainSimulation
import TestSupport
import Testing

/// Positions that continue from one window to the next.
@Suite struct CarriedPositionTests {
  /// A run of two windows, the second of which continues the position of the first, is the run over both.
  @Test func windowsInARowAreOneRun() throws {
    var carriedAway = 0
    for seed in 0..<400 as Range<UInt64> {
      let run = RandomRun(seed: 9_000 + seed)
      guard run.strategy.sessionEnds == nil, run.strategy.cooldown == nil else { continue }
      let count = run.bars.count
      var settings = run.settings
      settings.finalize = false
      let whole = try Backtest.run(bars: run.bars, strategy: run.strategy, settings: settings, listsSignals: true)
      let seam = count / 3 + Int(seed) % (count / 3)
      // An order that waits at the seam belongs to the first window, and one of the first half tells of what it rests on.
      let open =
        whole.trades.filter { $0.entryIndex < seam && $0.exitIndex >= seam }
        + whole.openTrades.filter { $0.entryIndex < seam }
      guard let side = open.first?.side, !whole.isRuined,
        !whole.orders.contains(where: { order in
          order.decidedIndex < seam && (order.index ?? .max) >= seam || order.decidedIndex == seam - 1
        })
      else { continue }
      // What rules know of the trades before is a matter of each window.
      guard !run.strategy.uses(.lossesInRow), !run.strategy.uses(.barsFlat) else { continue }
      let first = try Backtest.runWindow(
        bars: run.bars, strategy: run.strategy, settings: settings, range: 0..<seam, keeping: side, listsSignals: true)
      let second = try Backtest.runWindow(
        bars: run.bars, strategy: run.strategy, settings: settings, range: seam..<count, continuing: first.carried,
        keeping: whole.openTrades.first?.side, listsSignals: true)
      #expect(first.carried?.side == side)
      // An open trade has no price of an exit yet, and what is missing equals nothing.
      let isOpen = second.result.openTrades.map { [Double($0.entryIndex), $0.size, $0.pnl] }
      let (trades, equity) = (first.result.trades + second.result.trades, first.result.equity.values)
      let isSame = trades == whole.trades && equity.appending(second.result.equity.values) == whole.equity.values
      #expect(isSame, "seed \(seed)")
      #expect(isOpen == whole.openTrades.map { [Double($0.entryIndex), $0.size, $0.pnl] }, "seed \(seed)")
      carriedAway += 1
    }
    #expect(carriedAway > 20)
  }

  /// A position on the side that is not kept is closed at the last close of its window.
  @Test func theOtherSideIsClosed() throws {
    let bars = flatBars([10, 10, 11, 12, 13, 14])
    let strategy = Strategy(
      name: "buy", entries: [EntryRule(name: "in", side: .long, condition: on(0, count: 6))])
    let kept = try Backtest.runWindow(
      bars: bars, strategy: strategy, settings: BacktestSettings(), range: 0..<3, keeping: .long)
    #expect(kept.carried?.side == .long)
    #expect(kept.result.trades.isEmpty)
    let closed = try Backtest.runWindow(
      bars: bars, strategy: strategy, settings: BacktestSettings(), range: 0..<3, keeping: .short)
    #expect(closed.carried == nil)
    #expect(closed.result.trades.map(\.exit) == [.end])
    // A window that does not follow begins flat.
    let apart = try Backtest.runWindow(
      bars: bars, strategy: strategy, settings: BacktestSettings(), range: 4..<6, continuing: kept.carried, keeping: nil
    )
    #expect(apart.result.trades.isEmpty && apart.result.openTrades.isEmpty)
  }
}
