public import Columns

/// A symbol of a shared account: its bars, its rules on them, and its place among those that want the same money.
public struct SharedSymbol: Sendable {
  /// The name in trades.
  public var name: String
  /// The bars.
  public var bars: Bars
  /// The rules, whose columns have a value for each of its bars.
  public var strategy: Strategy
  /// The settings, which differ between symbols by the terms of their contracts alone.
  public var settings: BacktestSettings
  /// The splits and dividends that move the prices.
  public var actions: [BarAction]
  /// The value on each bar by which entries of one moment are ranked, the highest first; nil for the order of the symbols.
  ///
  /// It is read on the bar that decided. One whose value is missing comes last.
  public var preference: Column?
  /// The days on which it belongs to the universe; nil for all.
  ///
  /// On others nothing is entered; positions stay until its rules sell them.
  public var membership: Membership?

  /// Makes a symbol that belongs to the universe at all times.
  public init(
    name: String, bars: Bars, strategy: Strategy, settings: BacktestSettings, actions: [BarAction] = [],
    preference: Column? = nil, membership: Membership? = nil
  ) {
    self.name = name
    self.bars = bars
    self.strategy = strategy
    self.settings = settings
    self.actions = actions
    self.preference = preference
    self.membership = membership
  }
}
