import Calendar
import JSON
import Platform

/// Alpaca: bars of a minute with later corrections, and trades; documented at
/// https://docs.alpaca.markets/docs/real-time-stock-pricing-data.
public struct AlpacaStream: StreamDialect {
  /// The profile: a key of two parts, one connection.
  public let profile = StreamProfile(
    word: "alpaca", base: "wss://stream.data.alpaca.markets", path: "v2/iex", barLengths: [.minute], lateness: 3000,
    terms: "a free key has the prices of IEX, 30 symbols and one connection; FAKEPACA is a test that is always on")

  /// Makes the dialect.
  public init() {}

  /// FAKEPACA has a stream of its own.
  public func address(on base: WebAddress, _ subscriptions: [Subscription], _ keys: StreamKeys) -> WebAddress {
    base.adding(path: subscriptions.contains { $0.symbol == "FAKEPACA" } ? "v2/test" : profile.path)
  }

  /// The key.
  public func greeting(_ keys: StreamKeys) -> String? {
    JSONValue.frame(
      ("action", "auth"), ("key", .string(keys.key?.revealed ?? "")), ("secret", .string(keys.secret?.revealed ?? "")))
  }

  /// One frame for all.
  public func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String] {
    let trades = JSONValue.strings(subscriptions.filter(\.isOfTrades).map(\.symbol))
    let bars = JSONValue.strings(subscriptions.filter { !$0.isOfTrades }.map(\.symbol))
    var frame: JSONValue = ["action": .string(isOn ? "subscribe" : "unsubscribe")]
    if trades != [] { frame["trades"] = trades }
    if bars != [] { (frame["bars"], frame["updatedBars"]) = (bars, bars) }
    return [frame.write()]
  }

  /// New York's, but for pairs and the test.
  public func market(of symbol: String) -> MarketCalendar? {
    symbol.contains("/") || symbol == "FAKEPACA" ? nil : .newYork
  }

  /// Reads a frame, which is a list of messages.
  public func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault) {
    for message in frame.objects {
      let fields = StreamFields(message, of: "alpaca")
      switch message["T"]?.stringValue {
      case "success"? where message["msg"]?.stringValue == "authenticated": events.append(.ready)
      case "error"?: events.append(try error(fields))
      case "t"?:
        let conditions = (message["c"]?.elements ?? []).compactMap(\.stringValue)
        var trade = StreamTrade(
          symbol: try fields.text("S"), time: try fields.nanoseconds("t"), number: try fields.whole("i"),
          identity: message["x"]?.stringValue ?? "", price: try fields.price("p"), size: try fields.size("s"))
        trade.movesRange = !conditions.contains { Self.withoutRange.contains($0) }
        trade.movesLast = trade.movesRange && !conditions.contains { Self.withoutLast.contains($0) }
        events.append(.trade(trade))
      case "b"?, "u"?:
        let start = try fields.nanoseconds("t") / 1_000_000
        events.append(
          .bar(
            ProviderBar(
              symbol: try fields.text("S"), span: 60_000, state: message["T"] == "b" ? .closed : .revised,
              bar: try fields.bar(start, "o", "h", "l", "c", "v"))))
        if message["T"] == "b" { events.append(.clock(start + 60_000)) }
      default: break
      }
    }
  }

  /// The conditions of trades that move neither the high nor the low: average price, cash sale, price variation, odd
  /// lot, official prices, next day, seller, extended hours, contingent.
  private static let withoutRange: Set<String> = ["C", "H", "I", "M", "N", "Q", "R", "T", "U", "V", "W", "7", "9"]
  /// The conditions of trades that are not the last price.
  private static let withoutLast: Set<String> = ["L", "P", "Z", "4", "G"]

  private func error(_ fields: StreamFields) throws(StreamFault) -> StreamEvent {
    let said = fields.json["msg"]?.stringValue ?? "an error"
    switch try fields.whole("code") {
    case 401, 402: return .refused(StreamRefusal(.key, said))
    case 405, 409: return .refused(StreamRefusal(.plan, said))
    case 406: return .refused(StreamRefusal(.taken, said))
    case 404, 407, 500: return .ending(said)
    default: return .refused(StreamRefusal(.other, said))
    }
  }
}
