import Calendar
import Columns
import Text

/// Sundays of currencies and futures: the first hours of Monday's session, which without a calendar count as days.
enum SundayStubs {
  /// The finding on them; nil for bars without, for markets that trade on Saturdays too, and if a calendar is known.
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
    // Days from Sunday to Thursday are five sessions, each stamped with the evening before.
    let fridays = WeekdayShare(of: 5, bars)
    guard bars.timeframe != .day || fridays.held * 2 > fridays.weeks else { return nil }
    let days = bars.timeframe == .day ? "Sundays" : "Sunday evenings"
    return BarFinding(
      .sundayStubs,
      message:
        "bars of \(days) in \(sundays.held) of \(sundays.weeks) weeks are the first hours of Monday's session and count"
        + " as days: `load … calendar FX` makes them Monday's, of futures `calendar CME_EQUITY` or a related one",
      count: sundays.held)
  }

  /// Joins days of Sundays with the session that they begin, if the calendar's sessions begin in the evening before.
  ///
  /// The session has the open of its Sunday, the highest high, the lowest low, the sum of the volumes, and the close of
  /// its own day. A Sunday before a holiday belongs to the next session; one whose session has no bar, as the newest may
  /// be, is left out.
  ///
  /// - Returns: the bars, and the finding that says how many were joined; nil without any.
  static func joined(_ bars: Bars, _ market: MarketCalendar) -> (bars: Bars, finding: BarFinding?) {
    guard bars.timeframe == .day, market.tradingDay?.runsOverMidnight == true else { return (bars, nil) }
    let stubs = bars.times.indices.filter { index in
      let date = bars.sessionDate(at: index)
      return date.weekday == 7 && !market.isTradingDay(date)
    }
    guard let first = stubs.first else { return (bars, nil) }
    var joined = bars
    var alone = 0
    for index in stubs {
      let next = index + 1
      guard next < bars.count,
        bars.sessionDate(at: next) <= market.tradingDay(after: bars.sessionDate(at: index))
      else {
        alone += 1
        continue
      }
      if !bars.open[index].isNaN { joined.open[next] = bars.open[index] }
      joined.high[next] = Double.maximum(bars.high[index], bars.high[next])
      joined.low[next] = Double.minimum(bars.low[index], bars.low[next])
      if !bars.volume[index].isNaN {
        joined.volume[next] = bars.volume[index] + (bars.volume[next].isNaN ? 0 : bars.volume[next])
      }
    }
    let out = Set(stubs)
    let left = alone == 0 ? "" : "; \(alone) whose session has no bar of its own \(alone == 1 ? "is" : "are") left out"
    let count = stubs.count - alone
    return (
      joined.keeping { !out.contains($0) },
      BarFinding(
        .sundayStubs,
        message:
          "\(NumberText.counted(count, "bar")) of \(count == 1 ? "a Sunday is" : "Sundays are") joined with Monday's, as the first hours of its session\(left)",
        count: stubs.count, firstTime: bars.times[first])
    )
  }
}

/// The share of the weeks of bars in which a day of the week has a bar.
struct WeekdayShare {
  /// The weeks examined: of long series some hundred, evenly spread.
  private(set) var weeks = 0
  /// Those with a bar on the day.
  private(set) var held = 0
  /// True if no bar of the day opens before noon.
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
      // A week without bars, and the day after the last one, prove nothing.
      guard day <= end, index(start) < index(start.adding(days: 7)) else { continue }
      weeks += 1
      let place = index(day)
      guard place < index(day.adding(days: 1)) else { continue }
      held += 1
      isEvening = isEvening && bars.civilTime(at: place).hour >= 12
    }
  }
}
