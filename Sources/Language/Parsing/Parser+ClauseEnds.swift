import Text

// Words that other languages add to a clause of a strategy, each with the equivalent in tas.
extension Parser {
  /// Hints for a clause that does not end; empty if none are known.
  mutating func hintsBehindClause() throws(Diagnostic) -> [String] {
    let token = try peek()
    let before = wordBefore(token.span.start)
    if token.punctuation == .comma { return ["conditions are joined by `and`; a new clause begins after `;`"] }
    if case .literal(let literal) = token.kind, let first = before.utf8.first, Ascii.isNameStart(first) {
      let text = lexer.text(token.span.start, token.span.end)
      if before == "loss" { return ["write `stop \(text)`"] }
      guard case .number = literal, !ReservedWord.operators.contains(before) else { return [] }
      return ["a call has parentheses: `\(before)(\(text))`"]
    }
    guard let word = try nameAhead()?.name else { return [] }
    switch word {
    case "points", "point", "ticks", "tick":
      return ["a distance is in the price: `stop 0.5`, or 20 steps of a price `stop 20 * 0.25`"]
    case "pips", "pip":
      return ["a distance is in the price: 20 pips of 0.0001 are `stop 0.0020`, of the yen `stop 0.20`"]
    case "lots", "lot": return ["write `size 2 contracts` or `size 100 shares`"]
    case "for": return ["bars in a row are counted: `count(rsi(14) < 30, 3) == 3`"]
    case "days", "day", "bars": return ["a count has no unit: `bars_held > 10`"]
    case "after":
      return ["a trail from a gain on is `trail at if(max_profit >= 10%, highest(high, 20) * 0.95, 0.01)`"]
    default: break
    }
    guard before.utf8.last == UInt8(ascii: "x"), let number = Double(before.dropLast()) else { return [] }
    return ["a multiple of it is `\(NumberText.plain(number)) * \(word)`"]
  }
}
