import Calendar
import Columns
import MarketData
import TestSupport
import Testing

/// Of rows of one hour the minute alone is read: whatever the form of the stamps, the times must be those that they state.
@Suite("Stamps of one hour")
struct KnownHourTests {
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test(
    "times are those of the stamps, in any form and through a change of the clock",
    arguments: ["", ":00", ":07", ":07.250", "Z", ":00Z", ":00+02:00", ":00.000000-05:00"], ["UTC", "America/New_York"])
  func forms(end: String, zoneName: String) throws {
    var dice = Dice(UInt64(end.utf8.count) + (zoneName == "UTC" ? 0 : 100))
    let zone = try ZoneDatabase.zone(named: zoneName)
    let offset = end.hasSuffix("+02:00") ? 7_200_000 : end.hasSuffix("-05:00") ? -18_000_000 : 0
    let isExact = offset != 0 || end.hasSuffix("Z")
    let finer = end.contains(":07.250") ? 7_250 : end.contains(":07") ? 7_000 : 0
    let first = try #require(CivilDate(iso8601: "2024-03-08"))
    var (text, expected) = ("time,close\n", [Int64]())
    // The hours after four, as those before are there twice or not at all on the days of a change.
    for day in 0..<6 {
      for minute in stride(from: 0, to: 1440, by: 1) where minute >= 240 && dice.below(10) < 7 {
        let civil = CivilTime(date: first.adding(days: day), millisecond: minute * 60_000 + finer)
        let mark = dice.below(400) == 0 ? "T" : " "
        text += "\(civil.date)\(mark)\(Self.two(minute / 60)):\(Self.two(minute % 60))\(end),1\n"
        expected.append(
          isExact
            ? Int64(civil.date.daysSince1970) * 86_400_000 + Int64(civil.millisecondOfDay - offset)
            : zone.timestamp(of: civil).milliseconds)
      }
    }
    let read = try BarFile.read(Array(text.utf8), name: "x.csv", options: BarFile.Options(zone: zoneName))
    #expect(read.bars.times.map(\.milliseconds) == expected)
  }

  @Test("a minute above 59 and other text of the length of the stamps before are no times")
  func others() {
    for stamp in ["2024-01-02 10:61", "2024-01-02 10:6x", "2024-01-02 10-30", "2024-01-02 1030:"] {
      let text = "time,close\n2024-01-02 10:00,1\n2024-01-02 10:01,1\n\(stamp),1\n"
      #expect(throws: MarketDataError.self, "\(stamp)") { try BarFile.read(Array(text.utf8), name: "x.csv") }
    }
  }
}
