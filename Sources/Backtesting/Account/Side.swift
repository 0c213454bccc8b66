/// The direction of a position: bought first, or sold first.
public enum Side: Int, Sendable, Hashable, CaseIterable {
  /// Bought in the hope that the price rises.
  case long
  /// Sold without being owned, in the hope that the price falls.
  case short

  /// The other side.
  public var opposite: Side { self == .long ? .short : .long }

  /// 1 for long, -1 for short: the sign of the units held.
  @inlinable public var sign: Double { self == .long ? 1 : -1 }

  /// The side as results name it: `long`, `short`.
  public var name: String { self == .long ? "long" : "short" }
}

extension Side: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
