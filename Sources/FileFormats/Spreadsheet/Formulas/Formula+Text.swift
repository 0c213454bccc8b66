extension Formula {
  /// The formula as a cell has it, without the leading `=`.
  ///
  /// - Parameter sheet: the sheet of the cell, whose own cells need no sheet name.
  public func text(on sheet: String) -> String { text(on: sheet, within: 0) }

  private func text(on sheet: String, within strength: Int) -> String {
    switch self {
    case .number(let number):
      let text = Self.text(number)
      // `-2^2` is 4 in a spreadsheet and -4 elsewhere: a sign is never left to a rule.
      return number < 0 && strength > 0 ? "(\(text))" : text
    case .text(let text):
      return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    case .cell(let reference):
      return reference.sheet == sheet ? "\(reference.address)" : "\(reference)"
    case .range(let first, let last):
      return (first.sheet == sheet ? "\(first.address)" : "\(first)") + ":\(last)"
    case .binary(let sign, let left, let right):
      // The right side binds one stronger: `a-(b-c)`, `a/(b*c)`.
      let text =
        left.text(on: sheet, within: sign.strength) + sign.rawValue + right.text(on: sheet, within: sign.strength + 1)
      return sign.strength < strength ? "(\(text))" : text
    case .call(let function, let arguments):
      return function.rawValue + "(" + arguments.map { $0.text(on: sheet, within: 0) }.joined(separator: ",") + ")"
    }
  }

  /// Shortest text that round-trips to the same double.
  static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number), abs(whole) < 1_000_000_000_000_000 { return "\(whole)" }
    return "\(number)".uppercased()
  }
}
