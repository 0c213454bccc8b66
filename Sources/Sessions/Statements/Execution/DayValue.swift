import Calendar
import Columns
import Evaluation
import Language

extension Value {
  /// The value, and of a moment that is the beginning of a day of daily or longer bars the date.
  package func onDays(of bars: Bars?) -> Value {
    guard case .moment(let milliseconds) = self, !milliseconds.isNaN, let bars, !bars.timeframe.isIntraday else {
      return self
    }
    let time = bars.zone.civilTime(at: Timestamp(milliseconds: Int64(milliseconds)))
    guard time == CivilTime(date: time.date) else { return self }
    return .date(.day(year: time.date.year, month: time.date.month, day: time.date.day))
  }
}
