import Calendar

/// The dates of HTTP (RFC 9110, section 5.6.7), in the form that servers send today.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The milliseconds since 1970 of `Wed, 21 Oct 2015 07:28:00 GMT`; nil for any other text.
  static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
      (1...9999).contains(year),
      let month = months.firstIndex(of: String(parts[2])),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = parts[4].split(separator: ":").compactMap { Int($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    return Zone.utc.timestamp(of: CivilTime(date: date, hour: clock[0], minute: clock[1], second: min(59, clock[2])))
      .milliseconds
  }
}
