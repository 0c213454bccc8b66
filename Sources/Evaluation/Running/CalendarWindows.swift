import Calendar
import Columns
import Indicators
import Language
import Synchronization

/// The moments that lie a duration before rising moments, on a zone's clock.
///
/// The same moments as `DateRange.moment`; the calendar is asked once a day.
struct CalendarShift {
  private static let day: Int64 = 86_400_000

  private let duration: DurationLiteral
  private let zone: Zone
  /// The length of a duration of hours or shorter units, which is counted.
  private let length: Int64?
  private var offset: (value: Int64, end: Timestamp) = (0, Timestamp(milliseconds: .min))
  /// The day that the clock shows, and the one that lies the duration before it, as its civil midnight.
  private var midnight: Int64 = .max
  private var earlier: Int64 = 0
  /// The moment of that midnight; nil if the day is longer or shorter than others.
  private var start: Int64?

  /// Makes a shift by a duration; one below zero gives later moments.
  init(_ duration: DurationLiteral, zone: Zone) {
    self.duration = duration
    self.zone = zone
    length = duration.unit < .days ? duration.timeframeUnit.nominalMilliseconds * Int64(duration.count) : nil
  }

  /// The moment a duration before one that is not before the last requested.
  mutating func moment(before time: Timestamp) -> Timestamp {
    if let length { return Timestamp(milliseconds: time.milliseconds - length) }
    if time >= offset.end {
      let span = zone.offsetSpan(at: time)
      offset = (Int64(span.offset) * 1000, span.end)
    }
    let local = time.milliseconds + offset.value
    if midnight == .max || local < midnight || local >= midnight + Self.day {
      let civil = CivilTime(millisecondsSince1970: local)
      midnight = local - Int64(civil.millisecondOfDay)
      earlier = CivilTime(date: shifted(civil.date)).millisecondsSince1970
      let first = zone.timestamp(of: CivilTime(millisecondsSince1970: earlier)).milliseconds
      let next = zone.timestamp(of: CivilTime(millisecondsSince1970: earlier + Self.day)).milliseconds
      start = next - first == Self.day ? first : nil
    }
    if let start { return Timestamp(milliseconds: start + local - midnight) }
    return zone.timestamp(of: CivilTime(millisecondsSince1970: earlier + local - midnight))
  }

  private func shifted(_ date: CivilDate) -> CivilDate {
    let moved =
      switch duration.unit {
      case .seconds, .minutes, .hours: date
      case .days: date.adding(days: -duration.count)
      case .weeks: date.adding(days: -7 * duration.count)
      case .months: date.adding(months: -duration.count)
      case .quarters: date.adding(months: -3 * duration.count)
      case .years: date.adding(months: -12 * duration.count)
      }
    let year = max(-100_000, min(moved.year, 100_000))
    return moved.year == year ? moved : moved.adding(months: 12 * (year - moved.year))
  }
}

/// The last bar on which a fill lies a length of time before the close of each bar; -1 if there is none.
public struct HoldingTime: Sendable {
  /// Of fills at the open of a bar.
  public let filledAtOpen: [Int32]
  /// Of fills at the close of a bar.
  public let filledAtClose: [Int32]
}

/// Windows of calendar time on the bars of a series.
extension Series {
  /// The number of bars that are later than each bar's time less a duration, itself included.
  ///
  /// The same windows as pandas' `rolling("90D")` has. Days and longer units follow the calendar of the series.
  func lengths(of duration: DurationLiteral) -> WindowLengths {
    if let known = windows.withLock({ $0.first { $0.duration == duration }?.lengths }) { return known }
    var shift = CalendarShift(duration, zone: bars.zone)
    var start = 0
    let counts = bars.times.enumerated().map { index, time -> Int32 in
      let limit = shift.moment(before: time)
      while start < index, bars.times[start] <= limit { start += 1 }
      return Int32(clamping: index + 1 - start)
    }
    let lengths = WindowLengths(counts: counts)
    windows.withLock { windows in
      windows.append((duration, lengths))
      if windows.count > 8 { windows.removeFirst() }
    }
    return lengths
  }

  /// The first bar whose window of calendar time begins with a bar or a later one; the number of bars if none does.
  func firstBar(withWindow duration: DurationLiteral, from first: Int) -> Int {
    let counts = lengths(of: duration).counts
    return counts.indices.first { $0 + 1 - Int(counts[$0]) >= first } ?? counts.count
  }

  /// The number of bars to the last one that is not later than each bar's time and a duration; missing if there is none
  /// between, or if the bars end before.
  func barsUntil(_ duration: DurationLiteral) -> Column {
    var shift = CalendarShift(DurationLiteral(-duration.count, duration.unit), zone: bars.zone)
    var end = 0
    return Column(
      bars.times.enumerated().map { index, time -> Double in
        let limit = shift.moment(before: time)
        end = max(end, index)
        while end + 1 < bars.count, bars.times[end + 1] <= limit { end += 1 }
        let isKnown = bars.times.last.map { $0 >= limit } ?? false
        return isKnown && end > index ? Double(end - index) : .nan
      })
  }

  /// The fills that a length of time has passed since, at the close of each bar.
  func holdingTime(_ duration: DurationLiteral) -> HoldingTime {
    if let known = holdings.withLock({ $0.flatMap { $0.duration == duration ? $0.time : nil } }) { return known }
    let closings = closingTimes()
    func last(of moments: Values<Timestamp>) -> [Int32] {
      var shift = CalendarShift(duration, zone: bars.zone)
      var next = 0
      return closings.enumerated().map { index, close -> Int32 in
        let limit = shift.moment(before: close)
        while next <= index, moments[next] <= limit { next += 1 }
        return Int32(clamping: next - 1)
      }
    }
    let time = HoldingTime(filledAtOpen: last(of: bars.times), filledAtClose: last(of: Values(closings)))
    holdings.withLock { $0 = (duration, time) }
    return time
  }
}
