/// The brackets that are open at a place of a text, found by looking only at their ends.
///
/// Any closing bracket closes the innermost one: a text with an error has its statements apart all the same.
struct OpenBrackets {
  private var open: [UInt8] = []

  var isEmpty: Bool { open.isEmpty }

  /// Takes note of a byte outside of comments and strings.
  mutating func meet(_ byte: UInt8) {
    switch byte {
    case Ascii.openParenthesis, Ascii.openBracket, Ascii.openBrace: open.append(byte)
    case Ascii.closeParenthesis, Ascii.closeBracket, Ascii.closeBrace: _ = open.popLast()
    default: break
    }
  }

  /// Takes note of a string that is not closed on its line, which may have swallowed the ends of `(` and `[`.
  mutating func meetUnclosedText() {
    while let last = open.last, last != Ascii.openBrace { open.removeLast() }
  }
}
