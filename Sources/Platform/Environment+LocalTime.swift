import Calendar

extension Environment {
  /// A time in UTC, as files keep it, in ISO 8601 on the machine's clock: `2026-03-02T10:14:05+01:00`; a text that is none
  /// stays as it is.
  public var localTime: @Sendable (_ utc: String) -> String {
    { [utcOffset] text in
      let parts = text.dropLast().split(separator: "T")
      guard text.last == "Z", parts.count == 2, let date = CivilDate(iso8601: parts[0]) else { return text }
      let clock = parts[1].split(separator: ":").compactMap { Int($0) }
      guard clock.count == 3 else { return text }
      let time = Zone.utc.timestamp(of: CivilTime(date: date, hour: clock[0], minute: clock[1], second: clock[2]))
      return Zone(fixedOffset: utcOffset(time.seconds)).iso8601(time)
    }
  }
}
