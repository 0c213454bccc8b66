import Calendar
import Columns

extension Bars {
  /// The bars on the clock of another zone: the moments of shorter bars than a day stay, and so do the dates of others.
  func shown(on zone: Zone) -> Bars {
    guard zone != self.zone else { return self }
    var bars = self
    bars.zone = zone
    if !timeframe.isIntraday { bars.times = times.map { zone.timestamp(of: self.zone.civilTime(at: $0)) } }
    return bars
  }

  /// The bars with those of some indices only.
  func keeping(_ isKept: (Int) -> Bool) -> Bars {
    let kept = times.indices.filter(isKept)
    if kept.count == count { return self }
    func chosen(_ column: Column) -> Column { Column(kept.map { column.values[$0] }) }
    return Bars(
      times: kept.map { times[$0] }, open: chosen(open), high: chosen(high), low: chosen(low), close: chosen(close),
      volume: chosen(volume), timeframe: timeframe, zone: zone, session: session, calendar: calendar)
  }
}
