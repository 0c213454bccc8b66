import Calendar
import Columns
import Text

/// Dates that few series have: before 1900, and of 1970, if counts of another unit and empty dates end up.
enum DateChecks {
  /// The finding on such dates; nil if there are none.
  ///
  /// Series of values go back far: of theirs only 1970 is odd.
  static func finding(on bars: Bars, isMacro: Bool) -> BarFinding? {
    guard let first = bars.times.first else { return nil }
    func start(_ year: Int) -> Timestamp {
      CivilDate(year: year, month: 1, day: 1).map { bars.zone.timestamp(of: CivilTime(date: $0)) } ?? first
    }
    let begin = start(1970)
    // A series through 1970 also has bars of 1969 or 1971.
    let year = bars.firstIndex(notBefore: begin)..<bars.firstIndex(notBefore: start(1971))
    let isAlone =
      (year.lowerBound == 0 || begin.milliseconds - bars.times[year.lowerBound - 1].milliseconds > 40 * day)
      && (year.upperBound == bars.count
        || bars.times[year.upperBound].milliseconds - start(1971).milliseconds > 400 * day)
    if !year.isEmpty, isAlone {
      return BarFinding(
        .oddDates,
        message:
          "\(NumberText.counted(year.count, "bar")) of 1970, first \(bars.label(at: year.lowerBound)): an empty date, or a"
          + " count in another unit; `load … dates seconds` (milliseconds, microseconds, nanoseconds) states it",
        count: year.count, firstTime: bars.times[year.lowerBound])
    }
    let old = bars.firstIndex(notBefore: start(1900))
    guard old > 0, !isMacro else { return nil }
    return BarFinding(
      .oddDates,
      message:
        "\(NumberText.counted(old, "bar")) before 1900, first \(bars.label(at: 0)): is the date read correctly?"
        + " `load … dates` states its order or unit", count: old, firstTime: first)
  }

  private static let day: Int64 = 86_400_000
}
