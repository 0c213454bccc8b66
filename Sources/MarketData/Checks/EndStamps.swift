import Calendar
import Columns
import Text

/// Bars shorter than a day that are stamped with their end: on every day none at the opening, and one at the close.
enum EndStamps {
  /// The sessions that show a habit.
  private static let leastSessions = 3

  /// The finding on bars that seem to be stamped with their end; nil for others.
  ///
  /// - Parameter isZoneKnown: false if the times have no zone, which then may be that of any market.
  static func finding(on bars: Bars, isZoneKnown: Bool) -> BarFinding? {
    let length = bars.timeframe.nominalMilliseconds
    guard bars.timeframe.isIntraday, bars.calendar?.tradingDay == nil, bars.calendar != .crypto, !bars.isEmpty else {
      return nil
    }
    let known = [
      SessionHours.regular(in: bars.zone, of: bars.calendar), SessionHours.extended(in: bars.zone, of: bars.calendar),
    ].compactMap(\.self)
    if let hours = known.first(where: { matches(bars, $0, length) }) {
      return finding(bars, hours, "", way: "`load … stamped close` reads them so")
    }
    let others = isZoneKnown || !known.isEmpty ? [] : MarketCalendar.allCases
    for market in others where market.tradingDay == nil && market != .crypto && market != .cboe {
      guard matches(bars, market.hours, length) else { continue }
      return finding(
        bars, market.hours, " of \(market.name)",
        way: "`load … calendar \(market.rawValue) stamped close` reads them so")
    }
    return ofUnknownHours(bars, length)
  }

  /// The finding on short bars of other hours, as those of another clock and with some of the time before and after a
  /// session: nearly each day begins their length after a half hour, and ends on one.
  ///
  /// Longer bars of a session that opens at a quarter past would look the same.
  private static func ofUnknownHours(_ bars: Bars, _ length: Int64) -> BarFinding? {
    guard length <= 600_000 else { return nil }
    let half: Int64 = 1_800_000
    var (index, days, begins, closes) = (0, 0, 0, 0)
    var last = 0
    while index < bars.count {
      let date = bars.civilTime(at: index).date
      let next = bars.firstIndex(notBefore: bars.zone.timestamp(of: CivilTime(date: date.adding(days: 1))), from: index)
      days += 1
      if Int64(bars.civilTime(at: index).millisecondOfDay) % half == length { begins += 1 }
      if next - index > 1, Int64(bars.civilTime(at: next - 1).millisecondOfDay) % half == 0 {
        closes += 1
        last = next - 1
      }
      index = next
    }
    guard days >= leastSessions, begins * 10 >= days * 8, closes * 10 >= days * 9 else { return nil }
    return BarFinding(
      .endStamps,
      message: "each day has its first bar \(length / 60_000) minutes after a half hour and its last on one, such as "
        + "\(bars.label(at: last)): bars seem to be stamped with their end; `load … stamped close` reads them so",
      count: bars.count)
  }

  private static func finding(_ bars: Bars, _ hours: SessionHours, _ market: String, way: String) -> BarFinding {
    BarFinding(
      .endStamps,
      message: "each day has a bar at the close of \(hours)\(market) and none at its opening: bars seem to be stamped"
        + " with their end; \(way)", count: bars.count)
  }

  /// True if all bars are within the hours, none of them at an opening, nearly each session has one its length later,
  /// or at the end of a short first bar, and nearly each has one at its close.
  private static func matches(_ bars: Bars, _ hours: SessionHours, _ length: Int64) -> Bool {
    guard (Int64(hours.closes - hours.opens) * 60_000) > length else { return false }
    var (index, sessions, begins, closes) = (0, 0, 0, 0)
    while index < bars.count {
      let date = bars.civilTime(at: index).date
      let bounds = hours.bounds(on: date)
      let (open, close) = (bars.zone.timestamp(of: bounds.open), bars.zone.timestamp(of: bounds.close))
      let next = bars.firstIndex(notBefore: bars.zone.timestamp(of: CivilTime(date: date.adding(days: 1))), from: index)
      let (first, last) = (bars.times[index], bars.times[next - 1])
      if first <= open || last > close { return false }
      sessions += 1
      if first.milliseconds == open.milliseconds + length
        || length > 1_800_000 && first.milliseconds < open.milliseconds + length
      {
        begins += 1
      }
      if last == close { closes += 1 }
      index = next
    }
    return sessions >= leastSessions && begins * 10 >= sessions * 8 && closes * 10 >= sessions * 9
  }
}
