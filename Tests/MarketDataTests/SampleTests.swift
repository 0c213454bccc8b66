import Calendar
import Columns
import MarketData
import Research
import TestSupport
import Testing

@Suite("Samples")
struct SampleTests {
  private static let series = Sample.all.filter { $0.kind != .fundamentals }

  @Test(
    "a sample equals its source bar by bar",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: series
  )
  func equalsSource(_ sample: Sample) throws {
    let source = try BarFile.load(
      path: SharedFolder.file("data/" + sample.sourceFile),
      options: .init(symbol: sample.name, zone: "America/New_York")
    )
    let loaded = try sample.load()
    #expect(values(loaded.bars) == values(source.bars))
    #expect(loaded.bars.timeframe == source.bars.timeframe)
    #expect(loaded.bars.zone == source.bars.zone)
    #expect(loaded.isMacro == source.isMacro)
    #expect(loaded.isMacro == (sample.kind == .macro))
    // Its bytes are those that packing the source makes today.
    let packed = try PackedBars(bars: source.bars, symbol: sample.name, isMacro: source.isMacro).encode()
    #expect(packed.count == loaded.byteCount)
  }

  @Test(
    "a sample of fundamentals equals its source",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"),
    arguments: Sample.all.filter { $0.kind == .fundamentals }
  )
  func equalsFilings(_ sample: Sample) throws {
    let source = try Fundamentals(
      companyFacts: SharedFolder.bytes("data/" + sample.sourceFile),
      symbol: sample.name,
      file: sample.sourceFile
    )
    #expect(try sample.loadFundamentals() == source)
  }

  @Test("the table is in order: every sample loads, names are unique, spans are true")
  func table() throws {
    var seen: Set<String> = []
    for sample in Sample.all {
      #expect(seen.insert("\(sample.name) \(sample.kind) \(sample.timeframe)").inserted)
      #expect(!sample.title.isEmpty && !sample.source.isEmpty && !sample.provenance.isEmpty)
      let licences = ["Apache-2.0", "BSD-3-Clause", "MIT"]
      #expect(licences.contains(sample.licence) || sample.licence.hasPrefix("public domain"))
      if sample.kind == .fundamentals {
        let years = try sample.loadFundamentals().years
        let (first, last) = (try #require(years.first), try #require(years.last))
        #expect(sample.span == "FY\(first.year)..FY\(last.year)")
        #expect(throws: MarketDataError.self) { try sample.load() }
      } else {
        let bars = try sample.load().bars
        #expect(bars.timeframe == sample.timeframe)
        let ends = sample.span.split(separator: ".").map(String.init)
        #expect(bars.civilTime(at: 0).date.description.hasPrefix(ends[0]))
        #expect(bars.civilTime(at: bars.count - 1).date.description.hasPrefix(ends[1]))
        #expect(throws: MarketDataError.self) { try sample.loadFundamentals() }
      }
    }
  }

  @Test("a name finds daily bars first, and what else is asked for")
  func names() throws {
    #expect(Sample.named("SPY")?.timeframe == .day)
    #expect(Sample.named("SPY", timeframe: .hour)?.file == "SPY.1h.bars")
    #expect(Sample.named("AAPL")?.kind == .bars)
    #expect(Sample.named("AAPL", kind: .fundamentals)?.kind == .fundamentals)
    #expect(Sample.named("NVDA")?.kind == .fundamentals)
    #expect(Sample.named("UNRATE")?.kind == .macro)
    #expect(Sample.named("GOOG") == nil)
    let spy = try #require(Sample.named("SPY")).load()
    #expect(spy.bars.count == 5849)
    #expect(spy.bars.label(at: 0) == "1998-01-02")
    #expect(spy.bars.close[5848] == 396.33)
    #expect(spy.bars.volume[5848] == 90_673_494)
    #expect(spy.bars.zone.identifier == "America/New_York")
    let hourly = try #require(Sample.named("SPY", timeframe: .hour)).load()
    #expect(hourly.bars.count == 10_965)
    #expect(hourly.bars.label(at: 0) == "2015-01-02T09:00:00-05:00")
  }

  @Test("packed bars come back as they were, odd ones too")
  func roundTrip() throws {
    let start: Int64 = 1_699_999_980
    let times = (0..<500).map { (index: Int) in Timestamp(seconds: start + Int64(index * index * 60)) }
    func column(_ decimals: Double, _ offset: Int) -> Column {
      Column((0..<500).map { (index: Int) in Double((index * 7919 + offset) % 100_003 - 50_000) / decimals })
    }
    let bars = Bars(
      times: times,
      open: column(100, 1),
      high: column(1000, 2),
      low: column(1e8, 3),
      close: column(1, 4),
      volume: column(4, 5),
      timeframe: .minute,
      zone: .utc
    )
    let bytes = try PackedBars(bars: bars, symbol: "ODD", isMacro: false).encode()
    let back = try bytes.withUnsafeBufferPointer { try PackedBars.decode($0, name: "ODD") }
    #expect(back.bars == bars)
    #expect(back.symbol == "ODD")
    var unpackable = bars
    unpackable.close[3] = .missing
    #expect(throws: MarketDataError.self) {
      try PackedBars(bars: unpackable, symbol: "X", isMacro: false).encode()
    }
    let none = PackedBars(bars: bars.prefix(0), symbol: "NONE", isMacro: false)
    let empty = try none.encode()
    #expect(try empty.withUnsafeBufferPointer { try PackedBars.decode($0, name: "NONE") }.bars.isEmpty)
  }

  @Test("damaged bytes are refused or decoded to something, and never trap", .enabled(if: Thoroughness.isFull, "slow"))
  func damaged() throws {
    let bars = try #require(Sample.named("SPY")).load().bars.prefix(200)
    let bytes = try PackedBars(bars: bars, symbol: "SPY", isMacro: false).encode()
    func decode(_ bytes: [UInt8]) -> Bool {
      (try? bytes.withUnsafeBufferPointer { try PackedBars.decode($0, name: "x") }) != nil
    }
    #expect(decode(bytes))
    for count in 0..<bytes.count - 12 { #expect(!decode(Array(bytes[..<count]))) }
    var dice = Dice(7)
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<3 {
        changed[dice.below(changed.count)] = UInt8(dice.below(256))
      }
      _ = decode(changed)
    }
  }
}
