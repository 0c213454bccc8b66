/// A day of the calendar, counted from 1 January 1970.
struct Day: Sendable, Equatable {
  let number: Int

  /// Reads `2025-09-27`; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), day >= 1, day <= Day.length(year, month)
    else { return nil }
    // Years begin in March here, so that the leap day is their last.
    let shifted = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    number = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * months + 2) / 5 + day - 719_469
  }

  /// Years of 365 days since another day.
  func years(since other: Day) -> Double { Double(number - other.number) / 365 }

  private static func length(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
