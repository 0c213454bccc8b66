import Calendar
import Columns
import Language

/// Finds the bars that a window covers.
public enum WindowRange {
  /// The bars of `since`, `until`, `between` and `last DURATION`, of `last N bars`, and all bars otherwise.
  ///
  /// `last N` counts the rows of a list, not bars, and is left to the listing: `rows` gives its number.
  public static func bars(
    from since: DateRange?, to until: DateRange?, in bars: Bars
  ) -> Range<Int> {
    let start = since.map { bars.firstIndex(notBefore: $0.start) } ?? 0
    let end = until.map { bars.firstIndex(notBefore: $0.end) } ?? bars.count
    return start..<max(start, end)
  }

  /// The bars of the last stretch of calendar time in a range, counted back from its last bar: its own time excluded.
  public static func bars(last duration: DurationLiteral, of range: Range<Int>, in bars: Bars) -> Range<Int> {
    guard let last = range.last else { return range }
    let moment = DateRange.moment(duration, before: bars.times[last], zone: bars.zone)
    let start = bars.firstIndex(notBefore: Timestamp(milliseconds: moment.milliseconds + 1))
    return max(start, range.lowerBound)..<range.upperBound
  }
}
