import Columns
public import Work

/// Runs a portfolio: one account over many symbols, which are ranked and weighed at the last bar of each period.
///
/// At each step of the clock, in this order: interest of the days since the step before; dividends and splits before
/// the open; at the open the symbols that have left their universe are sold, then positions to reduce, then positions
/// to increase are bought, the best ranked first, for as long as there is cash; a symbol without a bar for ten steps
/// has ended, and is sold at its last price. At the close of the last step of a period the candidates are ranked and
/// weighed with the equity of that close; their orders fill at the next open of each, or at that close if the settings
/// say so. A symbol without a bar at the deciding step is not a candidate, and is held unchanged; nor is one that does
/// not belong to its universe on the day of the deciding close, and the order of one that has left it by the fill is
/// refused. The last step never decides, because its period is not known to be over.
public enum PortfolioBacktest {
  /// The steps without a bar after which a symbol has ended.
  static let stepsUntilEnded = 10

  /// The reasons by which a portfolio buys and sells, as the rules of its trades.
  public static let entryNames = ["rebalance"]
  /// The names of the rules by which a portfolio sells a symbol, in the order of ``Exit``.
  public static let exitNames = Exit.allCases.map(\.name)

  /// A rule by which a portfolio sells a symbol.
  public enum Exit: Int, Sendable, CaseIterable {
    /// It is to be held less, or no more.
    case rebalance
    /// Its bars have ended.
    case ended
    /// It is no longer a member of its universe.
    case leftUniverse

    /// The name in trades.
    public var name: String {
      switch self {
      case .rebalance: "rebalance"
      case .ended: "ended"
      case .leftUniverse: "left-universe"
      }
    }

    /// The rule as trades and orders have it.
    public var reason: ExitReason { .rule(rawValue) }
  }

  /// Runs the rules over the steps of a window.
  ///
  /// - Parameters:
  ///   - symbols: the symbols in the order that breaks ties.
  ///   - clock: the clock of their bars.
  ///   - range: the steps that are traded; the first one starts with cash alone.
  ///   - basis: the counting of returns.
  ///   - listsOrders: true to list the orders and their fates.
  /// - Throws: `BacktestError` if a setting is not usable, or the run is stopped.
  public static func run(
    _ symbols: [PortfolioSymbol], clock: PortfolioClock, rules: PortfolioRules, settings: BacktestSettings,
    range: Range<Int>, basis: ReturnBasis, listsOrders: Bool = false, monitor: WorkMonitor = .none
  ) throws(BacktestError) -> BacktestResult {
    var loop = try finished(
      symbols, clock: clock, rules: rules, settings: settings, range: range, from: nil, listsOrders: listsOrders,
      monitor: monitor)
    return loop.result(basis: basis)
  }

  /// Runs the rules over further steps, from the state that the run before them has left; see
  /// ``Backtest/advance(_:bars:strategy:settings:range:actions:basis:finer:listsSignals:monitor:)``.
  ///
  /// Whether a step ends its period is known with the step after it. If the run before ended with such a step, its
  /// decisions are made first; with fills at the close its last equity does not have their costs yet.
  ///
  /// - Parameter state: the state after the step before `range`; nil for a new account.
  public static func advance(
    _ state: RunState?, _ symbols: [PortfolioSymbol], clock: PortfolioClock, rules: PortfolioRules,
    settings: BacktestSettings, range: Range<Int>, basis: ReturnBasis, listsOrders: Bool = false,
    monitor: WorkMonitor = .none
  ) throws(BacktestError) -> (result: BacktestResult, state: RunState) {
    var loop = try finished(
      symbols, clock: clock, rules: rules, settings: settings, range: range, from: state, listsOrders: listsOrders,
      monitor: monitor)
    let next = loop.state
    return (loop.result(basis: basis), next)
  }

  private static func finished(
    _ symbols: [PortfolioSymbol], clock: PortfolioClock, rules: PortfolioRules, settings: BacktestSettings,
    range: Range<Int>, from state: RunState?, listsOrders: Bool, monitor: WorkMonitor
  ) throws(BacktestError) -> PortfolioLoop {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= clock.count else {
      throw .emptyWindow(range: range, bars: clock.count)
    }
    try settings.check()
    try settings.check(count: clock.count)
    var loop = PortfolioLoop(
      symbols, clock: clock, rules: rules, settings: settings, range: range, listsOrders: listsOrders)
    if let state { try loop.resume(state) }
    try loop.run(monitor: monitor)
    return loop
  }
}
