public import Calendar
public import Columns

/// The return of a run in one period of the calendar.
public struct PeriodReturn: Sendable, Hashable {
  /// The first day of the period, which may lie before the window.
  public var start: CivilDate
  /// The bars of the series that lie in the period and in the window.
  public var bars: Range<Int>
  /// The money gained from the last close of the period before, or from the cash, to the last close of this one.
  public var gain: Double
  /// The gain over the equity before; missing if that was not above zero.
  public var returnRate: Double
  /// The number of trades that were closed in it.
  public var trades: Int
}

extension BacktestResult {
  /// The returns by day, week, month, quarter or year, oldest first; periods without a bar are left out.
  ///
  /// A bar belongs to the day on which it opens on the clock of the series, or of a session if its hours are set. The
  /// returns of all periods compound to the total return.
  public func returns(by unit: Timeframe.Unit, of bars: Bars) -> [PeriodReturn] {
    let timeframe = Timeframe(1, unit)
    var cursor = bars.session.map { SessionCursor(hours: $0, zone: bars.zone) }
    var periods: [PeriodReturn] = []
    for index in range {
      var date = bars.civilTime(at: index).date
      if cursor != nil {
        cursor?.go(to: bars.times[index])
        date = cursor?.date ?? date
      }
      let start = timeframe.periodStart(containing: CivilTime(date: date)).date
      if let last = periods.indices.last, periods[last].start == start {
        periods[last].bars = periods[last].bars.lowerBound..<index + 1
      } else {
        periods.append(
          PeriodReturn(start: start, bars: index..<index + 1, gain: 0, returnRate: .nan, trades: 0))
      }
    }
    var before = settings.cash
    var closed = trades[...]
    let equity = equity
    for place in periods.indices {
      let end = periods[place].bars.upperBound
      let after = equity[end - 1 - range.lowerBound]
      periods[place].gain = after - before
      if before > 0 { periods[place].returnRate = after / before - 1 }
      let later = closed.firstIndex { $0.exitIndex >= end } ?? closed.endIndex
      periods[place].trades = later - closed.startIndex
      closed = closed[later...]
      before = after
    }
    return periods
  }
}
