import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Bars of a session")
struct SessionBarsTests {
  private static let zone = Result { try ZoneDatabase.zone(named: "America/New_York") }

  /// Bars that open at civil times of November 2024, `27T09:30`; closes count from 1, each volume is 1.
  private static func bars(_ times: [String], _ timeframe: Timeframe) throws -> Bars {
    let zone = try zone.get()
    let closes = Column(times.indices.map { Double($0 + 1) })
    return Bars(
      times: try times.map { text in
        let numbers = text.split { "T:".contains($0) }.compactMap { Int($0) }
        let date = try #require(CivilDate(year: 2024, month: 11, day: numbers[0]))
        return zone.timestamp(of: CivilTime(date: date, hour: numbers[1], minute: numbers[2]))
      }, open: closes, high: closes, low: closes, close: closes, volume: Column(repeating: 1, count: times.count),
      timeframe: timeframe, zone: zone)
  }

  private static func openings(_ bars: Bars) -> [String] {
    bars.times.map { "\(bars.zone.civilTime(at: $0))".suffix(8) }.map(String.init)
  }
  private static func closings(_ bars: Bars) -> [String] {
    bars.closings().map { String("\(bars.zone.civilTime(at: $0))".suffix(8)) }
  }

  private static let half = Timeframe(30, .minute)

  @Test("Only bars that have a part of the session are kept; on a half day those up to one o'clock")
  func within() throws {
    let all = try Self.bars(
      ["27T09:00", "27T09:30", "27T15:30", "27T16:00", "29T09:30", "29T12:30", "29T13:00"], Self.half)
    let kept = try all.within(try #require(SessionHours.regular(in: all.zone)))
    #expect(Self.openings(kept) == ["27T09:30", "27T15:30", "29T09:30", "29T12:30"])
    #expect(kept.close.values == [2, 3, 5, 6])
    #expect(kept.closingTimes == nil)
    let day = try kept.resampled(to: .day)
    #expect(Self.openings(day) == ["27T00:00", "29T00:00"])
    #expect(day.open.values == [2, 5] && day.close.values == [3, 6] && day.volume.values == [2, 2])
    #expect(throws: ResamplingError.noSessions(in: .day)) { try day.within(SessionHours(opens: 570, closes: 960)) }
  }

  @Test("Bars of hours count from the session's opening, and close with it")
  func anchored() throws {
    let times = (0..<13).map { "27T\(9 + ($0 + 1) / 2):\($0 % 2 == 0 ? "30" : "00")" }
    let regular = try Self.bars(times, Self.half).within(SessionHours(opens: 570, closes: 960))
    let four = try regular.resampled(to: Timeframe(4, .hour))
    #expect(Self.openings(four) == ["27T09:30", "27T13:30"])
    #expect(Self.closings(four) == ["27T13:30", "27T16:00"])
    #expect(four.open.values == [1, 9] && four.close.values == [8, 13])
    let hour = try regular.resampled(to: .hour)
    #expect(
      Self.openings(hour) == ["27T09:30", "27T10:30", "27T11:30", "27T12:30", "27T13:30", "27T14:30", "27T15:30"])
    #expect(Self.closings(hour).last == "27T16:00")
    #expect(hour.session == SessionHours(opens: 570, closes: 960))
  }

  @Test("A bar made of such as reach beyond its end is known when the last of them is")
  func overhang() throws {
    // Whole hours do not begin with a session of half past nine: the one of nine o'clock holds its opening.
    let hours = try Self.bars((9..<17).map { "27T\($0):00" }, .hour)
    let regular = try hours.within(SessionHours(opens: 570, closes: 960))
    #expect(Self.openings(regular).first == "27T09:00" && Self.openings(regular).last == "27T15:00")
    let four = try regular.resampled(to: Timeframe(4, .hour))
    #expect(Self.openings(four) == ["27T09:30", "27T13:30"])
    #expect(four.close.values == [5, 7])
    #expect(Self.closings(four) == ["27T14:00", "27T16:00"])
    // Four hours that lie across midnight end the day when they are over.
    let across = try Self.bars(["26T18:00", "26T22:00", "27T02:00"], Timeframe(4, .hour))
    #expect(Self.closings(try across.resampled(to: .day)) == ["27T02:00", "28T00:00"])
    #expect(Self.closings(try across.prefix(2).resampled(to: .day).prefix(1)) == ["27T02:00"])
    let short = try Self.bars(["27T15:00"], .hour).within(SessionHours(opens: 570, closes: 930))
    #expect(Self.closings(short) == ["27T16:00"])
  }

  @Test("A session over midnight belongs to the date on which it ends, and to that date's week")
  func overnight() throws {
    // Sunday 24 November is the evening of Monday's session.
    let bars = try Self.bars(["24T18:00", "25T10:00", "25T16:30", "25T17:00", "25T18:00", "26T09:00"], Self.half)
    let hours = try #require(SessionHours("18:00-17:00"))
    let days = try bars.within(hours).resampled(to: .day)
    #expect(Self.openings(days) == ["25T00:00", "26T00:00"])
    #expect(days.open.values == [1, 5] && days.close.values == [3, 6])
    #expect(Self.openings(try bars.within(hours).resampled(to: .week)) == ["25T00:00"])
    #expect(Self.openings(try bars.resampled(to: .week)) == ["18T00:00", "25T00:00"])
  }

  @Test(
    "The regular hours of real minutes give the days that are counted by hand from the file",
    .enabled(if: SharedFolder.isThere, "the folder ../shared is not there"))
  func realMinutes() throws {
    let path = try SharedFolder.file("data/market/intraday/SPY_1min_2013-10-04_2013-10-11.csv")
    let bars = try BarFile.load(path: path, options: BarFile.Options(zone: "America/New_York")).bars
    let regular = try bars.within(try #require(SessionHours.regular(in: bars.zone)))
    let days = try regular.resampled(to: .day)
    #expect(days.count == 6)
    for (day, time) in days.times.enumerated() {
      let date = days.zone.civilTime(at: time).date
      let inside = bars.times.indices.filter { index in
        let civil = bars.civilTime(at: index)
        return civil.date == date && civil.hour * 60 + civil.minute >= 570 && civil.hour < 16
      }
      #expect(days.open[day] == inside.first.map { bars.open[$0] })
      #expect(days.close[day] == inside.last.map { bars.close[$0] })
      #expect(days.high[day] == inside.map { bars.high[$0] }.max())
      #expect(days.low[day] == inside.map { bars.low[$0] }.min())
    }
    let four = try regular.resampled(to: Timeframe(4, .hour))
    #expect(four.count == 12)
  }
}
