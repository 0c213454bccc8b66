import Calendar
import JSON
import Platform

/// Massive, which was Polygon.io: bars of a minute, and trades with conditions; documented at
/// https://massive.com/docs/websocket.
public struct MassiveStream: StreamDialect {
  /// The profile: a key, one connection a key and market.
  public let profile = StreamProfile(
    word: "massive", base: "wss://socket.massive.com", path: "stocks", barLengths: [.minute], lateness: 5000,
    terms: "a key of a plan with sockets (`every 60s` polls with any key); one connection a market; 15 minutes late "
      + "on some plans")

  /// Makes the dialect.
  public init() {}

  private func isCrypto(_ symbol: String) -> Bool { symbol.hasPrefix("X:") }

  /// The market is a part of the path.
  public func address(on base: WebAddress, _ subscriptions: [Subscription], _ keys: StreamKeys) -> WebAddress {
    base.adding(path: subscriptions.contains { isCrypto($0.symbol) } ? "crypto" : "stocks")
  }

  /// The key.
  public func greeting(_ keys: StreamKeys) -> String? {
    JSONValue.frame(("action", "auth"), ("params", .string(keys.key?.revealed ?? "")))
  }

  /// One frame for all.
  public func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String] {
    let channels = subscriptions.map { subscription in
      let isCrypto = isCrypto(subscription.symbol)
      let symbol = isCrypto ? String(subscription.symbol.dropFirst(2)) : subscription.symbol
      return (subscription.isOfTrades ? (isCrypto ? "XT." : "T.") : isCrypto ? "XA." : "AM.") + symbol
    }
    return [
      JSONValue.frame(
        ("action", .string(isOn ? "subscribe" : "unsubscribe")), ("params", .string(channels.joined(separator: ","))))
    ]
  }

  /// New York's, but for pairs.
  public func market(of symbol: String) -> MarketCalendar? { isCrypto(symbol) ? nil : .newYork }

  /// The symbol as it is: some have small letters.
  public func spelled(_ symbol: String) -> String { symbol }

  /// Reads a frame, which is a list of messages.
  public func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault) {
    for message in frame.objects {
      let fields = StreamFields(message, of: "massive")
      switch message["ev"]?.stringValue {
      case "status"?: readStatus(message, into: &events)
      case "T"?: events.append(.trade(try trade(fields, "sym", prefix: "", "q")))
      case "XT"?: events.append(.trade(try trade(fields, "pair", prefix: "X:", "r")))
      case "AM"?: try readBar(fields, try fields.text("sym"), into: &events)
      case "XA"?:
        let symbol = try message["pair"] == nil ? fields.text("sym") : fields.text("pair")
        try readBar(fields, symbol.hasPrefix("X:") ? symbol : "X:" + symbol, into: &events)
      default: break
      }
    }
  }

  private func trade(
    _ fields: StreamFields, _ name: String, prefix: String, _ order: String
  ) throws(StreamFault) -> StreamTrade {
    let conditions = (fields.json["c"]?.elements ?? []).compactMap(\.intValue)
    let symbol = try fields.text(name)
    var trade = StreamTrade(
      symbol: symbol.hasPrefix(prefix) ? symbol : prefix + symbol, time: try fields.milliseconds("t") * 1_000_000,
      number: Int64(fields.json[order]?.intValue ?? 0),
      identity: "\(fields.json["x"]?.intValue ?? 0) \(fields.json["i"]?.stringValue ?? "")",
      price: try fields.price("p"), size: try fields.size("s"))
    trade.movesRange = !conditions.contains { Self.withoutRange.contains($0) }
    trade.movesLast = trade.movesRange && !conditions.contains { Self.withoutLast.contains($0) }
    return trade
  }

  /// The conditions of trades that move neither the high nor the low, by the plans of the tapes: average price, cash
  /// sale, extended hours, out of sequence, next day, price variation, seller, odd lot, contingent, official prices.
  private static let withoutRange: Set<Int> = [2, 7, 12, 13, 15, 16, 20, 21, 29, 37, 38, 52, 53]
  /// The conditions of trades that are not the last price: bunched sold, derivatively priced, prior reference price, sold.
  private static let withoutLast: Set<Int> = [5, 10, 22, 30, 32, 33]

  private func readBar(
    _ fields: StreamFields, _ symbol: String, into events: inout [StreamEvent]
  ) throws(StreamFault) {
    let start = try fields.milliseconds("s")
    let end = try fields.milliseconds("e")
    guard end - start == 60_000 else { throw fields.fault("e") }
    events.append(
      .bar(
        ProviderBar(
          symbol: symbol, span: 60_000, state: .closed, bar: try fields.bar(start, "o", "h", "l", "c", "v"))))
    events.append(.clock(end))
  }

  private func readStatus(_ message: JSONValue, into events: inout [StreamEvent]) {
    let said = message["message"]?.stringValue ?? ""
    switch message["status"]?.stringValue {
    case "auth_success"?: events.append(.ready)
    case "auth_failed"?: events.append(.refused(StreamRefusal(.key, said)))
    case "max_connections"?, "force_disconnect"?: events.append(.refused(StreamRefusal(.taken, said)))
    case "not_authorized"?: events.append(.refused(StreamRefusal(.plan, said)))
    case "auth_timeout"?, "slow_consumer"?: events.append(.ending(said))
    case "error"?: events.append(.refused(StreamRefusal(said.contains("authorized") ? .plan : .other, said)))
    default: break
    }
  }
}
