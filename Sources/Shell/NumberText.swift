import Presentation

/// Numbers in sentences and in the texts of the session.
enum NumberText {
  /// The shortest text that reads back as the number, whole numbers without a point.
  static func plain(_ value: Double) -> String { NumberFormat.exact.text(value) }

  /// A fraction in percent, exactly: `0.1%`.
  static func percent(_ value: Double) -> String {
    // The decimal point is moved in the text: multiplying by 100 could add digits that nobody typed.
    NumberFormat.exact.text((value * 1e12).rounded() / 1e10) + "%"
  }

  /// A fraction in percent to two digits that count: `12%`, `0.043%`.
  static func percentShort(_ value: Double) -> String {
    let digits = value >= 0.1 ? 0 : value >= 0.01 ? 1 : value >= 0.001 ? 2 : 3
    return NumberFormat.fixed(digits).text(value * 100) + "%"
  }

  /// A number with thousands separated, for counts: `5,849`.
  static func grouped(_ value: Int) -> String { NumberFormat.integer.grouped.text(value) }

  /// A count with its noun: `1 bar`, `5,849 bars`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
