import Calendar
import Columns
import Language

/// The moments that a written date covers on a zone's clock: a year is all of that year.
public struct DateRange: Hashable, Sendable {
  /// The first moment.
  public var start: Timestamp
  /// The moment after the last one.
  public var end: Timestamp

  /// Makes the range of a date; nil for one that does not exist.
  ///
  /// `today` is the date of the program's start. A time of day covers its minute, or its second if written.
  public init?(_ literal: DateLiteral, zone: Zone, today: CivilDate) {
    func midnight(_ date: CivilDate) -> Timestamp { zone.timestamp(of: CivilTime(date: date)) }
    func days(_ first: CivilDate, _ next: CivilDate) -> (Timestamp, Timestamp) { (midnight(first), midnight(next)) }
    switch literal {
    case .year(let year):
      guard let first = CivilDate(year: year, month: 1, day: 1) else { return nil }
      (start, end) = days(first, first.adding(months: 12))
    case .month(let year, let month):
      guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
      (start, end) = days(first, first.adding(months: 1))
    case .day(let year, let month, let day):
      guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
      (start, end) = days(date, date.adding(days: 1))
    case .time(let year, let month, let day, let hour, let minute, let second, let offset):
      guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
      let civil = CivilTime(date: date, hour: hour, minute: minute, second: second)
      let clock = offset.map { Zone(fixedOffset: $0 * 60) } ?? zone
      start = clock.timestamp(of: civil)
      end = Timestamp(milliseconds: start.milliseconds + (second == 0 ? 60_000 : 1000))
    case .today:
      (start, end) = days(today, today.adding(days: 1))
    }
  }

  /// The moment at which the clock shows a time that lies a duration before another.
  ///
  /// Hours and shorter units are counted, days and longer ones follow the calendar. A moment beyond
  /// the year -100,000 or 100,000 lies in it.
  public static func moment(
    _ duration: DurationLiteral, before time: Timestamp, zone: Zone
  ) -> Timestamp {
    let civil = zone.civilTime(at: time)
    func moved(_ date: CivilDate) -> Timestamp {
      var copy = civil
      let year = max(-100_000, min(date.year, 100_000))
      copy.date = date.year == year ? date : date.adding(months: 12 * (year - date.year))
      return zone.timestamp(of: copy)
    }
    switch duration.unit {
    case .seconds, .minutes, .hours:
      let length = duration.timeframeUnit.nominalMilliseconds * Int64(duration.count)
      return Timestamp(milliseconds: time.milliseconds - length)
    case .days: return moved(civil.date.adding(days: -duration.count))
    case .weeks: return moved(civil.date.adding(days: -7 * duration.count))
    case .months: return moved(civil.date.adding(months: -duration.count))
    case .quarters: return moved(civil.date.adding(months: -3 * duration.count))
    case .years: return moved(civil.date.adding(months: -12 * duration.count))
    }
  }
}

extension DateRange {
  /// The range of one moment.
  public init(moment: Timestamp) {
    start = moment
    end = Timestamp(milliseconds: moment.milliseconds + 1)
  }
}
