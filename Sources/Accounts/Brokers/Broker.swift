/// Where the orders of an account go: the book itself on paper, or a broker's server.
///
/// Money and sizes are decimals throughout. Each request can be repeated: an order is known by the client's own id, and one
/// with an id that was taken is refused, so that an answer which was lost doubles nothing.
package protocol Broker: Sendable {
  /// The word that statements and messages name it by: `alpaca`.
  var name: String { get }

  /// Hands an order in.
  ///
  /// - Throws: an error of the kind `unknown` if the answer was lost; ``order(client:)`` tells then what became of it.
  func place(_ ticket: OrderTicket) throws(BrokerError) -> BrokerOrder

  /// Cancels an order by the broker's id; one that has ended stays as it is.
  func cancel(_ id: String) throws(BrokerError)

  /// The order of a client's id; nil if the broker has none.
  func order(client: String) throws(BrokerError) -> BrokerOrder?

  /// The orders that have not ended, with their stops and targets.
  func openOrders() throws(BrokerError) -> [BrokerOrder]

  /// The units of each symbol, below zero for borrowed ones that were sold.
  func positions() throws(BrokerError) -> [String: Quantity]

  /// The account at the broker.
  func account() throws(BrokerError) -> BrokerAccount

  /// What moved money or units, as the statements of the broker have it, the oldest first.
  ///
  /// - Parameter day: the first day, such as 2026-11-27; nil for all.
  func activities(since day: String?) throws(BrokerError) -> [BrokerActivity]
}

/// The reason why a broker did not do what was asked for.
package struct BrokerError: Error, Sendable, Hashable {
  /// The kinds of failure.
  package enum Kind: Sendable, Hashable {
    /// The broker says no; nothing was done.
    case refused
    /// An order of the client's id is there already.
    case taken
    /// The request did not leave this machine, or was turned away unread; nothing was done.
    case notSent
    /// The broker wants to be left alone for a while; nothing was done.
    case limited
    /// The answer was lost: it may have been done.
    case unknown
  }

  package var kind: Kind
  /// The reason in a sentence without its end, without secrets.
  package var message: String

  package init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

/// An account as its broker has it.
package struct BrokerAccount: Sendable, Hashable {
  /// The number of the account.
  package var number: String
  package var currency: String
  package var cash: Money
  /// The reason why it takes no orders; nil if it takes them.
  package var blocked: String?

  package init(number: String, currency: String, cash: Money, blocked: String? = nil) {
    (self.number, self.currency, self.cash, self.blocked) = (number, currency, cash, blocked)
  }
}

/// Something that moved money or units at the broker.
package struct BrokerActivity: Sendable, Hashable {
  /// The broker's id, by which it is booked once.
  package var id: String
  /// The broker's id of the order that it fills; nil for another kind.
  package var order: String?
  /// The units that it fills.
  package var size: Quantity
  /// The members of the statement's row, in their order.
  package var fields: [Field]

  /// A member of a row.
  package struct Field: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package init(id: String, order: String?, size: Quantity, fields: [Field]) {
    (self.id, self.order, self.size, self.fields) = (id, order, size, fields)
  }
}
