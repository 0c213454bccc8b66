import Calendar
import Columns

/// The parts of the bars' opening times as columns, on the clock of the series.
enum TimeColumns {
  static func column(_ field: TimeField, of bars: Bars) -> Column {
    switch field {
    case .time:
      Column(count: bars.count) { result in
        for index in 0..<bars.count { result[index] = Double(bars.times[index].milliseconds) }
      }
    case .clock: ofDay(bars) { $0 / 60_000 }
    case .hour: ofDay(bars) { $0 / 3_600_000 }
    case .minute: ofDay(bars) { $0 / 60_000 % 60 }
    case .year: ofDate(bars) { $0.year }
    case .month: ofDate(bars) { $0.month }
    case .day: ofDate(bars) { $0.day }
    case .weekday: ofDate(bars) { $0.weekday }
    }
  }

  /// A part of the time of the day, from its milliseconds since midnight.
  @inline(__always)
  private static func ofDay(_ bars: Bars, _ part: (Int64) -> Int64) -> Column {
    Column(count: bars.count) { result in
      var clock = DayClock(zone: bars.zone)
      for index in 0..<bars.count {
        clock.go(to: bars.times[index])
        result[index] = Double(part(clock.milliseconds))
      }
    }
  }

  /// A part of the date, found once a day.
  @inline(__always)
  private static func ofDate(_ bars: Bars, _ part: (CivilDate) -> Int) -> Column {
    Column(count: bars.count) { result in
      var clock = DayClock(zone: bars.zone)
      var value = 0.0
      for index in 0..<bars.count {
        if clock.go(to: bars.times[index]) { value = Double(part(clock.date)) }
        result[index] = value
      }
    }
  }
}

/// A zone's clock that is read at rising moments: it asks for the offset once for each stretch on which that
/// stays the same, and for the date once a day.
private struct DayClock {
  private static let day: Int64 = 86_400_000

  private let zone: Zone
  private var offset: Int64 = 0
  private var offsetEnd = Timestamp(milliseconds: .min)
  private var midnight: Int64 = 0
  private var nextMidnight: Int64 = 0
  /// Milliseconds since the clock showed midnight.
  private(set) var milliseconds: Int64 = 0

  init(zone: Zone) {
    self.zone = zone
  }

  /// The date that the clock shows.
  var date: CivilDate { CivilDate(daysSince1970: Int(midnight / Self.day)) }

  /// Sets the clock to a moment that is not before the last one; true if the date is a new one.
  @inline(__always)
  @discardableResult
  mutating func go(to time: Timestamp) -> Bool {
    if time >= offsetEnd {
      let span = zone.offsetSpan(at: time)
      offset = Int64(span.offset) * 1000
      offsetEnd = span.end
    }
    let local = time.milliseconds + offset
    // When the clock is set back over midnight the date repeats.
    let isNewDate = local < midnight || local >= nextMidnight
    if isNewDate {
      midnight = local - Int64(CivilTime(millisecondsSince1970: local).millisecondOfDay)
      nextMidnight = midnight + Self.day
    }
    milliseconds = local - midnight
    return isNewDate
  }
}
