/// A time zone: the offset of its civil time from UTC at each moment.
///
/// Zones other than UTC and fixed offsets are made from the compiled rules of the tz database
/// (`init(identifier:rules:)`), which `MarketData` finds.
public struct Zone: Sendable, Hashable {
  /// The name in the tz database, `UTC`, or a fixed offset such as `+02:00`.
  public let identifier: String
  private let rules: ZoneRules

  /// Coordinated universal time.
  public static let utc = Zone(identifier: "UTC", rules: ZoneRules(fixedOffset: 0))

  /// Makes a zone with a constant offset in seconds east of Greenwich.
  public init(fixedOffset seconds: Int) {
    let minutes = abs(seconds) / 60
    let sign = seconds < 0 ? "-" : "+"
    identifier =
      seconds == 0
      ? "UTC" : "\(sign)\(CivilDate.padded(minutes / 60, 2)):\(CivilDate.padded(minutes % 60, 2))"
    rules = ZoneRules(fixedOffset: seconds)
  }

  /// Makes a zone of rules that were read from a file of the tz database.
  public init(identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
  }

  /// Seconds that the zone's clock is ahead of UTC at a moment.
  public func offset(at time: Timestamp) -> Int { rules.offset(atSecond: time.seconds) }

  /// The offset at a moment and a moment before which it stays the same, for work that goes through many
  /// moments in order.
  public func offsetSpan(at time: Timestamp) -> (offset: Int, end: Timestamp) {
    let span = rules.span(atSecond: time.seconds)
    // Far beyond any date, yet with room for sums.
    return (span.offset, Timestamp(seconds: min(span.end, 1 << 50)))
  }

  /// The time that the zone's clock shows at a moment.
  public func civilTime(at time: Timestamp) -> CivilTime {
    CivilTime(millisecondsSince1970: time.milliseconds + Int64(offset(at: time)) * 1000)
  }

  /// The moment at which the zone's clock shows a civil time.
  ///
  /// Of a time that occurs twice (clocks set back) the first; of one that is skipped (clocks set forward) the
  /// moment as far after the change as the time is after the skipped hour's start.
  public func timestamp(of civil: CivilTime) -> Timestamp {
    let local = civil.millisecondsSince1970
    let day: Int64 = 86_400_000
    let before = Int64(offset(at: Timestamp(milliseconds: local - day))) * 1000
    let after = Int64(offset(at: Timestamp(milliseconds: local + day))) * 1000
    let first = Timestamp(milliseconds: local - before)
    if before == after || Int64(offset(at: first)) * 1000 == before { return first }
    let second = Timestamp(milliseconds: local - after)
    return Int64(offset(at: second)) * 1000 == after ? second : first
  }

  /// A moment in ISO 8601 with the offset of the zone: `2012-01-31T14:30:00-05:00`.
  public func iso8601(_ time: Timestamp) -> String {
    let civil = civilTime(at: time)
    let minutes = offset(at: time) / 60
    let two = { (number: Int) in CivilDate.padded(number, 2) }
    var text = "\(civil.date)T\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second))"
    if civil.millisecond != 0 { text += ".\(CivilDate.padded(civil.millisecond, 3))" }
    if minutes == 0 { return text + "Z" }
    return text + (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + ":" + two(abs(minutes) % 60)
  }

  /// True if both have the same name.
  public static func == (left: Zone, right: Zone) -> Bool { left.identifier == right.identifier }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
