/// The rules of one account over many symbols: how many it holds, and how much of each.
public struct SharedRules: Sendable, Hashable {
  /// The most symbols that are held at one time; nil for as many as the money pays.
  public var positions: Int?
  /// The most of the equity that a symbol gets, a fraction.
  public var limit: Double
  /// The bounds of groups of symbols; nil where symbols have none.
  public var groups: SymbolGroups?

  /// Makes rules.
  public init(positions: Int? = nil, limit: Double = .infinity, groups: SymbolGroups? = nil) {
    self.positions = positions
    self.limit = limit
    self.groups = groups
  }
}
