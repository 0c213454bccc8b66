import Columns
public import Work

/// A position that outlives the run on its window, with what rules may ask about it.
public struct CarriedPosition: Sendable {
  /// The side that is held.
  public let side: Side
  /// The first bar whose extremes belong to the position.
  fileprivate let firstIndex: Int
  fileprivate let state: RunState

  fileprivate init?(_ loop: BarLoop) {
    guard let side = loop.heldSide, loop.ruinedIndex == nil else { return nil }
    self.side = side
    firstIndex = loop.lots.map(\.firstLiveIndex).min() ?? loop.range.upperBound
    // Each window has orders of its own, and counts its own trades and costs.
    var loop = loop
    (loop.order, loop.resting, loop.bracket) = (nil, nil, nil)
    (loop.tally, loop.exposedBars, loop.entryDay, loop.closesAtResume) = (TradeTally(), 0, (.min, 0), 0)
    (loop.account.commissionPaid, loop.account.slippagePaid, loop.account.turnover) = (0, 0, 0)
    (loop.account.dividends, loop.account.interest) = (0, Interest())
    state = loop.state
  }
}

extension Backtest {
  /// Runs a strategy on a window that may begin with the position of the one before, and may leave its own to the next.
  ///
  /// A strategy that closes with its sessions carries nothing.
  ///
  /// - Parameters:
  ///   - carried: the position at the end of the window before, which ends at the start of this one; nil to begin flat.
  ///   - keeping: the side that stays open after the last close; a position on the other is closed there.
  /// - Returns: the result, and the position that stays open, if any.
  public static func runWindow(
    bars: Bars, strategy: Strategy, settings: BacktestSettings, range: Range<Int>, actions: [BarAction] = [],
    finer: FinerBars? = nil, continuing carried: CarriedPosition? = nil, keeping: Side?, listsSignals: Bool = false,
    monitor: WorkMonitor = .none
  ) throws(BacktestError) -> (result: BacktestResult, carried: CarriedPosition?) {
    try check(strategy, settings: settings, range: range, count: bars.count)
    let carried = carried?.state.nextIndex == range.lowerBound ? carried : nil
    let steps = try BarLoop.actions(
      actions, in: min(carried?.firstIndex ?? range.lowerBound, range.lowerBound)..<range.upperBound)
    var settings = settings
    settings.finalize = false
    var loop = BarLoop(
      bars: bars, strategy: strategy, settings: settings, range: range, actions: steps, listsSignals: listsSignals,
      finer: finer)
    if let carried { try loop.resume(carried.state) }
    try loop.run(monitor: monitor)
    let isKept = loop.heldSide != nil && loop.heldSide == keeping && strategy.sessionEnds == nil && !loop.isLeaving
    if !isKept, loop.isHolding { loop.finalize() }
    let basis = ReturnBasis(bars: bars, range: range, settings)
    var result = loop.result(basis: basis)
    result.settings.finalize = true
    result.isContinued = carried != nil
    return (result, isKept ? CarriedPosition(loop) : nil)
  }
}
