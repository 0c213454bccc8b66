/// The hours of a day in which a market trades, on the clock of its series' zone.
///
/// A session has a date. Hours that run over midnight belong to the date on which they end: the session of a
/// Monday that opens at 18:00 opens on Sunday.
public struct SessionHours: Sendable, Hashable {
  /// The days that close early.
  public enum HalfDays: Sendable, Hashable {
    /// None is known.
    case none
    /// Those of New York's stock exchanges, on which trading ends this many minutes after midnight.
    case newYork(closes: Int)
  }

  /// The opening, in minutes since midnight, 0 to 1439.
  public let opens: Int
  /// The close, in minutes since midnight, 1 to 1440; where that is not after `opens`, it opened on the day
  /// before.
  public let closes: Int
  /// The days that close early.
  public let halfDays: HalfDays

  /// Makes hours; the minutes are brought into their ranges.
  public init(opens: Int, closes: Int, halfDays: HalfDays = .none) {
    self.opens = min(max(opens, 0), 1439)
    self.closes = min(max(closes, 1), 1440)
    self.halfDays = halfDays
  }

  /// Reads `09:30-16:00` and `18:00-17:00`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let opens = Self.minutes(parts[0]), let closes = Self.minutes(parts[1]), opens < 1440,
      closes != opens
    else { return nil }
    self.init(opens: opens, closes: closes == 0 ? 1440 : closes)
  }

  /// The hours of regular trading in a zone; nil for zones whose market is not known.
  ///
  /// Known is New York: 09:30 to 16:00, on half days to 13:00.
  public static func regular(in zone: Zone) -> SessionHours? {
    isNewYork(zone) ? SessionHours(opens: 570, closes: 960, halfDays: .newYork(closes: 780)) : nil
  }

  /// The hours of regular trading with those before and after it; nil for zones whose market is not known.
  ///
  /// Known is New York: 04:00 to 20:00, on half days to 17:00.
  public static func extended(in zone: Zone) -> SessionHours? {
    isNewYork(zone) ? SessionHours(opens: 240, closes: 1200, halfDays: .newYork(closes: 1020)) : nil
  }

  private static func isNewYork(_ zone: Zone) -> Bool {
    zone.identifier == "America/New_York" || zone.identifier == "US/Eastern"
  }

  /// True where a session opens on the day before its date.
  public var runsOverMidnight: Bool { closes <= opens }

  /// The opening and the close of a date's session.
  public func bounds(on date: CivilDate) -> (open: CivilTime, close: CivilTime) {
    (
      Self.time(opens, on: runsOverMidnight ? date.adding(days: -1) : date),
      Self.time(isHalfDay(date) ? earlyClose : closes, on: date)
    )
  }

  /// The date of the session that a civil time lies in, or would lie in if there were no breaks: of hours that
  /// run over midnight the next day's from the opening on.
  public func date(of time: CivilTime) -> CivilDate {
    runsOverMidnight && time.millisecondOfDay >= opens * 60_000 ? time.date.adding(days: 1) : time.date
  }

  /// True on a date that closes early by rule.
  ///
  /// New York's since 1993: the Friday after Thanksgiving; 24 December and 3 July where they fall on Monday to
  /// Thursday (before 2013 the 5th instead of the 3rd of July, where the 4th was a Thursday); and the Fridays
  /// after Christmas of 1997 and 2003. Days that closed early for another reason are not known.
  public func isHalfDay(_ date: CivilDate) -> Bool {
    guard halfDays != .none, date.year >= 1993 else { return false }
    switch (date.month, date.day) {
    case (7, 3): return date.year >= 1995 && date.weekday <= 4 && (date.year >= 2013 || date.weekday != 3)
    case (7, 5): return (1995..<2013).contains(date.year) && date.weekday == 5
    // The fourth Thursday is the 22nd to the 28th.
    case (11, 23...29): return date.weekday == 5
    case (12, 24): return date.weekday <= 4
    case (12, 26): return date.year == 1997 || date.year == 2003
    default: return false
    }
  }

  private var earlyClose: Int {
    switch halfDays {
    case .none: closes
    case .newYork(let early): early
    }
  }

  private static func time(_ minutes: Int, on date: CivilDate) -> CivilTime {
    minutes >= 1440 ? CivilTime(date: date.adding(days: 1)) : CivilTime(date: date, hour: 0, minute: minutes)
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), minute < 60, hour < 24 || (hour == 24 && minute == 0)
    else { return nil }
    return hour * 60 + minute
  }
}

extension SessionHours: CustomStringConvertible {
  /// The hours as they are typed: `09:30-16:00`.
  public var description: String {
    func text(_ minutes: Int) -> String { "\(CivilDate.padded(minutes / 60, 2)):\(CivilDate.padded(minutes % 60, 2))" }
    return "\(text(opens))-\(text(closes))"
  }
}

extension SessionHours {
  /// The hours that a word means in a zone: `regular`, `extended`, or hours such as `09:30-16:00`; nil for other
  /// words, and where a zone's market is not known.
  public init?(_ word: String, in zone: Zone) {
    let known = word == "regular" ? Self.regular(in: zone) : word == "extended" ? Self.extended(in: zone) : nil
    guard let hours = known ?? SessionHours(word) else { return nil }
    self = hours
  }

  /// The word that means the hours in a zone.
  public func word(in zone: Zone) -> String {
    self == Self.regular(in: zone) ? "regular" : self == Self.extended(in: zone) ? "extended" : description
  }
}
