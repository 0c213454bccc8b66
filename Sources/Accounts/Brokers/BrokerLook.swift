/// What a broker has, as far as one look tells.
package struct BrokerLook: Sendable, Hashable {
  package var account: BrokerAccount
  package var positions: [String: Quantity]
  /// The orders that were asked for, and those that are open.
  package var orders: [BrokerOrder]
  /// The ids of the client that the broker does not have.
  package var missing: Set<String>
  package var activities: [BrokerActivity]

  /// Looks at an account, again if it moved meanwhile, up to three times.
  ///
  /// - Parameters:
  ///   - clients: the orders to ask for besides the open ones.
  ///   - day: the first day of the activities; nil for all.
  package init(at broker: any Broker, for clients: [String], since day: String?) throws(BrokerError) {
    var before = try (broker.account(), broker.positions())
    var attempt = 1
    while true {
      (orders, missing) = (try broker.openOrders(), [])
      let open = Set(orders.map(\.client))
      for client in clients where !open.contains(client) {
        if let order = try broker.order(client: client) { orders.append(order) } else { missing.insert(client) }
      }
      activities = try broker.activities(since: day)
      (account, positions) = try (broker.account(), broker.positions())
      if (account, positions) == before || attempt == 3 { return }
      before = (account, positions)
      attempt += 1
    }
  }

  /// The differences of the book to the broker, in words; empty if both have the same.
  ///
  /// - Parameter rounded: the number of entries whose amounts have parts of a cent, which the broker rounds.
  package func differences(from own: Replay.State, rounded: Int, at name: String) -> [String] {
    var texts: [String] = []
    for symbol in Set(positions.keys).union(own.positions.map(\.symbol)).sorted() {
      let (here, there) = (own.held(symbol), positions[symbol] ?? .zero)
      if here != there { texts.append("\(symbol) \(here) here, \(there) at \(name)") }
    }
    // Half a cent for each, and for the cash itself.
    let tolerance = Money(units: 5_000_000_000 * Int128(rounded + 1))
    if (own.cash - account.cash).magnitude > tolerance {
      texts.append("cash \(own.cash.rounded(decimals: 2)) here, \(account.cash.rounded(decimals: 2)) at \(name)")
    }
    return texts
  }
}
