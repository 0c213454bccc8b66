/// Series of strings: a column holds the number that a string has in its plan.
extension Plan {
  /// The number of a string; the same string has the same number everywhere in the plan.
  mutating func number(of text: String) -> Int {
    if let known = texts.firstIndex(of: text) { return known }
    texts.append(text)
    return texts.count - 1
  }

  /// The text of a number in a column; nil if it is missing.
  public static func text(_ number: Double, _ texts: [String]) -> String? {
    guard number >= 0, number < Double(texts.count) else { return nil }
    return texts[Int(number)]
  }

  /// A number of a column as a value of its kind; a missing string is a missing number.
  public func value(_ number: Double, kind: Kind) -> Value {
    guard kind == .text else { return Value(number, kind: kind) }
    return Self.text(number, texts).map { .text($0) } ?? .number(.nan)
  }
}
