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
  /// `2024-01-10`, each with ` UTC` or not; the time on the clock is missing for a day.
  static func civil(_ text: String) -> (time: CivilTime, isDay: Bool, isUTC: Bool)? {
    let isUTC = text.hasSuffix("Z") || text.hasSuffix(" UTC")
    var digits: [Int] = []
    var count = 0
    var fraction: [Int] = []
    var isFraction = false
    for byte in text.utf8 {
      if isDigit(byte) {
        if isFraction { fraction.append(Int(byte) - 48) } else { digits.append(Int(byte) - 48) }
        count += 1
      } else if byte == UInt8(ascii: "."), digits.count == 14 {
        isFraction = true
      } else if byte == UInt8(ascii: "+"), digits.count == 14 {
        break
      }
      guard count < 30 else { return nil }
    }
    func number(_ first: Int, _ length: Int) -> Int { digits[first..<first + length].reduce(0) { $0 * 10 + $1 } }
    guard digits.count == 8 || digits.count >= 14,
      let date = CivilDate(year: number(0, 4), month: number(4, 2), day: number(6, 2))
    else { return nil }
    guard digits.count >= 14 else { return (CivilTime(date: date), true, isUTC) }
    let (hour, minute, second) = (number(8, 2), number(10, 2), number(12, 2))
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let milliseconds = fraction.prefix(3).reduce(0) { $0 * 10 + $1 } * [1, 100, 10, 1][min(fraction.count, 3)]
    return (
      CivilTime(
        date: date, hour: hour, minute: minute, second: second, millisecond: fraction.isEmpty ? 0 : milliseconds),
      false, isUTC
    )
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
