import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("Stamps of bars of a day or longer")
struct StampReadingTests {
  private static func bars(
    _ times: [String], _ timeframe: Timeframe, _ zone: Zone = .utc, calendar: MarketCalendar? = nil,
    stamps: StampReading = .cautious
  ) -> Bars {
    let column = Column(repeating: 1, count: times.count)
    return Bars(
      times: times.map { zone.timestamp(of: civil($0)) }, open: column, high: column, low: column, close: column,
      volume: column, timeframe: timeframe, zone: zone, calendar: calendar, stamps: stamps)
  }

  private static func civil(_ text: String) -> CivilTime {
    let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) }
    let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) ?? CivilDate(daysSince1970: 0)
    return CivilTime(date: date, hour: numbers.count > 3 ? numbers[3] : 0, minute: numbers.count > 4 ? numbers[4] : 0)
  }

  private static func closings(_ bars: Bars) -> [String] { bars.closings().map { "\(bars.zone.civilTime(at: $0))" } }

  @Test("A day that is stamped in the evening is known its length later, not at the next midnight")
  func eveningDays() throws {
    #expect(Self.closings(Self.bars(["2017-06-05T21:00"], .day)) == ["2017-06-06T21:00"])
    #expect(Self.closings(Self.bars(["2017-06-05T09:30"], .day)) == ["2017-06-06T00:00"])
    let zone = try ZoneDatabase.zone(named: "America/New_York")
    // The clocks go forward in the night to 10 March 2024: a day of 24 hours ends at 18:00.
    #expect(Self.closings(Self.bars(["2024-03-09T17:00"], .day, zone)) == ["2024-03-10T18:00"])
    #expect(Self.closings(Self.bars(["2024-11-02T17:00"], .day, zone)) == ["2024-11-03T17:00"])
  }

  @Test("A market's calendar decides: hours that hold the stamp, or a day that begins there")
  func calendars() throws {
    let zone = try ZoneDatabase.zone(named: "America/New_York")
    func closing(_ stamp: String, _ calendar: MarketCalendar) -> [String] {
      Self.closings(Self.bars([stamp], .day, zone, calendar: calendar))
    }
    #expect(closing("2024-01-03T16:00", .newYork) == ["2024-01-04T00:00"])
    #expect(closing("2024-01-03T18:00", .newYork) == ["2024-01-04T18:00"])
    #expect(closing("2024-01-03T17:00", .currencies) == ["2024-01-04T17:00"])
  }

  @Test("A week that is stamped on a weekend or in the evening is known seven days later")
  func weeks() {
    #expect(
      Self.closings(Self.bars(["2018-01-07", "2018-01-14"], .week)) == ["2018-01-14T00:00", "2018-01-21T00:00"])
    #expect(Self.closings(Self.bars(["2017-06-04T21:00"], .week)) == ["2017-06-11T21:00"])
    #expect(Self.closings(Self.bars(["2018-01-05"], .week)) == ["2018-01-08T00:00"])
    #expect(Self.closings(Self.bars(["2018-01-08"], .week)) == ["2018-01-15T00:00"])
  }

  @Test("A month that is stamped on the evening before it is known at its end")
  func months() {
    #expect(Self.closings(Self.bars(["2017-05-31T21:00"], .month)) == ["2017-07-01T00:00"])
    #expect(Self.closings(Self.bars(["2017-05-31"], .month)) == ["2017-06-01T00:00"])
    #expect(Self.closings(Self.bars(["2017-06-01"], .month)) == ["2017-07-01T00:00"])
    #expect(Self.closings(Self.bars(["2017-03-31T22:00"], .quarter)) == ["2017-07-01T00:00"])
  }

  @Test("A reading that was asked for holds for all stamps")
  func asked() {
    #expect(Self.closings(Self.bars(["2018-01-07"], .week, stamps: .period)) == ["2018-01-08T00:00"])
    #expect(Self.closings(Self.bars(["2018-01-03T16:00"], .day, stamps: .period)) == ["2018-01-04T00:00"])
    #expect(Self.closings(Self.bars(["2018-01-03T09:00"], .day, stamps: .opening)) == ["2018-01-04T09:00"])
    #expect(Self.closings(Self.bars(["2018-01-03"], .week, stamps: .opening)) == ["2018-01-10T00:00"])
    #expect(Self.closings(Self.bars(["2018-01-31"], .month, stamps: .opening)) == ["2018-03-01T00:00"])
    #expect(Self.closings(Self.bars(["2018-01-15"], .month, stamps: .opening)) == ["2018-02-16T00:00"])
  }

  @Test("Evening days belong to the week and the month of the next day")
  func resampling() throws {
    // From Friday to Tuesday: Sunday evening is Monday's bar.
    let days = Self.bars(["2018-03-29T17:00", "2018-04-01T17:00", "2018-04-02T17:00"], .day)
    #expect(
      try days.resampled(to: .week).times.map { "\(Zone.utc.civilTime(at: $0).date)" } == ["2018-03-26", "2018-04-02"])
    let ends = Self.bars(["2018-03-29T17:00", "2018-03-31T17:00"], .day)
    #expect(
      try ends.resampled(to: .month).times.map { "\(Zone.utc.civilTime(at: $0).date)" } == ["2018-03-01", "2018-04-01"])
    #expect(days.sessionDate(at: 1).description == "2018-04-02")
    #expect(days.lastOfPeriods(.week).values == [1, 0, 0])
    let weeks = try days.resampled(to: .week)
    #expect(days.members(ofBar: 1, of: weeks) == [1, 2])
  }

  /// No value is seen before its last hour has closed, whatever the hour, the clock and the length of bars that are
  /// stamped with their opening in the evening.
  @Test("No bar that is stamped in the evening closes before its last hour", arguments: 0..<40)
  func law(seed: Int) throws {
    var dice = Dice(UInt64(seed) + 20)
    let names = ["UTC", "America/New_York", "America/Chicago", "Europe/London"]
    let zone = try ZoneDatabase.zone(named: names[dice.whole(0...3)])
    let hour = dice.whole(16...23)
    let unit = [Timeframe.Unit.day, .week, .month, .quarter][dice.whole(0...3)]
    let timeframe = Timeframe(1, unit)
    var times: [Timestamp] = []
    var ends: [Int64] = []
    // Each hour belongs to the day that began last at the hour, and that to a week, month or quarter.
    let first = zone.timestamp(of: CivilTime(date: CivilDate(daysSince1970: 17_000))).milliseconds
    var previous: CivilDate?
    for number in 0..<6000 {
      let time = Timestamp(milliseconds: first + Int64(number) * 3_600_000)
      let civil = zone.civilTime(at: time)
      let date = civil.hour >= hour ? civil.date.adding(days: 1) : civil.date
      guard date.weekday <= 5 else { continue }
      let period = timeframe.periodStart(containing: CivilTime(date: date)).date
      if period != previous {
        let evening = CivilTime(date: period.adding(days: -1), hour: hour)
        times.append(zone.timestamp(of: evening))
        ends.append(0)
        previous = period
      }
      ends[ends.count - 1] = time.milliseconds + 3_600_000
    }
    let column = Column(repeating: 1, count: times.count)
    let bars = Bars(
      times: times, open: column, high: column, low: column, close: column, volume: column, timeframe: timeframe,
      zone: zone)
    for (closing, end) in zip(bars.closings(), ends).dropLast() {
      #expect(closing.milliseconds >= end, "\(timeframe) at \(hour) in \(zone.identifier)")
    }
    let part = bars.prefix(times.count / 2)
    #expect(part.closings() == Array(bars.closings().prefix(part.count)))
  }
}
