public import Columns

/// A leg of a spread: the units of one symbol bought or sold for each unit of the spread.
public struct Leg: Sendable {
  /// The symbol.
  public var name: String
  /// Its bars.
  public var bars: Bars
  /// The splits and dividends that move its prices.
  public var actions: [BarAction]
  /// The bar aligned with each bar of the series of the rules; negative if it has none.
  public var places: [Int32]
  /// The direction while the spread is held long: 1 bought, -1 sold short.
  public var sign: Double
  /// The units for each unit of the spread, by bar of the series on which the rules are read.
  ///
  /// It is read on the bar that decides; if it is missing or not above zero no spread is entered.
  public var weight: Amount
  /// The contract terms of the leg's symbol.
  public var contract: Contract

  /// Makes a leg.
  public init(
    name: String, bars: Bars, actions: [BarAction] = [], places: [Int32], sign: Double, weight: Amount,
    contract: Contract = Contract()
  ) {
    self.name = name
    self.bars = bars
    self.actions = actions
    self.places = places
    self.sign = sign
    self.weight = weight
    self.contract = contract
  }
}

/// The part of a leg in a trade.
public struct LegFill: Sendable, Hashable {
  /// The leg, by its index in the result.
  public var leg: Int
  /// The units at the entry, negative if they were sold short.
  public var units: Double
  /// The price of the entry, slippage included.
  public var entryPrice: Double
  /// The price of the exit, slippage included; of an open trade the last close.
  public var exitPrice: Double
  /// The gain after costs.
  public var pnl: Double
}
