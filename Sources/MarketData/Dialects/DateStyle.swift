/// The form of the dates of a file.
enum DateStyle: Sendable, Hashable {
  /// `2012-01-31`, `2012/1/31`, `2012.01.31`.
  case yearFirst(separator: UInt8)
  /// `20120131`, with hours, minutes and seconds after it or not.
  case compact
  /// `1/31/2012`.
  case monthFirst(separator: UInt8)
  /// `31/1/2012`, `31.01.2012`.
  case dayFirst(separator: UInt8)
  /// `12/01/31`, a year of two digits first.
  case shortYearFirst(separator: UInt8)
  /// `31-Jan-2012`, `Jan 31, 2012`.
  case named
  /// A count since 1970 in units of a given number per second.
  case epoch(perSecond: Int64)
  /// Counts since 1970 whose unit changes within the file: that of each follows from the number of its digits.
  case epochByDigits
  /// A month, a quarter or a year: `2012-01`, `2012Q1`, `2012`.
  case period(PeriodField.Kind)

  /// The style in words.
  var words: String {
    func mark(_ byte: UInt8) -> String { String(decoding: [byte], as: UTF8.self) }
    switch self {
    case .yearFirst(let separator) where separator == 45: return "ISO dates"
    case .yearFirst(let separator): return "YYYY\(mark(separator))MM\(mark(separator))DD"
    case .compact: return "YYYYMMDD"
    case .monthFirst(let separator): return "MM\(mark(separator))DD\(mark(separator))YYYY"
    case .dayFirst(let separator): return "DD\(mark(separator))MM\(mark(separator))YYYY"
    case .shortYearFirst(let separator): return "YY\(mark(separator))MM\(mark(separator))DD"
    case .named: return "dates with month names"
    case .epochByDigits: return "epoch counts of several units"
    case .period(let kind): return kind.words
    case .epoch(let perSecond):
      return "epoch \(EpochUnit.name(perSecond))"
    }
  }

  /// The style of the date at the start of a field; nil if there is none.
  ///
  /// Two numbers that may be day and month come back as month first: see `DateOrder`.
  ///
  /// - Parameter isDate: true if a header says that it is one: `2012` and `201201` may be prices.
  init?(of field: UnsafeBufferPointer<UInt8>, isDate: Bool = false) {
    if let kind = PeriodField.kind(field, isDate: isDate) {
      self = .period(kind)
      return
    }
    var leading = 0
    var index = 0
    if field.first == 45 { index = 1 }
    while index < field.count, (48...57).contains(field[index]) {
      index += 1
      leading += 1
    }
    let next = index < field.count ? field[index] : 32
    let isEnd = next == 32 || next == 84 || index == field.count
    if field.first == 45 {
      guard index == field.count, (1...12).contains(leading) else { return nil }
      self = .epoch(perSecond: leading > 11 ? 1000 : 1)
      return
    }
    switch leading {
    case 4 where [45, 46, 47].contains(next): self = .yearFirst(separator: next)
    case 1...2 where next == 46: self = .dayFirst(separator: next)
    case 1...2 where [45, 47].contains(next):
      let after = index + 1
      guard after < field.count else { return nil }
      self = (48...57).contains(field[after]) ? .monthFirst(separator: next) : .named
    case 1...2 where next == 32 && index + 1 < field.count && Self.isLetter(field[index + 1]): self = .named
    case 8 where isEnd, 12 where index == field.count, 14 where index == field.count: self = .compact
    case 9...10 where index == field.count || next == 46, 11 where index == field.count:
      self = .epoch(perSecond: 1)
    case 13 where index == field.count || next == 46: self = .epoch(perSecond: 1000)
    case 16 where index == field.count: self = .epoch(perSecond: 1_000_000)
    case 19 where index == field.count: self = .epoch(perSecond: 1_000_000_000)
    case 0 where MonthName.number(field) != nil: self = .named
    default: return nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
}

/// English names of months, by their first three letters.
enum MonthName {
  private static let names = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The month that a text begins with, 1 to 12.
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count >= 3 else { return nil }
    let start = text.prefix(3).map { $0 | 0x20 }
    return names.firstIndex { $0.utf8.elementsEqual(start) }.map { $0 + 1 }
  }
}
