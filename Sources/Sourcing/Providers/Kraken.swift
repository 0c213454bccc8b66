import Calendar
import JSON
import Platform

/// Kraken: the last 720 bars of a crypto pair in UTC; documented at
/// https://docs.kraken.com/api/docs/rest-api/get-ohlc-data.
public struct Kraken: BarProvider, QuoteProvider {
  /// The profile of Kraken, which serves only the last 720 bars of a timeframe.
  public let profile = ProviderProfile(
    word: "kraken", title: "Kraken", documentation: "https://docs.kraken.com/api/",
    base: "https://api.kraken.com", policy: WebPolicy(rate: RateLimit(60, per: 60)),
    timeframes: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, Timeframe(4, .hour), .day,
      .week,
    ], delay: "live; the last 720 bars only", hasNewestOnly: true)

  /// Makes the provider.
  public init() {}

  /// The most bars that it gives.
  private static let most = 720

  /// Bars in UTC.
  public func batch(for query: BarQuery) -> BarBatch { BarBatch(zone: "UTC", basis: .asTraded) }

  /// The last bars.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    guard profile.timeframes.contains(query.timeframe) else {
      throw ProviderError(.noTimeframe, "kraken has no bars of \(query.timeframe)")
    }
    return WebRequest(
      server.base.adding(path: "0/public/OHLC").adding("pair", query.symbol.uppercased())
        .adding("interval", "\(query.timeframe.nominalMilliseconds / 60_000)")
        .adding("since", "\(max(0, query.firstDay().utcMilliseconds / 1000 - 1))"))
  }

  /// The kind of an error, which all come with status 200.
  private static func kind(_ said: String) -> ProviderError.Kind {
    if said.contains("rate limit") || said.contains("too many") || said.contains("throttled") { return .limited }
    if said.contains("invalid key") || said.contains("permission") { return .keyRefused }
    return said.contains("asset") || said.contains("pair") ? .noSymbol : .refused
  }

  private func result(_ body: [UInt8], at server: ProviderServer? = nil) throws(ProviderError) -> (
    ProviderAnswer, JSONValue
  ) {
    let answer = try ProviderAnswer(body, of: "kraken", at: server)
    // Text that begins with W is a warning next to an answer.
    if let said = answer.json["error"]?.elements?.lazy.compactMap(\.stringValue).first(where: { !$0.hasPrefix("W") }) {
      throw ProviderError(Self.kind(said.lowercased()), "kraken: \(said)")
    }
    guard let result = answer.json["result"]?.members?.first(where: { $0.key != "last" }) else {
      throw answer.missing("`result`, an object,")
    }
    return (answer, result.value)
  }

  /// Reads the bars of the question's days.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let (answer, result) = try self.result(body, at: server)
    let end = query.lastDay.adding(days: 1).utcMilliseconds
    let bars = try answer.elements(result, "result")
    for bar in bars {
      let time = try answer.milliseconds(bar[0], scale: 1000, "time")
      guard time >= query.firstDay().utcMilliseconds, time < end else { continue }
      batch.add(
        time, try answer.number(bar[1], "open"), try answer.number(bar[2], "high"), try answer.number(bar[3], "low"),
        try answer.number(bar[4], "close"), try answer.number(bar[6], "volume"))
    }
    if bars.count >= Self.most { batch.note("kraken gives the last \(Self.most) bars only") }
    return nil
  }

  /// The newest prices.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    WebRequest(server.base.adding(path: "0/public/Ticker").adding("pair", symbol.uppercased()))
  }

  /// Reads the newest price; Kraken says no time of it.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let (answer, result) = try self.result(body)
    return Quote(
      symbol: symbol, price: try answer.number(result["c"]?[0], "c"), zone: "UTC",
      previousClose: try answer.number(result["o"], "o"),
      note: "live, its time is not stated; the close before is the price at midnight UTC")
  }
}
