/// The rule by which a zone changes its clocks each year, as the POSIX `TZ` text says it:
/// `EST5EDT,M3.2.0,M11.1.0`.
///
/// Only the form with months, weeks and weekdays is read; it is the one that the tz database writes.
struct YearlyRule: Sendable {
  private struct Change: Sendable {
    var month: Int
    var week: Int
    var weekday: Int
    var second: Int

    /// The local second since 1970 at which the clocks change in a year.
    func localSecond(in year: Int) -> Int64 {
      guard let first = CivilDate(year: year, month: month, day: 1) else { return 0 }
      let ahead = (weekday - first.weekday % 7 + 7) % 7
      var day = 1 + ahead + (week - 1) * 7
      while day > CivilDate.days(inMonth: month, of: year) { day -= 7 }
      return Int64(first.daysSince1970 + day - 1) * 86_400 + Int64(second)
    }
  }

  private var standardOffset: Int
  private var daylight: (offset: Int, start: Change, end: Change)?

  init?(posix text: String) {
    var rest = Substring(text)
    guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
    standardOffset = -west
    if rest.isEmpty { return }
    guard Self.skipName(&rest) else { return nil }
    var offset = standardOffset + 3600
    if rest.first != ",", let west = Self.time(&rest) { offset = -west }
    guard let start = Self.change(&rest), let end = Self.change(&rest) else { return nil }
    daylight = (offset, start, end)
  }

  func offset(atSecond second: Int64) -> Int {
    guard let daylight else { return standardOffset }
    let local = second + Int64(standardOffset)
    let year = CivilDate(daysSince1970: Int((Double(local) / 86_400).rounded(.down))).year
    let start = daylight.start.localSecond(in: year) - Int64(standardOffset)
    let end = daylight.end.localSecond(in: year) - Int64(daylight.offset)
    let isDaylight =
      start < end ? second >= start && second < end : second >= start || second < end
    return isDaylight ? daylight.offset : standardOffset
  }

  /// A second before which the offset does not change: the next change of the year, or the year's end.
  func certainEnd(atSecond second: Int64) -> Int64 {
    guard let daylight else { return .max }
    let local = second + Int64(standardOffset)
    let year = CivilDate(daysSince1970: Int((Double(local) / 86_400).rounded(.down))).year
    let yearEnd = Int64((CivilDate(year: year + 1, month: 1, day: 1)?.daysSince1970 ?? 0) * 86_400)
    let changes = [
      daylight.start.localSecond(in: year) - Int64(standardOffset),
      daylight.end.localSecond(in: year) - Int64(daylight.offset), yearEnd - Int64(standardOffset),
    ]
    return changes.filter { $0 > second }.min() ?? second
  }

  private static func skipName(_ text: inout Substring) -> Bool {
    let before = text.count
    if text.first == "<" {
      guard let close = text.firstIndex(of: ">") else { return false }
      text = text[text.index(after: close)...]
    } else {
      text = text.drop { $0.isLetter }
    }
    return text.count < before
  }

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isNumber }
    text = text.dropFirst(digits.count)
    return Int(digits)
  }

  /// Reads `5`, `-3:30` or `2:00:00` as seconds.
  private static func time(_ text: inout Substring) -> Int? {
    var sign = 1
    if text.first == "-" || text.first == "+" {
      sign = text.first == "-" ? -1 : 1
      text = text.dropFirst()
    }
    guard var seconds = number(&text).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where text.first == ":" {
      text = text.dropFirst()
      guard let part = number(&text) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  /// Reads `,M3.2.0/2`.
  private static func change(_ text: inout Substring) -> Change? {
    guard text.hasPrefix(",M") else { return nil }
    text = text.dropFirst(2)
    guard let month = number(&text), (1...12).contains(month), text.first == "." else { return nil }
    text = text.dropFirst()
    guard let week = number(&text), (1...5).contains(week), text.first == "." else { return nil }
    text = text.dropFirst()
    guard let weekday = number(&text), (0...6).contains(weekday) else { return nil }
    var second = 7200
    if text.first == "/" {
      text = text.dropFirst()
      guard let time = time(&text) else { return nil }
      second = time
    }
    return Change(month: month, week: week, weekday: weekday, second: second)
  }
}
