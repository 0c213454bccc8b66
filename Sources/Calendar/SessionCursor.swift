/// Follows rising moments through the sessions of a market, asking the calendar once a session.
///
/// Without hours a session is a day from midnight to midnight on the zone's clock.
public struct SessionCursor {
  private let hours: SessionHours?
  private let zone: Zone
  /// The date of the session that the last moment belongs to.
  public private(set) var date = CivilDate(daysSince1970: 0)
  /// The opening of that session.
  public private(set) var open = Timestamp(milliseconds: .min)
  /// Its close.
  public private(set) var close = Timestamp(milliseconds: .min)
  /// Moments from the first on and before the second belong to the same session, its breaks included.
  private var certain = (start: Int64.max, end: Int64.min)

  /// The moment up to which no later one can belong to another session.
  public var certainEnd: Timestamp { Timestamp(milliseconds: certain.end) }

  /// Makes a cursor before all sessions.
  public init(hours: SessionHours?, zone: Zone) {
    self.hours = hours
    self.zone = zone
  }

  /// Goes to the session of a moment; true if it is another one than before.
  ///
  /// A moment between two sessions belongs to the one of its date; `open` and `close` show that it is outside.
  @inline(__always)
  @discardableResult
  public mutating func go(to time: Timestamp) -> Bool {
    if time.milliseconds >= certain.start, time.milliseconds < certain.end { return false }
    return enter(time)
  }

  private mutating func enter(_ time: Timestamp) -> Bool {
    let civil = zone.civilTime(at: time)
    let isFirst = certain.end == .min
    let previous = date
    date = hours?.date(of: civil) ?? civil.date
    // A session's stretch ends at the start of the next date's: at midnight, or at the opening on its evening.
    let begins = hours.flatMap { $0.runsOverMidnight ? $0.bounds(on: date).open : nil } ?? CivilTime(date: date)
    var ends = begins
    ends.date = begins.date.adding(days: 1)
    certain = (zone.timestamp(of: begins).milliseconds, zone.timestamp(of: ends).milliseconds)
    if let hours {
      let bounds = hours.bounds(on: date)
      open = zone.timestamp(of: bounds.open)
      close = zone.timestamp(of: bounds.close)
    } else {
      open = Timestamp(milliseconds: certain.start)
      close = Timestamp(milliseconds: certain.end)
    }
    return isFirst || date != previous
  }
}
