extension CivilDate {
  /// Reads `2012-01-31`: four digits, two and two; nil for anything else and for days that do not exist.
  public init?(iso8601 text: String) { self.init(iso8601: Substring(text)) }

  /// Reads `2012-01-31` as part of a text.
  public init?(iso8601 text: Substring) {
    // All digits as one number: 20120131.
    var number = 0
    var count = 0
    for byte in text.utf8 {
      switch (count, byte) {
      case (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")): break
      case (0...3, 48...57), (5...6, 48...57), (8...9, 48...57): number = number * 10 + Int(byte - 48)
      default: return nil
      }
      count += 1
    }
    guard count == 10 else { return nil }
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }
}
