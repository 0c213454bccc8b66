import Calendar
import JSON
import Platform

/// Finnhub: newest prices, and bars for plans that have them; documented at https://finnhub.io/docs/api.
public struct Finnhub: BarProvider, QuoteProvider {
  /// The profile of Finnhub, with the free plan's limit of 60 requests a minute.
  public let profile = ProviderProfile(
    word: "finnhub", title: "Finnhub", documentation: "https://finnhub.io/docs/api", base: "https://finnhub.io",
    keyVariable: "FINNHUB_API_KEY", policy: WebPolicy(rate: RateLimit(60, per: 60)),
    timeframes: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, .day, .week, .month,
    ], delay: "bars need a plan that has them")

  /// Makes the provider.
  public init() {}

  private func isCrypto(_ symbol: String) -> Bool { symbol.contains(":") }

  /// Bars as traded.
  public func batch(for query: BarQuery) -> BarBatch {
    BarBatch(zone: isCrypto(query.symbol) ? "UTC" : "America/New_York", basis: .splits)
  }

  /// No right to the bars comes with status 403, a wrong key with 401.
  public func refusal(status: Int, saying reason: String) -> ProviderError.Kind {
    status == 401 ? .keyRefused : status == 403 ? .noBars : .refused
  }

  private func asking(_ address: WebAddress, _ server: ProviderServer) throws(ProviderError) -> WebRequest {
    guard let key = server.key else { throw ProviderError(.noKey, "finnhub needs a key") }
    return WebRequest(address).adding("X-Finnhub-Token", "", key)
  }

  /// The bars of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    let words: [Timeframe: String] = [.day: "D", .week: "W", .month: "M"]
    guard profile.timeframes.contains(query.timeframe) else {
      throw ProviderError(.noTimeframe, "finnhub has no bars of \(query.timeframe)")
    }
    let resolution = words[query.timeframe] ?? "\(query.timeframe.nominalMilliseconds / 60_000)"
    return try asking(
      server.base.adding(path: "api/v1/\(isCrypto(query.symbol) ? "crypto" : "stock")/candle")
        .adding("symbol", query.symbol).adding("resolution", resolution)
        .adding("from", "\(query.firstDay().utcMilliseconds / 1000)")
        .adding("to", "\(query.lastDay.adding(days: 1).utcMilliseconds / 1000 - 1)"), server)
  }

  /// Reads the bars.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try ProviderAnswer(body, of: "finnhub", at: server)
    if let said = answer.json["error"]?.stringValue { throw ProviderError(.noBars, "finnhub: \(said)") }
    switch answer.json["s"]?.stringValue {
    case "no_data"?: return nil
    case "ok"?: break
    default: throw answer.missing("`s`, a state,")
    }
    let times = try answer.elements(answer.json["t"], "t")
    var columns: [[JSONValue]] = []
    for name in ["o", "h", "l", "c", "v"] {
      let column = try answer.elements(answer.json[name], name)
      guard column.count == times.count else { throw answer.missing("`\(name)` as long as `t`") }
      columns.append(column)
    }
    for (index, time) in times.enumerated() {
      batch.add(
        try answer.milliseconds(time, scale: 1000, "t"), try answer.number(columns[0][index], "o"),
        try answer.number(columns[1][index], "h"), try answer.number(columns[2][index], "l"),
        try answer.number(columns[3][index], "c"), try answer.number(columns[4][index], "v"))
    }
    return nil
  }

  /// The newest price.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try asking(server.base.adding(path: "api/v1/quote").adding("symbol", symbol), server)
  }

  /// Reads the newest price; all zeros are those of an unknown symbol.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let answer = try ProviderAnswer(body, of: "finnhub")
    if let said = answer.json["error"]?.stringValue { throw ProviderError(.refused, "finnhub: \(said)") }
    let price = try answer.number(answer.json["c"], "c")
    guard price != 0 else { throw ProviderError(.noSymbol, "finnhub has no `\(symbol)`") }
    return Quote(
      symbol: symbol, price: price, time: try answer.milliseconds(answer.json["t"], scale: 1000, "t"),
      zone: isCrypto(symbol) ? "UTC" : "America/New_York", previousClose: answer.json["pc"]?.doubleValue, note: "live")
  }
}
