import Columns
public import Work

/// Runs a strategy whose position is a spread of several symbols, entered and left as one.
///
/// The rules are read on one series. Orders fill at the next bar on which every leg has an open, all legs together, as
/// market orders of their own costs. A unit of the spread is the weight of each leg at the close that decided; a share
/// of the equity buys units that make the value of all legs, bought and sold short, that share. If the money is
/// too little, all legs are cut alike. One position is held at a time, and one of the other side closes it.
///
/// The price of a trade is that of a unit: the legs bought less the legs sold short. Its return is the gain over the value
/// of all legs at the entry, and so is `profit`; its worst and best are of closes.
public enum LegsBacktest {
  /// Runs a strategy of rules, a size, a limit of bars and a pause.
  ///
  /// - Parameters:
  ///   - bars: the series on which the rules are read.
  ///   - legs: at least one.
  /// - Throws: `BacktestError` if a setting or a column is not usable, or the run is stopped.
  public static func run(
    bars: Bars, legs: [Leg], strategy: Strategy, settings: BacktestSettings, range: Range<Int>? = nil,
    basis: ReturnBasis? = nil, listsSignals: Bool = false, monitor: WorkMonitor = .none
  ) throws(BacktestError) -> BacktestResult {
    try advance(
      nil, bars: bars, legs: legs, strategy: strategy, settings: settings, range: range ?? 0..<bars.count,
      basis: basis, listsSignals: listsSignals, monitor: monitor
    ).result
  }

  /// Runs a strategy over further bars, from the state that the run before them has left; see
  /// ``Backtest/advance(_:bars:strategy:settings:range:actions:basis:finer:listsSignals:monitor:)``.
  ///
  /// - Parameter state: the state after the bar before `range`; nil for a new account.
  public static func advance(
    _ state: RunState?, bars: Bars, legs: [Leg], strategy: Strategy, settings: BacktestSettings, range: Range<Int>,
    basis: ReturnBasis? = nil, listsSignals: Bool = false, monitor: WorkMonitor = .none
  ) throws(BacktestError) -> (result: BacktestResult, state: RunState) {
    try Backtest.check(strategy, settings: settings, range: range, count: bars.count)
    if let share = settings.maximumVolumeShare {
      throw .invalidSetting(
        name: "max_volume", value: share, allowed: "off for a spread of legs, whose fills are not cut")
    }
    for leg in legs {
      try leg.contract.check()
      try settings.slippage.check("slippage", tick: leg.contract.tick)
      try settings.spread.check("spread", tick: leg.contract.tick)
      try leg.weight.check(owner: leg.name, count: bars.count)
      guard leg.places.count == bars.count else {
        throw .columnLength(owner: leg.name, count: leg.places.count, expected: bars.count)
      }
    }
    var loop = LegsLoop(
      bars: bars, legs: legs, strategy: strategy, settings: settings, range: range, listsSignals: listsSignals)
    if let state { try loop.resume(state) }
    try loop.run(monitor: monitor)
    let basis = basis ?? ReturnBasis(bars: bars, range: range, settings)
    let next = loop.state
    return (loop.result(basis: basis), next)
  }
}
