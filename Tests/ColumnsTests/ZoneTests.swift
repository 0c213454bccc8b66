import Calendar
import Columns
import TestSupport
import Testing

@Suite("Zones")
struct ZoneTests {
  /// The seconds since 1970 at which New York changed its clocks from 1998 to 2030, forward and back in turn;
  /// listed with Python 3.11's zoneinfo.
  static let changes: [Int64] = [
    891_759_600, 909_295_200, 923_209_200, 941_349_600, 954_658_800, 972_799_200,
    986_108_400, 1_004_248_800, 1_018_162_800, 1_035_698_400, 1_049_612_400, 1_067_148_000,
    1_081_062_000, 1_099_202_400, 1_112_511_600, 1_130_652_000, 1_143_961_200, 1_162_101_600,
    1_173_596_400, 1_194_156_000, 1_205_046_000, 1_225_605_600, 1_236_495_600, 1_257_055_200,
    1_268_550_000, 1_289_109_600, 1_299_999_600, 1_320_559_200, 1_331_449_200, 1_352_008_800,
    1_362_898_800, 1_383_458_400, 1_394_348_400, 1_414_908_000, 1_425_798_000, 1_446_357_600,
    1_457_852_400, 1_478_412_000, 1_489_302_000, 1_509_861_600, 1_520_751_600, 1_541_311_200,
    1_552_201_200, 1_572_760_800, 1_583_650_800, 1_604_210_400, 1_615_705_200, 1_636_264_800,
    1_647_154_800, 1_667_714_400, 1_678_604_400, 1_699_164_000, 1_710_054_000, 1_730_613_600,
    1_741_503_600, 1_762_063_200, 1_772_953_200, 1_793_512_800, 1_805_007_600, 1_825_567_200,
    1_836_457_200, 1_857_016_800, 1_867_906_800, 1_888_466_400, 1_899_356_400, 1_919_916_000,
  ]

  @Test("New York's offset changes at every moment that zoneinfo lists, and at no other hour")
  func newYorkChanges() throws {
    let zone = try Fixture.newYork()
    #expect(Self.changes.count == 66)
    var expected = -18_000
    var next = 0
    // Every hour from 1998-01-01 to 2030-12-31.
    for second in stride(from: Int64(883_612_800), to: 1_924_905_600, by: 3600) {
      if next < Self.changes.count, Self.changes[next] <= second {
        expected = expected == -18_000 ? -14_400 : -18_000
        next += 1
      }
      let time = Timestamp(seconds: second)
      guard zone.offset(at: time) == expected else {
        Issue.record("offset \(zone.offset(at: time)) instead of \(expected) at \(second)")
        return
      }
    }
    #expect(next == Self.changes.count)
  }

  @Test("one second before a change the old offset holds")
  func edges() throws {
    let zone = try Fixture.newYork()
    for (index, change) in Self.changes.enumerated() {
      #expect(zone.offset(at: Timestamp(seconds: change - 1)) == (index % 2 == 0 ? -18_000 : -14_400))
      #expect(zone.offset(at: Timestamp(seconds: change)) == (index % 2 == 0 ? -14_400 : -18_000))
    }
  }

  @Test("a civil time leads to its moment and back, all through a year")
  func roundTrip() throws {
    let zone = try Fixture.newYork()
    for second in stride(from: Int64(1_577_836_800), to: 1_609_459_200, by: 900) {
      let time = Timestamp(seconds: second)
      let civil = zone.civilTime(at: time)
      let back = zone.timestamp(of: civil)
      // Of the repeated hour the first run is meant: an hour before.
      #expect(back == time || (back.seconds == second - 3600 && zone.civilTime(at: back) == civil))
    }
  }

  @Test("a skipped time is counted on from the change, a repeated one is the first")
  func skippedAndRepeated() throws {
    let zone = try Fixture.newYork()
    let march = try #require(CivilDate(year: 2020, month: 3, day: 8))
    // 2020-03-08T07:30Z is 03:30 in summer time, as zoneinfo has it with fold 0.
    #expect(zone.timestamp(of: CivilTime(date: march, hour: 2, minute: 30)).seconds == 1_583_652_600)
    #expect(zone.timestamp(of: CivilTime(date: march, hour: 1, minute: 59)).seconds == 1_583_650_740)
    #expect(zone.timestamp(of: CivilTime(date: march, hour: 3)).seconds == 1_583_650_800)
    let november = try #require(CivilDate(year: 2020, month: 11, day: 1))
    #expect(zone.timestamp(of: CivilTime(date: november, hour: 1, minute: 30)).seconds == 1_604_208_600)
    #expect(zone.timestamp(of: CivilTime(date: november, hour: 2)).seconds == 1_604_214_000)
    #expect(zone.timestamp(of: CivilTime(date: november)).seconds == 1_604_203_200)
  }

  @Test("the offset holds to the end of its span, and where the span ends it is another or asked again")
  func spans() throws {
    let zone = try Fixture.newYork()
    // Past the last change that the file lists the yearly rule continues: 2037 and later.
    for second in stride(from: Int64(-3_000_000_000), to: 5_000_000_000, by: 1_234_567) {
      let span = zone.offsetSpan(at: Timestamp(seconds: second))
      #expect(span.offset == zone.offset(at: Timestamp(seconds: second)))
      #expect(span.end.seconds > second)
      #expect(zone.offset(at: Timestamp(seconds: span.end.seconds - 1)) == span.offset)
    }
    #expect(Zone.utc.offsetSpan(at: Timestamp(seconds: 0)).offset == 0)
  }

  @Test("fixed offsets have names and texts")
  func fixedOffsets() {
    let zone = Zone(fixedOffset: 19_800)
    #expect(zone.identifier == "+05:30")
    #expect(zone.iso8601(Timestamp(seconds: 0)) == "1970-01-01T05:30:00+05:30")
    #expect(Zone(fixedOffset: -18_000).iso8601(Timestamp(milliseconds: 1)) == "1969-12-31T19:00:00.001-05:00")
    #expect(Zone(fixedOffset: 0).identifier == "UTC")
    #expect(Zone.utc.iso8601(Timestamp(seconds: -1)) == "1969-12-31T23:59:59Z")
  }

  @Test("bytes that are no TZif file are refused, and cut or changed ones do not trap")
  func damagedFiles() throws {
    #expect(ZoneRules(tzif: []) == nil)
    #expect(ZoneRules(tzif: Array("TZif2".utf8)) == nil)
    let bytes = try Fixture.newYorkBytes()
    for count in 0..<bytes.count where ZoneRules(tzif: Array(bytes[..<count])) != nil {
      // Only the text behind the tables may be missing.
      #expect(count > bytes.count - 30)
    }
    var dice = Dice(1)
    for _ in 0..<2000 {
      var changed = bytes
      changed[dice.below(changed.count)] = UInt8(dice.below(256))
      if let rules = ZoneRules(tzif: changed) {
        _ = Zone(identifier: "X", rules: rules).offset(at: Timestamp(seconds: 1_000_000_000))
      }
    }
  }
}
