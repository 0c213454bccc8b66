import Calendar
import Columns

/// A date, a time of the day, or both, as a field states them.
struct Stamp: Equatable {
  /// Days since 1970-01-01.
  var day = 0
  /// Milliseconds since midnight.
  var millisecond = 0
  /// Milliseconds ahead of UTC, if the field states it; an epoch count states zero.
  var offset: Int?
  /// True if the field holds a time of the day.
  var hasTime = false

  /// The years that a stamp may lie in; others are mistakes in the file.
  static let years = 1000...9999
}

/// Reads dates and times of any common form from a field; slower than `RowReader`'s own way for usual ones.
struct StampField {
  private var text: UnsafeBufferPointer<UInt8>
  private var index = 0

  private init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Reads a full field in the style of its file; nil if it is written differently or no such day exists.
  static func stamp(_ text: UnsafeBufferPointer<UInt8>, style: DateStyle) -> Stamp? {
    var field = StampField(text)
    field.skipBlanks()
    switch style {
    case .epoch(let perSecond): return field.epoch(perSecond)
    case .epochByDigits: return field.epoch(EpochUnit.perSecond(digits: EpochUnit.digits(of: text)))
    case .period(let kind): return PeriodField.day(text, kind).map { Stamp(day: $0) }
    default: break
    }
    guard let day = field.date(style) else { return nil }
    var stamp = Stamp(day: day)
    if field.isAtEnd { return stamp }
    if case .compact = style, field.digitsAhead > 0 {
      guard field.compactTime(&stamp) else { return nil }
    } else {
      let hasMark = field.take(84) || field.take(116)
      if !hasMark {
        guard field.take(32) || field.take(44) || field.take(95) else { return nil }
        field.skipBlanks()
      }
      if field.isAtEnd, !hasMark { return stamp }
      guard field.time(&stamp) else { return nil }
    }
    return field.isAtEnd ? stamp : nil
  }

  /// Reads a field in the style that its date appears to have; if day and month are ambiguous, in either order that
  /// exists.
  static func probe(_ text: UnsafeBufferPointer<UInt8>, isDate: Bool = false) -> Stamp? {
    guard let style = DateStyle(of: text, isDate: isDate) else { return nil }
    if let stamp = stamp(text, style: style) { return stamp }
    switch style {
    case .monthFirst(let separator), .dayFirst(let separator):
      return stamp(text, style: .dayFirst(separator: separator))
        ?? stamp(text, style: .shortYearFirst(separator: separator))
    default: return nil
    }
  }

  /// Reads a field that holds a time of the day only.
  static func time(_ text: UnsafeBufferPointer<UInt8>) -> Stamp? {
    var field = StampField(text)
    field.skipBlanks()
    var stamp = Stamp()
    return field.time(&stamp) && field.isAtEnd ? stamp : nil
  }

  private var isAtEnd: Bool { text[index...].allSatisfy { $0 == 32 } }

  private var digitsAhead: Int {
    var end = index
    while end < text.count, (48...57).contains(text[end]) { end += 1 }
    return end - index
  }

  private mutating func skipBlanks() { while take(32) {} }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  /// Reads one of several words, ignoring case.
  private mutating func take(word: String) -> Bool {
    guard text.count - index >= word.utf8.count else { return false }
    for (ahead, byte) in word.utf8.enumerated() where text[index + ahead] | 0x20 != byte | 0x20 {
      return false
    }
    index += word.utf8.count
    return true
  }

  private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    let count = digitsAhead
    guard digits.contains(count) else { return nil }
    return take(digits: count)
  }

  private mutating func take(digits count: Int) -> Int {
    var value = 0
    for byte in text[index..<index + count] { value = value * 10 + Int(byte - 48) }
    index += count
    return value
  }

  private mutating func epoch(_ perSecond: Int64) -> Stamp? {
    let isNegative = take(45)
    guard (1...19).contains(digitsAhead) else { return nil }
    var count: Int64 = 0
    for _ in 0..<digitsAhead {
      let (product, over) = count.multipliedReportingOverflow(by: 10)
      let (sum, more) = product.addingReportingOverflow(Int64(text[index] - 48))
      guard !over, !more else { return nil }
      count = sum
      index += 1
    }
    var fraction = 0
    if take(46) {
      let finer = thousandths()
      if perSecond == 1 { fraction = finer }
    }
    guard isAtEnd else { return nil }
    if isNegative { count = -count }
    let seconds = count / perSecond
    let rest = count % perSecond
    // Within years 1000 to 9999: no later sum can overflow.
    guard (-30_610_224_000...253_402_300_799).contains(seconds) else { return nil }
    let milliseconds = seconds * 1000 + rest * 1000 / perSecond + Int64(isNegative ? -fraction : fraction)
    let civil = CivilTime(millisecondsSince1970: milliseconds)
    return Stamp(
      day: civil.date.daysSince1970,
      millisecond: civil.millisecondOfDay,
      offset: 0,
      hasTime: true
    )
  }

  /// Reads the digits after a decimal mark as thousandths; finer digits are cut off.
  private mutating func thousandths() -> Int {
    var value = 0
    var weight = 100
    while index < text.count, (48...57).contains(text[index]) {
      value += Int(text[index] - 48) * weight
      weight /= 10
      index += 1
    }
    return value
  }

  private mutating func date(_ style: DateStyle) -> Int? {
    var parts: (year: Int?, month: Int?, day: Int?)
    switch style {
    case .yearFirst(let separator):
      parts.year = number(4...4)
      guard take(separator) else { return nil }
      parts.month = number(1...2)
      guard take(separator) else { return nil }
      parts.day = number(1...2)
    case .shortYearFirst(let separator):
      parts.year = digitsAhead == 2 ? shortYear() : nil
      guard take(separator) else { return nil }
      parts.month = number(1...2)
      guard take(separator) else { return nil }
      parts.day = number(1...2)
    case .monthFirst(let separator), .dayFirst(let separator):
      let first = number(1...2)
      guard take(separator) else { return nil }
      let second = number(1...2)
      guard take(separator) else { return nil }
      parts.year = shortYear()
      if case .monthFirst = style {
        (parts.month, parts.day) = (first, second)
      } else {
        (parts.month, parts.day) = (second, first)
      }
    case .compact:
      guard digitsAhead >= 8 else { return nil }
      parts = (take(digits: 4), take(digits: 2), take(digits: 2))
    case .named:
      if digitsAhead > 0 {
        parts.day = number(1...2)
        skipMarks()
        parts.month = monthName()
      } else {
        parts.month = monthName()
        skipMarks()
        parts.day = number(1...2)
      }
      skipMarks()
      parts.year = shortYear()
    case .epoch, .epochByDigits, .period: return nil
    }
    guard let year = parts.year, let month = parts.month, let day = parts.day, Stamp.years.contains(year),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return date.daysSince1970
  }

  /// Reads a year of four digits, or of two: 70 to 99 are in the 20th century.
  private mutating func shortYear() -> Int? {
    let digits = digitsAhead
    guard digits == 2 || digits == 4 else { return nil }
    let year = take(digits: digits)
    return digits == 4 ? year : year + (year >= 70 ? 1900 : 2000)
  }

  private mutating func skipMarks() { while take(32) || take(45) || take(44) || take(47) {} }

  private mutating func monthName() -> Int? {
    let rest = UnsafeBufferPointer(rebasing: text[index...])
    guard let month = MonthName.number(rest) else { return nil }
    while index < text.count, (65...90).contains(text[index] & 0xDF) { index += 1 }
    _ = take(46)
    return month
  }

  /// Reads `0930`, `093000` after a compact date, or a separate time.
  private mutating func compactTime(_ stamp: inout Stamp) -> Bool {
    let digits = digitsAhead
    guard digits == 4 || digits == 6 else { return false }
    let hour = take(digits: 2)
    let minute = take(digits: 2)
    let second = digits == 6 ? take(digits: 2) : 0
    return set(&stamp, hour, minute, second, 0)
  }

  private func set(_ stamp: inout Stamp, _ hour: Int, _ minute: Int, _ second: Int, _ thousandth: Int) -> Bool {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return false }
    stamp.millisecond = ((hour * 60 + minute) * 60 + second) * 1000 + thousandth
    stamp.hasTime = true
    return true
  }

  private mutating func time(_ stamp: inout Stamp) -> Bool {
    let digits = digitsAhead
    if digits == 4 || digits == 6 { return compactTime(&stamp) && zone(&stamp) }
    guard var hour = number(1...2), take(58), let minute = number(2...2) else { return false }
    var second = 0
    var thousandth = 0
    if take(58) {
      guard let value = number(2...2) else { return false }
      second = value
      if take(46) || take(44) {
        guard digitsAhead > 0 else { return false }
        thousandth = thousandths()
      }
    }
    skipBlanks()
    let isAfternoon = take(word: "pm")
    if isAfternoon || take(word: "am") {
      guard (1...12).contains(hour) else { return false }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return set(&stamp, hour, minute, second, thousandth) && zone(&stamp)
  }

  /// Reads `Z`, `UTC`, `GMT`, `+02:00`, `-0500`, `GMT+8`, or nothing.
  private mutating func zone(_ stamp: inout Stamp) -> Bool {
    skipBlanks()
    let isNamed = take(word: "gmt") || take(word: "utc") || take(word: "z")
    if isNamed { stamp.offset = 0 }
    let isEast = take(43)
    guard isEast || take(45) else { return true }
    let digits = digitsAhead
    guard [1, 2, 4].contains(digits) else { return false }
    let hours = take(digits: min(digits, 2))
    var minutes = digits == 4 ? take(digits: 2) : 0
    if digits <= 2, take(58) {
      guard let value = number(2...2) else { return false }
      minutes = value
    }
    guard hours <= 15, minutes <= 59 else { return false }
    stamp.offset = (hours * 60 + minutes) * (isEast ? 60_000 : -60_000)
    return true
  }
}
