import Calendar
import Columns
import JSON
import Platform

/// Yahoo Finance: bars adjusted for splits, with dividends and an adjusted close.
///
/// The address is the one used by the site's own charts; there is no documentation of Yahoo's. A bar of a day or longer
/// is stamped with the opening of its session and is placed here at the beginning of its day on the exchange's clock.
public struct Yahoo: BarProvider, SearchProvider, QuoteProvider {
  /// The profile of Yahoo Finance; intraday requests reach back 7 days by default.
  public let profile = ProviderProfile(
    word: "yahoo", title: "Yahoo Finance", documentation: "https://finance.yahoo.com",
    base: "https://query1.finance.yahoo.com", policy: WebPolicy(rate: RateLimit(60, per: 60)),
    timeframes: [
      .minute, Timeframe(5, .minute), Timeframe(15, .minute), Timeframe(30, .minute), .hour, .day, .week, .month,
    ], usualIntradayDays: 7, delay: "up to 15 minutes late, by exchange", lateness: 900,
    // A question ends a day later than it has to, as zones differ, and eight days are allowed.
    longestQuestion: [.minute: 6],
    // A day less than the 30, 60 and 730 that it answers for, as zones differ.
    reach: [
      .minute: 29, Timeframe(5, .minute): 59, Timeframe(15, .minute): 59, Timeframe(30, .minute): 59, .hour: 729,
    ], hasAdjusted: true)

  /// Makes the provider.
  public init() {}

  /// A day before the oldest bars that it has.
  private static let oldest = CivilDate(daysSince1970: -25_567)

  private static let intervals: [Timeframe: String] = [
    .minute: "1m", Timeframe(5, .minute): "5m", Timeframe(15, .minute): "15m", Timeframe(30, .minute): "30m",
    .hour: "60m", .day: "1d", .week: "1wk", .month: "1mo",
  ]

  /// Prices without splits, or without splits and dividends if requested.
  public func batch(for query: BarQuery) -> BarBatch {
    BarBatch(zone: "UTC", basis: query.isAdjusted ? .splitsAndDividends : .splits)
  }

  /// The bars of a range of days.
  public func request(for query: BarQuery, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    guard let interval = Self.intervals[query.timeframe] else {
      throw ProviderError(.noTimeframe, "yahoo has no bars of \(query.timeframe)")
    }
    let address = server.base.adding(path: "v8/finance/chart/\(query.symbol)")
      .adding("period1", "\(query.firstDay(from: Self.oldest).utcMilliseconds / 1000)")
      .adding("period2", "\(query.lastDay.adding(days: query.until == nil ? 1 : 2).utcMilliseconds / 1000)")
      .adding("interval", interval).adding("events", "div,splits").adding("includePrePost", "false")
    return asking(address)
  }

  private func asking(_ address: WebAddress) -> WebRequest { WebRequest(address).adding("Accept", "application/json") }

  private func result(_ body: [UInt8], of symbol: String, at server: ProviderServer? = nil) throws(ProviderError) -> (
    ProviderAnswer, JSONValue
  ) {
    let answer = try ProviderAnswer(body, of: "yahoo", at: server)
    if let error = answer.json["chart"]?["error"], !error.isNull {
      let said = error["description"]?.stringValue ?? error["code"]?.stringValue ?? "an error"
      throw ProviderError(.noSymbol, "yahoo: \(said)")
    }
    guard let result = answer.json["chart"]?["result"]?[0] else { throw answer.missing("`chart.result`, a list,") }
    try answer.check(result["meta"]?["symbol"], isOf: symbol)
    return (answer, result)
  }

  /// Reads the bars of a symbol; those without a close are left out.
  public func read(
    _ body: [UInt8], _ query: BarQuery, at server: ProviderServer, into batch: inout BarBatch
  ) throws(ProviderError) -> WebRequest? {
    let (answer, result) = try self.result(body, of: query.symbol, at: server)
    let meta = result["meta"]
    batch.zone = try answer.text(meta?["exchangeTimezoneName"], "meta.exchangeTimezoneName")
    batch.currency = meta?["currency"]?.stringValue
    let offset = try self.offset(meta?["gmtoffset"], answer)
    guard let stamps = result["timestamp"]?.elements else {
      if result["indicators"] != nil { return nil }
      throw answer.missing("`timestamp`, a list,")
    }
    let prices = result["indicators"]?["quote"]?[0]
    var columns: [[JSONValue]] = []
    for name in ["open", "high", "low", "close", "volume"] {
      let column = try answer.elements(prices?[name], "quote.\(name)")
      guard column.count == stamps.count else { throw answer.missing("`quote.\(name)` as long as `timestamp`") }
      columns.append(column)
    }
    let adjusted = result["indicators"]?["adjclose"]?[0]?["adjclose"]?.elements
    if query.isAdjusted, adjusted?.count != stamps.count {
      throw ProviderError(.noBars, "yahoo gives no adjusted closes of bars of \(query.timeframe)")
    }
    var skipped = 0
    for (index, stamp) in stamps.enumerated() {
      let values = columns.map { $0[index].doubleValue ?? .nan }
      guard values[3].isFinite else {
        skipped += 1
        continue
      }
      var factor = 1.0
      if query.isAdjusted {
        guard let close = adjusted?[index].doubleValue else {
          throw answer.missing("`adjclose`, a number for each bar,")
        }
        factor = close / values[3]
      }
      let time = try answer.milliseconds(stamp, scale: 1000, "timestamp")
      batch.add(
        time, values[0] * factor, values[1] * factor, values[2] * factor, values[3] * factor, values[4])
    }
    if skipped > 0 { batch.note("\(skipped) bars without prices left out") }
    if !query.isAdjusted { try readDividends(result["events"]?["dividends"], answer, offset, into: &batch) }
    if let end = meta?["currentTradingPeriod"]?["regular"]?["end"], !end.isNull {
      let time = try answer.milliseconds(end, scale: 1000, "meta.currentTradingPeriod.regular.end")
      batch.dayEnd = Zone(fixedOffset: offset).civilTime(at: Timestamp(milliseconds: time))
    }
    return nil
  }

  /// The seconds that the exchange is ahead of UTC.
  private func offset(_ value: JSONValue?, _ answer: ProviderAnswer) throws(ProviderError) -> Int {
    let seconds = try answer.number(value, "meta.gmtoffset")
    guard abs(seconds) <= 86_400 else { throw answer.missing("`meta.gmtoffset`, less than a day,") }
    return Int(seconds)
  }

  /// Reads the dividends, which are stated in shares of today.
  private func readDividends(
    _ dividends: JSONValue?, _ answer: ProviderAnswer, _ offset: Int, into batch: inout BarBatch
  ) throws(ProviderError) {
    for member in dividends?.members ?? [] {
      let time = try answer.milliseconds(member.value["date"], scale: 1000, "dividends.date")
      let amount = try answer.number(member.value["amount"], "dividends.amount")
      let day = Zone(fixedOffset: offset).civilTime(at: Timestamp(milliseconds: time)).date
      batch.actions.append(CorporateAction(.dividend(amount), on: day))
    }
  }

  /// The symbols whose name or letters are like some words.
  public func searchRequest(for words: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    asking(
      server.base.adding(path: "v1/finance/search").adding("q", words).adding("quotesCount", "20")
        .adding("newsCount", "0"))
  }

  /// Reads the symbols that were found.
  public func readSearch(_ body: [UInt8], for words: String) throws(ProviderError) -> [FoundSymbol] {
    let answer = try ProviderAnswer(body, of: "yahoo")
    var found: [FoundSymbol] = []
    for entry in try answer.elements(answer.json["quotes"], "quotes") {
      guard let symbol = entry["symbol"]?.stringValue else { continue }
      found.append(
        FoundSymbol(
          symbol: symbol, name: entry["longname"]?.stringValue ?? entry["shortname"]?.stringValue ?? "",
          kind: entry["quoteType"]?.stringValue ?? "", exchange: entry["exchange"]?.stringValue ?? ""))
    }
    return found
  }

  /// The chart of the day, which has the newest price.
  public func quoteRequest(for symbol: String, at server: ProviderServer) throws(ProviderError) -> WebRequest {
    asking(server.base.adding(path: "v8/finance/chart/\(symbol)").adding("range", "1d").adding("interval", "1d"))
  }

  /// Reads the newest price.
  public func readQuote(_ body: [UInt8], of symbol: String) throws(ProviderError) -> Quote {
    let (answer, result) = try self.result(body, of: symbol)
    let meta = result["meta"]
    return Quote(
      symbol: symbol, price: try answer.number(meta?["regularMarketPrice"], "meta.regularMarketPrice"),
      currency: meta?["currency"]?.stringValue ?? "",
      time: try answer.milliseconds(meta?["regularMarketTime"], scale: 1000, "meta.regularMarketTime"),
      zone: try answer.text(meta?["exchangeTimezoneName"], "meta.exchangeTimezoneName"),
      previousClose: meta?["previousClose"]?.doubleValue ?? meta?["chartPreviousClose"]?.doubleValue,
      note: "up to 15 minutes late, by exchange")
  }
}
