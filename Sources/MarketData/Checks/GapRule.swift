import Calendar
import Columns
import Text

/// Says which distance between two bars is a gap, by the timeframe and the days that the series trades on.
///
/// - Of a known calendar each session without bars is one, and within a session more than three bar lengths and more than
///   half an hour, its pause left out.
/// - Bars of a day: more than three weekdays in a row without a bar (holidays take up to three); if the series trades
///   on Saturdays, any day.
/// - Shorter bars: within one day, more than three bar lengths and more than half an hour; from day to day as above; if
///   the series trades on Saturdays, the first rule alone.
/// - Weeks and longer: more than one and a half bar lengths.
struct GapRule {
  /// A distance up to this one needs no second look, in milliseconds.
  let usual: Int64
  private let timeframe: Timeframe
  private let zone: Zone
  private let isContinuous: Bool
  private let calendar: MarketCalendar?
  private let hours: SessionHours?
  /// No bars, with the reading of stamps of those examined.
  private let stamps: Bars

  init(_ bars: Bars) {
    timeframe = bars.timeframe
    zone = bars.zone
    hours = bars.session
    stamps = bars.prefix(0)
    let length = bars.timeframe.nominalMilliseconds
    let known = bars.timeframe == .day || bars.timeframe.isIntraday ? bars.calendar : nil
    calendar = known == .crypto ? nil : known
    isContinuous = bars.timeframe.unit <= .day && (known == .crypto || known == nil && Self.tradesOnSaturdays(bars))
    switch bars.timeframe.unit {
    case .day: usual = isContinuous || calendar != nil ? length * 3 / 2 : 4 * 86_400_000
    case .week...: usual = length * 3 / 2
    default: usual = max(length * 3, 1_800_000)
    }
  }

  /// True if half of the weeks have a bar on Saturday: a single session does not make weekends gaps.
  private static func tradesOnSaturdays(_ bars: Bars) -> Bool {
    let share = WeekdayShare(of: 6, bars)
    return share.held > 0 && share.held * 2 >= share.weeks
  }

  /// The length of a gap in milliseconds, if a distance is above `usual`; nil if it is not a gap.
  ///
  /// Of a series that trades on weekdays it is the missing weekdays, of a known calendar the missing sessions, in days.
  func gap(from before: Timestamp, to after: Timestamp) -> Int64? {
    let distance = after.milliseconds - before.milliseconds
    if timeframe.unit > .day || isContinuous { return distance }
    let first = date(of: before)
    let last = date(of: after)
    if first == last {
      guard let pause = calendar?.pause else { return distance }
      // A bar before the pause and the first one after it are no further apart than two of the session.
      let ends = zone.civilTime(at: after).millisecondOfDay / 60_000
      let isOver = zone.civilTime(at: before).millisecondOfDay / 60_000 < pause.upperBound && ends >= pause.upperBound
      return !isOver || distance - Int64(pause.count) * 60_000 > usual ? distance : nil
    }
    if let calendar, MarketCalendar.covers(first), MarketCalendar.covers(last) {
      let missing = calendar.tradingDays(after: first, before: last).count
      return missing > 0 ? Int64(missing) * 86_400_000 : nil
    }
    let missing = Self.weekdays(after: first.daysSince1970, before: last.daysSince1970)
    return missing > 3 ? Int64(missing) * 86_400_000 : nil
  }

  private func date(of time: Timestamp) -> CivilDate {
    let civil = zone.civilTime(at: time)
    return timeframe.isIntraday ? hours?.date(of: civil) ?? civil.date : stamps.periodDate(of: civil)
  }

  /// Mondays to Fridays between two days, both left out.
  private static func weekdays(after first: Int, before last: Int) -> Int {
    // Weekdays up to a day: five in each full week since Monday 1969-12-29, and those of the last one.
    func upTo(_ day: Int) -> Int {
      let shifted = day + 3
      let week = shifted >= 0 ? shifted / 7 : -((6 - shifted) / 7)
      return week * 5 + min(5, shifted - week * 7 + 1)
    }
    return max(0, upTo(last - 1) - upTo(first))
  }

  /// The length of a gap in words, and its place, with the calendar that it was looked for by.
  func words(_ length: Int64, after time: Timestamp, label: String) -> String {
    let isWeekdays = timeframe.unit <= .day && !isContinuous && length >= 86_400_000
    let days = Int(length / 86_400_000)
    // Of years that the calendar does not know, weekdays are counted.
    let isKnown = calendar != nil && MarketCalendar.covers(date(of: time))
    let unit =
      isWeekdays
      ? NumberText.counted(days, isKnown ? "session" : "weekday")
      : length < 7_200_000
        ? "\(length / 60_000) minutes"
        : length < 172_800_000 ? "\(length / 3_600_000) hours" : NumberText.counted(days, "day")
    return "\(unit) after \(label)" + (isKnown ? source : "")
  }

  /// The calendar that sessions are looked for by, in words; empty without one.
  var source: String { calendar.map { " (calendar \($0.rawValue))" } ?? "" }
}
