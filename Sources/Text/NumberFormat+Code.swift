extension NumberFormat {
  /// The format as a short string that `init(code:)` reads back: `percent 2`, `fixed 3,grouped`.
  public var code: String {
    var words: [String] = []
    switch kind {
    case .general: words.append("general")
    case .fixed(let decimals): words.append("fixed \(decimals)")
    case .percent(let decimals): words.append("percent \(decimals)")
    case .compact(let decimals): words.append("compact \(decimals)")
    case .amount: words.append("amount")
    case .exact: words.append("exact")
    case .integer: words.append("integer")
    }
    if groupsThousands { words.append("grouped") }
    if groupsLong { words.append("long") }
    if neverGroups { words.append("ungrouped") }
    if significantDigits != 6 { words.append("digits \(significantDigits)") }
    if showsPlus { words.append("plus") }
    // The suffix may be anything, a comma too, so it comes last.
    if !suffix.isEmpty { words.append("suffix \(suffix)") }
    return words.joined(separator: ",")
  }

  /// The format of a code; nil for another string.
  public init?(code: String) {
    var rest = code[...]
    var suffix = ""
    if let mark = code.firstRange(of: ",suffix ") {
      (rest, suffix) = (code[..<mark.lowerBound], String(code[mark.upperBound...]))
    }
    let words = rest.split(separator: ",").map { $0.split(separator: " ") }
    guard let first = words.first, let name = first.first else { return nil }
    let decimals = first.dropFirst().first.flatMap { Int($0) }
    switch (name, decimals) {
    case ("general", nil): self.init(.general)
    case ("fixed", let decimals?): self.init(.fixed(decimals))
    case ("percent", let decimals?): self.init(.percent(decimals))
    case ("compact", let decimals?): self.init(.compact(decimals))
    case ("amount", nil): self.init(.amount)
    case ("exact", nil): self.init(.exact)
    case ("integer", nil): self.init(.integer)
    default: return nil
    }
    self.suffix = suffix
    for word in words.dropFirst() {
      switch (word[0], word.dropFirst().first.flatMap { Int($0) }) {
      case ("grouped", nil): groupsThousands = true
      case ("long", nil): groupsLong = true
      case ("ungrouped", nil): neverGroups = true
      case ("digits", let digits?): significantDigits = digits
      case ("plus", nil): showsPlus = true
      default: return nil
      }
    }
  }
}
