/// A fill of a trade between its first and its last: one that brought the position back to its size, or a part of an exit
/// that the volume of its bar cut.
public struct LaterFill: Sendable, Hashable {
  /// The bar at which it filled.
  public var index: Int
  /// The units that were added to the position, below zero if they left it, counted as at the first fill of the trade.
  public var units: Double
  /// The price of the fill, in units of that day, slippage included.
  public var price: Double
  /// The units of that day for each one at the first fill.
  public var splitRatio: Double
  /// The price before slippage, of a part of the exit; nil of a resize.
  public var exitQuote: Double?
  /// The commission of a part of the exit.
  public var commission = 0.0
  /// True for the part of a unit that a split left of a position in whole units, and that was paid out.
  public var isPayout = false

  /// Makes a fill.
  package init(
    index: Int, units: Double, price: Double, splitRatio: Double, exitQuote: Double? = nil, commission: Double = 0
  ) {
    (self.index, self.units, self.price, self.splitRatio) = (index, units, price, splitRatio)
    (self.exitQuote, self.commission) = (exitQuote, commission)
  }

  /// True of a part of the exit.
  public var isExit: Bool { exitQuote != nil }
}

/// The units of one entry that were bought and sold between its first fill and its last.
///
/// All of them are one trade with the first fill: its size is all that was bought, its prices are the means.
struct ResizedUnits {
  /// The units bought in all, the first fill included, counted as at that fill.
  var bought: Double
  /// The price of all of them together.
  var spent: Double
  /// The units sold, counted as at the first fill.
  var sold = 0.0
  /// The price of those together.
  var received = 0.0
  /// The gain of the units sold over the mean price of those held, before costs.
  var gain = 0.0
  /// The fills, in their order.
  var fills: [LaterFill] = []

  /// Takes a share out, for a part of the entry that is left by itself.
  mutating func take(_ share: Double) -> ResizedUnits {
    var part = self
    for field in [\ResizedUnits.bought, \.spent, \.sold, \.received, \.gain] {
      part[keyPath: field] = self[keyPath: field] * share
      self[keyPath: field] -= part[keyPath: field]
    }
    for place in fills.indices {
      part.fills[place].units *= share
      part.fills[place].commission *= share
      fills[place].units -= part.fills[place].units
      fills[place].commission -= part.fills[place].commission
    }
    return part
  }
}
