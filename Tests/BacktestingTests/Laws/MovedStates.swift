import Backtesting
import Calendar
import Columns
import JSON
import PlainSimulation
import TestSupport
import Testing

@Suite("States of runs between two bars")
struct MovedStateTests {
  /// The same bars and rules with some missing bars before them.
  private func later(_ run: RandomRun, by count: Int) -> (bars: Bars, strategy: Strategy) {
    func longer(_ column: Column) -> Column { Column([Double](repeating: .nan, count: count) + column.values.array) }
    let bars = run.bars
    let first = bars.times[0].milliseconds
    let times = (0..<count).map { Timestamp(milliseconds: first - Int64(count - $0) * 86_400_000) }
    let all = Bars(
      times: times + (0..<bars.count).map { bars.times[$0] }, open: longer(bars.open), high: longer(bars.high),
      low: longer(bars.low), close: longer(bars.close), volume: longer(bars.volume), timeframe: bars.timeframe,
      zone: bars.zone)
    return (all, run.strategy.mapColumns(longer))
  }

  @Test("a state continues on a series that has more bars before it", arguments: 0..<60)
  func moved(number: Int) throws {
    let seed = UInt64(number)
    let run = RandomRun(seed: seed).withOrders(seed: seed)
    guard run.strategy.exitAfterTime == nil, !run.bars.timeframe.isIntraday else { return }
    let (count, seam) = (run.bars.count, 20 + number)
    let (bars, strategy) = later(run, by: 7)
    let begun = try Backtest.advance(
      nil, bars: run.bars, strategy: run.strategy, settings: run.settings, range: 0..<seam, basis: ContinuedRuns.basis)
    let own = try Backtest.advance(
      begun.state, bars: run.bars, strategy: run.strategy, settings: run.settings, range: seam..<count,
      basis: ContinuedRuns.basis)
    let other = try Backtest.advance(
      begun.state.moved(by: 7), bars: bars, strategy: strategy, settings: run.settings,
      range: seam + 7..<count + 7, basis: ContinuedRuns.basis)
    #expect(own.result.equity.values.map(\.bitPattern) == other.result.equity.values.map(\.bitPattern))
    #expect(own.result.trades.map(\.pnl) == other.result.trades.map(\.pnl))
    #expect(own.state.moved(by: 7).json == other.state.json)
  }

  @Test("entries that wait can be cancelled, and exits that were decided remain")
  func cancelled() throws {
    var (cancelled, kept) = (0, 0)
    for number in 0..<300 {
      let seed = UInt64(number)
      let run = RandomRun(seed: seed).withOrders(seed: seed)
      for seam in stride(from: 20, to: 100, by: 9) {
        let state = try Backtest.advance(
          nil, bars: run.bars, strategy: run.strategy, settings: run.settings, range: 0..<seam
        ).state
        guard state.waits else { continue }
        let without = state.withoutEntries
        #expect(!without.waits && without.holds == state.holds)
        let next = try Backtest.advance(
          without, bars: run.bars, strategy: run.strategy, settings: run.settings, range: seam..<seam + 1)
        if run.settings.fill == .open {
          #expect((next.result.trades + next.result.openTrades).allSatisfy { $0.entryIndex < seam }, "seed \(seed)")
        }
        cancelled += 1
        if next.result.trades.contains(where: { $0.exitIndex == seam }) { kept += 1 }
      }
    }
    #expect(cancelled > 50 && kept > 0, "\(cancelled) cancelled, \(kept) left a position")
  }
}
