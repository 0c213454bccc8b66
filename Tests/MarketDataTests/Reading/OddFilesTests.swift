import Calendar
import Columns
import MarketData
import Platform
import TestSupport
import Testing

/// The bars of `../shared/data/odd`: each file represents a kind, and gives what its README says.
@Suite("Odd files", .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
struct OddFilesTests {
  private func load(_ name: String, _ options: BarFile.Options = .init()) throws -> LoadedBars {
    try BarFile.load(path: try SharedFolder.file("data/odd/\(name)"), options: options)
  }

  private func days(_ bars: Bars) -> [String] { bars.times.indices.map { bars.civilTime(at: $0).date.description } }

  private func codes(_ loaded: LoadedBars) -> Set<BarFinding.Code> { Set(loaded.findings.map(\.code)) }

  @Test("each epoch stamp is read by its own number of digits where the unit changes")
  func units() throws {
    let cases: [(String, [String])] = [
      ("epoch-ms-then-s.csv", ["2020-04-13", "2020-04-14", "2020-04-15", "2020-04-16"]),
      ("epoch-ms-then-us.csv", ["2024-12-30", "2024-12-31", "2025-01-01", "2025-01-02", "2025-01-03"]),
      ("epoch-us-then-ms.csv", ["2025-01-02", "2025-01-03", "2025-01-04"]),
    ]
    for (name, expected) in cases {
      let loaded = try load(name)
      #expect(days(loaded.bars) == expected, "\(name)")
      #expect(codes(loaded).contains(.mixedUnits))
      #expect(!codes(loaded).contains(.oddDates))
      #expect(loaded.bars.timeframe == .day)
    }
  }

  @Test("points between thousands are as doubtful as commas")
  func points() throws {
    let all = try load("points-all.csv")
    #expect(all.bars.close.values == [16538, 16617, 16594])
    #expect(codes(all).contains(.ambiguousNumbers))
    let crossing = try load("points-cross-1000.csv")
    #expect(crossing.bars.close.values == [990, 998, 1004, 1012, 995])
    #expect(codes(crossing).contains(.ambiguousNumbers))
    let stated = try load("points-all.csv", .init(form: FileForm(decimals: "point")))
    #expect(stated.bars.close.values == [16.538, 16.617, 16.594])
  }

  @Test("a year of two digits in front is one: the part that runs is the day")
  func shortYears() throws {
    #expect(
      days(try load("year-first-2-digits.csv").bars) == ["2024-01-04", "2024-01-05", "2024-01-09", "2024-01-10"])
    #expect(
      days(try load("year-first-2-digits-dashes.csv").bars) == ["2024-01-30", "2024-01-31", "2024-02-01", "2024-02-02"])
  }

  @Test("dates that are whole months apart are months, and not twelve days of each January")
  func months() throws {
    let loaded = try load("months-day-first.csv")
    #expect(loaded.bars.timeframe == .month)
    #expect(days(loaded.bars).prefix(3) == ["2021-01-01", "2021-02-01", "2021-03-01"])
    #expect(days(loaded.bars).last == "2023-12-01")
  }

  @Test(
    "columns in another order are said, read as stated, and not repaired",
    arguments: [
      ("low-high-open-close.csv", "date, low, high, open, close, volume", [42850.1, 44160.0]),
      ("open-close-high-low.csv", "date, open, close, high, low, volume", [42850.1, 44160.0]),
    ])
  func order(name: String, columns: String, last: [Double]) throws {
    let loaded = try load(name)
    let finding = try #require(loaded.findings.first { $0.code == .columnOrder })
    #expect(finding.message.contains("columns \(columns)"))
    let stated = try load(name, .init(form: FileForm(columns: columns)))
    #expect(codes(stated).isDisjoint(with: [.inconsistentPrices, .columnOrder]))
    #expect(Array(stated.bars.close.values.suffix(2)) == Array(last))
    #expect(throws: MarketDataError.self) { try load(name, .init(repair: "all")) }
  }

  @Test("whole numbers of a billionth are prices")
  func fixedPoint() throws {
    let loaded = try load("databento-fixed-point.csv")
    #expect(loaded.bars.close.values == [4785.5, 4746.25, 4729])
    #expect(codes(loaded).contains(.fixedPoint))
  }

  @Test("Excel's line `sep=;` is the separator")
  func excel() throws {
    let loaded = try load("excel-sep-line.csv")
    #expect(loaded.bars.close.values == [100.5, 101.5, 102.5])
    #expect(loaded.bars.volume.values == [1000, 1200, 1100])
  }

  @Test("the settlement is the close of a day of futures, and the last price is named")
  func settle() throws {
    let loaded = try load("settle-beside-last.csv")
    #expect(loaded.bars.close.values == [70.38, 72.7])
    let finding = try #require(loaded.findings.first { $0.code == .unusedColumns })
    #expect(finding.message.contains("Last"))
    #expect(finding.message.contains("the close is Settle"))
  }

  @Test("an average price weighted by volume is no volume")
  func weighted() throws {
    let loaded = try load("volume-weighted-price.csv")
    #expect(loaded.bars.volume.missingCount == 3)
    #expect(loaded.findings.first { $0.code == .unusedColumns }?.message.contains("Volume Weighted") == true)
  }

  @Test("bars stamped with their end are seen, and read as that with `stamped close`")
  func endStamps() throws {
    let name = "stamped-at-close-30m.csv"
    for options in [BarFile.Options(), .init(zone: "America/New_York"), .init(calendar: "XNYS")] {
      let found = try load(name, options).findings.first { $0.code == .endStamps }
      #expect(found?.message.contains("stamped close") == true)
    }
    let loaded = try load(name, .init(zone: "America/New_York", stamped: "close"))
    #expect(loaded.bars.label(at: 0) == "2024-01-03T09:30:00-05:00")
    #expect(!codes(loaded).contains(.endStamps))
    let hours = try #require(SessionHours("regular", in: loaded.bars.zone))
    let session = try loaded.bars.within(hours)
    #expect(session.count == 39)
    let days = try session.resampled(to: .day)
    #expect(days.close.values == [106.5, 113, 119.5])
    #expect(days.volume.values == [1378, 1378, 1378])
    let lines = try BarFile.lines(
      ofBarsAt: [loaded.bars.times[0]], path: try SharedFolder.file("data/odd/\(name)"), in: DiskFiles(),
      contentHash: loaded.contentHash, options: .init(zone: "America/New_York", stamped: "close"))
    #expect(lines?[0]?.number == 2)
  }

  @Test("a disclaimer below the table is not read, and said")
  func footer() throws {
    let loaded = try load("footer.csv")
    #expect(loaded.bars.close.values == [100.5, 101.5, 102.5])
    #expect(loaded.findings.first { $0.code == .footer }?.count == 2)
  }
}
