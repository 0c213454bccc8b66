import Calendar
import JSON
import Platform

/// Binance: klines, whose field `x` says that they are closed, and aggregate trades with consecutive numbers;
/// documented at https://developers.binance.com/docs/binance-spot-api-docs/web-socket-streams.
public struct BinanceStream: StreamDialect {
  /// The profile: no key, and the server's own pings.
  public let profile = StreamProfile(
    word: "binance", base: "wss://stream.binance.com:9443", path: "stream",
    barLengths: [
      Timeframe(1, .second), .minute, Timeframe(3, .minute), Timeframe(5, .minute), Timeframe(15, .minute),
      Timeframe(30, .minute), .hour, Timeframe(2, .hour), Timeframe(4, .hour), Timeframe(6, .hour),
      Timeframe(8, .hour), Timeframe(12, .hour), .day,
    ], hasConsecutiveNumbers: true, lateness: 8000,
    terms: "free, without a key; live; 1,024 series a connection, which is renewed each day")

  /// Makes the dialect.
  public init() {}

  private func name(_ subscription: Subscription) -> String {
    subscription.symbol.lowercased() + (subscription.isOfTrades ? "@aggTrade" : "@kline_\(subscription.timeframe)")
  }

  /// One frame for all.
  public func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String] {
    let method = isOn ? "SUBSCRIBE" : "UNSUBSCRIBE"
    return [JSONValue.frame(("method", .string(method)), ("params", .strings(subscriptions.map(name))), ("id", 1))]
  }

  /// Reads a frame, in the envelope of combined streams or without.
  public func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault) {
    if let error = frame["error"] {
      return events.append(.refused(StreamRefusal(.other, error["msg"]?.stringValue ?? "an error")))
    }
    let fields = StreamFields(frame["data"] ?? frame, of: "binance")
    switch fields.json["e"]?.stringValue {
    case "aggTrade":
      let time = try fields.milliseconds("T")
      events.append(
        .trade(
          StreamTrade(
            symbol: try fields.text("s"), time: time * 1_000_000, number: try fields.whole("a"),
            price: try fields.price("p"), size: try fields.size("q"))))
      if let clock = try? fields.milliseconds("E") { events.append(.clock(clock)) }
    case "kline":
      guard let inner = fields.json["k"], let isClosed = inner["x"]?.boolValue else { throw fields.fault("k") }
      let kline = StreamFields(inner, of: "binance")
      let start = try kline.milliseconds("t")
      let span = try kline.milliseconds("T") + 1 - start
      guard span > 0, span <= 31 * 86_400_000 else { throw kline.fault("T") }
      // The clock of a bar that is over lies beyond it: the bar comes first.
      events.append(
        .bar(
          ProviderBar(
            symbol: try fields.text("s"), span: span, state: isClosed ? .closed : .making,
            bar: try kline.bar(start, "o", "h", "l", "c", "v"))))
      events.append(.clock(try fields.milliseconds("E")))
    case "serverShutdown": events.append(.ending("the server is shut down"))
    default: break
    }
  }
}
