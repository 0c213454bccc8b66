/// A distance from a price: the sum of a share of the price, points of it, ticks of the contract and a share of the range of
/// the bar.
public struct PriceDistance: Sendable, Hashable {
  /// The share of the price, a fraction.
  public var rate: Double
  /// Units of the price.
  public var points = 0.0
  /// Ticks of the contract.
  public var ticks = 0.0
  /// The share of the high less the low of the bar that fills, a fraction.
  public var rangeShare = 0.0

  /// Makes a distance; all but the share of the price is zero unless it is given.
  public init(rate: Double = 0, points: Double = 0, ticks: Double = 0, rangeShare: Double = 0) {
    self.rate = rate
    self.points = points
    self.ticks = ticks
    self.rangeShare = rangeShare
  }

  /// True for no distance at all.
  public var isZero: Bool { rate == 0 && points == 0 && ticks == 0 && rangeShare == 0 }

  /// Refuses a distance that is negative, or as long as the price.
  func check(_ name: String, tick: Double?) throws(BacktestError) {
    guard rate >= 0, rate < 1 else { throw .invalidSetting(name: name, value: rate, allowed: "from 0 to below 1") }
    for amount in [points, ticks, rangeShare] where !(amount >= 0 && amount.isFinite) {
      throw .invalidSetting(name: name, value: amount, allowed: "0 or more")
    }
    if ticks > 0, tick == nil { throw .unknownTick(name: name) }
  }
}

extension PriceDistance: ExpressibleByFloatLiteral {
  /// A share of the price.
  public init(floatLiteral value: Double) { self.init(rate: value) }
}

extension PriceDistance: ExpressibleByIntegerLiteral {
  /// A share of the price, which can only be 0.
  public init(integerLiteral value: Int) { self.init(rate: Double(value)) }
}
