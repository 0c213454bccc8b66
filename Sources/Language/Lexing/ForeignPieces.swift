/// A line of another language in pieces: words, numbers, strings with their quotes, and signs.
struct ForeignPieces {
  private var pieces: [Substring] = []
  private var place = 0

  /// Cuts a text; nil if a string is not closed.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    while let first = rest.first {
      var piece = rest.prefix(1)
      if first == "#" { break }
      if first.isLetter || first.isNumber || first == "_" {
        piece = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." && first.isNumber }
      } else if first == "\"" || first == "'" {
        guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
        piece = rest[...end]
      } else if ["<=", ">=", "!=", "<>", "=="].contains(rest.prefix(2)) {
        piece = rest.prefix(2)
      }
      rest = rest[piece.endIndex...]
      if !first.isWhitespace { pieces.append(piece) }
    }
    if pieces.last == ";" { pieces.removeLast() }
  }

  /// The next piece; nil at the end.
  var next: Substring? { place < pieces.count ? pieces[place] : nil }

  /// Reads a piece.
  mutating func take() -> Substring? {
    guard let next else { return nil }
    place += 1
    return next
  }

  /// Reads words or signs if they come next, in any case.
  mutating func take(_ words: String...) -> Bool {
    guard pieces.dropFirst(place).prefix(words.count).map({ $0.lowercased() }) == words else { return false }
    place += words.count
    return true
  }

  /// Reads a name.
  mutating func name() -> Substring? {
    guard let first = next?.first, first.isLetter || first == "_" else { return nil }
    return take()
  }

  /// Reads up to one of several words outside of parentheses, as tas writes them.
  mutating func text(before words: Set<String>) -> String {
    var depth = 0
    var text = ""
    while let piece = next, depth > 0 || !words.contains(piece.lowercased()) {
      place += 1
      if piece == "(" { depth += 1 }
      if piece == ")" { depth -= 1 }
      let own =
        switch piece.lowercased() {
        case "=": "=="
        case "<>": "!="
        case "and", "or", "not", "between": piece.lowercased()
        default: String(piece)
        }
      let isTight = text.isEmpty || text.last == "(" || text.last == "." || ["(", ")", ",", "."].contains(own)
      text += (isTight ? "" : " ") + own
    }
    return text
  }
}
