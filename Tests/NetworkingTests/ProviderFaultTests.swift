import Calendar
import Columns
import FileFormats
import LibC
import MarketData
import Platform
import Sourcing
import Synchronization
import TestSupport
import Testing

/// Answers that say no, that say too much, and that no number can hold.
@Suite("Answers of providers that are no data")
struct ProviderFaultTests {
  private func folder() throws -> String {
    var template = Array("/tmp/tas-library-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static let keys = [
    "POLYGON_API_KEY": "k3y-t3xt", "FRED_API_KEY": "k3y-t3xt", "ALPHAVANTAGE_API_KEY": "k3y-t3xt",
    "SEC_CONTACT": "me@example.com",
  ]

  private func error(
    _ status: Int, _ body: String, of request: BarRequest, data: String? = nil
  ) -> MarketDataError? {
    let network = FakeNetwork { _, _ in FakeNetwork.text(status, body) }
    do throws(MarketDataError) {
      _ = try DataSources.source(for: request).load(in: network.environment(Self.keys, data: data))
      return nil
    } catch { return error }
  }

  @Test("no message contains the key, even if an answer of status 200 repeats it")
  func keys() {
    let said = "We have detected your API key as k3y-t3xt and our standard API rate limit is 25 requests per day."
    let limited = error(200, "{\"Information\":\"\(said)\"}", of: BarRequest("alphavantage", "IBM"))
    #expect(limited?.code == .rateLimited && limited?.message.contains("your API key as …") == true)
    let polygon = error(200, #"{"status":"ERROR","error":"Unknown key k3y-t3xt"}"#, of: BarRequest("polygon", "IBM"))
    #expect(polygon?.code == .keyRefused && "\(String(reflecting: polygon))".contains("k3y-t3xt") == false)
  }

  @Test("a reason in a document is the reason")
  func reasons() throws {
    let unknown = error(
      400, #"{"error_code":400,"error_message":"Bad Request.  The series does not exist."}"#,
      of: BarRequest("fred", "NOPE"))
    #expect(unknown?.code == .notAtProvider && unknown?.message == "fred: Bad Request. The series does not exist")
    let data = try folder()
    let key = error(
      400, #"{"error_code":400,"error_message":"Bad Request. The value for variable api_key is not registered."}"#,
      of: BarRequest("fred", "UNRATE"), data: data)
    #expect(key?.code == .keyRefused)
    let environment = FakeNetwork { _, _ in FakeNetwork.text(500, "") }.environment(data: data)
    #expect(try #require(Library(environment)).keyUses()["fred"]?.isAccepted == false)
    let pair = error(400, #"{"code":-1121,"msg":"Invalid symbol."}"#, of: BarRequest("binance", "NOPE"))
    #expect(pair?.code == .notAtProvider && pair?.message == "binance: Invalid symbol")
    let chart = #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#
    #expect(error(404, chart, of: BarRequest("yahoo", "NOPE"))?.message == "yahoo: No data found")
    #expect(error(400, "{\"x\":1}", of: BarRequest("yahoo", "NOPE"))?.code == .requestRefused)
  }

  @Test("a key that the answer refuses does not count as accepted")
  func refusedKey() throws {
    let data = try folder()
    let body = #"{"Error Message":"the parameter apikey is invalid or missing. Please claim your free API key"}"#
    #expect(error(200, body, of: BarRequest("alphavantage", "IBM"), data: data)?.code == .keyRefused)
    let environment = FakeNetwork { _, _ in FakeNetwork.text(500, "") }.environment(data: data)
    #expect(try #require(Library(environment)).keyUses()["alphavantage"]?.isAccepted == false)
  }

  @Test(
    "numbers that nothing can hold are answers of another shape",
    arguments: [
      (#""gmtoffset":-18000"#, #""gmtoffset":1e30"#), (#""end":1699995600"#, #""end":9e18"#),
      (#""end":1699995600"#, #""end":9223372036854775807"#),
    ])
  func numbers(place: String, number: String) {
    let body = KeptBarsTests.chart("2023-11-01", 3).replacing(place, with: number)
    #expect(body.contains(number))
    #expect(error(200, body, of: BarRequest("yahoo", "IBM", timeframe: .day))?.code == .unexpectedAnswer)
    let values = #"{"count":1,"offset":9223372036854775807,"observations":[{"date":"2020-01-01","value":"1"}]}"#
    #expect(error(200, values, of: BarRequest("fred", "UNRATE")) == nil)
  }

  @Test("a damaged row of the library is an error in words", arguments: [Int64.max, -1, 1 << 58])
  func damagedRow(bars: Int64) throws {
    let data = try folder()
    let network = ProviderBarsTests.polygon([ProviderBarsTests.page("2023-10-01", 4)])
    let environment = network.environment(Self.keys, data: data)
    _ = try DataSources.source(for: BarRequest("polygon", "AAPL", timeframe: .day)).load(in: environment)
    let library = try #require(Library(environment))
    let key = try #require(try library.series().first).key
    try SQLiteDatabase(path: library.path).run("UPDATE page SET bars = ?", .integer(bars))
    #expect(throws: LibraryError.self) {
      _ = try library.batch(of: key)
      // A count that no number can hold makes the row one that no program has written.
      if try library.series(key) == nil { throw LibraryError(path: "", reason: "") }
    }
    try SQLiteDatabase(path: library.path).run(
      "UPDATE series SET since = ?, fetched = ?", .integer(.max), .integer(.min))
    #expect(try library.series().isEmpty)
  }

  // MARK: Alpha Vantage

  private static func weeks(_ weeks: [(String, Double)]) -> String {
    let rows = weeks.map { day, close in
      "\"\(day)\":{\"1. open\":\"1\",\"2. high\":\"9\",\"3. low\":\"1\",\"4. close\":\"\(close)\",\"5. volume\":\"5\"}"
    }
    return "{\"Meta Data\":{\"4. Time Zone\":\"US/Eastern\"},\"Weekly Time Series\":{\(rows.joined(separator: ","))}}"
  }

  @Test("weeks are stamped with their first day, so that the one under way is one bar")
  func weeks() throws {
    let data = try folder()
    let request = BarRequest("alphavantage", "IBM", timeframe: .week)
    let old = [("2023-10-27", 1.0), ("2023-11-03", 2), ("2023-11-10", 3)]
    for (hours, weeks) in [
      (0, old + [("2023-11-14", 4)]), (24, old + [("2023-11-15", 5)]),
      (24 * 7, old + [("2023-11-17", 6), ("2023-11-21", 7)]),
    ] {
      let network = FakeNetwork { _, _ in FakeNetwork.text(200, Self.weeks(weeks)) }.later(hours: Int64(hours))
      let loaded = try DataSources.source(for: request).load(in: network.environment(Self.keys, data: data))
      #expect(loaded.bars.count == (hours > 100 ? 4 : 3) && loaded.bars.label(at: 0) == "2023-10-23", "\(hours)")
      #expect(loaded.bars.close.values.last == (hours > 100 ? 6 : 3))
    }
  }

  // MARK: First publications

  @Test("days that are published together after a weekend are known from then on")
  func weekend() throws {
    let rows = [
      ("2024-01-04", "2024-01-05"), ("2024-01-05", "2024-01-08"), ("2024-01-06", "2024-01-08"),
      ("2024-01-07", "2024-01-08"), ("2024-01-08", "2024-01-09"),
    ].map { "{\"date\":\"\($0)\",\"realtime_start\":\"\($1)\",\"value\":\"5\"}" }
    for first in [0, 1] {
      let left = rows.dropFirst(first)
      let body = "{\"count\":\(left.count),\"offset\":0,\"observations\":[\(left.joined(separator: ","))]}"
      let network = FakeNetwork { _, _ in FakeNetwork.text(200, body) }
      var request = BarRequest("fred", "DFF")
      (request.vintage, request.since) = ("first", CivilDate(iso8601: "2024-01-05"))
      let loaded = try DataSources.source(for: request).load(in: network.environment(Self.keys))
      let known = (loaded.bars.closingTimes ?? []).map { "\(Zone.utc.civilTime(at: $0).date)" }
      #expect(known == ["2024-01-09", "2024-01-09", "2024-01-09", "2024-01-10"])
      #expect(!loaded.findings.contains { $0.code == .revisedValues })
    }
  }

  // MARK: Keys

  @Test("the program of keys runs once, and not where the library has the bars")
  func lazyKey() throws {
    let data = try folder()
    let ran = Mutex(0)
    func environment(_ network: FakeNetwork) -> Environment {
      var environment = network.environment(data: data)
      environment.keyring = Keyring(output: { _ in
        ran.withLock { $0 += 1 }
        return "k3y"
      })
      environment.keyring.command = "pass {provider}"
      environment.keyring = environment.keyring.remembering
      return environment
    }
    let network = environment(ProviderBarsTests.polygon([ProviderBarsTests.page("2023-10-01", 40)]))
    let source = try DataSources.source(for: BarRequest("polygon", "AAPL", timeframe: .day))
    _ = try source.load(in: network)
    #expect(ran.withLock { $0 } == 1)
    _ = try source.load(in: environment(FakeNetwork { _, _ in FakeNetwork.text(500, "") }))
    #expect(ran.withLock { $0 } == 1)
    let quotes = environment(
      FakeNetwork { _, _ in FakeNetwork.text(200, #"{"status":"OK","results":[{"c":1,"t":2}]}"#) })
    let desk = MarketDesk(quotes)
    for symbol in ["AAPL", "IBM"] { #expect(try desk.quote(symbol, at: Polygon()).price == 1) }
    #expect(ran.withLock { $0 } == 2)
  }

  @Test("a file of keys that others can read is not used", arguments: [0o600, 0o640, 0o604, 0o666])
  func keyFile(mode: Int) throws {
    var environment = FakeNetwork { _, _ in FakeNetwork.text(500, "") }.environment()
    environment.configDirectory = try folder()
    let file = try #require(KeyFile(environment))
    try file.write(Secret("k3y"), for: "polygon")
    #expect(chmod(file.path, mode_t(mode)) == 0)
    if mode == 0o600 {
      #expect(try file.keys() == ["polygon": "k3y"])
    } else {
      #expect(throws: MarketDataError.self) { try Keys(environment).key(for: Polygon().profile) }
      // To type it again mends the file.
      try file.write(Secret("new"), for: "polygon")
      #expect(try file.keys() == ["polygon": "new"])
    }
  }

  // MARK: Documents

  @Test("a document that is none is not kept, and the kept one is used")
  func documents() throws {
    let data = try folder()
    let tickers = #"{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."}}"#
    func ask(hours: Int64, _ facts: String) throws -> MarketDesk.CompanyDocument {
      let network = FakeNetwork { request, _ in
        FakeNetwork.text(200, request.address.path.contains("tickers") ? tickers : facts)
      }.later(hours: hours)
      return try MarketDesk(network.environment(Self.keys, data: data)).companyFacts("AAPL")
    }
    let maintenance = #"{"message":"under maintenance"}"#
    #expect(throws: MarketDataError.self) { try ask(hours: 0, maintenance) }
    let facts = #"{"cik":320193,"facts":{"us-gaap":{}}}"#
    #expect(String(decoding: try ask(hours: 0, facts).body, as: UTF8.self) == facts)
    let kept = try ask(hours: 2, maintenance)
    #expect(String(decoding: kept.body, as: UTF8.self) == facts && kept.note?.contains("from the library") == true)
    #expect(try ask(hours: 2, facts).note == nil)
    try DiskFiles().write("this is no database, and it is longer than a header has to be", to: data + "/library.sqlite")
    #expect(try ask(hours: 3, facts).fault?.contains("library") == true)
  }

  // MARK: Addresses of files

  @Test("no kept request contains the key of an address, and has to be given again")
  func addresses() throws {
    let source = try DataSources.source(for: BarRequest("url", "https://h.example/x.csv?apikey=S3CRET&a=b"))
    #expect(source.request.name == "https://h.example/x.csv?apikey=…&a=b")
    let network = FakeNetwork { request, _ in
      FakeNetwork.text(
        request.address.revealed.contains("apikey=S3CRET") ? 200 : 401,
        "Date,Open,High,Low,Close\n2024-01-02,1,2,1,2\n2024-01-03,1,2,1,2\n")
    }
    #expect(try source.load(in: network.environment()).bars.count == 2)
    let again = try DataSources.source(for: source.request)
    let asked = network.asked.count
    #expect(throws: MarketDataError.self) { try again.load(in: network.environment()) }
    #expect(network.asked.count == asked)
    // A key typed in the program is known as long as it runs, for its own server.
    let environment = network.environment()
    let hidden = environment.addresses.hiding("https://h.example/x.csv?apikey=S3CRET&a=b")
    #expect(hidden == source.request.name && !"\(again)".contains("S3CRET"))
    #expect(try again.load(in: environment).bars.count == 2)
    #expect(BarRequest(source.request.description) == source.request)
  }
}
