import Calendar
import JSON
import Platform

/// Finnhub: several trades a message, without identities; documented at https://finnhub.io/docs/api/websocket-trades.
public struct FinnhubStream: StreamDialect {
  /// The profile: a key, trades only.
  public let profile = StreamProfile(
    word: "finnhub", base: "wss://ws.finnhub.io",
    terms: "a free key has 50 symbols and one connection; trades only, so that bars are made here")

  /// Makes the dialect.
  public init() {}

  /// The key is a part of the address.
  public func address(on base: WebAddress, _ subscriptions: [Subscription], _ keys: StreamKeys) -> WebAddress {
    keys.key.map { base.adding("token", $0) } ?? base
  }

  /// A frame a symbol.
  public func frames(_ subscriptions: [Subscription], isOn: Bool) -> [String] {
    subscriptions.map {
      JSONValue.frame(("type", .string(isOn ? "subscribe" : "unsubscribe")), ("symbol", .string($0.symbol)))
    }
  }

  /// New York's for a plain symbol; pairs have the exchange before a colon.
  public func market(of symbol: String) -> MarketCalendar? { symbol.contains(":") ? nil : .newYork }

  /// The symbol as it is.
  public func spelled(_ symbol: String) -> String { symbol }

  /// Reads a frame.
  public func read(_ frame: JSONValue, into events: inout [StreamEvent]) throws(StreamFault) {
    switch frame["type"]?.stringValue {
    case "trade"?:
      for row in frame["data"]?.elements ?? [] {
        let fields = StreamFields(row, of: "finnhub")
        events.append(
          .trade(
            StreamTrade(
              symbol: try fields.text("s"), time: try fields.milliseconds("t") * 1_000_000, number: nil,
              price: try fields.price("p"), size: try fields.size("v"))))
      }
    case "error"?:
      let said = frame["msg"]?.stringValue ?? "an error"
      let isKey = said.lowercased().contains("token") || said.lowercased().contains("api key")
      events.append(.refused(StreamRefusal(isKey ? .key : .other, said)))
    default: break
    }
  }
}
