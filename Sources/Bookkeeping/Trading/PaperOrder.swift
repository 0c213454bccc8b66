import Accounts
import Backtesting
import Calendar
import FileFormats
import JSON
import Platform

/// An order that was placed by hand in a paper account.
package struct PaperOrder: Sendable, Hashable {
  /// What became of it.
  package enum Status: String, Sendable, CaseIterable {
    /// It waits for its bar, or its price.
    case waiting
    /// It filled, and its stop and its target wait.
    case open
    /// It filled, and nothing of it waits.
    case filled
    /// Its stop or its target filled.
    case closed
    case cancelled, expired, rejected

    /// True if bars can still change it.
    package var isLive: Bool { self == .waiting || self == .open }
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
  /// Its loop after that bar; nil before its first one.
  package var state: RunState?

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
    "account, id, made, verb, size, symbol, type, price, stop, goal, stays, status, reason, fill_price, entry, bar, state"

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
  }

  var values: [SQLiteValue] {
    func real(_ value: Double?) -> SQLiteValue { value.map { .real($0) } ?? .null }
    return [
      .text(account), .integer(id), .integer(made.milliseconds), .text(verb.rawValue), .text("\(size)"), .text(symbol),
      .text(type.rawValue), real(price), real(stop), real(goal), .integer(stays ? 1 : 0), .text(status.rawValue),
      .text(reason), real(fillPrice), .integer(entry), .integer(bar.milliseconds), .text(state?.json.write()),
    ]
  }
}

extension Book {
  /// The orders of an account in their order.
  package func orders(of account: String, _ environment: Environment) throws(BookError) -> [PaperOrder] {
    try rows(
      environment, "SELECT \(PaperOrder.columns) FROM placed WHERE account = ? ORDER BY id", .text(account)
    ).compactMap { PaperOrder($0) }
  }

  /// The orders on a symbol that bars can still change.
  package func liveOrders(on symbol: String, _ environment: Environment) throws(BookError) -> [PaperOrder] {
    try rows(
      environment,
      "SELECT \(PaperOrder.columns) FROM placed WHERE symbol = ? AND status IN ('waiting', 'open') ORDER BY account, id",
      .text(symbol)
    ).compactMap { PaperOrder($0) }
  }

  /// The names of the series whose bars move a paper account: of orders that wait, and of what watched accounts hold.
  package func tradedSeries(_ environment: Environment) throws(BookError) -> Set<String> {
    Set(
      try rows(
        environment,
        """
        SELECT symbol FROM placed WHERE status IN ('waiting', 'open')
        UNION SELECT symbol FROM entry WHERE symbol IS NOT NULL AND account IN (SELECT account FROM guard_mark)
        """
      ).compactMap { $0[0].text })
  }

  /// The stop and the target of a position.
  package func levels(
    of symbol: String, in account: String, _ environment: Environment
  ) throws(BookError) -> (stop: Double?, goal: Double?) {
    let row = try rows(
      environment, "SELECT stop, goal FROM level WHERE account = ? AND symbol = ?", .text(account), .text(symbol)
    ).first
    func price(_ place: Int) -> Double? { row?[place].text.flatMap { Money($0) }?.double }
    return (price(0), price(1))
  }
}

extension BookTransaction {
  /// Keeps an order; a new one gets its number.
  package func keep(_ order: PaperOrder) throws(BookError) -> PaperOrder {
    var order = order
    if order.id == 0 {
      let last = try run("SELECT max(id) FROM placed WHERE account = ?", .text(order.account)).first?.first?.integer
      order.id = Int(last ?? 0) + 1
    }
    let marks = Array(repeating: "?", count: order.values.count).joined(separator: ", ")
    try run("INSERT OR REPLACE INTO placed(\(PaperOrder.columns)) VALUES(\(marks))", order.values)
    return order
  }

  /// The last bar that an order has seen, as the file has it.
  package func bar(of order: PaperOrder) throws(BookError) -> Timestamp? {
    try run("SELECT bar FROM placed WHERE account = ? AND id = ?", .text(order.account), .integer(order.id))
      .first?.first?.integer.map { Timestamp(milliseconds: $0) }
  }
}
