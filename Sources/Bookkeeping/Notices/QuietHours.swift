import Calendar

/// The hours of each day in which notices wait, from one time of day until another, over midnight if that is earlier.
package struct QuietHours: Sendable, Hashable {
  /// The first minute of the day.
  package var start: Int
  /// The minute of the day at which they end.
  package var end: Int
  /// The zone whose days are meant.
  package var zone: Zone

  package init(from start: Int, until end: Int, in zone: Zone) {
    (self.start, self.end, self.zone) = (start, end, zone)
  }

  /// True for a time within them, in milliseconds since 1970.
  package func contains(_ time: Int64) -> Bool {
    let clock = zone.civilTime(at: Timestamp(milliseconds: time))
    let minute = clock.hour * 60 + clock.minute
    return start <= end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// The end of the quiet hours that a time is within; the time itself outside of them.
  package func end(after time: Int64) -> Int64 {
    guard contains(time) else { return time }
    return zone.next([end], after: time)
  }

  /// `22:00-07:00`.
  package var text: String { "\(DayTime.text(start))-\(DayTime.text(end))" }
}

/// Times of day as minutes after midnight.
package enum DayTime {
  /// `07:05`.
  package static func text(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// The minutes of `07:05`; nil for another text.
  package static func minutes(_ text: some StringProtocol) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
    return parts[0] * 60 + parts[1]
  }
}

extension Zone {
  /// The first of some times of day that is after a time, in milliseconds since 1970.
  ///
  /// A time of day that a change of the clock skips moves past the gap; one that is repeated comes once.
  package func next(_ minutes: [Int], after time: Int64) -> Int64 {
    let today = civilTime(at: Timestamp(milliseconds: time)).date
    return (-1...2).flatMap { day in
      minutes.map { minute in
        timestamp(of: CivilTime(date: today.adding(days: day), hour: minute / 60, minute: minute % 60)).milliseconds
      }
    }.filter { $0 > time }.min() ?? time
  }
}
