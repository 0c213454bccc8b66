import Calendar
import Columns
import Indicators

/// The first bars of periods, as a column of booleans.
enum PeriodStarts {
  /// True on the first bar of each period, and on the first bar: if a series begins within a period, the rest of it
  /// counts as one.
  ///
  /// Sessions and longer periods go by the dates of sessions, days by the midnights of the series' clock.
  static func column(_ period: AnchorPeriod, of bars: Bars) -> Column {
    Column(count: bars.count) { result in
      var cursor = SessionCursor(hours: period == .day ? nil : bars.session, zone: bars.zone)
      var latest = Int.min
      for index in 0..<bars.count {
        result[index] = 0
        guard cursor.go(to: bars.times[index]) || index == 0 else { continue }
        let number = period.number(of: cursor.date)
        if number != latest { result[index] = 1 }
        latest = number
      }
    }
  }
}

extension AnchorPeriod {
  /// A number that is another one in each period.
  fileprivate func number(of date: CivilDate) -> Int {
    switch self {
    case .session, .day: date.daysSince1970
    case .week: date.adding(days: 1 - date.weekday).daysSince1970
    case .month: date.year * 12 + date.month
    case .quarter: date.year * 4 + (date.month - 1) / 3
    case .year: date.year
    case .first: 0
    }
  }
}
