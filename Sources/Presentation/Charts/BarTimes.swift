import Calendar

/// The times of the bars of a chart and the clock on which they are read.
public struct BarTimes: Sendable, Equatable {
  /// The opening of each bar, in order.
  public var times: [Timestamp]
  /// The zone whose clock the axis shows.
  public var zone: Zone
  /// True for bars shorter than a day, which have a time of the day.
  public var isIntraday: Bool
  /// The bars before which sessions are missing, rising: lines and the axis are broken there.
  public var breaks: [Int]

  /// Makes the times of bars.
  public init(_ times: [Timestamp], zone: Zone, isIntraday: Bool, breaks: [Int] = []) {
    self.times = times
    self.breaks = breaks
    self.zone = zone
    self.isIntraday = isIntraday
  }

  /// The number of bars.
  public var count: Int { times.count }

  /// The time of a bar as shown: a date, or date, time and offset for bars shorter than a day.
  public func label(at index: Int) -> String {
    isIntraday ? zone.iso8601(times[index]) : civilTime(at: index).date.description
  }

  /// The clock of the zone when a bar opens.
  func civilTime(at index: Int) -> CivilTime { zone.civilTime(at: times[index]) }
}
