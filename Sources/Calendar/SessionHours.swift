/// The hours of a day in which a market trades, on the clock of its series' zone.
///
/// A session has a date. Hours that run over midnight belong to the date on which they end: the session of a
/// Monday that opens at 18:00 opens on Sunday.
public struct SessionHours: Sendable, Hashable {
  /// The days that close early or open late.
  public enum HalfDays: Sendable, Hashable {
    /// None is known.
    case none
    /// Those of a market, whose sessions end some minutes before these hours do.
    case calendar(MarketCalendar, later: Int)
  }

  /// The opening, in minutes since midnight, 0 to 1439.
  public let opens: Int
  /// The close, in minutes since midnight, 1 to 1440; if that is not after `opens`, it opened on the day before.
  public let closes: Int
  /// The days that close early.
  public let halfDays: HalfDays

  /// Makes hours; the minutes are brought into their ranges.
  public init(opens: Int, closes: Int, halfDays: HalfDays = .none) {
    self.opens = min(max(opens, 0), 1439)
    self.closes = min(max(closes, 1), 1440)
    self.halfDays = halfDays
  }

  /// Reads `09:30-16:00`, `18:00-17:00` and `17:00-17:00`, which is a day of 24 hours; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let opens = Self.minutes(parts[0]), let closes = Self.minutes(parts[1]), opens < 1440
    else { return nil }
    self.init(opens: opens, closes: closes == 0 ? 1440 : closes)
  }

  /// The hours of regular trading of a market, else in a zone; nil for zones whose market is not known.
  ///
  /// Known is New York: 09:30 to 16:00, on half days to 13:00.
  public static func regular(in zone: Zone, of market: MarketCalendar? = nil) -> SessionHours? {
    market?.hours ?? (isNewYork(zone) ? MarketCalendar.newYork.hours : nil)
  }

  /// The hours of regular trading with those before and after it; nil if they are not known.
  ///
  /// Known are those of New York's stocks: 04:00 to 20:00, on half days to 17:00.
  public static func extended(in zone: Zone, of market: MarketCalendar? = nil) -> SessionHours? {
    let isStocks = market.map { $0 == .newYork || $0 == .nasdaq } ?? isNewYork(zone)
    return isStocks ? SessionHours(opens: 240, closes: 1200, halfDays: .calendar(market ?? .newYork, later: 240)) : nil
  }

  private static func isNewYork(_ zone: Zone) -> Bool {
    zone.identifier == "America/New_York" || zone.identifier == "US/Eastern"
  }

  /// True if a session opens on the day before its date.
  public var runsOverMidnight: Bool { closes <= opens }

  /// The opening and the close of a date's session; on a date without one those of a usual day.
  public func bounds(on date: CivilDate) -> (open: CivilTime, close: CivilTime) {
    var open = runsOverMidnight ? opens - 1440 : opens
    var close = closes
    if case .calendar(let market, let later) = halfDays {
      let day = market.day(date)
      if let opensThen = day.opens, later == 0 { open = opensThen }
      if let closesThen = day.closes { close = closesThen + later }
    }
    return (Self.time(open, on: date), Self.time(close, on: date))
  }

  /// The date of the session that a civil time lies in, or would lie in if there were no breaks: of hours that
  /// run over midnight the next day's from the opening on.
  public func date(of time: CivilTime) -> CivilDate {
    runsOverMidnight && time.millisecondOfDay >= opens * 60_000 ? time.date.adding(days: 1) : time.date
  }

  /// True on a date that closes early or opens late.
  public func isHalfDay(_ date: CivilDate) -> Bool {
    guard case .calendar(let market, _) = halfDays else { return false }
    let day = market.day(date)
    return day.isOpen && day.reason != nil
  }

  private static func time(_ minutes: Int, on date: CivilDate) -> CivilTime {
    let day = minutes < 0 ? -1 : minutes >= 1440 ? 1 : 0
    return CivilTime(date: day == 0 ? date : date.adding(days: day), hour: 0, minute: minutes - day * 1440)
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
  /// The hours as typed: `09:30-16:00`.
  public var description: String {
    func text(_ minutes: Int) -> String { "\(CivilDate.padded(minutes / 60, 2)):\(CivilDate.padded(minutes % 60, 2))" }
    return "\(text(opens))-\(text(closes))"
  }
}

extension SessionHours {
  /// The hours of a word for a market, else in a zone: `regular`, `extended`, or hours such as `09:30-16:00`; nil for
  /// other words, and if a market is not known.
  ///
  /// Typed hours that are the regular ones have their half days.
  public init?(_ word: String, in zone: Zone, of market: MarketCalendar? = nil) {
    let regular = Self.regular(in: zone, of: market)
    let known =
      word == "regular"
      ? regular : word == "extended" ? Self.extended(in: zone, of: market) : nil
    let day = market?.tradingDay.flatMap { $0.description == word ? $0 : nil }
    guard let hours = known ?? day ?? SessionHours(word) else { return nil }
    self = regular.flatMap { $0.opens == hours.opens && $0.closes == hours.closes ? $0 : nil } ?? hours
  }

  /// The word that means the hours for a market, else in a zone.
  public func word(in zone: Zone, of market: MarketCalendar? = nil) -> String {
    self == Self.regular(in: zone, of: market)
      ? "regular" : self == Self.extended(in: zone, of: market) ? "extended" : description
  }
}
