/// A day of the proleptic Gregorian calendar, without a time or a zone.
public struct CivilDate: Sendable, Hashable, Comparable {
  /// The year; 0 is 1 BC.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// Makes a date that exists, or nil: 2023-02-29 and month 13 do not.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    self.init(validYear: year, month: month, day: day)
  }

  private init(validYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the date that is `days` days after 1970-01-01.
  ///
  /// The year is taken to begin in March, so that the leap day is its last one and the length of the months
  /// follows one linear formula.
  public init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    guard shifted < 0 || shifted > Self.lastNearDay else {
      self.init(nearDay: UInt64(shifted))
      return
    }
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.init(
      validYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  /// The last day of some 2,900,000 years from the year 0, for which 32 bits are enough.
  private static let lastNearDay = (1 << 30) - 1

  /// Makes the date some days after 0000-03-01, in three multiplications in place of seven divisions.
  ///
  /// Remainders are taken from the fraction that the multiplication by an inverse leaves (C. Neri and L. Schneider,
  /// Euclidean affine functions and their application to calendar algorithms, 2023).
  @inline(__always)
  private init(nearDay day: UInt64) {
    let quarters = 4 * day + 3
    let century = quarters / 146_097
    let years = (quarters % 146_097 | 3) * 2_939_745
    let dayOfYear = (years & 0xFFFF_FFFF) / 2_939_745 / 4
    let months = 2141 * dayOfYear + 197_913
    let isNextYear = dayOfYear >= 306
    self.init(
      validYear: Int(100 * century + years >> 32) + (isNextYear ? 1 : 0),
      month: Int(months >> 16) - (isNextYear ? 12 : 0), day: Int((months & 0xFFFF) / 2141) + 1)
  }

  /// Days since 1970-01-01; negative before it.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week, 1 on Monday to 7 on Sunday (ISO 8601).
  public var weekday: Int {
    let fromMonday = (daysSince1970 + 3) % 7
    return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
  }

  /// The date `days` days later, or earlier if negative.
  public func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

  /// The date `months` months later; the day is cut to the length of that month.
  public func adding(months: Int) -> CivilDate {
    let total = year * 12 + (month - 1) + months
    let newYear = total >= 0 ? total / 12 : -((11 - total) / 12)
    let newMonth = total - newYear * 12 + 1
    return CivilDate(
      validYear: newYear,
      month: newMonth,
      day: min(day, Self.days(inMonth: newMonth, of: newYear))
    )
  }

  /// The number of days of a month.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }

  /// True if the left day comes first.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date in ISO 8601: `2012-01-31`.
  public var description: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
