/// Numbers written exactly: as typed, so that they can be typed again.
///
/// ``Wording`` rounds numbers for a sentence, and ``NumberFormat`` writes them for a column.
public enum NumberText {
  /// The shortest text that reads back as the number, whole numbers without a point.
  public static func plain(_ value: Double) -> String { NumberFormat.exact.text(value) }

  /// A fraction in percent, exactly: `0.1%`.
  public static func percent(_ value: Double) -> String {
    // The decimal point is moved in the text: multiplying by 100 could add digits.
    NumberFormat.exact.text((value * 1e12).rounded() / 1e10) + "%"
  }

  /// A fraction in percent with all its digits: it reads back as the same number.
  public static func percentExact(_ value: Double) -> String {
    let usual = percent(value)
    if Double(usual.dropLast() + "e-2") == value { return usual }
    let parts = value.description.split(separator: "e", maxSplits: 1)
    if parts.count == 2, let exponent = Int(parts[1]) { return "\(parts[0])e\(exponent + 2)%" }
    let halves = value.description.split(separator: ".", maxSplits: 1)
    let fraction = (halves.count == 2 ? String(halves[1]) : "") + "00"
    let whole = "\(halves[0])\(fraction.prefix(2))"
    let sign = whole.hasPrefix("-") ? "-" : ""
    let digits = whole.drop { $0 == "0" || $0 == "-" }
    return "\(sign)\(digits.isEmpty ? "0" : digits).\(fraction.dropFirst(2))%"
  }

  /// A fraction in percent to two significant digits: `12%`, `0.043%`.
  public static func percentShort(_ value: Double) -> String {
    let size = abs(value)
    var digits = size >= 0.1 ? 0 : size >= 0.01 ? 1 : size >= 0.001 ? 2 : 3
    // A tiny share is not none.
    var least = 0.01
    while size > 0, size < 1e-5, size * 100 < least, digits < 12 { (digits, least) = (digits + 1, least / 10) }
    if size > 0, size < 5e-15 { return "below 1e-12%" }
    return NumberFormat.fixed(digits).text(value * 100) + "%"
  }

  /// A whole number with thousands separated, for counts: `5,849`.
  public static func grouped(_ value: Int) -> String { NumberFormat.integer.grouped.text(value) }

  /// A count with its noun: `1 bar`, `5,849 bars`, `2 indices`.
  ///
  /// - Parameter plural: The plural of the noun if it does not just end in an `s`.
  public static func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
