import Calendar
import JSON
import Platform

/// Alpaca: bars of US stocks as traded; documented at https://docs.alpaca.markets/reference/stockbars.
///
/// Its key has two parts, which a file of keys has in one line with a colon between.
public struct Alpaca: BarProvider {
  /// The profile of Alpaca's market data.
  public let profile: ProviderProfile = {
    var profile = ProviderProfile(
      word: "alpaca", title: "Alpaca", documentation: "https://docs.alpaca.markets",
      base: "https://data.alpaca.markets", keyVariable: "APCA_API_KEY_ID",
      policy: WebPolicy(rate: RateLimit(200, per: 60)),
      timeframes: [
        .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, .day, .week, .month,
      ], delay: "prices of IEX with a free key")
    profile.secretVariable = "APCA_API_SECRET_KEY"
    return profile
  }()

  /// Makes the provider.
  public init() {}

  /// Bars as traded in New York.
  public func batch(for query: BarQuery) -> BarBatch {
    var batch = BarBatch(zone: "America/New_York", basis: .asTraded)
    batch.dayEnd = CivilTime(date: query.today, hour: 16)
    return batch
  }

  /// The first page of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    try page(query, server, nil)
  }

  private func page(
    _ query: BarQuery, _ server: ProviderServer, _ token: String?
  ) throws(ProviderError) -> WebRequest {
    guard let key = server.key else { throw ProviderError(.noKey, "alpaca needs a key") }
    let parts = key.revealed.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else {
      throw ProviderError(
        .keyRefused, "the key of alpaca has two parts", hint: "`key alpaca` takes `ID:SECRET`, with a colon between")
    }
    let units: [Timeframe.Unit: String] = [.minute: "Min", .hour: "Hour", .day: "Day", .week: "Week", .month: "Month"]
    guard let unit = units[query.timeframe.unit] else {
      throw ProviderError(.noTimeframe, "alpaca has no bars of \(query.timeframe)")
    }
    var address = server.base.adding(path: "v2/stocks/\(query.symbol)/bars")
      .adding("timeframe", "\(query.timeframe.count)\(unit)")
      .adding("start", "\(query.firstDay(from: CivilDate(daysSince1970: 16_800)))T00:00:00Z")
      .adding("end", "\(query.lastDay)T23:59:59Z").adding("limit", "10000").adding("adjustment", "raw")
      .adding("feed", "iex")
    if let token { address = address.adding("page_token", token) }
    return WebRequest(address).adding("APCA-API-KEY-ID", "", Secret(String(parts[0])))
      .adding("APCA-API-SECRET-KEY", "", Secret(String(parts[1])))
  }

  /// Reads a page.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let answer = try ProviderAnswer(body, of: "alpaca", at: server)
    if let said = answer.json["message"]?.stringValue { throw ProviderError(.refused, "alpaca: \(said)") }
    try answer.check(answer.json["symbol"], isOf: query.symbol)
    guard let bars = answer.json["bars"] else { throw answer.missing("`bars`, a list,") }
    for bar in bars.isNull ? [] : try answer.elements(bars, "bars") {
      let text = try answer.text(bar["t"], "bars.t")
      guard let time = Self.milliseconds(text) else { throw answer.missing("`bars.t`, a time,") }
      batch.add(
        time, try answer.number(bar["o"], "bars.o"), try answer.number(bar["h"], "bars.h"),
        try answer.number(bar["l"], "bars.l"), try answer.number(bar["c"], "bars.c"),
        try answer.number(bar["v"], "bars.v"))
    }
    guard let token = answer.json["next_page_token"]?.stringValue else { return nil }
    return try page(query, server, token)
  }

  /// The milliseconds since 1970 of `2024-07-24T07:56:00Z`; nil for another text.
  private static func milliseconds(_ text: String) -> Int64? {
    let parts = text.dropLast().split(separator: "T")
    guard text.last == "Z", parts.count == 2, let date = CivilDate(iso8601: parts[0]) else { return nil }
    let clock = parts[1].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0..<60).contains(clock[2])
    else { return nil }
    return date.utcMilliseconds + Int64((clock[0] * 60 + clock[1]) * 60 + clock[2]) * 1000
  }
}
