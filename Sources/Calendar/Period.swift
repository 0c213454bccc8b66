/// The periods that a timeframe divides a calendar into.
///
/// Periods shorter than a day count from midnight, so that the last one of a day may be cut short; days and
/// weeks of more than one count from 1970-01-01 and the Monday before it; months, quarters and years from
/// year 0. Weeks begin on Monday.
extension Timeframe {
  /// The start of the period that a civil time lies in.
  public func periodStart(containing civil: CivilTime) -> CivilTime {
    func month(_ months: Int) -> CivilTime {
      let first = (civil.date.year * 12 + civil.date.month - 1).floored(by: months) * months
      return CivilTime(date: CivilDate.january(0).adding(months: first))
    }
    let days = civil.date.daysSince1970
    switch unit {
    case .second, .minute, .hour:
      var start = civil
      // Longer than a day is a full day: the calendar has no other anchor for it.
      let length = Int(min(nominalMilliseconds, Int64(CivilTime.millisecondsPerDay)))
      start.millisecondOfDay -= civil.millisecondOfDay % length
      return start
    case .day: return CivilTime(date: CivilDate(daysSince1970: days.floored(by: count) * count))
    case .week: return CivilTime(date: CivilDate(daysSince1970: (days + 3).floored(by: 7 * count) * 7 * count - 3))
    case .month: return month(count)
    case .quarter: return month(3 * count)
    case .year: return month(12 * count)
    }
  }

  /// The start of the period after the one that a civil time lies in: the moment at which that one closes.
  public func periodEnd(containing civil: CivilTime) -> CivilTime {
    let start = periodStart(containing: civil)
    switch unit {
    case .second, .minute, .hour:
      let end = start.millisecondOfDay + Int(min(nominalMilliseconds, 86_400_000))
      if end >= CivilTime.millisecondsPerDay { return CivilTime(date: start.date.adding(days: 1)) }
      var next = start
      next.millisecondOfDay = end
      return next
    case .day: return CivilTime(date: start.date.adding(days: count))
    case .week: return CivilTime(date: start.date.adding(days: 7 * count))
    case .month: return CivilTime(date: start.date.adding(months: count))
    case .quarter: return CivilTime(date: start.date.adding(months: 3 * count))
    case .year: return CivilTime(date: start.date.adding(months: 12 * count))
    }
  }
}

extension CivilDate {
  /// The first day of a year.
  fileprivate static func january(_ year: Int) -> CivilDate {
    CivilDate(year: year, month: 1, day: 1) ?? CivilDate(daysSince1970: 0)
  }
}

extension FixedWidthInteger {
  /// The quotient by a divisor above 0, rounded down.
  @inlinable
  package func floored(by divisor: Self) -> Self {
    self >= 0 ? self / divisor : 0 - (divisor - 1 - self) / divisor
  }
}
