import Backtesting
import Calendar
import Columns
import PlainSimulation
import Testing

struct ReturnBasisTests {
  func bars(_ times: [Timestamp], _ timeframe: Timeframe, zone: Zone = .utc) -> Bars {
    let column = Column(repeating: 1, count: times.count)
    return Bars(
      times: times,
      open: column,
      high: column,
      low: column,
      close: column,
      volume: column,
      timeframe: timeframe,
      zone: zone
    )
  }

  func hours(_ hours: [Int]) -> [Timestamp] {
    // From Monday, 2024-01-01, 00:00 UTC.
    hours.map { Timestamp(seconds: (19_723 * 24 + Int64($0)) * 3600) }
  }

  @Test("periods a year come from the timeframe, from weekends that trade, or from the user")
  func periods() {
    let weekdays = weekdayTimes(30)
    let everyDay = hours((0..<30).map { $0 * 24 })
    func basis(_ times: [Timestamp], _ timeframe: Timeframe, _ override: Double? = nil) -> ReturnBasis {
      ReturnBasis(bars: bars(times, timeframe), range: 0..<times.count, periodsPerYear: override)
    }
    #expect(basis(weekdays, .day).periodsPerYear == 252)
    #expect(basis(weekdays, .day).source == .timeframe)
    #expect(basis(everyDay, .day).periodsPerYear == 365)
    #expect(basis(everyDay, .day).source == .everyDay)
    #expect(basis(everyDay, .day, 260).periodsPerYear == 260)
    #expect(basis(everyDay, .day, 260).source == .setting)
    #expect(basis(weekdays, .week).periodsPerYear == 52)
    #expect(basis(weekdays, .month).periodsPerYear == 12)
    #expect(basis(weekdays, .quarter).periodsPerYear == 4)
    #expect(basis(weekdays, .year).periodsPerYear == 1)
    #expect(basis(hours(Array(0..<24 * 14)), .hour).periodsPerYear == 365)
    // Monday to Friday and Sunday evening, as currencies trade.
    let currency = (0..<24 * 14).filter { ($0 / 24 % 7) < 5 || ($0 / 24 % 7 == 6 && $0 % 24 >= 22) }
    #expect(basis(hours(currency), .hour).periodsPerYear == 252)
    #expect(basis(hours([0]), .day).periodsPerYear == 252)
    #expect(near(basis(weekdays, .day).years, 39.0 / 365.25))
  }

  @Test("intraday returns are taken between the last bars of days, on the clock of the series")
  func days() {
    let times = hours([10, 11, 30, 33, 50])
    let utc = ReturnBasis(bars: bars(times, .hour), range: 0..<5)
    #expect(utc.period == .day)
    #expect(utc.marks == [1, 3, 4])
    let west = bars(times, .hour, zone: Zone(fixedOffset: -8 * 3600))
    #expect(ReturnBasis(bars: west, range: 0..<5).marks == [2, 4], "30 hours less 8 are the first day")
    #expect(ReturnBasis(bars: bars(times, .hour), range: 1..<4).marks == [0, 2])
  }
}
