/// The way a number is written for users.
///
/// ```swift
/// NumberFormat.percent.text(0.1234)          // "12.34%"
/// NumberFormat.compact.text(391_035_000_000) // "391.0B"
/// ```
///
/// Every format writes a value that is not finite as `-`. Numbers are rounded from their exact binary
/// value, a tie to the even digit, and no format writes a negative zero. No format depends on the locale.
public struct NumberFormat: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case general
    case fixed(Int)
    case percent(Int)
    case compact(Int)
    case amount
    case exact
    case integer
  }

  /// The sign for a missing value.
  public static let missing = "-"

  var kind: Kind
  var groupsThousands = false
  /// True if thousands are grouped in numbers with a point, and in whole ones of five digits and more.
  var groupsLong = false
  /// True if thousands are never separated, even if the user chose a separator.
  var neverGroups = false
  /// The number of significant digits that the general format aims at.
  var significantDigits = 6
  var showsPlus = false
  var suffix = ""

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// About six significant digits without zeros at the end: 412.35, 0.0123457, 1234568.
  ///
  /// Digits before the point are never replaced by zeros. Very small and very large values have an exponent.
  public static let general = NumberFormat(.general)

  /// The shortest text that reads back as the same number: 0.1, 5, 1e-07.
  public static let exact = NumberFormat(.exact)

  /// Rounded to a whole number.
  public static let integer = NumberFormat(.integer)

  /// A fraction in percent with two decimals: 0.1234 is 12.34%.
  public static let percent = percent(2)

  /// An amount with the letter of its size and one decimal: 391.0B, 12.5M, 4.2k.
  public static let compact = compact(1)

  /// An amount with the letter of its size and three or four digits: 391.0B, 12.5M, 4.25k, 0.125.
  public static let amount = NumberFormat(.amount)

  /// A number of decimals, zeros included.
  public static func fixed(_ decimals: Int) -> NumberFormat { NumberFormat(.fixed(decimals)) }

  /// A fraction in percent with a number of decimals.
  public static func percent(_ decimals: Int) -> NumberFormat { NumberFormat(.percent(decimals)) }

  /// An amount with the letter of its size (k, M, B, T) and a number of decimals.
  public static func compact(_ decimals: Int) -> NumberFormat { NumberFormat(.compact(decimals)) }

  /// The same format with commas between thousands: 1,234,567.
  public var grouped: NumberFormat { with { $0.groupsThousands = true } }

  /// The same format with commas between thousands, in whole numbers from 10,000 on: 1,234.5, 12,345 and 2024.
  public var groupedLong: NumberFormat { with { $0.groupsLong = true } }

  /// The same format with thousands together, for other programs to read: 12345.6.
  public var ungrouped: NumberFormat { with { $0.neverGroups = true } }

  /// The same format with another number of significant digits, if it is the general one.
  public func significant(_ digits: Int) -> NumberFormat { with { $0.significantDigits = digits } }

  /// The same format with a plus sign before positive numbers: +3.10%.
  public var signed: NumberFormat { with { $0.showsPlus = true } }

  /// True for a format of no decimals.
  public var isWhole: Bool { kind == .fixed(0) }

  /// True for a format of numbers that are rounded to whole ones, such as counts.
  public var countsWhole: Bool { kind == .integer || kind == .fixed(0) }

  /// True for a format that writes a fraction in percent.
  public var isPercent: Bool { if case .percent = kind { true } else { false } }

  /// True for a format that shortens amounts by the letter of their size.
  public var isCompact: Bool {
    switch kind {
    case .compact, .amount: true
    case .general, .fixed, .percent, .exact, .integer: false
    }
  }

  /// The same format with a number of decimals, zeros included.
  public func decimals(_ count: Int) -> NumberFormat {
    with {
      switch $0.kind {
      case .percent: $0.kind = .percent(count)
      case .compact, .amount: $0.kind = .compact(count)
      case .general, .fixed, .exact, .integer: $0.kind = .fixed(count)
      }
    }
  }

  /// The same format with text after the number: `.fixed(1).suffixed("x")` writes 15.0x.
  public func suffixed(_ suffix: String) -> NumberFormat { with { $0.suffix = suffix } }

  /// The text of a number.
  public func text(_ value: Double) -> String {
    guard value.isFinite else { return Self.missing }
    return decorated(digits(value), isPositive: value > 0)
  }

  /// The text of a whole number, exact in the formats that write whole numbers unchanged.
  public func text(_ value: Int) -> String {
    switch kind {
    case .general, .exact, .integer: decorated(String(value), isPositive: value > 0)
    case .fixed, .percent, .compact, .amount: text(Double(value))
    }
  }

  private func with(_ change: (inout NumberFormat) -> Void) -> NumberFormat {
    var copy = self
    change(&copy)
    return copy
  }

  private func decorated(_ digits: String, isPositive: Bool) -> String {
    let isGrouped = !neverGroups && (groupsThousands || groupsLong && Self.isLong(digits))
    var result = isGrouped ? DecimalText.grouped(digits) : digits
    if showsPlus, isPositive, result.contains(where: { ("1"..."9").contains($0) }) { result = "+" + result }
    return result + suffix
  }

  /// True for a number with a point, or with five digits or more: a year has neither.
  private static func isLong(_ digits: String) -> Bool {
    if digits.utf8.contains(UInt8(ascii: ".")) { return true }
    return digits.utf8.drop { $0 == UInt8(ascii: "-") }
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count >= 5
  }

  private func digits(_ value: Double) -> String {
    switch kind {
    case .general: Self.generalDigits(value, significantDigits)
    case .fixed(let decimals): DecimalText.fixed(value, decimals: decimals)
    case .percent(let decimals): Self.percentDigits(value, decimals: decimals) + "%"
    case .compact(let decimals): Self.compactDigits(value, decimals: decimals)
    case .amount: Self.amountDigits(value)
    case .exact: Self.exactDigits(value)
    case .integer: DecimalText.fixed(value, decimals: 0)
    }
  }
}

extension NumberFormat {
  /// The shortest text that reads back as the same double; whole numbers without a point.
  static func exactDigits(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? (text == "-0.0" ? "0" : String(text.dropLast(2))) : text
  }

  /// The general format writes values of this size with a power of ten.
  static func hasExponent(_ value: Double) -> Bool {
    let size = abs(value)
    return size != 0 && (size < 1e-5 || size >= 1e15)
  }

  private static func generalDigits(_ value: Double, _ significantDigits: Int) -> String {
    guard value != 0 else { return "0" }
    let (digits, exponent) = DecimalText.significant(value, digits: significantDigits)
    guard hasExponent(value) else {
      return DecimalText.trimmed(DecimalText.fixed(value, decimals: significantDigits - 1 - exponent))
    }
    var mantissa = (value < 0 ? "-" : "") + String(digits[0]) + "."
    for digit in digits.dropFirst() { mantissa += String(digit) }
    return DecimalText.trimmed(mantissa) + "e" + String(exponent)
  }

  /// Moves the point by two places in the text, which rounds once, while a multiplication rounds twice.
  private static func percentDigits(_ value: Double, decimals: Int) -> String {
    let places = min(max(decimals, 0), DecimalText.maximumDecimals - 2)
    var text = DecimalText.fixed(value, decimals: places + 2)
    let isNegative = text.hasPrefix("-")
    if isNegative { text.removeFirst() }
    text.removeAll { $0 == "." }
    while text.count > places + 1, text.hasPrefix("0") { text.removeFirst() }
    if places > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -places)) }
    return isNegative ? "-" + text : text
  }

  private static func amountDigits(_ value: Double) -> String {
    guard abs(value) >= 1 else { return DecimalText.fixed(value, decimals: value == 0 ? 1 : 3) }
    func hasOneDigit(_ text: String) -> Bool { text.prefix { $0 != "." }.filter { $0 != "-" }.count == 1 }
    let precise = compactDigits(value, decimals: 2)
    if hasOneDigit(precise) { return precise }
    let text = compactDigits(value, decimals: 1)
    // 999.96 million is 1.00B.
    return hasOneDigit(text) ? text.replacing(".0", with: ".00") : text
  }

  private static func compactDigits(_ value: Double, decimals: Int) -> String {
    let places = min(max(decimals, 0), DecimalText.maximumDecimals)
    let letters = ["", "k", "M", "B", "T"]
    let exponent = DecimalText.significant(value, digits: 17).exponent
    guard abs(value) >= 1 else { return DecimalText.fixed(value, decimals: places) }
    var size = min(exponent / 3, letters.count - 1)
    // Only the digits that are shown, so that the value is rounded once.
    let rounded = DecimalText.significant(value, digits: exponent - 3 * size + 1 + places)
    // 999.96 million is 1.0B, not 1000.0M.
    if rounded.exponent >= 3 * size + 3, size < letters.count - 1 { size += 1 }
    return placed(rounded, isNegative: value < 0, shift: 3 * size, decimals: places) + letters[size]
  }

  /// Digits with the point if a division by a power of ten puts it.
  private static func placed(
    _ number: (digits: [UInt8], exponent: Int),
    isNegative: Bool,
    shift: Int,
    decimals: Int
  ) -> String {
    let whole = number.exponent - shift + 1
    var text = isNegative ? "-" : ""
    for place in 0..<(whole + decimals) {
      if place == whole { text += "." }
      text += place < number.digits.count ? String(number.digits[place]) : "0"
    }
    return text
  }
}
