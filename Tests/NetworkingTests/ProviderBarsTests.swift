import Calendar
import Columns
import LibC
import MarketData
import Platform
import Sourcing
import Testing

@Suite("Bars of providers, from the question to the series")
struct ProviderBarsTests {
  /// A page of Polygon with bars of days from a first one on, close rising from 100.
  static func page(_ first: String, _ count: Int, next: String? = nil, scale: Double = 1) -> String {
    let start = CivilDate(iso8601: first)?.daysSince1970 ?? 0
    let bars = (0..<count).map { index in
      let price = (100.0 + Double(start + index - 19_600)) * scale
      // Midnight of New York in winter.
      let time = Int64(start + index) * 86_400_000 + 5 * 3_600_000
      return "{\"t\":\(time),\"o\":\(price),\"h\":\(price + 1),\"l\":\(price - 1),\"c\":\(price),\"v\":10}"
    }
    let end = next.map { ",\"next_url\":\"\($0)\"" } ?? ""
    return
      "{\"status\":\"OK\",\"adjusted\":false,\"resultsCount\":\(count),\"results\":[\(bars.joined(separator: ","))]\(end)}"
  }

  static let noActions = "{\"status\":\"OK\",\"results\":[]}"

  /// A network that gives some pages of bars and no actions.
  static func polygon(_ pages: [String]) -> FakeNetwork {
    FakeNetwork { request, number in
      if request.address.path.hasPrefix("/v3/") { return FakeNetwork.text(200, noActions) }
      return number < pages.count ? FakeNetwork.text(200, pages[number]) : FakeNetwork.text(404, "")
    }
  }

  static let key = ["POLYGON_API_KEY": "k3y"]

  private func load(
    _ network: FakeNetwork, _ request: BarRequest = BarRequest("polygon", "AAPL", timeframe: .day),
    _ variables: [String: String] = key, data: String? = nil
  ) -> Result<LoadedBars, MarketDataError> {
    do throws(MarketDataError) {
      return .success(
        try DataSources.source(for: request).load(in: network.environment(variables, data: data)))
    } catch { return .failure(error) }
  }

  private func code(_ result: Result<LoadedBars, MarketDataError>) -> MarketDataError.Code? {
    if case .failure(let error) = result { error.code } else { nil }
  }

  private func folder() throws -> String {
    var template = Array("/tmp/tas-library-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test("pages follow each other at the server that was asked, and no address contains the key")
  func pages() throws {
    let network = Self.polygon([
      Self.page("2023-11-01", 5, next: "https://api.polygon.io/v2/aggs/next?cursor=abc"), Self.page("2023-11-06", 4),
    ])
    let bars = try load(network).get().bars
    #expect(bars.count == 9 && bars.label(at: 0) == "2023-11-01" && bars.label(at: 8) == "2023-11-09")
    #expect(bars.zone.identifier == "America/New_York")
    #expect(
      network.asked.prefix(2).map(\.address.path) == [
        "/v2/aggs/ticker/AAPL/range/1/day/1970-01-01/2023-11-15", "/v2/aggs/next",
      ])
    #expect(network.asked.allSatisfy { !$0.address.revealed.contains("k3y") })
    #expect(network.asked.allSatisfy { $0.headers.first?.secret == Secret("k3y") })
  }

  @Test("a next page on another machine is not followed, and pages that name each other end")
  func falsePages() {
    let away = Self.polygon([Self.page("2023-11-01", 5, next: "https://evil.example/v2/next")])
    #expect(code(load(away)) == .unexpectedAnswer)
    #expect(away.asked.count == 1)
    let again = FakeNetwork { _, _ in
      FakeNetwork.text(200, Self.page("2023-11-01", 5, next: "https://api.polygon.io/v2/again"))
    }
    #expect(code(load(again)) == .unexpectedAnswer)
    #expect(again.asked.count == 2)
  }

  @Test("prices that the answer says are adjusted are not adjusted again, and that is said")
  func adjustedOnce() throws {
    let page = Self.page("2023-11-01", 5).replacing("\"adjusted\":false", with: "\"adjusted\":true")
    let network = FakeNetwork { request, _ in
      if request.address.path.hasSuffix("splits") {
        return FakeNetwork.text(
          200,
          #"{"status":"OK","results":[{"execution_date":"2023-11-03","split_from":1,"split_to":2}]}"#)
      }
      if request.address.path.hasSuffix("dividends") {
        return FakeNetwork.text(
          200, #"{"status":"OK","results":[{"ex_dividend_date":"2023-11-02","cash_amount":0.5}]}"#)
      }
      return FakeNetwork.text(200, page)
    }
    let loaded = try load(network).get()
    #expect(loaded.basis == .splits)
    #expect(loaded.actions?.all.map(\.dividend) == [0.25])
    #expect(loaded.findings.contains { $0.code == .adjustedPrices })
    #expect(try load(Self.polygon([Self.page("2023-11-01", 5)])).get().basis == .nothing)
  }

  @Test("errors with status 200 have their kind, and no price is infinite")
  func errorsOfSuccess() {
    func code(_ body: String, _ request: BarRequest) -> MarketDataError.Code? {
      let network = FakeNetwork { _, _ in FakeNetwork.text(200, body) }
      return self.code(load(network, request, ["POLYGON_API_KEY": "k3y", "ALPHAVANTAGE_API_KEY": "k3y"]))
    }
    let (kraken, polygon) = (BarRequest("kraken", "XBTUSD"), BarRequest("polygon", "AAPL", timeframe: .day))
    let alpha = BarRequest("alphavantage", "IBM", timeframe: .day)
    func said(_ text: String) -> String { "{\"error\":[\"\(text)\"]}" }
    #expect(code(said("EAPI:Rate limit exceeded"), kraken) == .rateLimited)
    #expect(code(said("EGeneral:Too many requests"), kraken) == .rateLimited)
    #expect(code(said("EService:Unavailable"), kraken) == .requestRefused)
    #expect(code(said("EQuery:Unknown asset pair"), kraken) == .notAtProvider)
    func status(_ word: String, _ text: String) -> String { "{\"status\":\"\(word)\",\"error\":\"\(text)\"}" }
    #expect(code(status("ERROR", "You've exceeded the maximum requests per minute"), polygon) == .rateLimited)
    #expect(code(status("ERROR", "Unknown API Key"), polygon) == .keyRefused)
    #expect(code(status("NOT_FOUND", "Ticker not found."), polygon) == .notAtProvider)
    #expect(code(status("ERROR", "The parameter 'to' is wrong"), polygon) == .requestRefused)
    #expect(code("{\"Information\":\"The **demo** API key is for demo purposes only\"}", alpha) == .keyRefused)
    #expect(code("{\"Note\":\"premium: 1 request per second\"}", alpha) == .rateLimited)
    #expect(code(Self.page("2023-11-01", 2).replacing("\"v\":10", with: "\"v\":1e999"), polygon) == .unexpectedAnswer)
    let table = "Date,Open,High,Low,Close\n2023-11-01,1,inf,1,1\n"
    #expect(code(table, BarRequest("stooq", "aapl.us", timeframe: .day)) == .unexpectedAnswer)
  }

  @Test("a symbol that would leave its folder is refused before anybody is asked")
  func symbolsInPaths() {
    for symbol in ["..", "../v3/x", "A/../../b", "."] {
      let network = Self.polygon([])
      #expect(code(load(network, BarRequest("polygon", symbol, timeframe: .day))) == .notAtProvider, "\(symbol)")
      #expect(network.asked.isEmpty)
    }
  }

  @Test("an index has no volume and the clock of New York, and Massive is the house of Polygon")
  func indices() throws {
    let first = Self.page("2023-11-01", 2, next: "https://api.massive.com/v2/aggs/next?cursor=abc")
    let network = Self.polygon([first, Self.page("2023-11-03", 2)].map { $0.replacing(",\"v\":10", with: "") })
    let loaded = try load(network, BarRequest("polygon", "I:SPX", timeframe: .day)).get()
    #expect(loaded.bars.count == 4 && loaded.bars.zone.identifier == "America/New_York")
    #expect(network.asked.map(\.address.host) == ["api.polygon.io", "api.polygon.io"])
  }

  @Test("first releases are asked for in stretches of days that FRED allows, and the first one counts")
  func stretches() throws {
    let network = FakeNetwork { request, _ in
      let query = Dictionary(request.address.query.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      let (start, end) = (query["realtime_start"] ?? "", query["realtime_end"] ?? "")
      let value = "{\"realtime_start\":\"\(start)\",\"date\":\"1990-01-01\",\"value\":\"\(start.prefix(4))\"}"
      return FakeNetwork.text(
        200, "{\"realtime_start\":\"\(start)\",\"realtime_end\":\"\(end)\",\"count\":1,\"observations\":[\(value)]}")
    }
    var request = BarRequest("fred", "DFF")
    request.vintage = "first"
    let loaded = try load(network, request, ["FRED_API_KEY": "f"]).get()
    #expect(loaded.bars.count == 1 && loaded.bars.close[0] == 1776)
    let ends = network.asked.map { $0.address.query.first { $0.name == "realtime_end" }?.value }
    #expect(ends == ["1995-12-31", "2000-12-31", "2005-12-31", "2010-12-31", "2015-12-31", "2020-12-31", "9999-12-31"])
  }

  @Test("no request means no wait for a limit")
  func closedWithoutWaiting() {
    let network = FakeNetwork { _, _ in FakeNetwork.text(200, "") }
    var environment = network.environment(Self.key)
    environment.transport = ClosedTransport()
    for _ in 0..<20 {
      #expect(throws: MarketDataError.self) {
        try DataSources.source(for: BarRequest("polygon", "AAPL", timeframe: .day)).load(in: environment)
      }
    }
    #expect(network.waits.isEmpty)
  }

  @Test("a bar that is not over is left out, and said")
  func unfinished() throws {
    let network = Self.polygon([Self.page("2023-11-10", 5)])
    // 21:00 UTC on the 14th are 16:00 in New York; the day counts as over a quarter of an hour later.
    network.setTime(1_699_995_600_000)
    let early = try load(network).get()
    #expect(early.bars.count == 4 && early.findings.contains { $0.code == .unfinishedBar })
    let late = Self.polygon([Self.page("2023-11-10", 5)])
    late.setTime(1_699_995_600_000 + 16 * 60_000)
    #expect(try load(late).get().bars.count == 5)
  }

  @Test("answers of another shape are named with what was expected")
  func shapes() {
    for body in [
      "", "<html>", "[]", "{\"status\":\"OK\"}", "{\"status\":\"OK\",\"results\":[{\"t\":1}]}",
      "{\"status\":\"OK\",\"results\":[{\"t\":1e300,\"o\":1,\"h\":1,\"l\":1,\"c\":1,\"v\":1}]}",
    ] {
      let network = FakeNetwork { _, _ in FakeNetwork.text(200, body) }
      let result = load(network)
      #expect(code(result) == .unexpectedAnswer, "\(body)")
    }
  }

  @Test("no key, a key that is refused, no symbol, no network: each with its code")
  func refusals() {
    #expect(code(load(Self.polygon([]), BarRequest("polygon", "AAPL"), [:])) == .keyMissing)
    #expect(code(load(FakeNetwork { _, _ in FakeNetwork.text(401, "") })) == .keyRefused)
    #expect(code(load(Self.polygon([Self.page("2023-11-01", 0)]))) == .notAtProvider)
    let closed = FakeNetwork { _, _ throws(TransportError) in throw TransportError(.closed, "no network here") }
    #expect(code(load(closed)) == .noNetwork)
    #expect(code(load(closed, BarRequest("polygon", "AAPL", timeframe: Timeframe(7, .minute)))) == .notAtProvider)
    #expect(code(load(closed, BarRequest("url", "http://example.com/x.csv"))) == .insecureAddress)
  }

  @Test("first published values are known from the end of the day of their release")
  func vintages() throws {
    let body = """
      {"count":4,"offset":0,"limit":100000,"observations":[
      {"realtime_start":"1960-03-15","realtime_end":"9999-12-31","date":"1959-12-01","value":"5.0"},
      {"realtime_start":"1960-03-15","realtime_end":"9999-12-31","date":"1960-01-01","value":"5.1"},
      {"realtime_start":"1960-04-04","realtime_end":"9999-12-31","date":"1960-02-01","value":"5.2"},
      {"realtime_start":"1960-04-20","realtime_end":"9999-12-31","date":"1960-03-01","value":"."}]}
      """
    let network = FakeNetwork { _, _ in FakeNetwork.text(200, body) }
    var request = BarRequest("fred", "UNRATE")
    request.vintage = "first"
    let loaded = try load(network, request, ["FRED_API_KEY": "f"]).get()
    #expect(loaded.isMacro && loaded.bars.timeframe == .month && loaded.bars.count == 3)
    let known = (loaded.bars.closingTimes ?? []).map { "\(Zone.utc.civilTime(at: $0).date)" }
    // The first release holds values of before: they count as known 15 days after their month.
    #expect(known == ["1960-01-16", "1960-02-16", "1960-04-05"])
    #expect(loaded.findings.contains { $0.code == .revisedValues && $0.count == 2 })
    let revised = try load(network, BarRequest("fred", "UNRATE"), ["FRED_API_KEY": "f"]).get()
    #expect(revised.bars.closingTimes == nil && revised.findings.contains { $0.code == .revisedValues })
  }

  @Test("the library has the same bars, asks for newer ones only, and is used where the provider fails")
  func library() throws {
    let data = try folder()
    let network = Self.polygon([Self.page("2023-10-01", 40)])
    let loaded = try load(network, data: data).get()
    #expect(network.asked.count == 3)
    // Within the hour no server is asked.
    let again = try load(network, data: data).get()
    #expect(network.asked.count == 3 && again.contentHash == loaded.contentHash)
    #expect(again.dialect.notes.contains("updated just now"))
    // Later only the last days are.
    let later = Self.polygon([Self.page("2023-11-02", 12)])
    later.setTime(1_700_000_000_000 + 7_200_000)
    let longer = try load(later, data: data).get()
    #expect(later.asked.first?.address.path.contains("/2023-11-02/") == true)
    #expect(longer.bars.count == 44 && longer.bars.close.values.prefix(40) == loaded.bars.close.values.prefix(40))
    // Where a provider fails, the stored bars are used, with their age.
    let broken = FakeNetwork { _, _ in FakeNetwork.text(400, "") }
    broken.setTime(1_700_000_000_000 + 3 * 86_400_000)
    let kept = try load(broken, data: data).get()
    #expect(kept.bars.count >= 44)
    #expect(kept.findings.contains { $0.code == .keptBars && $0.message.contains("updated 2 days ago") })
  }

  @Test("bars that the provider has changed are loaded again entirely")
  func changed() throws {
    let data = try folder()
    _ = try load(Self.polygon([Self.page("2023-10-01", 40)]), data: data).get()
    let loaded = try load(
      FakeNetwork { request, _ in
        if request.address.path.hasPrefix("/v3/") { return FakeNetwork.text(200, Self.noActions) }
        let isTail = request.address.path.contains("/2023-11-02/")
        return FakeNetwork.text(
          200, isTail ? Self.page("2023-11-02", 10, scale: 0.5) : Self.page("2023-10-01", 40, scale: 0.5))
      }.later(hours: 2), data: data
    ).get()
    #expect(loaded.bars.count == 40 && loaded.bars.close[0] == (100.0 + 19_631 - 19_600) * 0.5)
  }

  @Test("bars of a provider have the calendar of their exchange, and a session without a bar is a gap")
  func calendar() throws {
    func day(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }
    var days = MarketCalendar.newYork.tradingDays(after: try day("2023-01-01"), before: try day("2023-11-10"))
    // The day before Independence Day is short, and a session all the same.
    days.removeAll { "\($0)" == "2023-07-03" }
    let zone = try ZoneDatabase.zone(named: "America/New_York")
    let bars = days.map { day in
      let time = zone.timestamp(of: CivilTime(date: day)).milliseconds
      return #"{"t":\#(time),"o":100,"h":101,"l":99,"c":100,"v":10}"#
    }
    let page = #"{"status":"OK","adjusted":false,"resultsCount":1,"results":[\#(bars.joined(separator: ","))]}"#
    let loaded = try load(Self.polygon([page])).get()
    #expect(loaded.bars.calendar == .newYork && loaded.hasGuessedCalendar)
    #expect(loaded.findings.map(\.message) == ["1 gap of 1 session after 2023-06-30 (calendar XNYS)"])
    var other = BarRequest("polygon", "AAPL", timeframe: .day)
    other.calendar = "none"
    #expect(try load(Self.polygon([page]), other).get().findings.isEmpty)
  }

  @Test("a request prints as text that reads back, with its days and vintage")
  func requests() {
    var request = BarRequest("polygon", "AAPL", timeframe: .hour)
    (request.since, request.until) = (CivilDate(iso8601: "2020-01-02"), CivilDate(iso8601: "2021-01-02"))
    request.vintage = "first"
    #expect(BarRequest(request.description) == request)
  }
}

extension FakeNetwork {
  /// The network at a later time.
  func later(hours: Int64) -> FakeNetwork {
    setTime(1_700_000_000_000 + hours * 3_600_000)
    return self
  }
}
