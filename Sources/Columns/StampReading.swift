public import Calendar

/// The reading of the stamps of bars of a day or longer: the moments from which their values are known follow from it.
public enum StampReading: Sendable, Hashable {
  /// Each stamp by itself, so that no reading that is possible lets a value be seen early: days and weeks stamped from
  /// noon on, and weeks stamped on a Saturday or Sunday, begin at their stamp, as do months stamped on the evening
  /// before them; others are of the calendar period that the stamp lies in.
  case cautious
  /// A bar begins at its stamp and lasts its length.
  case opening
  /// A bar is of the calendar period that its stamp lies in, wherever in it that is.
  case period
}

extension Bars {
  /// The close of the bar of a day or longer that a stamp is of.
  func calendarClosing(of time: Timestamp) -> Timestamp {
    let civil = zone.civilTime(at: time)
    if beginsAtStamp(civil) { return end(ofBarBeginning: time, civil) }
    // Of several units a bar need not begin with the calendar's periods.
    if timeframe.count > 1, timeframe.periodStart(containing: civil).date != civil.date {
      return zone.timestamp(of: timeframe.end(after: civil.date))
    }
    return zone.timestamp(of: timeframe.periodEnd(containing: civil))
  }

  /// The date that determines the periods of a bar of a day or longer, by the civil time of its stamp: of one that
  /// begins in the evening the next day, of a week or month that begins shortly before the calendar's a day of that
  /// one.
  public func periodDate(of civil: CivilTime) -> CivilDate {
    guard beginsAtStamp(civil) else { return civil.date }
    switch timeframe.unit {
    case .second, .minute, .hour: return civil.date
    case .day: return civil.hour >= Self.noon ? civil.date.adding(days: 1) : civil.date
    // A week that begins on a weekend has most of its days in the next calendar week.
    case .week: return civil.date.weekday >= 6 ? civil.date.adding(days: 8 - civil.date.weekday) : civil.date
    case .month, .quarter, .year:
      return civil.date.day >= Self.lastDays ? civil.date.adding(days: 4) : civil.date
    }
  }

  private static let noon = 12
  /// The days of a month from which on a month that begins is the next one.
  private static let lastDays = 28

  /// True if a bar begins at its stamp, and is not of the calendar period that the stamp lies in.
  private func beginsAtStamp(_ civil: CivilTime) -> Bool {
    switch stamps {
    case .period: return false
    case .opening: return true
    case .cautious: break
    }
    let isEvening = civil.hour >= Self.noon
    switch timeframe.unit {
    case .second, .minute, .hour: return false
    case .day:
      guard isEvening else { return false }
      // A stamp within the hours of a market that closes before midnight is of that day.
      if let hours = calendar?.hours, calendar != .crypto, calendar?.tradingDay == nil, !hours.runsOverMidnight {
        return !(hours.opens * 60_000...hours.closes * 60_000).contains(civil.millisecondOfDay)
      }
      return true
    case .week: return isEvening || civil.date.weekday >= 6
    case .month, .quarter, .year:
      let next = CivilTime(date: civil.date.adding(days: 1))
      return isEvening && timeframe.periodStart(containing: next) == next
    }
  }

  /// The end of a bar that begins at its stamp: its length later on the clock, and as long after it.
  private func end(ofBarBeginning time: Timestamp, _ civil: CivilTime) -> Timestamp {
    switch timeframe.unit {
    case .second, .minute, .hour, .day, .week:
      if timeframe == .day, let hours = calendar?.tradingDay {
        let bounds = hours.bounds(on: hours.date(of: civil))
        if bounds.open == civil { return zone.timestamp(of: bounds.close) }
      }
      var end = civil
      end.date = civil.date.adding(days: timeframe.unit == .week ? 7 * timeframe.count : timeframe.count)
      // When the clocks are set forward the later of the two is safe.
      let elapsed = Timestamp(milliseconds: time.milliseconds + timeframe.nominalMilliseconds)
      return max(zone.timestamp(of: end), elapsed)
    case .month, .quarter, .year:
      let date = periodDate(of: civil)
      let start = timeframe.periodStart(containing: CivilTime(date: date)).date
      // A month that begins within a few days of the calendar's is that one.
      if date.daysSince1970 - start.daysSince1970 <= 7 {
        return zone.timestamp(of: timeframe.periodEnd(containing: CivilTime(date: date)))
      }
      var end = timeframe.end(after: civil.date)
      end.date = end.date.adding(days: 1)
      return zone.timestamp(of: end)
    }
  }
}

extension Timeframe {
  /// The midnight that lies the length of a bar of days or longer after a date.
  fileprivate func end(after date: CivilDate) -> CivilTime {
    let months = unit == .month ? count : unit == .quarter ? 3 * count : 12 * count
    let end = unit <= .week ? date.adding(days: unit == .week ? 7 * count : count) : date.adding(months: months)
    return CivilTime(date: end)
  }
}
