import Columns
import Work

/// Runs a strategy over bars, one bar after the other.
///
/// On each bar, in this order: orders decided earlier fill at the open; then stops, trails and targets are
/// judged by open, high and low; at the close the rules are read, exits before entries; with `fill: .close`
/// their orders fill at that close.
///
/// If the order of events inside a bar is not known, the run takes the worse: a stop counts before a target that the
/// same bar touches, unless the bar opens beyond the target, which fills before anything else can happen. A trail
/// follows the extremes up to the bar before.
///
/// A bar without an open fills nothing: orders wait for the next bar that has one, and while an order waits no
/// other is decided. A bar without a close decides nothing and is marked at the last price known. A high or low
/// that is missing touches nothing.
///
/// If fills take at most a share of the volume of their bar, an entry is cut to it, and an exit that is larger
/// continues at the next opens as a market order, until when a new entry waits; see
/// ``BacktestSettings/maximumVolumeShare``.
///
/// Splits and dividends that the prices are not adjusted for can be given. Before the open of their day units held and
/// the stops on them change by the ratio of a split, and a dividend is paid in cash for each unit held at the close
/// before: a long position gets it, a short one pays it.
///
/// ```swift
/// let strategy = Strategy(
///   name: "breakout", entries: [EntryRule(name: "buy", side: .long, condition: .column(rises))],
///   exits: [ExitRule(name: "sell", side: .long, condition: .column(falls))], stop: .fraction(0.05))
/// let result = try Backtest.run(bars: bars, strategy: strategy)
/// print(result.trades.count, result.performance().maxDrawdown)
/// ```
public enum Backtest {
  /// Runs a strategy.
  ///
  /// - Parameters:
  ///   - bars: the full series. Rules see all of it; only the bars of `range` are traded.
  ///   - strategy: rules, whose columns have a value for each bar of the series.
  ///   - range: the window; nil for all bars. It starts flat.
  ///   - actions: the splits and dividends that move the prices, by their bars; see `Bars.barActions`.
  ///   - basis: how returns are counted; nil to take it from bars and settings.
  ///   - finer: the shorter bars inside the bars of the series, which settle the order of events; nil for none.
  ///   - listsSignals: true to list every rule that fires, not only those that lead to orders.
  ///   - monitor: hears the progress and can stop the run.
  /// - Throws: `BacktestError` if a setting or a column is not usable, or the run is stopped.
  public static func run(
    bars: Bars,
    strategy: Strategy,
    settings: BacktestSettings = BacktestSettings(),
    range: Range<Int>? = nil,
    actions: [BarAction] = [],
    basis: ReturnBasis? = nil,
    finer: FinerBars? = nil,
    listsSignals: Bool = false,
    monitor: WorkMonitor = .none
  ) throws(BacktestError) -> BacktestResult {
    let range = range ?? 0..<bars.count
    var loop = try finished(
      bars, strategy, settings, range, actions, finer, listsSignals: listsSignals, monitor: monitor)
    return loop.result(basis: basis ?? ReturnBasis(bars: bars, range: range, settings))
  }

  /// Refuses inputs that no run could use.
  static func check(
    _ strategy: Strategy,
    settings: BacktestSettings,
    range: Range<Int>,
    count: Int
  ) throws(BacktestError) {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= count else {
      throw .emptyWindow(range: range, bars: count)
    }
    try settings.check()
    try settings.check(count: count)
    try strategy.check(count: count)
  }
}
