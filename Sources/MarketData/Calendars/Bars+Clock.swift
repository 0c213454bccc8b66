import Calendar
import Columns

extension Bars {
  /// The bars on the clock of another zone: the moments of shorter bars than a day stay, as do those of longer ones that
  /// are stamped with a time; of ones that are stamped with a date the dates stay.
  ///
  /// A date ends earlier on a clock to the east, and its bar does not.
  func shown(on zone: Zone) -> Bars {
    guard zone != self.zone else { return self }
    var bars = self
    bars.zone = zone
    var clock = ZoneClock(self.zone)
    let stated = timeframe.isIntraday ? [] : times.map { clock.civilTime(at: $0) }
    guard !stated.isEmpty, stated.allSatisfy({ $0.millisecondOfDay == 0 }) else { return bars }
    bars.times = Values(stated.map(zone.timestamp))
    guard closingTimes == nil else { return bars }
    let closings = bars.closings()
    let later = zip(closings, self.closings()).map { max($0, $1) }
    if later != closings { bars.closingTimes = later }
    return bars
  }

  /// The bars with those of some indices only.
  func keeping(_ isKept: (Int) -> Bool) -> Bars {
    let kept = times.indices.filter(isKept)
    if kept.count == count { return self }
    func chosen(_ column: Column) -> Column { Column(kept.map { column.values[$0] }) }
    return Bars(
      times: kept.map { times[$0] }, open: chosen(open), high: chosen(high), low: chosen(low), close: chosen(close),
      volume: chosen(volume), timeframe: timeframe, zone: zone, session: session,
      closingTimes: closingTimes.map { closings in kept.map { closings[$0] } }, calendar: calendar, stamps: stamps)
  }
}
