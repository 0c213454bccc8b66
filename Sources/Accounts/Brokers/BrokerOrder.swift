/// An order as it is handed to a broker.
package struct OrderTicket: Sendable, Hashable {
  /// The client's own id, which the broker takes once.
  package var client: String
  package var symbol: String
  /// True to buy, false to sell.
  package var buys: Bool
  package var size: Quantity
  /// The price of a limit order; nil for none.
  package var limit: Money?
  /// The price at which a stop order becomes a market order; nil for none.
  package var trigger: Money?
  /// The prices that close what it opened.
  package var stop: Money?
  package var target: Money?
  /// True if it waits until it is cancelled, false for its day.
  package var stays: Bool

  package init(
    client: String, symbol: String, buys: Bool, size: Quantity, limit: Money? = nil, trigger: Money? = nil,
    stop: Money? = nil, target: Money? = nil, stays: Bool = false
  ) {
    (self.client, self.symbol, self.buys, self.size) = (client, symbol, buys, size)
    (self.limit, self.trigger, self.stop, self.target, self.stays) = (limit, trigger, stop, target, stays)
  }
}

/// An order as a broker has it.
package struct BrokerOrder: Sendable, Hashable {
  /// What became of it.
  package enum Status: Sendable, Hashable {
    /// It can still fill, in full or the rest of it.
    case open
    case filled, cancelled, expired, rejected

    /// True if nothing changes it any more.
    package var isOver: Bool { self != .open }
  }

  /// The broker's id.
  package var id: String
  package var client: String
  package var symbol: String
  package var status: Status
  /// The units that are filled.
  package var filled: Quantity
  /// The mean price of these.
  package var price: Money?
  /// The orders that close what it opened.
  package var legs: [Leg]

  /// A stop or a target.
  package struct Leg: Sendable, Hashable {
    package var id: String
    package var isStop: Bool
    package var status: Status
    package var filled: Quantity

    package init(id: String, isStop: Bool, status: Status, filled: Quantity) {
      (self.id, self.isStop, self.status, self.filled) = (id, isStop, status, filled)
    }
  }

  package init(
    id: String, client: String, symbol: String, status: Status, filled: Quantity, price: Money?, legs: [Leg] = []
  ) {
    (self.id, self.client, self.symbol, self.status) = (id, client, symbol, status)
    (self.filled, self.price, self.legs) = (filled, price, legs)
  }
}
