import Columns

/// The order by which an entry fills.
///
/// Prices are read on the deciding bar. A limit order buys at its price or below it, a stop order buys once the price
/// is reached or passed, and fills as a market order does; of a short entry both are mirrored. Each works on a number
/// of bars after the deciding one that have an open.
public enum EntryOrder: Sendable, Hashable {
  /// At the open of the next bar, or at the deciding close if the settings say so.
  case market
  /// At the close of the next bar.
  case close
  /// At a price or better.
  case limit(Amount, bars: Int)
  /// At the market, once a price is reached.
  case stop(Amount, bars: Int)

  /// The price that it waits for; nil for an order that waits for none.
  public var price: Amount? {
    switch self {
    case .market, .close: nil
    case .limit(let price, _), .stop(let price, _): price
    }
  }

  /// The bars with an open on which it works; `.max` of an order that waits for no price.
  var bars: Int {
    switch self {
    case .market, .close: .max
    case .limit(_, let bars), .stop(_, let bars): bars
    }
  }

  /// The type of the order, without its price.
  public var type: OrderType {
    switch self {
    case .market: .market
    case .close: .close
    case .limit: .limit
    case .stop: .stop
    }
  }
}

/// The type of an order.
public enum OrderType: String, Sendable, Hashable, CaseIterable {
  /// Fills at the next price.
  case market
  /// Fills at the close.
  case close
  /// Fills at its price or better.
  case limit
  /// Fills at the market once its price is reached.
  case stop
}

/// An order that was decided at a close, and the end of it.
public struct OrderRecord: Sendable, Hashable {
  /// The end of an order.
  public enum Fate: Sendable, Hashable {
    /// It waits after the last bar of the window.
    case pending
    /// It filled.
    case filled
    /// The volume of its bar was too little for all of it: the rest continues as a separate order.
    case filledInPart
    /// It could not be filled.
    case rejected(Rejection.Reason)
    /// No bar of its time reached its price.
    case expired
    /// A later decision took its place.
    case replaced
    /// A rule that leaves its side fired before it was filled, the other order of its bracket filled, or all was lost.
    case cancelled
  }

  /// The bar at whose close it was decided.
  public var decidedIndex: Int
  /// The side that is entered or left.
  public var side: Side
  /// The rule or the limit of time that gave it.
  public var kind: PendingOrder.Kind
  /// Its type.
  public var type: OrderType
  /// The price of a limit or stop order, in units of the deciding bar; nil for others.
  public var price: Double?
  /// The share of the units held that it closes, or by which it resizes them, below zero to fewer; nil if it closes all,
  /// and of an entry.
  public var share: Double?
  /// The units at the fill for each one that a size in units asked for: other than 1 if a split came in between.
  public var splitRatio = 1.0
  /// The end of it.
  public var fate = Fate.pending
  /// The bar of its end; nil while it waits.
  public var index: Int?
  /// The price at which it filled, costs left out; nil if it did not.
  public var fillPrice: Double?
  /// The symbol, by its index in the result; nil in a run on one series.
  public var symbol: Int?
}
