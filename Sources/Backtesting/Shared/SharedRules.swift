/// The rules of one account over many symbols: how many it holds, and how much of each.
public struct SharedRules: Sendable, Hashable {
  /// The most symbols that are held at one time; nil for no limit but the money.
  public var positions: Int?
  /// The most of the equity that a symbol gets, a fraction.
  public var limit: Double
  /// The bounds of groups of symbols; nil if symbols have none.
  public var groups: SymbolGroups?

  /// Makes rules.
  public init(positions: Int? = nil, limit: Double = .infinity, groups: SymbolGroups? = nil) {
    self.positions = positions
    self.limit = limit
    self.groups = groups
  }
}
