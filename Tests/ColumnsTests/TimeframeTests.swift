import Calendar
import Columns
import Testing

@Suite("Timeframes")
struct TimeframeTests {
  @Test("texts are read as typed and written back")
  func texts() {
    for text in ["1s", "1m", "30m", "1h", "4h", "1d", "1w", "1mo", "1q", "2y"] {
      #expect(Timeframe(text)?.description == text)
    }
    #expect(Timeframe("M1") == .minute)
    #expect(Timeframe("MN1") == .month)
    #expect(Timeframe("H4") == Timeframe(4, .hour))
    for text in [
      "", "m", "0m", "-1m", "1M", "1 m", "1x", "1D", "10001m", "99999999999999999999m", "1.5h", "٣m",
    ] {
      #expect(Timeframe(text) == nil, "\(text)")
    }
  }

  @Test("only what is shorter than a day carries times")
  func intraday() {
    #expect(Timeframe(1, .hour).isIntraday)
    #expect(!Timeframe.day.isIntraday)
    #expect(!Timeframe.quarter.isIntraday)
  }

  /// A civil time, a timeframe, and the start and the end of the period it lies in.
  static let periods = [
    ("2024-02-29T14:37:05", "5m", "2024-02-29T14:35", "2024-02-29T14:40"),
    ("2024-02-29T14:37:05", "4h", "2024-02-29T12:00", "2024-02-29T16:00"),
    ("2024-02-29T23:10", "7h", "2024-02-29T21:00", "2024-03-01T00:00"),
    ("2024-02-29T14:37", "1d", "2024-02-29T00:00", "2024-03-01T00:00"),
    ("2024-02-29T14:37", "1w", "2024-02-26T00:00", "2024-03-04T00:00"),
    ("2024-03-03T23:59", "1w", "2024-02-26T00:00", "2024-03-04T00:00"),
    ("1969-12-28T12:00", "1w", "1969-12-22T00:00", "1969-12-29T00:00"),
    ("2024-02-29T14:37", "1mo", "2024-02-01T00:00", "2024-03-01T00:00"),
    ("2024-05-29T00:00", "1q", "2024-04-01T00:00", "2024-07-01T00:00"),
    ("2024-12-31T23:59", "1y", "2024-01-01T00:00", "2025-01-01T00:00"),
    ("2024-05-29T00:00", "6mo", "2024-01-01T00:00", "2024-07-01T00:00"),
    ("1970-01-02T00:00", "2d", "1970-01-01T00:00", "1970-01-03T00:00"),
  ]

  @Test("a period starts and ends where the calendar says", arguments: periods)
  func period(civil: String, timeframe: String, start: String, end: String) throws {
    let time = try #require(Self.civil(civil))
    let frame = try #require(Timeframe(timeframe))
    #expect(frame.periodStart(containing: time).description == start)
    #expect(frame.periodEnd(containing: time).description == end)
    let first = frame.periodStart(containing: time)
    #expect(frame.periodStart(containing: first) == first)
    #expect(frame.periodEnd(containing: first).description == end)
  }

  private static func civil(_ text: String) -> CivilTime? {
    let parts = text.split { "-T:".contains($0) }.compactMap { Int($0) }
    guard parts.count >= 5, let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) else {
      return nil
    }
    return CivilTime(date: date, hour: parts[3], minute: parts[4], second: parts.count > 5 ? parts[5] : 0)
  }
}
