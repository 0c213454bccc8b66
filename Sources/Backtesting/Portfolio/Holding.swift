/// The units of one symbol that a portfolio holds.
public struct Holding: Sendable, Hashable {
  /// The symbol, by its index in the result.
  public var symbol: Int
  /// The units held; negative if they are sold short.
  public var units: Double
  /// The last price known.
  public var price: Double

  /// The worth of the units at the last price.
  public var worth: Double { units * price }
}
