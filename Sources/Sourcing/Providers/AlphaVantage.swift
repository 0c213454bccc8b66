import Calendar
import JSON
import Platform

/// Alpha Vantage: bars as traded; documented at https://www.alphavantage.co/documentation.
///
/// Times are those of the zone that the answer names. Errors, and that it was asked too often, come with status 200.
public struct AlphaVantage: BarProvider, SearchProvider, QuoteProvider {
  /// The profile of Alpha Vantage; its free plan allows 25 requests a day and one a second.
  public let profile = ProviderProfile(
    word: "alphavantage", title: "Alpha Vantage", documentation: "https://www.alphavantage.co/documentation",
    base: "https://www.alphavantage.co", keyVariable: "ALPHAVANTAGE_API_KEY",
    policy: WebPolicy(rate: RateLimit(5, per: 60)),
    timeframes: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, .day, .week, .month,
    ], delay: "bars of finished days; shorter bars by plan")

  /// Makes the provider.
  public init() {}

  private static let functions: [Timeframe: String] = [
    .day: "TIME_SERIES_DAILY", .week: "TIME_SERIES_WEEKLY", .month: "TIME_SERIES_MONTHLY",
  ]

  /// Bars as traded.
  public func batch(for query: BarQuery) -> BarBatch { BarBatch(zone: "America/New_York", basis: .asTraded) }

  func asking(
    _ function: String, _ server: ProviderServer, _ items: [(String, String)]
  ) throws(ProviderError) -> WebRequest {
    guard let key = server.key else { throw ProviderError(.noKey, "alphavantage needs a key") }
    var address = server.base.adding(path: "query").adding("function", function)
    for (name, value) in items { address = address.adding(name, value) }
    return WebRequest(address.adding("apikey", key))
  }

  /// All bars that there are; it knows no range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    if let function = Self.functions[query.timeframe] {
      let size = query.timeframe == .day ? [("outputsize", "full")] : []
      return try asking(function, server, [("symbol", query.symbol)] + size)
    }
    guard profile.timeframes.contains(query.timeframe) else {
      throw ProviderError(.noTimeframe, "alphavantage has no bars of \(query.timeframe)")
    }
    let minutes = query.timeframe.nominalMilliseconds / 60_000
    return try asking(
      "TIME_SERIES_INTRADAY", server,
      [
        ("symbol", query.symbol), ("interval", "\(minutes)min"), ("adjusted", "false"), ("extended_hours", "false"),
        ("outputsize", "full"),
      ])
  }

  func checked(_ body: [UInt8], at server: ProviderServer? = nil) throws(ProviderError) -> ProviderAnswer {
    let answer = try ProviderAnswer(body, of: "alphavantage", at: server)
    if let said = answer.json["Error Message"]?.stringValue {
      let isOfKey = said.lowercased().contains("apikey") || said.lowercased().contains("api key")
      throw ProviderError(isOfKey ? .keyRefused : .noSymbol, "alphavantage: \(Self.sentence(said))")
    }
    if let said = answer.json["Note"]?.stringValue ?? answer.json["Information"]?.stringValue {
      let isOften = ["per day", "per minute", "per second", "frequency", "sparingly"].contains { said.contains($0) }
      let isPlan = !isOften && (said.contains("premium") || said.contains("demo"))
      throw ProviderError(isPlan ? .keyRefused : .limited, "alphavantage: \(Self.sentence(said))")
    }
    return answer
  }

  /// The first sentence of a longer text.
  private static func sentence(_ text: String) -> String { String(text.split(separator: ". ").first ?? "") }

  /// Reads the bars.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try checked(body, at: server)
    let members = answer.json.members ?? []
    let meta = answer.json["Meta Data"]
    try answer.check(meta?["2. Symbol"], isOf: query.symbol)
    guard let series = members.first(where: { $0.key.contains("Time Series") })?.value.members else {
      throw answer.missing("`Time Series (…)`, an object,")
    }
    if let zone = meta?.members?.first(where: { $0.key.hasSuffix("Time Zone") })?.value.stringValue {
      batch.zone = zone == "US/Eastern" ? "America/New_York" : zone
    }
    for bar in series {
      guard let stated = CivilDate(iso8601: bar.key.prefix(10)) else {
        throw answer.missing("a date before each bar")
      }
      // Weeks and months are stamped with their last day, which changes daily until they end.
      let isLong = query.timeframe.unit > .day
      let date = isLong ? query.timeframe.periodStart(containing: CivilTime(date: stated)).date : stated
      guard query.since.map({ date >= $0 }) ?? true, date <= query.lastDay else { continue }
      var time = date.utcMilliseconds
      if query.timeframe.isIntraday {
        let clock = bar.key.dropFirst(11).split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, clock.allSatisfy({ (0..<60).contains($0) }) else {
          throw answer.missing("a time before each bar")
        }
        time += ((clock[0] * 60 + clock[1]) * 60 + clock[2]) * 1000
      }
      func value(_ name: String) throws(ProviderError) -> Double {
        let member = bar.value.members?.first { $0.key.hasSuffix(". " + name) }
        return try answer.number(member?.value, name)
      }
      batch.add(
        time, try value("open"), try value("high"), try value("low"), try value("close"), try value("volume"))
    }
    batch.isOnZoneClock = true
    return nil
  }

  /// The symbols that are like some words.
  public func searchRequest(for words: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try asking("SYMBOL_SEARCH", server, [("keywords", words)])
  }

  /// Reads the symbols that were found.
  public func readSearch(_ body: [UInt8], for words: String) throws(ProviderError) -> [FoundSymbol] {
    let answer = try checked(body)
    var found: [FoundSymbol] = []
    for entry in try answer.elements(answer.json["bestMatches"], "bestMatches") {
      found.append(
        FoundSymbol(
          symbol: try answer.text(entry["1. symbol"], "1. symbol"), name: entry["2. name"]?.stringValue ?? "",
          kind: entry["3. type"]?.stringValue ?? "", exchange: entry["4. region"]?.stringValue ?? "",
          currency: entry["8. currency"]?.stringValue ?? ""))
    }
    return found
  }

  /// The newest price.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try asking("GLOBAL_QUOTE", server, [("symbol", symbol)])
  }

  /// Reads the newest price.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let answer = try checked(body)
    guard let quote = answer.json["Global Quote"], quote.members?.isEmpty == false else {
      throw ProviderError(.noSymbol, "alphavantage has no `\(symbol)`")
    }
    try answer.check(quote["01. symbol"], isOf: symbol)
    return Quote(
      symbol: symbol, price: try answer.number(quote["05. price"], "05. price"),
      day: try answer.day(quote["07. latest trading day"], "07. latest trading day"), zone: "America/New_York",
      previousClose: try answer.number(quote["08. previous close"], "08. previous close"),
      note: "the last price of that day; the free plan has it after the close")
  }
}
