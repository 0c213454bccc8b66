import Calendar
import JSON
import Platform

/// Coinbase Exchange: bars of crypto pairs in UTC, 300 an answer; documented at
/// https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductcandles.
public struct Coinbase: BarProvider, QuoteProvider {
  /// The profile of Coinbase Exchange: its public API, which needs no key.
  public let profile = ProviderProfile(
    word: "coinbase", title: "Coinbase Exchange", documentation: "https://docs.cdp.coinbase.com/exchange",
    base: "https://api.exchange.coinbase.com", policy: WebPolicy(rate: RateLimit(300, per: 60)),
    timeframes: [.minute, Timeframe(5, .minute), Timeframe(15, .minute), .hour, Timeframe(6, .hour), .day],
    usualIntradayDays: 2, delay: "live")

  /// Makes the provider.
  public init() {}

  /// The most bars of an answer.
  private static let pageSize: Int64 = 300

  /// Bars in UTC.
  public func batch(for query: BarQuery) -> BarBatch { BarBatch(zone: "UTC", basis: .asTraded) }

  /// The first page of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    // Its oldest pair began in 2015.
    try page(from: query.firstDay(from: CivilDate(daysSince1970: 16_450)).utcMilliseconds / 1000, query, server)
  }

  private func page(
    from start: Int64, _ query: BarQuery, _ server: ProviderServer
  ) throws(ProviderError) -> WebRequest {
    guard profile.timeframes.contains(query.timeframe) else {
      throw ProviderError(.noTimeframe, "coinbase has no bars of \(query.timeframe)")
    }
    let seconds = query.timeframe.nominalMilliseconds / 1000
    let end = min(start + (Self.pageSize - 1) * seconds, query.lastDay.adding(days: 1).utcMilliseconds / 1000 - 1)
    return WebRequest(
      server.base.adding(path: "products/\(query.symbol.uppercased())/candles").adding("granularity", "\(seconds)")
        .adding("start", "\(start)").adding("end", "\(end)"))
  }

  /// Reads a page, which has the newest bar first; a page without bars need not be the last one.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try ProviderAnswer(body, of: "coinbase", at: server)
    if let said = answer.json["message"]?.stringValue { throw ProviderError(.noSymbol, "coinbase: \(said)") }
    for bar in try answer.elements(answer.json, "the answer").reversed() {
      batch.add(
        try answer.milliseconds(bar[0], scale: 1000, "time"), try answer.number(bar[3], "open"),
        try answer.number(bar[2], "high"), try answer.number(bar[1], "low"), try answer.number(bar[4], "close"),
        try answer.number(bar[5], "volume"))
    }
    return nil
  }

  /// The pages after the first: each is 300 periods long, whether there are bars or not.
  public func request(
    after page: WebRequest, for query: BarQuery, at server: ProviderServer
  ) throws(ProviderError) -> WebRequest? {
    let end = page.address.query.first { $0.name == "end" }.flatMap { Int64($0.value) } ?? .max
    let last = min(query.lastDay.adding(days: 1), query.today.adding(days: 2)).utcMilliseconds / 1000
    guard end + 1 < last else { return nil }
    let seconds = query.timeframe.nominalMilliseconds / 1000
    return try self.page(from: (end / seconds + 1) * seconds, query, server)
  }

  /// The newest trade.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    WebRequest(server.base.adding(path: "products/\(symbol.uppercased())/ticker"))
  }

  /// Reads the newest trade.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let answer = try ProviderAnswer(body, of: "coinbase")
    if let said = answer.json["message"]?.stringValue { throw ProviderError(.noSymbol, "coinbase: \(said)") }
    return Quote(symbol: symbol, price: try answer.number(answer.json["price"], "price"), zone: "UTC", note: "live")
  }
}
