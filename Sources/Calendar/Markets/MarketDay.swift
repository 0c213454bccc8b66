/// A date on the calendar of a market: a session with its hours, or none.
public struct MarketDay: Sendable, Hashable {
  /// The opening in minutes from the date's midnight on the market's clock, negative if it is on the day before; nil on
  /// a day without a session.
  public let opens: Int?
  /// The close in minutes from the date's midnight; nil on a day without a session.
  public let closes: Int?
  /// The reason of a closure, or of hours that differ from the usual ones; nil on weekends and usual days.
  public let reason: String?

  /// True on a date with a session.
  public var isOpen: Bool { opens != nil }

  /// A day without a session.
  static func closed(_ reason: String?) -> MarketDay { MarketDay(opens: nil, closes: nil, reason: reason) }
}

/// A day that differs from the rules of its market.
struct MarketException: Sendable {
  /// The first day and the last one.
  var days: ClosedRange<CivilDate>
  /// The opening in minutes if it was late; nil for the usual one.
  var opens: Int?
  /// The close in minutes if it was early; nil for the usual one.
  var closes: Int?
  /// True if there was no session.
  var isClosed: Bool
  /// The event.
  var reason: String

  /// A closure, on one day or up to another of the same month.
  static func closed(_ year: Int, _ month: Int, _ day: Int, to last: Int? = nil, _ reason: String) -> MarketException {
    MarketException(days: range(year, month, day, last ?? day), isClosed: true, reason: reason)
  }

  /// A day with other hours.
  static func hours(
    _ year: Int, _ month: Int, _ day: Int, opens: Int? = nil, closes: Int? = nil, _ reason: String
  ) -> MarketException {
    MarketException(
      days: range(year, month, day, day), opens: opens, closes: closes, isClosed: false, reason: reason)
  }

  private static func range(_ year: Int, _ month: Int, _ day: Int, _ last: Int) -> ClosedRange<CivilDate> {
    let first = CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
    return first...max(first, CivilDate(year: year, month: month, day: last) ?? first)
  }
}
