import Calendar

extension CivilDate {
  /// Makes the day of a text such as `2025-09-27`; nil for any other text.
  package init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard parts.count == 3, numbers.count == 3, parts[0].count == 4 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }
}
