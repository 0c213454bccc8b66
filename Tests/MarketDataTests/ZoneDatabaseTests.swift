import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Zone database")
struct ZoneDatabaseTests {
  @Test("New York inside the program is the system's New York")
  func embedded() throws {
    let system = try ZoneDatabase.zone(named: "America/New_York")
    #expect(system.identifier == ZoneDatabase.newYork.identifier)
    for second in stride(from: Int64(0), to: 2_000_000_000, by: 86_400 * 3) {
      let time = Timestamp(seconds: second)
      #expect(system.offset(at: time) == ZoneDatabase.newYork.offset(at: time))
    }
  }

  static let offsets: [(name: String, summer: Int)] = [
    ("UTC", 0), ("GMT", 0), ("Etc/UTC", 0), ("+02:00", 7200), ("-0530", -19_800), ("UTC+2", 7200),
    ("GMT-5", -18_000),
    ("Europe/Berlin", 7200), ("Asia/Tokyo", 32_400), ("Asia/Kolkata", 19_800), ("Europe/Dublin", 3600),
    ("Australia/Sydney", 36_000), ("America/Sao_Paulo", -10_800),
  ]

  @Test("a zone has its offset of July 2024", arguments: offsets)
  func offset(name: String, summer: Int) throws {
    #expect(try ZoneDatabase.zone(named: name).offset(at: Timestamp(seconds: 1_720_000_000)) == summer)
  }

  @Test("Dublin, whose winter is the exception, follows its rule past the last listed change")
  func dublin() throws {
    let zone = try ZoneDatabase.zone(named: "Europe/Dublin")
    // 2050-01-15 and 2050-07-15.
    #expect(zone.offset(at: Timestamp(seconds: 2_525_817_600)) == 0)
    #expect(zone.offset(at: Timestamp(seconds: 2_541_456_000)) == 3600)
  }

  @Test(
    "A clock that is read in turn shows what its zone shows", arguments: ["UTC", "America/New_York", "Asia/Kolkata"])
  func clock(_ name: String) throws {
    let zone = try ZoneDatabase.zone(named: name)
    var random = Dice(9)
    var clock = ZoneClock(zone)
    var moment: Int64 = -2_000_000_000_000
    for _ in 0..<20_000 {
      let time = Timestamp(milliseconds: moment)
      try #require(clock.civilTime(at: time) == zone.civilTime(at: time), "\(time)")
      // Mostly on, and now and then far back.
      moment +=
        Int.random(in: 0..<100, using: &random) == 0
        ? -900_000_000_000
        : 400_000_000
          - Int64.random(in: 0...100_000_000, using: &random)
    }
  }
}
