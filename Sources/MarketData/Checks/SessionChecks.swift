import Calendar
import Columns

/// Bars at times at which their market does not trade.
enum SessionChecks {
  /// Minutes around the hours of a market in which its auctions may print.
  private static let auction = 30

  /// The indices of bars outside the sessions of their calendar, in the years whose days are known.
  ///
  /// New York's stocks trade from 04:00 to 20:00 with the hours before and after the session; other markets half an
  /// hour around theirs. Of bars of a day those of days without a session; longer ones are unknown.
  static func outside(_ bars: Bars) -> [Int] {
    guard let calendar = bars.calendar, calendar != .crypto, bars.timeframe == .day || bars.timeframe.isIntraday else {
      return []
    }
    if !bars.timeframe.isIntraday {
      var clock = ZoneClock(bars.zone)
      return bars.times.indices.filter { index in
        let date = bars.sessionDate(of: clock.civilTime(at: bars.times[index]))
        return MarketCalendar.covers(date) && !calendar.isTradingDay(date)
      }
    }
    let hours = SessionHours.extended(in: bars.zone, of: calendar) ?? calendar.hours
    let slack = hours == calendar.hours && calendar.tradingDay == nil ? Int64(auction) * 60_000 : 0
    let length = bars.timeframe.nominalMilliseconds
    var cursor = SessionCursor(hours: hours, zone: bars.zone)
    var isOpen = true
    return bars.times.indices.filter { index in
      let time = bars.times[index].milliseconds
      if cursor.go(to: bars.times[index]) {
        isOpen = calendar.isTradingDay(cursor.date) || !MarketCalendar.covers(cursor.date)
      }
      let isWithin = time < cursor.close.milliseconds + slack && time + length > cursor.open.milliseconds - slack
      return !isOpen || !isWithin
    }
  }
}
