import Columns
public import Work

/// A position that outlives the run on its window, with what rules may ask about it.
public struct CarriedPosition: Sendable {
  /// The side that is held.
  public let side: Side
  /// The bar after the window.
  fileprivate let nextIndex: Int
  fileprivate let account: Account
  fileprivate let lots: [Lot]
  fileprivate let closes: Int
  fileprivate let takenParts: Set<Int>
  fileprivate let entryCount: Int
  fileprivate let highestProfit: Double
  fileprivate let lastExit: Double
  /// The last price known, at which a bar without prices is marked.
  fileprivate let mark: Double

  fileprivate init?(_ loop: BarLoop) {
    guard let side = loop.heldSide, loop.ruinedIndex == nil else { return nil }
    self.side = side
    nextIndex = loop.range.upperBound
    var account = loop.account
    // Each window counts its own costs.
    (account.commissionPaid, account.slippagePaid, account.turnover) = (0, 0, 0)
    (account.dividends, account.interest) = (0, Interest())
    self.account = account
    (lots, closes, takenParts) = (loop.lots, loop.closes, loop.takenParts)
    (entryCount, highestProfit, lastExit) = (loop.entryCount, loop.highestProfit, loop.lastExit)
    mark = loop.mark
  }

  /// Lets a run continue with the position, which its window must follow without a gap.
  fileprivate func resume(in loop: inout BarLoop) {
    loop.account = account
    loop.lots = lots
    (loop.closes, loop.takenParts, loop.entryCount) = (closes, takenParts, entryCount)
    (loop.highestProfit, loop.lastExit, loop.mark) = (highestProfit, lastExit, mark)
    loop.nextAction = loop.actions.firstIndex { $0.index >= loop.range.lowerBound } ?? loop.actions.count
    loop.isContinued = true
    loop.takesShortWay = false
  }

  /// The first bar whose extremes belong to the position.
  fileprivate var firstIndex: Int { lots.map(\.firstLiveIndex).min() ?? nextIndex }
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
    let carried = carried?.nextIndex == range.lowerBound ? carried : nil
    let steps = try BarLoop.actions(
      actions, in: min(carried?.firstIndex ?? range.lowerBound, range.lowerBound)..<range.upperBound)
    var settings = settings
    settings.finalize = false
    var loop = BarLoop(
      bars: bars, strategy: strategy, settings: settings, range: range, actions: steps, listsSignals: listsSignals,
      finer: finer)
    carried?.resume(in: &loop)
    try loop.run(monitor: monitor)
    let isKept = loop.heldSide != nil && loop.heldSide == keeping && strategy.sessionEnds == nil && !loop.isLeaving
    if !isKept, loop.isHolding { loop.finalize() }
    let basis = ReturnBasis(
      bars: bars, range: range, periodsPerYear: settings.periodsPerYear, riskFree: settings.riskFree)
    var result = loop.result(basis: basis)
    result.settings.finalize = true
    result.isContinued = carried != nil
    return (result, isKept ? CarriedPosition(loop) : nil)
  }
}
