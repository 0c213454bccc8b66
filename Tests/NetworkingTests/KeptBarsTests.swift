import Calendar
import Columns
import LibC
import MarketData
import Platform
import Sourcing
import Testing

/// The bars of the library and those of a provider, put together.
@Suite("Kept bars and newer ones")
struct KeptBarsTests {
  private typealias Polygon = ProviderBarsTests

  private func folder() throws -> String {
    var template = Array("/tmp/tas-library-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static let start: Int64 = 1_700_000_000_000

  private static let keys = ["POLYGON_API_KEY": "k3y", "FRED_API_KEY": "f"]

  private func load(
    _ request: BarRequest, in data: String, hours: Double = 0, _ script: @escaping FakeNetwork.Script
  ) throws(MarketDataError) -> (bars: LoadedBars, asked: [WebAddress]) {
    let network = FakeNetwork(script)
    network.setTime(Self.start + Int64(hours * 3_600_000))
    let loaded = try DataSources.source(for: request).load(in: network.environment(Self.keys, data: data))
    return (loaded, network.asked.map(\.address))
  }

  private func polygon(since: String? = nil, until: String? = nil) -> BarRequest {
    var request = BarRequest("polygon", "AAPL", timeframe: .day)
    request.since = since.flatMap { CivilDate(iso8601: $0) }
    request.until = until.flatMap { CivilDate(iso8601: $0) }
    return request
  }

  /// The bars of Polygon by the first day that is asked for.
  private static func pages(_ pages: [String: String]) -> FakeNetwork.Script {
    { request, _ in
      if request.address.path.hasPrefix("/v3/") { return FakeNetwork.text(200, Polygon.noActions) }
      for (part, page) in pages where request.address.path.contains(part) { return FakeNetwork.text(200, page) }
      return FakeNetwork.text(400, "no such page")
    }
  }

  private static let broken: FakeNetwork.Script = { _, _ in FakeNetwork.text(400, "") }

  private func entry(_ data: String) throws -> KeptSeries {
    let network = FakeNetwork(Self.broken)
    let library = try #require(Library(network.environment(data: data)))
    return try #require(try library.series().first)
  }

  // MARK: Splits and dividends

  /// A chart of Yahoo with bars of days from a first one on, and dividends of 1 on some days.
  static func chart(_ first: String, _ count: Int, dividends: [String] = [], end: Int = 1_699_995_600) -> String {
    let start = CivilDate(iso8601: first)?.daysSince1970 ?? 0
    let days = (0..<count).map { start + $0 }
    let prices = days.map { "\($0 - 19_500)" }.joined(separator: ",")
    let paid = dividends.map { day in
      let time = (CivilDate(iso8601: day)?.daysSince1970 ?? 0) * 86_400 + 52_200
      return "\"\(time)\":{\"amount\":1,\"date\":\(time)}"
    }
    let stamps = days.map { "\($0 * 86_400 + 52_200)" }.joined(separator: ",")
    return """
      {"chart":{"error":null,"result":[{"meta":{"currency":"USD","exchangeTimezoneName":"America/New_York",
      "gmtoffset":-18000,"currentTradingPeriod":{"regular":{"end":\(end)}}},"timestamp":[\(stamps)],
      "events":{"dividends":{\(paid.joined(separator: ","))}},"indicators":{"quote":[{"open":[\(prices)],
      "high":[\(prices)],"low":[\(prices)],"close":[\(prices)],"volume":[\(prices)]}]}}]}}
      """
  }

  @Test("dividends of before stay where the newer answer has those of its days alone")
  func dividends() throws {
    let (data, request) = (try folder(), BarRequest("yahoo", "AAPL", timeframe: .day))
    let first = try load(request, in: data) { _, _ in
      FakeNetwork.text(200, Self.chart("2023-10-01", 40, dividends: ["2023-10-05", "2023-11-08"]))
    }.bars
    #expect(first.actions?.dividends.count == 2)
    let newer: FakeNetwork.Script = { _, _ in
      FakeNetwork.text(200, Self.chart("2023-11-02", 12, dividends: ["2023-11-08", "2023-11-10"]))
    }
    for hours in [2.0, 2.1, 4] {
      let loaded = try load(request, in: data, hours: hours, newer).bars
      #expect(loaded.actions?.dividends.map { "\($0.date)" } == ["2023-10-05", "2023-11-08", "2023-11-10"])
      #expect(loaded.bars.count == 44)
    }
  }

  @Test("splits stay if there are no newer bars")
  func splits() throws {
    let data = try folder()
    let split = #"{"status":"OK","results":[{"execution_date":"2023-10-10","split_from":1,"split_to":2}]}"#
    _ = try load(polygon(), in: data) { request, _ in
      FakeNetwork.text(
        200,
        request.address.path.contains("splits")
          ? split : request.address.path.hasPrefix("/v3/") ? Polygon.noActions : Polygon.page("2023-10-01", 40))
    }
    for hours in [2.0, 2.1] {
      let loaded = try load(polygon(), in: data, hours: hours) { _, _ in
        FakeNetwork.text(200, Polygon.page("2023-11-02", 0))
      }.bars
      #expect(loaded.actions?.splits.count == 1 && loaded.bars.count == 40)
    }
  }

  // MARK: Bars that are not over

  @Test("a bar that was not over when it was fetched is left out for as long as it is kept")
  func unfinished() throws {
    let (data, request) = (try folder(), BarRequest("binance", "BTCUSDT", timeframe: .minute))
    // 22:12 and 22:13, asked for at 22:13:20.
    let body = #"[[1699999920000,"1","2","1","2","5"],[1699999980000,"2","3","2","3","5"]]"#
    for seconds in [0.0, 70] {
      let loaded = try load(request, in: data, hours: seconds / 3600) { _, _ in FakeNetwork.text(200, body) }.bars
      #expect(loaded.bars.count == 1 && loaded.findings.contains { $0.code == .unfinishedBar }, "\(seconds)")
    }
    let offline = try load(request, in: data, hours: 30, Self.broken).bars
    #expect(offline.bars.count == 1)
  }

  @Test("a day of a delayed provider is over a quarter of an hour after its close")
  func delayed() throws {
    let request = BarRequest("yahoo", "AAPL", timeframe: .day)
    let chart: FakeNetwork.Script = { _, _ in FakeNetwork.text(200, Self.chart("2023-11-10", 5)) }
    // 21:00 UTC are 16:00 in New York.
    let close = Double(1_699_995_600_000 - Self.start) / 3_600_000
    #expect(try load(request, in: try folder(), hours: close + 0.1, chart).bars.bars.count == 4)
    #expect(try load(request, in: try folder(), hours: close + 0.26, chart).bars.bars.count == 5)
  }

  // MARK: Days that are kept

  @Test("a range that ends early is not taken for all bars")
  func shortRange() throws {
    let data = try folder()
    let pages = Self.pages([
      "/2023-10-01/2023-10-20": Polygon.page("2023-10-01", 20), "/2023-10-13/": Polygon.page("2023-10-13", 28),
    ])
    #expect(try load(polygon(since: "2023-10-01", until: "2023-10-20"), in: data, pages).bars.bars.count == 20)
    #expect(try load(polygon(since: "2023-10-01", until: "2023-10-20"), in: data, pages).asked.isEmpty)
    #expect(try load(polygon(since: "2023-10-01"), in: data, pages).bars.bars.count == 40)
    #expect(try load(polygon(since: "2023-10-01"), in: data, pages).asked.isEmpty)
    // Days to come are not kept by having been asked for.
    let future = polygon(since: "2023-10-01", until: "2030-01-01")
    #expect(try load(future, in: data, hours: 2, pages).asked.isEmpty == false)
    #expect(try entry(data).through < CivilDate(daysSince1970: 20_000))
  }

  @Test("values from before 1970 stay when newer ones are asked for")
  func values() throws {
    let (data, request) = (try folder(), BarRequest("fred", "UNRATE"))
    let body = """
      {"count":3,"offset":0,"observations":[{"date":"1948-01-01","value":"3.4"},{"date":"1948-02-01","value":"3.8"},
      {"date":"1948-03-01","value":"4.0"}]}
      """
    let values: FakeNetwork.Script = { request, _ in
      let isCut = request.address.query.contains { $0.name == "observation_start" }
      return FakeNetwork.text(200, isCut ? #"{"count":0,"offset":0,"observations":[]}"# : body)
    }
    for hours in [0.0, 2, 4] {
      #expect(try load(request, in: data, hours: hours, values).bars.bars.count == 3)
    }
    let network = FakeNetwork(values)
    network.setTime(Self.start + 5 * 3_600_000)
    let kept = try #require(KeptThings(network.environment(Self.keys, data: data)))
    #expect(try kept.refreshed(try #require(try kept.series().first)).bars.count == 3)
    // A window with one value is of the same months.
    var window = request
    window.since = CivilDate(iso8601: "1948-03-01")
    let one = try load(window, in: data, hours: 5, values).bars
    #expect(one.bars.count == 1 && one.bars.timeframe == .month)
  }

  @Test("all that there is goes further back than 1970 and than any day that was asked for")
  func everything() throws {
    let data = try folder()
    let pages = Self.pages(["/1990-01-01/": Polygon.page("2023-10-21", 20), "/1970": Polygon.page("2023-10-01", 40)])
    #expect(try load(polygon(since: "1990-01-01"), in: data, pages).bars.bars.count == 20)
    #expect(try load(polygon(), in: data, pages).bars.bars.count == 40)
    #expect(try entry(data).since == nil)
    #expect(try load(polygon(since: "1950-01-01"), in: data, pages).asked.isEmpty)
    let yahoo = try load(BarRequest("yahoo", "^GSPC", timeframe: .day), in: try folder()) { _, _ in
      FakeNetwork.text(200, Self.chart("1960-01-04", 4))
    }
    #expect(yahoo.asked.first?.query.first { $0.name == "period1" }?.value.hasPrefix("-") == true)
    #expect(yahoo.bars.bars.label(at: 0) == "1960-01-04")
    let stooq = try load(BarRequest("stooq", "^SPX", timeframe: .day), in: try folder()) { _, _ in
      FakeNetwork.text(200, "Date,Open,High,Low,Close,Volume\n1789-05-01,1,1,1,1,\n1789-06-01,1,1,1,1,\n")
    }
    #expect(stooq.asked.first?.query.first { $0.name == "d1" }?.value == "17000101" && stooq.bars.bars.count == 2)
  }

  @Test("newer pages that are interrupted leave no hole, and all that was kept")
  func interrupted() throws {
    let data = try folder()
    let dividend = #"{"status":"OK","results":[{"ex_dividend_date":"2023-10-10","cash_amount":1}]}"#
    _ = try load(polygon(), in: data) { request, _ in
      FakeNetwork.text(
        200,
        request.address.path.contains("dividends")
          ? dividend : request.address.path.hasPrefix("/v3/") ? Polygon.noActions : Polygon.page("2023-10-01", 40))
    }
    let torn = try load(polygon(), in: data, hours: 2) { _, number in
      number == 0
        ? FakeNetwork.text(200, Polygon.page("2023-11-02", 10, next: "https://api.polygon.io/v2/next"))
        : FakeNetwork.text(400, "")
    }.bars
    #expect(torn.bars.count == 40 && torn.findings.contains { $0.code == .keptBars })
    let entry = try entry(data)
    #expect(entry.bars == 42 && entry.since == nil && !entry.isWhole)
    let after = try load(polygon(), in: data, hours: 3, Self.pages(["/2023-11-04/": Polygon.page("2023-11-04", 10)]))
    #expect(after.bars.bars.count == 44)
    let offline = try load(polygon(), in: data, hours: 50, Self.broken).bars
    #expect(offline.bars.count == 44 && offline.actions?.dividends.isEmpty == true)
  }

  @Test("an interrupted load keeps the dividends that are known")
  func interruptedActions() throws {
    let data = try folder()
    let dividend = #"{"status":"OK","results":[{"ex_dividend_date":"2023-10-10","cash_amount":1}]}"#
    _ = try load(polygon(), in: data) { request, _ in
      FakeNetwork.text(
        200,
        request.address.path.contains("dividends")
          ? dividend : request.address.path.hasPrefix("/v3/") ? Polygon.noActions : Polygon.page("2023-10-01", 40))
    }
    let torn: FakeNetwork.Script = { _, number in
      number == 0
        ? FakeNetwork.text(200, Polygon.page("2023-11-02", 10, next: "https://api.polygon.io/v2/next"))
        : FakeNetwork.text(400, "")
    }
    _ = try load(polygon(), in: data, hours: 2, torn)
    let kept = try load(polygon(), in: data, hours: 3, Self.broken).bars
    #expect(kept.bars.count == 42 && kept.actions?.dividends.count == 1)
  }

  // MARK: Bars that do not touch

  private static func kraken(_ first: String, _ count: Int) -> String {
    let start = CivilDate(iso8601: first)?.daysSince1970 ?? 0
    let bars = (0..<count).map { "[\((start + $0) * 86_400),\"1\",\"2\",\"1\",\"2\",\"1.5\",\"5\",3]" }
    return "{\"error\":[],\"result\":{\"XXBTZUSD\":[\(bars.joined(separator: ","))],\"last\":1}}"
  }

  @Test("bars that a provider no longer has are kept, and the gap after them is reported")
  func hole() throws {
    let (data, request) = (try folder(), BarRequest("kraken", "XBTUSD", timeframe: .day))
    _ = try load(request, in: data) { _, _ in FakeNetwork.text(200, Self.kraken("2023-10-01", 40)) }
    let later = try load(request, in: data, hours: 24 * 800) { _, _ in
      FakeNetwork.text(200, Self.kraken("2024-02-10", 700))
    }.bars
    #expect(later.bars.count == 740)
    #expect(
      later.findings.contains { $0.code == .gaps && $0.message.contains("kraken no longer has bars from 2023-11-09") })
  }

  @Test("bars that a provider has no more stay where it has changed newer ones")
  func changedPrices() throws {
    let (data, request) = (try folder(), BarRequest("kraken", "XBTUSD", timeframe: .day))
    _ = try load(request, in: data) { _, _ in FakeNetwork.text(200, Self.kraken("2023-10-01", 40)) }
    let later = try load(request, in: data, hours: 48) { _, _ in
      FakeNetwork.text(
        200, Self.kraken("2023-10-21", 26).replacing("\"1.5\"", with: "\"1.25\"").replacing("\"2\"", with: "\"1.75\""))
    }.bars
    #expect(later.bars.count == 46 && later.bars.close[0] == 2 && later.bars.close[45] == 1.75)
    #expect(later.bars.close[19] == 2 && later.bars.close[20] == 1.75)
    #expect(
      later.findings.contains {
        $0.code == .keptBars && $0.message.contains("no longer has bars from before 2023-10-21")
      }
    )
    #expect(try entry(data).bars == 46)
  }

  @Test("minutes that are older than a provider's oldest are continued with its own, and the gap is reported")
  func reach() throws {
    let data = try folder()
    var request = BarRequest("yahoo", "AAPL", timeframe: .minute)
    request.since = CivilDate(iso8601: "2023-11-07")
    let script: FakeNetwork.Script = { request, _ in
      let from = request.address.query.first { $0.name == "period1" }.flatMap { Int($0.value) } ?? 0
      return FakeNetwork.text(200, Self.chart("\(CivilDate(daysSince1970: from / 86_400))", 6, end: from))
    }
    let first = try load(request, in: data, script).bars
    let (later, asked) = try load(request, in: data, hours: 24 * 90, script)
    let oldest = asked.compactMap { $0.query.first { $0.name == "period1" }.flatMap { Int64($0.value) } }.min() ?? 0
    #expect((Self.start / 1000 + 90 * 86_400 - oldest) / 86_400 <= 29)
    #expect(later.bars.count > first.bars.count && later.bars.times[0] == first.bars.times[0])
    #expect(later.findings.contains { $0.code == .gaps && $0.message.contains("yahoo no longer has bars from") })
  }

  @Test("a provider whose newer bars have none of the kept ones is asked for all")
  func otherTimes() throws {
    let data = try folder()
    _ = try load(polygon(), in: data, Self.pages(["/1970": Polygon.page("2023-10-01", 40)]))
    let pages = Self.pages(["/2023-11-02/": Polygon.page("2023-11-12", 2), "/1970": Polygon.page("2023-10-01", 44)])
    #expect(try load(polygon(), in: data, hours: 2, pages).bars.bars.count == 44)
  }

  @Test("minutes of Yahoo are asked for in parts of the days that it allows")
  func parts() throws {
    let (bars, asked) = try load(BarRequest("yahoo", "AAPL", timeframe: .minute), in: try folder()) { request, _ in
      let from = request.address.query.first { $0.name == "period1" }.flatMap { Int($0.value) } ?? 0
      // Eight days, as the last one of a part is the first one of the next.
      return FakeNetwork.text(200, Self.chart("\(CivilDate(daysSince1970: from / 86_400))", 7, end: from))
    }
    let spans = asked.map { address in
      func second(_ name: String) -> Int {
        address.query.first { $0.name == name }.flatMap { Int($0.value) } ?? 0
      }
      return (second("period1"), second("period2"))
    }
    #expect(spans.count == 2 && spans.allSatisfy { $1 - $0 <= 8 * 86_400 })
    #expect(spans.first.map { $0.1 } ?? 0 >= spans.last.map { $0.0 } ?? 1)
    #expect(!bars.findings.contains { $0.code == .repeatedRows })
  }

  // MARK: Stored bars as the fallback

  @Test("days that are not kept are said where a provider fails")
  func missing() throws {
    let data = try folder()
    _ = try load(
      polygon(since: "2023-10-01", until: "2023-10-20"), in: data,
      Self.pages(["/2023-10-01/": Polygon.page("2023-10-01", 20)]))
    let kept = try load(polygon(since: "2020-01-01"), in: data, Self.broken).bars
    let message = kept.findings.first { $0.code == .keptBars }?.message ?? ""
    #expect(message.contains("without those before 2023-10-01 and after 2023-10-20"), "\(message)")
    #expect(throws: MarketDataError.self) { try load(polygon(since: "2023-11-01"), in: data, Self.broken) }
    let refused: FakeNetwork.Script = { _, _ in FakeNetwork.text(401, "") }
    #expect(throws: MarketDataError.self) { try load(polygon(since: "2020-01-01"), in: data, refused) }
  }

  @Test("a first load that was interrupted says where it ended")
  func partial() throws {
    let data = try folder()
    let torn: FakeNetwork.Script = { _, number in
      number == 0
        ? FakeNetwork.text(200, Polygon.page("2023-10-01", 10, next: "https://api.polygon.io/v2/next"))
        : FakeNetwork.text(400, "")
    }
    #expect(throws: MarketDataError.self) { try load(polygon(), in: data, torn) }
    let kept = try load(polygon(), in: data, Self.broken).bars
    #expect(kept.bars.count == 10)
    #expect(kept.findings.contains { $0.code == .keptBars && $0.message.contains("after 2023-10-10") })
  }

  @Test("now is the day of the clock, not that on which the program began")
  func newestDay() throws {
    let (_, asked) = try load(
      polygon(), in: try folder(), hours: 24 * 6, Self.pages(["/1970": Polygon.page("2023-10-01", 40)]))
    #expect(asked.first?.path.hasSuffix("/2023-11-21") == true)
  }
}
