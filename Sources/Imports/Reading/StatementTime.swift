import Calendar

/// The times that statements have, each in a few forms.
enum StatementTime {
  /// `07/15/2024`, `7/1/2025`, `07/15/2024 as of 07/12/2024`: the day on which it took effect.
  static func american(_ text: String) -> CivilDate? {
    var text = text[...]
    if let place = text.ranges(of: " as of ").first { text = text[place.upperBound...] }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].count == 4, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
      let month = Int(parts[0]), let day = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `20240110;100501`, `2024-01-10;100501`, `2024-01-10, 10:05:01`, `2024-01-10 10:05:01.123`, `2024-01-10T10:05:01Z`,
  /// `2024-01-10T10:05:01-06:00`, `2024-01-10`, each with ` UTC` or not; the time on the clock is missing for a day.
  static func civil(_ text: String) -> (time: CivilTime, isDay: Bool, isUTC: Bool)? {
    let isUTC = text.hasSuffix("Z") || text.hasSuffix(" UTC")
    var digits: [Int] = []
    var fraction: [Int] = []
    var offset: [Int] = []
    // What digits belong to: the date and time, the part of a second, the distance from UTC.
    var (isFraction, sign) = (false, 0)
    for byte in text.utf8 {
      if isDigit(byte) {
        let digit = Int(byte) - 48
        if sign != 0 {
          offset.append(digit)
        } else if isFraction {
          fraction.append(digit)
        } else {
          digits.append(digit)
        }
        guard digits.count + fraction.count + offset.count < 30 else { return nil }
      } else if digits.count >= 14 {
        if byte == UInt8(ascii: ".") { isFraction = true }
        if byte == UInt8(ascii: "+") { sign = 1 }
        if byte == UInt8(ascii: "-") { sign = -1 }
      }
    }
    func number(_ first: Int, _ length: Int) -> Int { digits[first..<first + length].reduce(0) { $0 * 10 + $1 } }
    guard digits.count == 8 || digits.count >= 14,
      let date = CivilDate(year: number(0, 4), month: number(4, 2), day: number(6, 2))
    else { return nil }
    guard digits.count >= 14 else { return (CivilTime(date: date), true, isUTC) }
    let (hour, minute, second) = (number(8, 2), number(10, 2), number(12, 2))
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let milliseconds = fraction.prefix(3).reduce(0) { $0 * 10 + $1 } * [1, 100, 10, 1][min(fraction.count, 3)]
    let time = CivilTime(
      date: date, hour: hour, minute: minute, second: second, millisecond: fraction.isEmpty ? 0 : milliseconds)
    guard offset.count == 4 || offset.count == 2 else { return (time, false, isUTC) }
    let minutes = (offset[0] * 10 + offset[1]) * 60 + (offset.count == 4 ? offset[2] * 10 + offset[3] : 0)
    let moment = Timestamp(milliseconds: Zone.utc.timestamp(of: time).milliseconds - Int64(sign * minutes) * 60_000)
    return (Zone.utc.civilTime(at: moment), false, true)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
