import Calendar
import Language

/// Dates in texts: `"2012-01-31"`, `"2012-01"`, `"2012"`.
package enum DateText {
  /// The date in a text; nil if the text is not a date.
  package static func literal(_ text: String) -> DateLiteral? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard numbers.count == parts.count, parts.first?.count == 4 else { return nil }
    switch numbers.count {
    case 1: return .year(numbers[0])
    case 2: return CivilDate(year: numbers[0], month: numbers[1], day: 1).map { .month(year: $0.year, month: $0.month) }
    case 3:
      return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]).map {
        .day(year: $0.year, month: $0.month, day: $0.day)
      }
    default: return nil
    }
  }
}
