import Calendar
import Columns
import Text

/// Sundays of currencies and futures: the first hours of Monday's session, which without a calendar count as days.
enum SundayStubs {
  /// The finding on them; nil for bars without, for markets that trade on Saturdays too, and where a calendar is known.
  static func finding(on bars: Bars) -> BarFinding? {
    guard bars.calendar == nil, bars.session == nil, bars.timeframe == .day || bars.timeframe.isIntraday,
      bars.count > 1
    else { return nil }
    let sundays = WeekdayShare(of: 7, bars)
    guard sundays.weeks >= 4, sundays.held * 2 > sundays.weeks, sundays.isEvening || bars.timeframe == .day else {
      return nil
    }
    let saturdays = WeekdayShare(of: 6, bars)
    guard saturdays.held * 4 < saturdays.weeks else { return nil }
    let isDays = bars.timeframe == .day
    let way =
      isDays
      ? "`load … calendar FX repair outside_sessions` leaves them out" : "`load … calendar FX` makes them Monday's"
    return BarFinding(
      .sundayStubs,
      message:
        "bars of \(isDays ? "Sundays" : "Sunday evenings") in \(sundays.held) of \(sundays.weeks) weeks are the first"
        + " hours of Monday's session and count as days: \(way), of futures `calendar CME_EQUITY` or a sister of it",
      count: sundays.held)
  }
}

/// The share of the weeks of bars in which a day of the week has a bar.
struct WeekdayShare {
  /// The weeks that were looked at: of long series some hundred, evenly spread.
  private(set) var weeks = 0
  /// Those with a bar on the day.
  private(set) var held = 0
  /// True where no bar of the day opens before noon.
  private(set) var isEvening = true

  /// - Parameter weekday: 1 for Monday to 7 for Sunday.
  init(of weekday: Int, _ bars: Bars) {
    guard let first = bars.times.first, let last = bars.times.last else { return }
    func date(_ time: Timestamp) -> CivilDate { bars.zone.civilTime(at: time).date }
    let (begin, end) = (date(first), date(last))
    let total = (end.daysSince1970 - begin.daysSince1970) / 7 + 1
    for week in stride(from: 0, to: total, by: max(1, total / 500)) {
      let start = begin.adding(days: week * 7)
      let day = start.adding(days: (weekday - start.weekday + 7) % 7)
      func index(_ date: CivilDate) -> Int {
        bars.firstIndex(notBefore: bars.zone.timestamp(of: CivilTime(date: date)))
      }
      // A week without bars, and the day after the last one, tell nothing.
      guard day <= end, index(start) < index(start.adding(days: 7)) else { continue }
      weeks += 1
      let place = index(day)
      guard place < index(day.adding(days: 1)) else { continue }
      held += 1
      isEvening = isEvening && bars.civilTime(at: place).hour >= 12
    }
  }
}
