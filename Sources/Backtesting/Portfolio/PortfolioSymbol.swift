public import Columns

/// A symbol of a portfolio: its bars, and the values of the rules on each of them.
///
/// All columns have a value for each bar of the symbol.
public struct PortfolioSymbol: Sendable {
  /// The name in trades.
  public var name: String
  /// The bars.
  public var bars: Bars
  /// The splits and dividends that move the prices.
  public var actions: [BarAction]
  /// 1 if it may be bought; nil for everywhere.
  ///
  /// Missing counts as false.
  public var isCandidate: Column?
  /// 1 if it may be sold short; nil for everywhere.
  ///
  /// It counts in a portfolio that sells short.
  public var isShortCandidate: Column?
  /// The value by which candidates are ranked, the highest first; nil for the order of the symbols.
  ///
  /// One whose value is missing is not a candidate.
  public var rank: Column?
  /// The weight, whose meaning the rules say; nil for equal weights.
  ///
  /// One whose weight is missing or not above zero is not a candidate.
  public var weight: Column?
  /// The days on which it belongs to the universe; nil for all.
  public var membership: Membership?

  /// Makes a symbol that may always be held.
  public init(
    name: String, bars: Bars, actions: [BarAction] = [], isCandidate: Column? = nil, rank: Column? = nil,
    weight: Column? = nil, membership: Membership? = nil
  ) {
    self.name = name
    self.bars = bars
    self.actions = actions
    self.isCandidate = isCandidate
    self.rank = rank
    self.weight = weight
    self.membership = membership
  }
}

extension PortfolioSymbol {
  /// True if it belongs to its universe on a day.
  func isMember(on day: Int) -> Bool { membership?.contains(day) ?? true }
}
