public import Calendar

extension Bars {
  /// 1 on the last bar of each week, month or longer period, 0 on others; the last bar of all is none, as its period need
  /// not be over.
  public func lastOfPeriods(_ unit: Timeframe.Unit) -> Column {
    let period = Timeframe(1, unit)
    let starts = times.indices.map { period.periodStart(containing: CivilTime(date: civilTime(at: $0).date)) }
    return Column((0..<count).map { $0 + 1 < count && starts[$0] != starts[$0 + 1] ? 1 : 0 })
  }
}
