import LibC

/// Numbers and names as messages write them: `2.5%`, `15x`, `383.3B`, `a, b and c`.
///
/// Numbers are rounded for reading; ``NumberText`` writes them exactly.
///
/// ```swift
/// "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) needed"  // "tax and capex are needed"
/// ```
public enum Wording {
  /// A rate as a percentage with up to `places` decimals, without trailing zeros.
  public static func percent(_ rate: Double, places: Int = 2) -> String {
    number(rate * 100, places: places) + "%"
  }

  /// A difference of two rates in percentage points.
  public static func points(_ rate: Double) -> String {
    number(rate * 100, places: 2) + "pp"
  }

  /// A number with up to `places` decimals, without trailing zeros.
  public static func number(_ value: Double, places: Int = 4) -> String {
    guard value.isFinite else { return value.isNaN ? "missing" : (value < 0 ? "-infinity" : "infinity") }
    let scale = pow(10, Double(places))
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let digits = Int(scaled)
    let unit = Int(scale)
    var text = String(digits / unit)
    var rest = digits % unit
    if rest > 0 {
      var decimals = ""
      var divisor = unit / 10
      while rest > 0 {
        decimals += String(rest / divisor)
        rest %= divisor
        divisor /= 10
      }
      text += "." + decimals
    }
    return value < 0 && digits > 0 ? "-" + text : text
  }

  /// An amount of money or a count, shortened by `k`, `M`, `B` or `T`.
  public static func amount(_ value: Double) -> String {
    for (suffix, size) in [("T", 1e12), ("B", 1e9), ("M", 1e6), ("k", 1e3)] where abs(value) >= size {
      return number(value / size, places: 3) + suffix
    }
    return number(value)
  }

  /// Names joined as in a sentence: `a`, `a and b`, `a, b and c`.
  public static func list(_ names: [String], or: Bool = false) -> String {
    guard let last = names.last else { return "" }
    guard names.count > 1 else { return last }
    return names.dropLast().joined(separator: ", ") + (or ? " or " : " and ") + last
  }

  /// The word that goes with a count: the first for one, the second for none and for several.
  public static func plural(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? one : many
  }
}

extension String {
  /// The sentence without its full stop, as diagnostics end.
  public var trimmedStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension Wording {
  /// A sentence with words of many hundred characters cut in their middle: too long to read.
  public static func shortened(_ text: String) -> String {
    let longest = 300
    guard text.utf8.count > longest else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.utf8.count > longest, word.count > longest else { return String(word) }
      return "\(word.prefix(100))…\(word.suffix(40))"
    }.joined(separator: " ")
  }
}
