/// A date and a time of the day as a clock on the wall shows them, without a zone.
public struct CivilTime: Sendable, Hashable, Comparable {
  /// The day.
  public var date: CivilDate
  /// Milliseconds since that day's midnight, 0 to 86,399,999.
  public var millisecondOfDay: Int

  /// Milliseconds of a day without a change of the clocks.
  public static let millisecondsPerDay = 86_400_000

  /// Makes a civil time from its parts.
  public init(date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0) {
    self.date = date
    millisecondOfDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
  }

  /// Makes the civil time that a clock shows `total` milliseconds after 1970-01-01T00:00.
  public init(millisecondsSince1970 total: Int64) {
    let perDay = Int64(Self.millisecondsPerDay)
    let day = total >= 0 ? total / perDay : -((perDay - 1 - total) / perDay)
    date = CivilDate(daysSince1970: Int(day))
    millisecondOfDay = Int(total - day * perDay)
  }

  /// Milliseconds that a clock has counted since it showed 1970-01-01T00:00.
  public var millisecondsSince1970: Int64 {
    Int64(date.daysSince1970) * Int64(Self.millisecondsPerDay) + Int64(millisecondOfDay)
  }

  /// The hour, 0 to 23.
  public var hour: Int { millisecondOfDay / 3_600_000 }
  /// The minute, 0 to 59.
  public var minute: Int { millisecondOfDay / 60_000 % 60 }
  /// The second, 0 to 59.
  public var second: Int { millisecondOfDay / 1000 % 60 }
  /// The millisecond, 0 to 999.
  public var millisecond: Int { millisecondOfDay % 1000 }

  /// True if the left time comes first.
  public static func < (left: CivilTime, right: CivilTime) -> Bool {
    (left.date, left.millisecondOfDay) < (right.date, right.millisecondOfDay)
  }
}

extension CivilTime: CustomStringConvertible {
  /// The time in ISO 8601 without an offset; seconds and milliseconds only if they are not zero.
  public var description: String {
    var text = "\(date)T\(CivilDate.padded(hour, 2)):\(CivilDate.padded(minute, 2))"
    if second != 0 || millisecond != 0 { text += ":\(CivilDate.padded(second, 2))" }
    if millisecond != 0 { text += ".\(CivilDate.padded(millisecond, 3))" }
    return text
  }
}
