import Calendar

/// Reads months, quarters and years in place of dates: `2024-01`, `2024M01`, `Jan 2024`, `2020Q1`, `Q1 2020`, `1990`.
enum PeriodField {
  /// The length of such a period.
  enum Kind: Sendable, Hashable {
    case month, quarter, year

    /// The form of the dates in words.
    var words: String {
      switch self {
      case .month: "months"
      case .quarter: "quarters"
      case .year: "years"
      }
    }

    /// The length of a bar of it.
    var timeframe: Timeframe {
      switch self {
      case .month: .month
      case .quarter: .quarter
      case .year: .year
      }
    }
  }

  /// The kind of period that a field states; nil if it states none.
  ///
  /// - Parameter isDate: true if a header says that it is a date: digits alone may be a price.
  static func kind(_ field: UnsafeBufferPointer<UInt8>, isDate: Bool) -> Kind? {
    guard field.count <= 14, let read = read(field), isDate || !read.isNumber else { return nil }
    return read.kind
  }

  /// The first day of the period that a field states, in days since 1970; nil if it states none of this kind.
  static func day(_ field: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Int? {
    guard let read = read(field), read.kind == kind else { return nil }
    return CivilDate(year: read.year, month: read.month, day: 1)?.daysSince1970
  }

  private typealias Reading = (kind: Kind, year: Int, month: Int, isNumber: Bool)

  private static func read(_ field: UnsafeBufferPointer<UInt8>) -> Reading? {
    var field = UnsafeBufferPointer(rebasing: field[...])
    while field.last == 32 { field = UnsafeBufferPointer(rebasing: field.dropLast()) }
    while field.first == 32 { field = UnsafeBufferPointer(rebasing: field.dropFirst()) }
    guard let first = field.first else { return nil }
    if first | 0x20 == 113 { return quarterFirst(field) }
    guard (48...57).contains(first) else { return monthName(field) }
    guard let (number, digits) = digits(field, 0) else { return nil }
    let rest = UnsafeBufferPointer(rebasing: field[digits...])
    switch (digits, rest.count) {
    case (4, 0): return isYear(number) ? (.year, number, 1, true) : nil
    case (6, 0): return month(number / 100, number % 100, isNumber: true)
    // `1Q2020`.
    case (1, 5) where rest[0] | 0x20 == 113:
      guard let (year, count) = self.digits(rest, 1), count == 4 else { return nil }
      return quarter(year, number)
    // `01/2024`.
    case (1...2, 5) where isMark(rest[0]):
      guard let (year, count) = self.digits(rest, 1), count == 4 else { return nil }
      return month(year, number)
    case (4, 2...): return yearFirst(number, rest)
    default: return nil
    }
  }

  /// `2024-01`, `2024M1`, `2024Q1`, `2024-Q1`, `2024 Q1`.
  private static func yearFirst(_ year: Int, _ rest: UnsafeBufferPointer<UInt8>) -> Reading? {
    var place = isMark(rest[0]) || rest[0] == 58 || rest[0] == 32 ? 1 : 0
    guard place < rest.count else { return nil }
    let letter = rest[place] | 0x20
    if letter == 113 || letter == 109 { place += 1 } else if place == 0 { return nil }
    guard let (number, count) = digits(rest, place), place + count == rest.count, count <= 2 else { return nil }
    // `1871.1` is October in some files and January in others.
    if letter != 109, rest[0] == 46, count != 2 { return nil }
    return letter == 113 ? quarter(year, number) : month(year, number)
  }

  /// `Q1 2020`, `Q1-2020`, `Q12020`.
  private static func quarterFirst(_ field: UnsafeBufferPointer<UInt8>) -> Reading? {
    guard field.count >= 6, (49...52).contains(field[1]) else { return nil }
    let place = isMark(field[2]) || field[2] == 32 ? 3 : 2
    guard let (year, count) = digits(field, place), count == 4, place + 4 == field.count else { return nil }
    return quarter(year, Int(field[1] - 48))
  }

  /// `Jan 2024`, `January 2024`, `Jan-24`.
  private static func monthName(_ field: UnsafeBufferPointer<UInt8>) -> Reading? {
    guard let number = MonthName.number(field) else { return nil }
    var place = 3
    while place < field.count, (65...90).contains(field[place] & 0xDF) { place += 1 }
    guard place < field.count, isMark(field[place]) || field[place] == 32,
      let (year, count) = digits(field, place + 1), place + 1 + count == field.count, count == 2 || count == 4
    else { return nil }
    return month(count == 4 ? year : year + (year >= 70 ? 1900 : 2000), number)
  }

  private static func month(_ year: Int, _ month: Int, isNumber: Bool = false) -> Reading? {
    isYear(year) && (1...12).contains(month) ? (.month, year, month, isNumber) : nil
  }

  private static func quarter(_ year: Int, _ quarter: Int) -> Reading? {
    isYear(year) && (1...4).contains(quarter) ? (.quarter, year, quarter * 3 - 2, false) : nil
  }

  private static func isYear(_ number: Int) -> Bool { (1500...2200).contains(number) }

  private static func isMark(_ byte: UInt8) -> Bool { (45...47).contains(byte) }

  private static func digits(_ field: UnsafeBufferPointer<UInt8>, _ start: Int) -> (value: Int, count: Int)? {
    var (value, index) = (0, start)
    while index < field.count, (48...57).contains(field[index]), index - start < 8 {
      value = value * 10 + Int(field[index] - 48)
      index += 1
    }
    return index > start ? (value, index - start) : nil
  }
}
