/// Groups of symbols, such as sectors, and the bounds of each.
public struct SymbolGroups: Sendable, Hashable {
  /// The name of the group of each symbol; nil for a symbol that has none, and so no bound.
  public var names: [String?]
  /// The most symbols of a group that are held at one time; nil for any number.
  public var hold: Int?
  /// The most of the equity that the symbols of a group get together, a fraction.
  public var limit: Double

  /// Makes groups.
  public init(names: [String?], hold: Int? = nil, limit: Double = .infinity) {
    self.names = names
    self.hold = hold
    self.limit = limit
  }
}
