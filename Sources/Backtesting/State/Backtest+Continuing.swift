public import Columns
public import Work

extension Backtest {
  /// Runs a strategy over further bars, from the state that the run before them has left.
  ///
  /// Whatever the bars are divided into, all parts together are one run over all of them, to the last bit; see
  /// ``BacktestResult/continued(by:bars:basis:)``. A result has the trades, the orders that ended and the curve of its
  /// own bars, and the totals of costs and trades since the beginning.
  ///
  /// - Parameters:
  ///   - state: the state after the bar before `range`; nil for a new account.
  ///   - bars: the series up to the last of the further bars at least, whose earlier bars are those of the run before.
  ///   - strategy: the same rules, with a value for each bar.
  ///   - settings: the same settings. With `finalize` the run ends with the last bar.
  ///   - actions: the splits and dividends of all bars.
  /// - Throws: `BacktestError.unreadableState` if the state is not of these rules and bars, and all that `run` throws.
  public static func advance(
    _ state: RunState?, bars: Bars, strategy: Strategy, settings: BacktestSettings, range: Range<Int>,
    actions: [BarAction] = [], basis: ReturnBasis? = nil, finer: FinerBars? = nil, listsSignals: Bool = false,
    monitor: WorkMonitor = .none
  ) throws(BacktestError) -> (result: BacktestResult, state: RunState) {
    var loop = try finished(
      bars, strategy, settings, range, actions, finer, from: state, listsSignals: listsSignals, monitor: monitor)
    let next = loop.state
    return (loop.result(basis: basis ?? ReturnBasis(bars: bars, range: range, settings)), next)
  }

  /// The run once all bars are walked.
  static func finished(
    _ bars: Bars, _ strategy: Strategy, _ settings: BacktestSettings, _ range: Range<Int>, _ actions: [BarAction],
    _ finer: FinerBars?, from state: RunState? = nil, listsSignals: Bool, monitor: WorkMonitor
  ) throws(BacktestError) -> BarLoop {
    try check(strategy, settings: settings, range: range, count: bars.count)
    // Those of before belong to the extremes of a position that is still held.
    let steps = try BarLoop.actions(actions, in: (state == nil ? range.lowerBound : 0)..<range.upperBound)
    var loop = BarLoop(
      bars: bars, strategy: strategy, settings: settings, range: range, actions: steps, listsSignals: listsSignals,
      finer: finer)
    if let state { try loop.resume(state) }
    try loop.run(monitor: monitor)
    return loop
  }
}

extension BacktestResult {
  /// The run and the one that continued it, as the one run that they are.
  ///
  /// - Parameters:
  ///   - later: the run over the bars that follow those of this one.
  ///   - bars: the series of the run; nil for an account of many symbols, which has no price of holding.
  ///   - basis: how returns over all bars are counted.
  public func continued(by later: BacktestResult, bars: Bars?, basis: ReturnBasis) -> BacktestResult {
    var joined = later
    joined.range = range.lowerBound..<later.range.upperBound
    joined.basis = basis
    joined.trades = trades + later.trades
    joined.conflicts = conflicts + later.conflicts
    joined.rejections = rejections + later.rejections
    joined.signals = signals + later.signals
    joined.positions = positions + later.positions
    joined.pausedIndexes = pausedIndexes + later.pausedIndexes
    // What waited between them is among the orders of the later run, with its end.
    let orders = orders.filter { $0.fate != .pending } + later.orders
    joined.orders = orders.indices.sorted { (orders[$0].decidedIndex, $0) < (orders[$1].decidedIndex, $1) }
      .map { orders[$0] }
    joined.curve = AccountCurve(
      equity: equity.appending(later.equity), cash: cash.appending(later.cash))
    joined.actions = actions + later.actions
    joined.firstClose = firstClose.isNaN ? later.firstClose : firstClose
    joined.lastClose = later.lastClose.isNaN ? lastClose : later.lastClose
    joined.holdingWorth = bars?.holdingWorth(in: joined.range, with: legs.isEmpty ? joined.actions : []) ?? .nan
    return joined
  }
}
