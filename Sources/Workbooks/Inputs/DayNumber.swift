import Calendar

/// Days as spreadsheets count them: from 1899-12-30, so that 1900-03-01 and all days after it have their usual number.
enum DayNumber {
  private static let start = -25_569

  /// The number of a day.
  static func of(_ day: CivilDate) -> Int { day.daysSince1970 - start }

  /// The day of a number; `nil` for one that is not a whole day of the years that are written.
  static func day(_ number: Double) -> CivilDate? {
    guard number.isFinite, number == number.rounded(), (1...2_958_465).contains(number) else { return nil }
    return CivilDate(daysSince1970: Int(number) + start)
  }
}
