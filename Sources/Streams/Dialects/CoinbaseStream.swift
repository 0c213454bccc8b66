import JSON
import Platform

/// Coinbase Exchange: matches with consecutive numbers, and a heartbeat each second that has the number of the last one;
/// documented at https://docs.cdp.coinbase.com/exchange/websocket-feed/channels.
///
/// The frames of Advanced Trade are read too, as recordings have them.
public struct CoinbaseStream: StreamDialect {
  /// The profile: trades only, no key.
  public let profile = StreamProfile(
    word: "coinbase", base: "wss://ws-feed.exchange.coinbase.com", hasConsecutiveNumbers: true,
    terms: "free, without a key; live; trades only; a pair is written \"BTC-USD\"")

  /// Makes the dialect.
  public init() {}

  /// A frame a series, so that one that is refused does not take the others along.
  public func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String] {
    subscriptions.map { subscription in
      JSONValue.frame(
        ("type", .string(isOn ? "subscribe" : "unsubscribe")),
        ("product_ids", .strings([spelled(subscription.symbol)])), ("channels", ["matches", "heartbeat"]))
    }
  }

  /// Reads a frame.
  public func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault) {
    let fields = StreamFields(frame, of: "coinbase")
    switch frame["type"]?.stringValue ?? frame["channel"]?.stringValue {
    case "match"?, "last_match"?:
      events.append(
        .trade(try trade(fields, "trade_id", isOld: frame["type"]?.stringValue == "last_match")))
    case "heartbeat"?: events.append(.clock(try fields.nanoseconds("time") / 1_000_000))
    case "error"?:
      let (message, reason) = (frame["message"]?.stringValue ?? "", frame["reason"]?.stringValue ?? "")
      let symbol = reason.hasSuffix(" is not a valid product") ? reason.split(separator: " ").first : nil
      events.append(
        .refused(
          StreamRefusal(
            symbol == nil ? .other : .symbol, reason.isEmpty ? message : reason, symbol: symbol.map { String($0) })))
    case "market_trades"?:
      for event in frame["events"]?.elements ?? [] {
        let isOld = event["type"]?.stringValue == "snapshot"
        // The newest comes first.
        for row in (event["trades"]?.elements ?? []).reversed() {
          events.append(.trade(try trade(StreamFields(row, of: "coinbase"), "trade_id", isOld: isOld)))
        }
      }
      if let clock = frame["timestamp"]?.stringValue.flatMap(StreamFields.nanoseconds) {
        events.append(.clock(clock / 1_000_000))
      }
    case "heartbeats"?:
      if let clock = frame["timestamp"]?.stringValue.flatMap(StreamFields.nanoseconds) {
        events.append(.clock(clock / 1_000_000))
      }
    default: break
    }
  }

  private func trade(_ fields: StreamFields, _ number: String, isOld: Bool) throws(StreamFault) -> StreamTrade {
    StreamTrade(
      symbol: try fields.text("product_id"), time: try fields.nanoseconds("time"), number: try fields.whole(number),
      price: try fields.price("price"), size: try fields.size("size"), isOld: isOld)
  }
}
