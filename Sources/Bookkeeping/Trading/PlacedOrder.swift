import Accounts
import Backtesting
import Calendar
import FileFormats
import JSON
import Platform

/// An order that was placed in an account: by hand on paper, by hand or by a run at a broker.
package struct PlacedOrder: Sendable, Hashable {
  /// What became of it.
  package enum Status: String, Sendable, CaseIterable {
    /// It is on its way to the broker, and whether it has arrived is not known.
    case sending
    /// It waits for its bar, or its price.
    case waiting
    /// A part of it filled.
    case partial
    /// It filled, and its stop and its target wait.
    case open
    /// It filled, and nothing of it waits.
    case filled
    /// Its stop or its target filled.
    case closed
    case cancelled, expired, rejected

    /// True if something can still change it.
    package var isLive: Bool { waits || self == .open }
    /// True if it may still fill.
    package var waits: Bool { self == .sending || self == .waiting || self == .partial }
  }

  package var account: String
  package var id = 0
  package var made: Timestamp
  package var verb: EntryType
  package var size: Quantity
  /// The symbol, which is the name of its series.
  package var symbol: String
  package var type: OrderType
  /// The price of a limit or stop order.
  package var price: Double?
  package var stop: Double?
  package var goal: Double?
  /// True if it waits until it is cancelled, false for the day on which it was placed.
  package var stays = false
  package var status = Status.waiting
  /// Why it was refused, or how its position ended.
  package var reason: String?
  package var fillPrice: Double?
  /// The entry of its fill.
  package var entry: Int?
  /// The opening of the last bar that it has seen.
  package var bar: Timestamp
  /// Its loop after that bar; nil before its first one, and of an order at a broker.
  package var state: RunState?
  /// The id by which a broker takes it once; nil for an order on paper.
  package var client: String?
  /// The broker's own id; nil before that is known.
  package var broker: String?
  /// The units that are filled; nil on paper, where an order fills at once.
  package var filled: Quantity?
  /// The run that placed it; nil for one that was placed by hand.
  package var run: Int?

  package init(
    _ verb: EntryType, _ size: Quantity, _ symbol: String, _ type: OrderType, in account: String, at made: Timestamp,
    bar: Timestamp
  ) {
    (self.verb, self.size, self.symbol, self.type) = (verb, size, symbol, type)
    (self.account, self.made, self.bar) = (account, made, bar)
  }

  /// True if it opens a position.
  package var opens: Bool { verb == .buy || verb == .short }

  /// The side that its fills are on.
  package var side: Side { verb == .buy || verb == .cover ? .long : .short }

  static let columns =
    "account, id, made, verb, size, symbol, type, price, stop, goal, stays, status, reason, fill_price, entry, bar, state, client, broker, filled, run"

  init?(_ row: [SQLiteValue]) {
    guard let account = row[0].text, let verb = row[3].text.flatMap(EntryType.init),
      let size = row[4].text.flatMap({ Quantity($0) }), let type = row[6].text.flatMap(OrderType.init),
      let status = row[11].text.flatMap(Status.init)
    else { return nil }
    self.init(
      verb, size, row[5].text ?? "", type, in: account, at: Timestamp(milliseconds: row[2].integer ?? 0),
      bar: Timestamp(milliseconds: row[15].integer ?? 0))
    (id, price, stop, goal) = (Int(row[1].integer ?? 0), row[7].real, row[8].real, row[9].real)
    (stays, self.status, reason) = (row[10].integer == 1, status, row[12].text)
    (fillPrice, entry) = (row[13].real, row[14].integer.map { Int($0) })
    state = row[16].text.flatMap { try? JSONValue(parsing: $0) }.flatMap { try? RunState($0) }
    (client, broker, filled) = (row[17].text, row[18].text, row[19].text.flatMap { Quantity($0) })
    run = row[20].integer.map { Int($0) }
  }

  var values: [SQLiteValue] {
    func real(_ value: Double?) -> SQLiteValue { value.map { .real($0) } ?? .null }
    return [
      .text(account), .integer(id), .integer(made.milliseconds), .text(verb.rawValue), .text("\(size)"), .text(symbol),
      .text(type.rawValue), real(price), real(stop), real(goal), .integer(stays ? 1 : 0), .text(status.rawValue),
      .text(reason), real(fillPrice), .integer(entry), .integer(bar.milliseconds), .text(state?.json.write()),
      .text(client), .text(broker), .text(filled.map { "\($0)" }), .integer(run),
    ]
  }
}

extension Book {
  /// The orders of an account in their order.
  package func orders(of account: String, _ environment: Environment) throws(BookError) -> [PlacedOrder] {
    try rows(
      environment, "SELECT \(PlacedOrder.columns) FROM placed WHERE account = ? ORDER BY id", .text(account)
    ).compactMap { PlacedOrder($0) }
  }

  /// The orders of an account that are at its broker, or on their way there.
  package func ordersAtBroker(of account: String, _ environment: Environment) throws(BookError) -> [PlacedOrder] {
    try orders(of: account, environment).filter { $0.client != nil && $0.status.isLive }
  }

  /// The orders on a symbol that bars can still change.
  package func liveOrders(on symbol: String, _ environment: Environment) throws(BookError) -> [PlacedOrder] {
    try rows(
      environment,
      "SELECT \(PlacedOrder.columns) FROM placed WHERE symbol = ? AND client IS NULL "
        + "AND status IN ('waiting', 'open') ORDER BY account, id",
      .text(symbol)
    ).compactMap { PlacedOrder($0) }
  }

  /// The names of the series whose bars move a paper account: of orders that wait, and of what watched accounts hold.
  package func tradedSeries(_ environment: Environment) throws(BookError) -> Set<String> {
    Set(
      try rows(
        environment,
        """
        SELECT symbol FROM placed WHERE client IS NULL AND status IN ('waiting', 'open')
        UNION SELECT symbol FROM entry WHERE symbol IS NOT NULL AND account IN (SELECT account FROM guard_mark)
        """
      ).compactMap { $0[0].text })
  }
}

extension BookTransaction {
  /// Keeps an order; a new one gets its number.
  package func keep(_ order: PlacedOrder) throws(BookError) -> PlacedOrder {
    var order = order
    if order.id == 0 {
      let last = try run("SELECT max(id) FROM placed WHERE account = ?", .text(order.account)).first?.first?.integer
      order.id = Int(last ?? 0) + 1
    }
    let marks = Array(repeating: "?", count: order.values.count).joined(separator: ", ")
    try run("INSERT OR REPLACE INTO placed(\(PlacedOrder.columns)) VALUES(\(marks))", order.values)
    return order
  }

  /// Keeps a new order for a broker, with the id that the broker takes once.
  ///
  /// An account that is made again has other ids.
  package func keepForBroker(_ order: PlacedOrder) throws(BookError) -> PlacedOrder {
    var kept = try keep(order)
    let made = try run("SELECT made FROM account WHERE name = ?", .text(order.account)).first?.first?.integer ?? 0
    let name = String(decoding: order.account.utf8.filter { Self.isPlain($0) }, as: UTF8.self)
    kept.client = "tas-\(name)-\(String(made, radix: 36))-\(kept.id)"
    return try keep(kept)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// The last bar that an order has seen, as the file has it.
  package func bar(of order: PlacedOrder) throws(BookError) -> Timestamp? {
    try run("SELECT bar FROM placed WHERE account = ? AND id = ?", .text(order.account), .integer(order.id))
      .first?.first?.integer.map { Timestamp(milliseconds: $0) }
  }
}
