import Calendar
import JSON
import Platform

/// Binance: bars of crypto pairs round the clock in UTC; documented at
/// https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints.
public struct Binance: BarProvider, QuoteProvider {
  /// The profile of Binance: its public API, which needs no key.
  public let profile = ProviderProfile(
    word: "binance", title: "Binance", documentation: "https://developers.binance.com/docs/binance-spot-api-docs",
    base: "https://api.binance.com", policy: WebPolicy(rate: RateLimit(600, per: 60)),
    timeframes: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, Timeframe(2, .hour),
      Timeframe(4, .hour), .day, .week, .month,
    ], delay: "live")

  /// Makes the provider.
  public init() {}

  /// The most bars of a page.
  private static let pageSize = 1000

  /// Bars in UTC.
  public func batch(for query: BarQuery) -> BarBatch { BarBatch(zone: "UTC", basis: .asTraded) }

  /// The first page of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try page(from: query.firstDay().utcMilliseconds, query, server)
  }

  private func page(
    from start: Int64, _ query: BarQuery, _ server: ProviderServer
  ) throws(ProviderError) -> WebRequest {
    guard profile.timeframes.contains(query.timeframe) else {
      throw ProviderError(.noTimeframe, "binance has no bars of \(query.timeframe)")
    }
    let interval = query.timeframe.unit == .month ? "1M" : "\(query.timeframe)"
    return WebRequest(
      server.base.adding(path: "api/v3/klines").adding("symbol", query.symbol.uppercased())
        .adding("interval", interval).adding("startTime", "\(start)")
        .adding("endTime", "\(query.lastDay.adding(days: 1).utcMilliseconds - 1)")
        .adding("limit", "\(Self.pageSize)"))
  }

  /// An unknown pair, which comes with status 400; 418 is for continuing after 429.
  public func refusal(status: Int, saying reason: String) -> ProviderError.Kind {
    if status == 418 { return .limited }
    return reason.lowercased().contains("invalid symbol") ? .noSymbol : .refused
  }

  /// Reads a page.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try ProviderAnswer(body, of: "binance", at: server)
    if let said = answer.json["msg"]?.stringValue { throw ProviderError(.noSymbol, "binance: \(said)") }
    let bars = try answer.elements(answer.json, "the answer")
    for bar in bars {
      batch.add(
        try answer.milliseconds(bar[0], "open time"), try answer.number(bar[1], "open"),
        try answer.number(bar[2], "high"), try answer.number(bar[3], "low"), try answer.number(bar[4], "close"),
        try answer.number(bar[5], "volume"))
    }
    guard bars.count == Self.pageSize, let last = batch.times.last else { return nil }
    return try page(from: last + 1, query, server)
  }

  /// The prices of the last 24 hours.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    WebRequest(server.base.adding(path: "api/v3/ticker/24hr").adding("symbol", symbol.uppercased()))
  }

  /// Reads the newest price.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let answer = try ProviderAnswer(body, of: "binance")
    if let said = answer.json["msg"]?.stringValue { throw ProviderError(.noSymbol, "binance: \(said)") }
    return Quote(
      symbol: symbol, price: try answer.number(answer.json["lastPrice"], "lastPrice"),
      time: try answer.milliseconds(answer.json["closeTime"], "closeTime"), zone: "UTC",
      previousClose: try answer.number(answer.json["openPrice"], "openPrice"),
      note: "live; the close before is the price 24 hours earlier")
  }
}
