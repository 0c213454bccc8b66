import Calendar
import Columns
import JSON
import Platform

/// Massive, which was Polygon.io: bars as traded, with splits and dividends; documented at https://massive.com/docs.
///
/// Prices are requested unadjusted, and splits and dividends with them, so that adjusting is done and reported here.
/// Times are the opening of a bar; those of stocks and indices (`I:SPX`) are of New York, even before and after the
/// regular session, those of currencies (`C:EURUSD`) and crypto (`X:BTCUSD`) of UTC.
public struct Polygon: BarProvider, SearchProvider, QuoteProvider {
  /// The profile of Massive, with the free plan's limit of 5 requests a minute.
  public let profile = ProviderProfile(
    word: "polygon", title: "Massive (once Polygon.io)", documentation: "https://massive.com/docs",
    base: "https://api.polygon.io", keyVariable: "POLYGON_API_KEY",
    policy: WebPolicy(rate: RateLimit(5, per: 60)),
    timeframes: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, Timeframe(4, .hour), .day,
      .week, .month,
    ], delay: "the free plan has bars of finished days, others up to 15 minutes old",
    lateness: 900, otherWord: "massive")

  /// Makes the provider.
  public init() {}

  private func isIndex(_ symbol: String) -> Bool { symbol.hasPrefix("I:") }

  /// True for symbols traded on the clock of New York: stocks, options and indices.
  private func isOfNewYork(_ symbol: String) -> Bool {
    !symbol.contains(":") || symbol.hasPrefix("O:") || isIndex(symbol)
  }

  /// The servers of the house, which was Polygon.io and is Massive: its answers name either.
  private static let houses = ["https://api.polygon.io:443", "https://api.massive.com:443"]

  /// Bars as traded.
  public func batch(for query: BarQuery) -> BarBatch {
    var batch = BarBatch(zone: isOfNewYork(query.symbol) ? "America/New_York" : "UTC", basis: .asTraded)
    if isOfNewYork(query.symbol) { batch.dayEnd = CivilTime(date: query.today, hour: 16) }
    return batch
  }

  /// The bars of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    let frame = query.timeframe
    let address = server.base.adding(path: "v2/aggs/ticker/\(query.symbol)/range/\(frame.count)/\(Self.span(frame))")
      .adding(path: "\(query.firstDay())/\(query.lastDay)")
      .adding("adjusted", "false").adding("sort", "asc").adding("limit", "50000")
    return try asking(address, server)
  }

  private static func span(_ timeframe: Timeframe) -> String { "\(timeframe.unit)" }

  private func asking(_ address: WebAddress, _ server: ProviderServer) throws(ProviderError) -> WebRequest {
    guard let key = server.key else { throw ProviderError(.noKey, "polygon needs a key") }
    return WebRequest(address).adding("Authorization", "Bearer ", key)
  }

  /// The next page, always requested from the original server: the key goes to no other machine, even if the answer
  /// names one.
  private func next(_ answer: ProviderAnswer, _ server: ProviderServer) throws(ProviderError) -> WebRequest? {
    guard let text = answer.json["next_url"]?.stringValue else { return nil }
    guard let named = WebAddress(text) else { throw answer.missing("`next_url`, an address,") }
    var address = server.base
    if named.origin != server.base.origin, !Self.houses.contains(named.origin) {
      throw ProviderError(.unexpected, "the answer of polygon names a next page on another machine, \(named.host)")
    }
    address.path = (server.base.path == "/" ? "" : server.base.path) + named.path
    if named.origin == server.base.origin || Self.houses.contains(server.base.origin) { address.path = named.path }
    address.query = named.query
    return try asking(address, server)
  }

  private func checked(_ body: [UInt8], at server: ProviderServer? = nil) throws(ProviderError) -> ProviderAnswer {
    let answer = try ProviderAnswer(body, of: "polygon", at: server)
    let status = answer.json["status"]?.stringValue ?? ""
    guard ["OK", "DELAYED"].contains(status) else {
      let said = answer.json["error"]?.stringValue ?? answer.json["message"]?.stringValue ?? "status `\(status)`"
      throw ProviderError(Self.kind(status, said.lowercased()), "polygon: \(said)")
    }
    return answer
  }

  /// The kind of an error that comes with a status of success.
  private static func kind(_ status: String, _ said: String) -> ProviderError.Kind {
    if said.contains("exceeded") || said.contains("too many") { return .limited }
    switch status {
    case "NOT_AUTHORIZED": return .keyRefused
    case "NOT_FOUND": return .noSymbol
    case "ERROR":
      if said.contains("not found") || said.contains("unknown ticker") { return .noSymbol }
      return said.contains("key") || said.contains("authoriz") || said.contains("entitled") ? .keyRefused : .refused
    default: return .unexpected
    }
  }

  /// Reads a page of bars.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try checked(body, at: server)
    try answer.check(answer.json["ticker"], isOf: query.symbol)
    if answer.json["adjusted"]?.boolValue == true { batch.basis = .splits }
    if answer.json["status"]?.stringValue == "DELAYED" { batch.note("delayed by 15 minutes") }
    guard let results = answer.json["results"], !results.isNull else {
      // A page without bars has no list at all.
      if answer.json["resultsCount"]?.intValue == 0 { return try next(answer, server) }
      throw answer.missing("`results`, a list,")
    }
    // An index is traded nowhere, and has no volume; a stored answer names its own symbol.
    let isIndex = isIndex(answer.json["ticker"]?.stringValue ?? query.symbol)
    for bar in try answer.elements(results, "results") {
      batch.add(
        try answer.milliseconds(bar["t"], "results.t"), try answer.number(bar["o"], "results.o"),
        try answer.number(bar["h"], "results.h"), try answer.number(bar["l"], "results.l"),
        try answer.number(bar["c"], "results.c"),
        isIndex && bar["v"] == nil ? .nan : try answer.number(bar["v"], "results.v"))
    }
    return try next(answer, server)
  }

  /// The splits and the dividends of a stock.
  public func actionRequests(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> [WebRequest] {
    guard !query.symbol.contains(":") else { return [] }
    var requests: [WebRequest] = []
    for path in ["v3/reference/splits", "v3/reference/dividends"] {
      let address = server.base.adding(path: path).adding("ticker", query.symbol).adding("limit", "1000")
      requests.append(try asking(address, server))
    }
    return requests
  }

  /// Reads a page of splits or dividends.
  public func readActions(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try checked(body, at: server)
    for action in try answer.elements(answer.json["results"], "results") {
      if let amount = action["cash_amount"] {
        let day = try answer.day(action["ex_dividend_date"], "results.ex_dividend_date")
        batch.actions.append(CorporateAction(.dividend(try answer.number(amount, "results.cash_amount")), on: day))
        if let currency = action["currency"]?.stringValue, currency != "USD" {
          batch.note("the dividend of \(day) is in \(currency)")
        }
      } else {
        let old = try answer.number(action["split_from"], "results.split_from")
        let new = try answer.number(action["split_to"], "results.split_to")
        let day = try answer.day(action["execution_date"], "results.execution_date")
        guard old > 0, new > 0 else { throw answer.missing("`results.split_to`, a number above 0,") }
        batch.actions.append(CorporateAction(.split(new / old), on: day))
      }
    }
    return try next(answer, server)
  }

  /// The tickers whose symbol or name has some words.
  public func searchRequest(for words: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try asking(
      server.base.adding(path: "v3/reference/tickers").adding("search", words).adding("active", "true")
        .adding("limit", "50"), server)
  }

  /// Reads the tickers that were found.
  public func readSearch(_ body: [UInt8], for words: String) throws(ProviderError) -> [FoundSymbol] {
    let answer = try checked(body)
    var found: [FoundSymbol] = []
    for entry in try answer.elements(answer.json["results"], "results") {
      found.append(
        FoundSymbol(
          symbol: try answer.text(entry["ticker"], "results.ticker"), name: entry["name"]?.stringValue ?? "",
          kind: entry["type"]?.stringValue ?? entry["market"]?.stringValue ?? "",
          exchange: entry["primary_exchange"]?.stringValue ?? "",
          currency: entry["currency_name"]?.stringValue?.uppercased() ?? ""))
    }
    return found
  }

  /// The bar of the last finished day.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try asking(server.base.adding(path: "v2/aggs/ticker/\(symbol)/prev").adding("adjusted", "false"), server)
  }

  /// Reads the bar of the last finished day.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let answer = try checked(body)
    try answer.check(answer.json["ticker"], isOf: symbol)
    guard let bar = answer.json["results"]?[0] else { throw ProviderError(.noSymbol, "polygon has no `\(symbol)`") }
    return Quote(
      symbol: symbol, price: try answer.number(bar["c"], "results.c"),
      currency: isOfNewYork(symbol) && !isIndex(symbol) ? "USD" : "",
      time: try answer.milliseconds(bar["t"], "results.t"),
      zone: isOfNewYork(symbol) ? "America/New_York" : "UTC", note: "the close of the last finished day")
  }
}
