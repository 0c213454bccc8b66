import Calendar
import Columns
import Language

/// The bars on which dates fall.
enum EventDates {
  /// True on the bar that a date falls on: the one that it lies in, or the first one after it.
  ///
  /// It is known at that bar's close, as it looks at no later bar.
  static func column(of dates: [DateLiteral], on bars: Bars, today: CivilDate) -> Column {
    var values = [Double](repeating: 0, count: bars.count)
    for date in dates {
      guard let start = DateRange(date, zone: bars.zone, today: today)?.start else { continue }
      let next = bars.firstIndex(notBefore: start)
      if next > 0, end(of: next - 1, in: bars) > start, next == bars.count || bars.times[next] > start {
        values[next - 1] = 1
      } else if next < bars.count {
        // A date before all bars falls on none of them.
        if next > 0 || bars.times[next] == start { values[next] = 1 }
      }
    }
    return Column(values)
  }

  /// The close of a bar.
  private static func end(of index: Int, in bars: Bars) -> Timestamp {
    if bars.timeframe.isIntraday {
      return Timestamp(milliseconds: bars.times[index].milliseconds + bars.timeframe.nominalMilliseconds)
    }
    return bars.slice(index..<index + 1).closings().last ?? bars.times[index]
  }
}
