import Calendar
import Columns

/// Turns civil times of one zone into moments, quickly for times that come day by day.
struct CivilClock {
  private let zone: Zone
  private(set) var day = Int.min
  /// Milliseconds to add to a time of the day; valid if `isConstant`.
  private(set) var start: Int64 = 0
  /// True if the offset does not change around this day.
  private(set) var isConstant = false

  init(zone: Zone) { self.zone = zone }

  /// Days from the first of these to the second have the same offset all round.
  private var constantDays = 0..<0
  private var offset: Int64 = 0

  /// Prepares for the times of a day.
  mutating func turn(to day: Int) {
    self.day = day
    let midnight = Int64(day) * 86_400_000
    isConstant = constantDays.contains(day)
    if !isConstant {
      // No zone is further than 15 hours away from UTC.
      let span = zone.offsetSpan(at: Timestamp(milliseconds: midnight - 54_000_000))
      let last = Int((span.end.milliseconds - 140_400_000 - midnight) / 86_400_000)
      isConstant = span.end.milliseconds > midnight + 140_400_000
      if isConstant { constantDays = day..<day + last + 1 }
      offset = Int64(span.offset) * 1000
    }
    start = midnight - offset
  }

  /// The moment of a time on the day that was turned to.
  func moment(_ millisecond: Int) -> Int64 {
    if isConstant { return start + Int64(millisecond) }
    let civil = CivilTime(millisecondsSince1970: Int64(day) * 86_400_000 + Int64(millisecond))
    return zone.timestamp(of: civil).milliseconds
  }

  /// True if the clock, set forward, skips a time of the day, so that its moment belongs to another.
  func skips(_ millisecond: Int, _ moment: Int64) -> Bool {
    zone.civilTime(at: Timestamp(milliseconds: moment)).millisecondOfDay != millisecond
  }

  /// The moment of a time on any day.
  mutating func moment(day: Int, millisecond: Int) -> Int64 {
    if day != self.day { turn(to: day) }
    return moment(millisecond)
  }
}
