/// Signs that other languages use, each with the spelling of tas.
enum ForeignSpelling {
  /// A sign and its remedy.
  private struct Entry: Sendable {
    var sign: String
    var hint: String
  }

  /// Longer signs come before their prefixes.
  private static let entries: [Entry] = [
    Entry(sign: "===", hint: "equality is `==`"),
    Entry(sign: "!==", hint: "inequality is `!=`"),
    Entry(sign: "&&", hint: "write `and`"),
    Entry(sign: "||", hint: "write `or`"),
    Entry(sign: "&", hint: "write `and`"),
    Entry(sign: "|", hint: "write `or`"),
    Entry(sign: "<>", hint: "inequality is `!=`"),
    Entry(sign: "=<", hint: "write `<=`"),
    Entry(sign: "=>", hint: "write `>=`"),
    Entry(sign: ":=", hint: "a name is defined with `let NAME = …`"),
    Entry(sign: "+=", hint: "a name is redefined with `let NAME = …`"),
    Entry(sign: "-=", hint: "a name is redefined with `let NAME = …`"),
    Entry(sign: "*=", hint: "a name is redefined with `let NAME = …`"),
    Entry(sign: "/=", hint: "inequality is `!=`"),
    Entry(sign: "**", hint: "a power is `^`"),
    Entry(sign: "//", hint: "a comment begins with `#`"),
    Entry(sign: "/*", hint: "a comment begins with `#`"),
    Entry(sign: "->", hint: "a condition is `if(c, a, b)`"),
    Entry(sign: "%", hint: "the remainder is `mod(a, b)`, and a rate has no blank: `50%`"),
    Entry(sign: "…", hint: "a range is `..`; if the dots hide a key, `key PROVIDER` asks for it"),
    Entry(sign: "−", hint: "write `-`"),
    Entry(sign: "–", hint: "write `-`"),
    Entry(sign: "×", hint: "write `*`"),
    Entry(sign: "·", hint: "write `*`"),
    Entry(sign: "÷", hint: "write `/`"),
    Entry(sign: "≤", hint: "write `<=`"),
    Entry(sign: "≥", hint: "write `>=`"),
    Entry(sign: "≠", hint: "write `!=`"),
    Entry(sign: "“", hint: "a string is written in `\"` or `'`"),
    Entry(sign: "”", hint: "a string is written in `\"` or `'`"),
    Entry(sign: "‘", hint: "a string is written in `\"` or `'`"),
    Entry(sign: "’", hint: "a string is written in `\"` or `'`"),
  ]

  /// The error for the foreign sign at an offset; nil if there is none.
  static func at(_ offset: Int, in lexer: Lexer) -> Diagnostic? {
    let first = lexer.byte(offset)
    switch first {
    case Ascii.comma, Ascii.openParenthesis, Ascii.closeParenthesis, Ascii.openBracket, Ascii.closeBracket,
      Ascii.openBrace, Ascii.closeBrace:
      return nil
    default: break
    }
    if first == UInt8(ascii: "!") {
      if lexer.byte(offset + 1) == Ascii.equals, lexer.byte(offset + 2) != Ascii.equals { return nil }
      if lexer.byte(offset + 1) != Ascii.equals {
        return diagnostic(sign: "!", hint: "write `not`", at: lexer.span(offset, offset + 1))
      }
    }
    if first == Ascii.dot, Ascii.isDigit(lexer.byte(offset + 1)) {
      let end = lexer.endOfName(from: offset + 1)
      return Diagnostic(
        .invalidNumber,
        "a decimal point has a digit on both sides",
        at: lexer.span(offset, end),
        hints: ["write `0\(lexer.text(offset, end))`"]
      )
    }
    if isOwn(first, lexer.byte(offset + 1)) { return nil }
    for entry in entries where lexer.bytes[offset...].starts(with: entry.sign.utf8) {
      return diagnostic(
        sign: entry.sign,
        hint: entry.hint,
        at: lexer.span(offset, offset + entry.sign.utf8.count)
      )
    }
    return nil
  }

  /// True if two bytes begin no foreign sign: almost always, so that the list is seldom gone through.
  private static func isOwn(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "%"), 0x80...: return false
    default: break
    }
    switch second {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "/"):
      return false
    default: return true
    }
  }

  /// The error for a sign of another language.
  static func diagnostic(sign: String, hint: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(.foreignSpelling, "`\(sign)` is spelled differently in tas", at: span, hints: [hint])
  }
}
