import Calendar
import Columns

/// Infers the length of bars from the usual distance between them.
enum TimeframeGuess {
  /// The timeframe, and whether the distances are regular enough to be sure of it.
  static func timeframe(
    of times: [Timestamp],
    zone: Zone,
    hasTimes: Bool
  ) -> (Timeframe, isSure: Bool) {
    guard times.count > 1 else { return (hasTimes ? .minute : .day, true) }
    // A few thousand distances, evenly spread, are as conclusive as all of them.
    let step = max(1, (times.count - 1) / 4096)
    let distances = stride(from: 1, to: times.count, by: step).map {
      times[$0].milliseconds - times[$0 - 1].milliseconds
    }.sorted()
    let usual = mode(distances)
    let median = distances[(distances.count - 1) / 2]
    // 20 hours: a day on which clocks change is 23 hours long.
    if usual.value < 20 * 3_600_000 {
      return (intraday(usual.value), usual.value % 1000 == 0 && usual.count * 4 >= distances.count)
    }
    let days = (Double(median) / 86_400_000).rounded()
    let usualDays = Int((Double(usual.value) / 86_400_000).rounded())
    switch days {
    case ..<2 where usualDays == 1: return (.day, true)
    case 2...4 where usualDays == 1: return (.day, true)
    case 2...4: return (Timeframe(max(1, usualDays), .day), true)
    case 5...9: return (.week, true)
    case 10...18: return (Timeframe(2, .week), true)
    case 25...35: return (.month, true)
    case 80...100: return (.quarter, true)
    case 350...380: return (.year, true)
    default: return (days < 2 ? .day : Timeframe(Int(min(days, 9999)), .day), false)
    }
  }

  /// The distance that occurs most often, of equally frequent ones the least.
  private static func mode(_ sorted: [Int64]) -> (value: Int64, count: Int) {
    var best: (value: Int64, count: Int) = (0, 0)
    var start = 0
    while start < sorted.count {
      var end = start
      while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
      if end - start > best.count { best = (sorted[start], end - start) }
      start = end
    }
    return best
  }

  private static func intraday(_ distance: Int64) -> Timeframe {
    for (unit, length) in [(Timeframe.Unit.hour, Int64(3_600_000)), (.minute, 60_000)]
    where distance % length == 0 && distance > 0 {
      return Timeframe(Int(distance / length), unit)
    }
    return Timeframe(Int(max(1, distance / 1000)), .second)
  }
}
