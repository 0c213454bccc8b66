import Calendar

/// Moments as the clients of each contract spell them.
enum Moment {
  /// `2026-11-27T12:15:05Z`, or with milliseconds, which some formatters need: `2026-11-27T12:15:05.000Z`.
  static func text(_ milliseconds: Int64, withFraction: Bool) -> String {
    let time = Timestamp(milliseconds: milliseconds)
    let text = Zone.utc.iso8601(Timestamp(seconds: time.seconds))
    guard withFraction else { return text }
    let fraction = "\(1000 + milliseconds - time.seconds * 1000)".dropFirst()
    return "\(text.dropLast()).\(fraction)Z"
  }

  /// The moment of a text: a date on the clock of a zone, or a date and time in ISO 8601; nil for another text.
  static func milliseconds(_ text: String, in zone: Zone = .utc) -> Int64? {
    guard let date = CivilDate(iso8601: text.prefix(10)) else { return nil }
    let rest = text.dropFirst(10)
    if rest.isEmpty { return zone.timestamp(of: CivilTime(date: date)).milliseconds }
    guard rest.first == "T" || rest.first == " " else { return nil }
    let clock = rest.dropFirst().prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let numbers = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count), let hour = Int(numbers[0]), let minute = Int(numbers[1]),
      let second = numbers.count == 3 ? Double(numbers[2]) : 0, 0...23 ~= hour, 0...59 ~= minute, 0..<60 ~= second
    else { return nil }
    let offset = rest.dropFirst(1 + clock.count)
    let wanted: Zone
    switch offset.first {
    case nil: wanted = zone
    case "Z", "z": wanted = .utc
    case "+", "-":
      let parts = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2 else { return nil }
      wanted = Zone(fixedOffset: (offset.first == "-" ? -1 : 1) * (parts[0] * 3600 + parts[1] * 60))
    default: return nil
    }
    let start = wanted.timestamp(of: CivilTime(date: date, hour: hour, minute: minute)).milliseconds
    return start + Int64((second * 1000).rounded())
  }
}
