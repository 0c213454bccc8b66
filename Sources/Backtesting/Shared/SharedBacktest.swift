import Columns
public import Work

/// Runs a strategy on many symbols with the money of one account.
///
/// On each symbol everything is as in ``Backtest``; the symbols take each step of a bar together. At the open exits
/// fill first; then entries, ranked by the preference on the deciding bar, while buying power and free positions last.
/// Inside the bar the order of symbols is unknown, so no entry there spends the proceeds of another symbol's exit since
/// the open, or takes its position slot. At the close all symbols are marked, and then decide with the equity of the
/// entire account.
///
/// Orders of one rank are in the order of the symbols. A symbol without a bar for ten steps has ended, and is sold at its
/// last price. Equity at or below zero is looked for at closes, and ends the run for all.
public enum SharedBacktest {
  /// The outcome for the account, and for each symbol.
  public struct Outcome: Sendable {
    /// The account: its indices are the steps of the clock.
    public var total: BacktestResult
    /// Each symbol that has bars in the window, with its own trades and orders by its own bars.
    ///
    /// Equity and cash are those of the account at the symbol's bars.
    public var parts: [Part]

    /// A symbol's part of the run.
    public struct Part: Sendable {
      /// The symbol, by its index.
      public var symbol: Int
      /// Its trades and orders.
      public var result: BacktestResult
      /// The index of each of its closed trades among those of the account.
      public var trades: [Int]
    }
  }

  /// Runs the rules over the steps of a window.
  ///
  /// - Parameters:
  ///   - symbols: the symbols in the order that breaks ties.
  ///   - clock: the clock of their bars.
  ///   - settings: the account; contract terms are read from each symbol.
  ///   - range: the steps that are traded; the first one starts with cash alone.
  ///   - basis: the counting of returns.
  /// - Throws: `BacktestError` if a setting or a column is not usable, or the run is stopped.
  public static func run(
    _ symbols: [SharedSymbol], clock: PortfolioClock, rules: SharedRules, settings: BacktestSettings,
    range: Range<Int>, basis: ReturnBasis, listsSignals: Bool = false, monitor: WorkMonitor = .none
  ) throws(BacktestError) -> Outcome {
    try finished(
      symbols, clock: clock, rules: rules, settings: settings, range: range, from: nil, listsSignals: listsSignals,
      monitor: monitor
    ).outcome(basis: basis)
  }

  /// Runs the rules over further steps, from the state that the run before them has left; see
  /// ``Backtest/advance(_:bars:strategy:settings:range:actions:basis:finer:listsSignals:monitor:)``.
  ///
  /// - Parameter state: the state after the step before `range`; nil for a new account.
  public static func advance(
    _ state: RunState?, _ symbols: [SharedSymbol], clock: PortfolioClock, rules: SharedRules,
    settings: BacktestSettings, range: Range<Int>, basis: ReturnBasis, listsSignals: Bool = false,
    monitor: WorkMonitor = .none
  ) throws(BacktestError) -> (outcome: Outcome, state: RunState) {
    let loop = try finished(
      symbols, clock: clock, rules: rules, settings: settings, range: range, from: state, listsSignals: listsSignals,
      monitor: monitor)
    return (loop.outcome(basis: basis), loop.state)
  }

  private static func finished(
    _ symbols: [SharedSymbol], clock: PortfolioClock, rules: SharedRules, settings: BacktestSettings,
    range: Range<Int>, from state: RunState?, listsSignals: Bool, monitor: WorkMonitor
  ) throws(BacktestError) -> SharedLoop {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= clock.count else {
      throw .emptyWindow(range: range, bars: clock.count)
    }
    if settings.maintenance > 0 {
      throw .invalidSetting(
        name: "maintenance", value: settings.maintenance, allowed: "0 in one account of many symbols")
    }
    if let positions = rules.positions, positions < 1 {
      throw .invalidSetting(name: "positions", value: Double(positions), allowed: "at least 1")
    }
    try settings.check(count: clock.count)
    var loop = try SharedLoop(
      symbols, clock: clock, rules: rules, settings: settings, range: range, isContinued: state != nil,
      listsSignals: listsSignals)
    if let state { try loop.resume(state) }
    try loop.run(monitor: monitor)
    return loop
  }
}
