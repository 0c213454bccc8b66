public import Calendar

/// The rules of a portfolio: how many of its symbols it holds, with which weights, and when it looks at them again.
public struct PortfolioRules: Sendable, Hashable {
  /// The weights of the symbols held.
  public enum Weighting: Sendable, Hashable {
    /// Equal parts of the equity: one for each symbol that may be held, so that unused parts stay in cash.
    case equal
    /// The weight of a symbol is a share of the equity.
    case share
    /// Weights are shares of their sum, which is all of the equity.
    case proportional
  }

  /// The name of the portfolio.
  public var name: String
  /// The number of symbols held at most; nil for all that may be held.
  public var hold: Int?
  /// The meaning of the weights.
  public var weighting: Weighting
  /// The most of the equity that one symbol gets, a fraction.
  public var limit: Double
  /// The period at whose last bar it decides.
  public var period: Timeframe.Unit
  /// The bounds of groups of symbols; nil if symbols have none.
  ///
  /// The best ranked symbols of a group are held, and its limit is allocated to them in the order of their ranks.
  public var groups: SymbolGroups?
  /// The symbol that receives the weight not allocated to the others, by its index; nil for cash.
  public var reserve: Int?
  /// True if symbols may be bought.
  public var holdsLong = true
  /// True if symbols may be sold short: of those that may be, the lowest ranked are, at most ``hold`` of them in
  /// addition to those bought.
  ///
  /// Their values count like those bought: equal parts are parts of the places of both sides.
  public var holdsShort = false

  /// The number of sides that symbols are held on.
  var sides: Int { (holdsLong ? 1 : 0) + (holdsShort ? 1 : 0) }

  /// Makes rules.
  public init(
    name: String, hold: Int? = nil, weighting: Weighting = .equal, limit: Double = 1, period: Timeframe.Unit = .month,
    reserve: Int? = nil
  ) {
    self.name = name
    self.hold = hold
    self.weighting = weighting
    self.limit = limit
    self.period = period
    self.reserve = reserve
  }
}
