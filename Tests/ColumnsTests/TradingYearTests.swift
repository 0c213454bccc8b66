import Calendar
import Columns
import MarketData
import TestSupport
import Testing

@Suite("The year of a series")
struct TradingYearTests {
  /// The bars of a usual day and whether weekends are traded, counted bar by bar.
  private static func counted(_ bars: Bars) -> (usual: Double, isEveryDay: Bool) {
    var days: [(date: CivilDate, bars: Int)] = []
    let first = bars.civilTime(at: 0).date
    for index in 0..<bars.count {
      let date = bars.civilTime(at: index).date
      if date >= first.adding(days: 28) { break }
      if days.last?.date == date { days[days.count - 1].bars += 1 } else { days.append((date, 1)) }
    }
    let counts = days.map(\.bars).sorted()
    let weekend = [6, 7].allSatisfy { weekday in days.contains { $0.date.weekday == weekday } }
    return (Double(counts[counts.count / 2]), weekend)
  }

  private static func bars(_ times: [Timestamp], _ timeframe: Timeframe, _ zone: Zone) -> Bars {
    let column = Column(repeating: 1, count: times.count)
    return Bars(
      times: times, open: column, high: column, low: column, close: column, volume: column, timeframe: timeframe,
      zone: zone)
  }

  @Test(
    "Days are found as if each bar were looked at, where the clock leaves midnight out or has it twice, too",
    arguments: [
      "UTC", "America/New_York", "America/Sao_Paulo", "Asia/Beirut", "America/Havana", "Africa/Cairo", "Asia/Kathmandu",
    ])
  func days(_ name: String) throws {
    guard let zone = try? ZoneDatabase.zone(named: name) else { return }
    var dice = Dice(7)
    // The changes of the clock of 2018: February and November in Brazil, March and October in Lebanon.
    for (year, month) in [(2018, 2), (2018, 3), (2018, 10), (2018, 11)] {
      for hours in [24, 7] {
        let start = zone.timestamp(
          of: CivilTime(date: try #require(CivilDate(year: year, month: month, day: 1)), hour: 24 - hours))
        var times: [Timestamp] = []
        for minute in stride(from: 0, to: 40 * 1440, by: 15) {
          let time = Timestamp(milliseconds: start.milliseconds + Int64(minute) * 60_000)
          let clock = zone.civilTime(at: time)
          if clock.hour >= 24 - hours, dice.below(10) > 0 { times.append(time) }
        }
        let bars = Self.bars(times, Timeframe(15, .minute), zone)
        let expected = Self.counted(bars)
        let year = bars.tradingYear
        #expect(year.barsPerPeriod == expected.usual, "\(name) \(month) \(hours)")
        #expect(year.tradesEveryDay == expected.isEveryDay, "\(name) \(month) \(hours)")
      }
    }
  }
}
