extension Wording {
  /// Remarks on several symbols, each said once.
  ///
  /// Equal remarks on several symbols are one line that names them: all of up to three, else the first three and how many
  /// more. From four symbols on remarks that differ in numbers and in the name of the symbol alone are one line too, which
  /// quotes the first. The lines have the order of their first remarks.
  ///
  /// - Parameter all: the remarks, each with the symbol that it is on.
  public static func remarks(_ all: [(symbol: String, text: String)]) -> [String] {
    var places: [String: Int] = [:]
    var groups: [[(symbol: String, text: String)]] = []
    for remark in all {
      let words = bones(of: remark.text, without: remark.symbol)
      if let place = places[words] {
        groups[place].append(remark)
      } else {
        places[words] = groups.count
        groups.append([remark])
      }
    }
    return groups.flatMap { lines(of: $0) }
  }

  /// The lines of remarks that differ in numbers and in the symbol alone.
  private static func lines(of group: [(symbol: String, text: String)]) -> [String] {
    var symbols: [String] = []
    var known: Set<String> = []
    for remark in group where known.insert(remark.symbol).inserted { symbols.append(remark.symbol) }
    let first = group[0]
    let isSame = group.allSatisfy { $0.text == first.text }
    guard symbols.count > 3 else {
      return isSame ? ["\(list(symbols)): \(first.text)"] : group.map { "\($0.symbol): \($0.text)" }
    }
    let named = list(symbols.prefix(3) + ["\(symbols.count - 3) more"])
    return ["\(symbols.count) symbols (\(named))\(isSame ? "" : ", such as \(first.symbol)"): \(first.text)"]
  }

  /// The words of a remark without numbers, plural endings and the symbol: its meaning for any symbol.
  private static func bones(of text: String, without symbol: String) -> String {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "-") }
      .filter { $0 != symbol && $0.first?.isNumber != true }
      .map { $0.hasSuffix("s") ? $0.dropLast() : $0 }
      .joined(separator: " ")
  }
}
