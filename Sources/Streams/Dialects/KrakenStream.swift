import Calendar
import JSON
import Platform

/// Kraken, version 2: trades with consecutive numbers, and bars that do not say when they are closed; documented at
/// https://docs.kraken.com/api/docs/websocket-v2/trade.
public struct KrakenStream: StreamDialect {
  /// The profile: no key, a heartbeat about each second.
  public let profile = StreamProfile(
    word: "kraken", base: "wss://ws.kraken.com", path: "v2",
    barLengths: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, Timeframe(4, .hour), .day,
    ], closesBars: false, hasConsecutiveNumbers: true,
    terms: "free, without a key; live; a pair is written \"BTC/USD\"")

  /// Makes the dialect.
  public init() {}

  /// A frame a series, so that one that is refused does not take the others along.
  public func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String] {
    subscriptions.map { subscription in
      var parameters: JSONValue = ["symbol": .strings([spelled(subscription.symbol)])]
      parameters["channel"] = subscription.isOfTrades ? "trade" : "ohlc"
      if !subscription.isOfTrades {
        parameters["interval"] = .integer(Int(subscription.timeframe.nominalMilliseconds / 60_000))
      }
      return JSONValue.frame(("method", .string(isOn ? "subscribe" : "unsubscribe")), ("params", parameters))
    }
  }

  /// Reads a frame.
  public func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault) {
    if frame["success"]?.boolValue == false {
      let reason = frame["error"]?.stringValue ?? "an error"
      return events.append(.refused(StreamRefusal(.symbol, reason, symbol: frame["symbol"]?.stringValue)))
    }
    let isOld = frame["type"]?.stringValue == "snapshot"
    let rows = frame["data"]?.elements ?? []
    switch frame["channel"]?.stringValue {
    case "trade":
      for row in rows {
        let fields = StreamFields(row, of: "kraken")
        events.append(
          .trade(
            StreamTrade(
              symbol: try fields.text("symbol"), time: try fields.nanoseconds("timestamp"),
              number: try fields.whole("trade_id"), price: try fields.price("price"), size: try fields.size("qty"),
              isOld: isOld)))
      }
    case "ohlc":
      for row in rows {
        let fields = StreamFields(row, of: "kraken")
        let minutes = try fields.whole("interval")
        guard (1...44_640).contains(minutes) else { throw fields.fault("interval") }
        let start = try fields.nanoseconds("interval_begin") / 1_000_000
        events.append(
          .bar(
            ProviderBar(
              symbol: try fields.text("symbol"), span: minutes * 60_000, state: .making,
              bar: try fields.bar(start, "open", "high", "low", "close", "volume"))))
      }
    case "status":
      guard let system = rows.first?["system"]?.stringValue, system != "online" else { break }
      events.append(.ending("the exchange is \(system)"))
    default: break
    }
    if let clock = frame["time_out"]?.stringValue.flatMap(StreamFields.nanoseconds) {
      events.append(.clock(clock / 1_000_000))
    }
  }
}
