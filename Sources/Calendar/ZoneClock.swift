/// A zone's clock that is read at many moments, most of them in order: the offset is looked up once for the time in which
/// it stays the same.
///
/// ```swift
/// var clock = ZoneClock(bars.zone)
/// let civil = bars.times.map { clock.civilTime(at: $0) }
/// ```
public struct ZoneClock {
  private let zone: Zone
  private var offset: Int64 = 0
  private var start = Timestamp(milliseconds: .max)
  private var end = Timestamp(milliseconds: .min)

  /// Makes a clock of a zone.
  public init(_ zone: Zone) { self.zone = zone }

  /// The time that the clock shows at a moment.
  @inline(__always)
  public mutating func civilTime(at time: Timestamp) -> CivilTime {
    if time < start || time >= end { turn(to: time) }
    return CivilTime(millisecondsSince1970: time.milliseconds + offset)
  }

  private mutating func turn(to time: Timestamp) {
    let span = zone.offsetSpan(at: time)
    (start, offset, end) = (time, Int64(span.offset) * 1000, span.end)
  }
}
