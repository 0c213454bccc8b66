import Calendar
import Columns
import FileFormats
import LibC
import MarketData
import Platform
import Sourcing
import TestSupport
import Testing

@Suite("The library")
struct LibraryTests {
  private func environment(_ file: String? = nil) throws -> Environment {
    var template = Array("/tmp/tas-library-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let file { try DiskFiles().write(file, to: folder + "/library.sqlite") }
    return FakeNetwork { _, _ in FakeNetwork.text(500, "") }.environment(data: folder)
  }

  private func batch(_ dice: inout Dice, _ count: Int, from start: Int64 = 0) -> BarBatch {
    var batch = BarBatch(zone: "Europe/Berlin", basis: .asTraded)
    batch.currency = "EUR"
    batch.dayEnd = CivilTime(date: CivilDate(daysSince1970: 0), hour: 17, minute: 30)
    for index in 0..<count {
      let price = dice.number(1...1000)
      batch.add((start + Int64(index)) * 60_000, price, price * 1.1, price * 0.9, price, index % 7 == 0 ? .nan : price)
    }
    batch.actions = [
      CorporateAction(.split(4), on: CivilDate(daysSince1970: 12)),
      CorporateAction(.dividend(0.1), on: CivilDate(daysSince1970: 20)),
    ]
    return batch
  }

  private let key = SeriesKey(source: "polygon", symbol: "AAPL", timeframe: "1m", variant: "")

  private func keep(_ batch: BarBatch, in library: Library, from: Int64? = nil) throws {
    try library.keep(
      batch, of: key, from: from, since: CivilDate(daysSince1970: 0), through: CivilDate(daysSince1970: 1), fetched: 5,
      isWhole: true, address: "https://api.polygon.io/")
  }

  private func isSame(_ first: BarBatch?, _ second: BarBatch) -> Bool {
    guard let first else { return false }
    let columns = [\BarBatch.open, \.high, \.low, \.close, \.volume]
    return first.times == second.times && first.actions == second.actions && first.zone == second.zone
      && first.dayEnd?.millisecondOfDay == second.dayEnd?.millisecondOfDay && first.currency == second.currency
      && columns.allSatisfy { path in first[keyPath: path].map(\.bitPattern) == second[keyPath: path].map(\.bitPattern)
      }
  }

  @Test("bars come back to the bit, in one page or in several", arguments: [0, 1, 999, 65_536, 65_537])
  func roundTrip(count: Int) throws {
    var dice = Dice(UInt64(count))
    let library = try #require(Library(try environment()))
    let batch = batch(&dice, count)
    try keep(batch, in: library)
    #expect(isSame(try library.batch(of: key), batch))
    #expect(try library.series(key)?.bars == count)
  }

  @Test("bars from a time on are replaced", arguments: Thoroughness.some(UInt64(0)..<16))
  func replaced(seed: UInt64) throws {
    var dice = Dice(seed)
    let library = try #require(Library(try environment()))
    let (old, new) = (batch(&dice, 500), batch(&dice, 300, from: Int64(dice.whole(0...600))))
    try keep(old, in: library)
    try keep(new, in: library, from: new.times[0])
    var expected = old.cut(before: new.times[0])
    expected.append(new)
    #expect(isSame(try library.batch(of: key), expected))
  }

  @Test("a page that another program has kept already, or that continues nothing, takes nothing away")
  func pages() throws {
    var dice = Dice(7)
    let library = try #require(Library(try environment()))
    let whole = batch(&dice, 500)
    func keep(_ range: Range<Int>, after last: Int?, since: Int = 0) throws {
      var page = whole.suffix(from: range.lowerBound)
      page = page.cut(before: Int64(range.upperBound) * 60_000)
      try library.keep(
        page: page, of: key, after: last.map { Int64($0) * 60_000 }, since: CivilDate(daysSince1970: since),
        through: CivilDate(daysSince1970: 1), fetched: 5, address: "https://api.polygon.io/")
    }
    func count() throws -> Int { try library.series(key)?.bars ?? 0 }
    try keep(100..<200, after: 99)
    #expect(try count() == 0)
    try keep(0..<100, after: nil)
    try keep(100..<200, after: 99)
    // A slower program begins with the first page again, and one that asks from another day keeps nothing between.
    try keep(0..<100, after: nil)
    try keep(100..<200, after: 99, since: 1)
    #expect(try count() == 200)
    try keep(300..<400, after: 299)
    #expect(try count() == 200)
    try keep(200..<300, after: 199)
    try keep(300..<500, after: 299)
    #expect(isSame(try library.batch(of: key), whole))
    _ = try library.forget(symbol: nil, source: nil)
    try self.keep(whole.suffix(from: 250), in: library, from: 250 * 60_000)
    #expect(try library.batch(of: key) == nil)
  }

  @Test("what is forgotten is gone, and the rest is not")
  func forgotten() throws {
    var dice = Dice(1)
    let library = try #require(Library(try environment()))
    try keep(batch(&dice, 10), in: library)
    try library.keep([1, 2], as: "AAPL", of: "sec", address: "https://data.sec.gov/", fetched: 1)
    #expect(try library.document("AAPL", of: "sec")?.body == [1, 2])
    #expect(try library.forget(symbol: "AAPL", source: "sec") == 1)
    #expect(try library.document("AAPL", of: "sec") == nil)
    #expect(try library.series().count == 1)
    #expect(try library.forget(symbol: nil, source: nil) == 1)
    #expect(try library.batch(of: key) == nil)
  }

  @Test("a file that is no library is an error in words, and bars are loaded all the same")
  func damaged() throws {
    let environment = try environment("this is no database, and it is longer than a header has to be, much longer")
    #expect(throws: LibraryError.self) { try #require(Library(environment)).series() }
    let network = ProviderBarsTests.polygon([ProviderBarsTests.page("2023-10-01", 4)])
    let world = network.environment(ProviderBarsTests.key, data: environment.dataDirectory)
    let loaded = try DataSources.source(for: BarRequest("polygon", "AAPL", timeframe: .day)).load(in: world)
    #expect(loaded.bars.count == 4 && loaded.findings.contains { $0.code == .libraryUnused })
  }

  @Test("stored files come back as they were, to the bit")
  func stored() throws {
    let environment = try environment()
    let library = try #require(Library(environment))
    let text = "Date,Open,High,Low,Close,Volume\n2030-01-02,1.1,2,1,1.5,10\n2030-01-03,1.5,3,1.25,2.75,\n"
    let loaded = try BarFile.read(Array(text.utf8), name: "X.csv", options: BarFile.Options(zone: "America/New_York"))
    try StoredBars.store(loaded, from: "/x/X.csv", in: library, now: 0)
    let back = try DataSources.source(for: BarRequest("stored", "X")).load(in: environment)
    #expect(back.bars.contentHash == loaded.bars.contentHash && back.bars.timeframe == loaded.bars.timeframe)
    #expect(back.bars.zone == loaded.bars.zone)
    #expect(throws: MarketDataError.self) {
      try DataSources.source(for: BarRequest("stored", "Y")).load(in: environment)
    }
  }

  @Test("programs share the count of requests")
  func ledger() throws {
    let environment = try environment()
    let ledgers = [SharedLedger(try #require(Library(environment))), SharedLedger(try #require(Library(environment)))]
    let limit = RateLimit(5, per: 60)
    let waits = (0..<7).map { ledgers[$0 % 2].take("polygon", limit, now: 1_000_000) }
    #expect(waits.prefix(5).allSatisfy { $0 == 0 } && waits[5] == 60 && waits[6] == 60)
    #expect(ledgers[0].take("polygon", limit, now: 1_059_000) == 1)
    #expect(ledgers[0].take("polygon", limit, now: 1_060_000) == 0)
    #expect(ledgers[1].take("fred", limit, now: 1_000_000) == 0)
  }

  @Test("a library of the first version keeps its data, one of a later version is left alone")
  func versions() throws {
    var dice = Dice(1)
    let library = try #require(Library(try environment()))
    let batch = batch(&dice, 10)
    try keep(batch, in: library)
    let database = try SQLiteDatabase(path: library.path)
    try database.runScript(
      "DROP TABLE asked; CREATE TABLE bucket (name TEXT PRIMARY KEY, tokens REAL, time INTEGER); PRAGMA user_version = 1"
    )
    #expect(isSame(try library.batch(of: key), batch))
    #expect(SharedLedger(library).take("polygon", RateLimit(1, per: 60), now: 1000) == 0)
    #expect(SharedLedger(library).take("polygon", RateLimit(1, per: 60), now: 2000) == 59)
    try database.runScript("PRAGMA user_version = 99")
    #expect(throws: LibraryError.self) { try library.series() }
  }

  @Test("closes of two providers that are not the same are found")
  func disagreement() {
    func bars(_ closes: [Double], from start: Int64) -> Bars {
      let column = Column(closes)
      return Bars(
        times: closes.indices.map { Timestamp(milliseconds: (start + Int64($0)) * 86_400_000) }, open: column,
        high: column, low: column, close: column, volume: column, timeframe: .day, zone: .utc)
    }
    let found = Disagreement(bars([1, 2, 3, 4], from: 0), bars([2, 3.01, 5, 6], from: 1))
    #expect(found?.common == 3 && found?.different == 1 && found?.worst.milliseconds == 3 * 86_400_000)
    #expect(Disagreement(bars([1, 2], from: 0), bars([1, 2.005], from: 0)) == nil)
    #expect(Disagreement(bars([1, 2], from: 0), bars([5, 6], from: 9)) == nil)
  }
}
