import Calendar
import Columns
import MarketData
import Presentation

extension BarTimes {
  /// The times of some bars, with the places at which sessions are missing.
  package init(of bars: Bars, in range: Range<Int>) {
    self.init(
      Array(bars.times[range]), zone: bars.zone, isIntraday: bars.timeframe.isIntraday,
      breaks: bars.missingSessions(in: range).map { $0 - range.lowerBound })
  }
}
