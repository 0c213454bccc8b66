import Calendar
import Testing

@Suite("The hours of markets at a moment")
struct MarketHoursTests {
  private func time(_ year: Int, _ month: Int, _ day: Int, _ minutes: Int, _ zone: Zone) throws -> Timestamp {
    zone.timestamp(
      of: CivilTime(date: try #require(CivilDate(year: year, month: month, day: day)), hour: 0)
    ).adding(minutes: minutes)
  }

  @Test("New York opens at 9:30, closes at 16:00, at 13:00 on the day after Thanksgiving, and not at all on holidays")
  func newYork() throws {
    let zone = Zone(fixedOffset: -5 * 3600)
    let hours = MarketHours(.newYork, zone: zone)
    for (month, day, minutes, isOpen) in [
      (11, 25, 569, false), (11, 25, 570, true), (11, 25, 959, true), (11, 25, 960, false), (11, 27, 779, true),
      (11, 27, 780, false), (11, 26, 700, false), (11, 28, 700, false),
    ] {
      #expect(hours.isOpen(at: try time(2026, month, day, minutes, zone)) == isOpen, "\(month)-\(day) \(minutes)")
    }
  }

  @Test("Futures of Chicago open on the evening before, and pairs of coins never close")
  func overnight() throws {
    let zone = Zone(fixedOffset: -6 * 3600)
    let futures = MarketHours(.cmeEquity, zone: zone)
    // A Saturday, a Sunday and its evening, in Chicago.
    #expect(!futures.isOpen(at: try time(2026, 1, 10, 720, zone)))
    #expect(!futures.isOpen(at: try time(2026, 1, 11, 1019, zone)))
    #expect(futures.isOpen(at: try time(2026, 1, 11, 1021, zone)))
    #expect(MarketHours(.crypto, zone: .utc).isOpen(at: try time(2026, 1, 10, 3, .utc)))
  }
}

extension Timestamp {
  fileprivate func adding(minutes: Int) -> Timestamp { Timestamp(milliseconds: milliseconds + Int64(minutes) * 60_000) }
}
