import Calendar
import Columns

/// The calendar of bars by their zone and the days on which they are.
///
/// Guessed is the stock exchange of the zone: a market whose day runs over midnight is another day for each bar, and
/// must be asked for, as must that of index options, whose days are those of the stocks and whose hours are others.
enum CalendarGuess {
  /// Sessions in a row without bars that are a hole in the data, and say nothing about the calendar.
  private static let hole = 20

  /// The calendar of bars; nil if none of the zone fits, if there are few days, and for bars longer than a day.
  ///
  /// It fits if at most 1 in 100 days with bars is not one of its sessions, and at most 3 in 100 sessions between the
  /// first bar and the last, without gaps, have no bars.
  static func calendar(of bars: Bars) -> MarketCalendar? {
    guard bars.timeframe == .day || bars.timeframe.isIntraday, !bars.isEmpty else { return nil }
    let candidates = MarketCalendar.allCases.filter {
      $0.zoneIdentifier == bars.zone.identifier && $0.tradingDay == nil && $0 != .crypto && $0 != .cboe
    }
    guard !candidates.isEmpty else { return nil }
    let dates = dates(of: bars)
    guard dates.count >= (bars.timeframe.isIntraday ? 5 : 60) else { return nil }
    return candidates.first { fits($0, dates) }
  }

  /// The dates with bars, in the years whose days are known.
  private static func dates(of bars: Bars) -> [CivilDate] {
    var dates: [CivilDate] = []
    if !bars.timeframe.isIntraday { dates.reserveCapacity(bars.count) }
    var clock = ZoneClock(bars.zone)
    var index = 0
    while index < bars.count {
      let civil = clock.civilTime(at: bars.times[index])
      let date = bars.timeframe.isIntraday ? civil.date : bars.sessionDate(of: civil)
      if MarketCalendar.covers(date) { dates.append(date) }
      index =
        bars.timeframe.isIntraday
        ? max(
          index + 1,
          bars.firstIndex(notBefore: bars.zone.timestamp(of: CivilTime(date: date.adding(days: 1))), from: index))
        : index + 1
    }
    return dates
  }

  private static func fits(_ calendar: MarketCalendar, _ dates: [CivilDate]) -> Bool {
    var others = 0
    var missing = 0
    var previous: CivilDate?
    for date in dates {
      if !calendar.isTradingDay(date) { others += 1 }
      if let previous {
        let between = date.daysSince1970 - previous.daysSince1970
        // Three weekends lie in the longest run of sessions that is not a gap.
        if between > 1, between <= hole + 10 {
          let passed = calendar.tradingDays(after: previous, before: date).count
          if passed <= hole { missing += passed }
        }
      }
      previous = date
    }
    return others * 100 <= dates.count && missing * 100 <= 3 * dates.count
  }
}
