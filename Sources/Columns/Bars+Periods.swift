public import Calendar

extension Bars {
  /// 1 on the last bar of each week, month or longer period, 0 on others; the very last bar is one if the calendar is
  /// known and its next session is in another period, else not, because its period may continue.
  public func lastOfPeriods(_ unit: Timeframe.Unit) -> Column {
    let period = Timeframe(1, unit)
    let starts = times.indices.map { period.periodStart(containing: CivilTime(date: sessionDate(at: $0))) }
    var next: CivilTime?
    if timeframe == .day, let last = times.indices.last, let date = nextSession(after: last) {
      next = period.periodStart(containing: CivilTime(date: date))
    }
    return Column(
      (0..<count).map { index in
        guard index + 1 < count else { return next.map { $0 != starts[index] ? 1 : 0 } ?? 0 }
        return starts[index] != starts[index + 1] ? 1 : 0
      })
  }

  /// The date of the session that a bar belongs to: of hours over midnight the one on which they end, and so of a bar of a
  /// day that begins in the evening; see ``StampReading``.
  public func sessionDate(at index: Int) -> CivilDate {
    sessionDate(of: civilTime(at: index))
  }

  /// The date of the session that a bar of a civil time belongs to; see ``sessionDate(at:)``.
  public func sessionDate(of civil: CivilTime) -> CivilDate {
    timeframe.isIntraday ? session?.date(of: civil) ?? civil.date : periodDate(of: civil)
  }

  /// The index of the first bar of a day or after it: of bars of a day the one whose session's date it is.
  func firstIndex(ofDay date: CivilDate) -> Int {
    var index = firstIndex(notBefore: zone.timestamp(of: CivilTime(date: date)))
    while timeframe == .day, index > 0, sessionDate(at: index - 1) >= date { index -= 1 }
    return index
  }

  /// The date of the first session after that of a bar; nil if the calendar does not know it.
  public func nextSession(after index: Int) -> CivilDate? {
    let date = sessionDate(at: index)
    guard let calendar, MarketCalendar.covers(date) else { return nil }
    let next = calendar.tradingDay(after: date)
    return MarketCalendar.covers(next) ? next : nil
  }
}
