import Calendar
import JSON

/// A series of the session that is or was streamed, as the statement asked for it: `stream again` asks for it again.
package struct StreamedSeries: Sendable, Hashable {
  /// The word of the provider.
  package var provider: String
  /// The symbol as typed.
  package var symbol: String
  /// The length of its bars.
  package var timeframe: Timeframe
  /// True if its bars are made here, of trades.
  package var isOfTrades: Bool
  /// The time between two questions to the provider; nil for a socket.
  package var interval: Timeframe?

  package init(
    provider: String, symbol: String, timeframe: Timeframe, isOfTrades: Bool, interval: Timeframe? = nil
  ) {
    (self.provider, self.symbol, self.timeframe) = (provider, symbol, timeframe)
    (self.isOfTrades, self.interval) = (isOfTrades, interval)
  }

  /// The entry of a session's file.
  func json(named name: String) -> JSONValue {
    [
      "name": .string(name), "provider": .string(provider), "symbol": .string(symbol),
      "timeframe": .string("\(timeframe)"), "trades": .bool(isOfTrades), "every": .string(interval.map { "\($0)" }),
    ]
  }

  /// Reads an entry of a session's file; nil if it is none.
  init?(_ json: JSONValue) {
    guard let provider = json["provider"]?.stringValue, let symbol = json["symbol"]?.stringValue,
      let timeframe = json["timeframe"]?.stringValue.flatMap({ Timeframe($0) })
    else { return nil }
    self.init(
      provider: provider, symbol: symbol, timeframe: timeframe, isOfTrades: json["trades"]?.boolValue ?? false,
      interval: json["every"]?.stringValue.flatMap { Timeframe($0) })
  }
}
