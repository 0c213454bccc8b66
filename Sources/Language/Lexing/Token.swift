/// The smallest piece of a statement in an expression slot, with its place.
struct Token: Hashable, Sendable {
  /// The kinds of tokens.
  enum Kind: Hashable, Sendable {
    case name(String)
    /// Kept apart: a token is copied often, and few are literals.
    indirect case literal(Literal)
    case punctuation(Punctuation)
    /// A newline or `;`: the end of a statement or of a clause in braces.
    case separator
    case end
  }

  var kind: Kind
  var span: SourceSpan

  /// The word, if the token is a name.
  var name: String? {
    if case .name(let name) = kind { name } else { nil }
  }

  /// The sign, if the token is one.
  var punctuation: Punctuation? {
    if case .punctuation(let sign) = kind { sign } else { nil }
  }

  /// True if a statement or clause cannot continue.
  var isEnd: Bool { kind == .separator || kind == .end }
}

/// The signs of the language.
enum Punctuation: String, Hashable, Sendable {
  case range = ".."
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case greater = ">"
  case assign = "="
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case caret = "^"
  case at = "@"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
  case comma = ","
  case colon = ":"
  case dot = "."
  case question = "?"
  case tilde = "~"

  /// The longest sign that begins with two bytes; nil if there is none.
  init?(_ first: UInt8, _ second: UInt8) {
    let isEqual = second == UInt8(ascii: "=")
    switch first {
    case UInt8(ascii: "."): self = second == first ? .range : .dot
    case UInt8(ascii: "<"): self = isEqual ? .lessOrEqual : .less
    case UInt8(ascii: ">"): self = isEqual ? .greaterOrEqual : .greater
    case UInt8(ascii: "="): self = isEqual ? .equal : .assign
    case UInt8(ascii: "!") where isEqual: self = .notEqual
    case UInt8(ascii: "+"): self = .plus
    case UInt8(ascii: "-"): self = .minus
    case UInt8(ascii: "*"): self = .star
    case UInt8(ascii: "/"): self = .slash
    case UInt8(ascii: "^"): self = .caret
    case UInt8(ascii: "@"): self = .at
    case UInt8(ascii: "("): self = .openParenthesis
    case UInt8(ascii: ")"): self = .closeParenthesis
    case UInt8(ascii: "["): self = .openBracket
    case UInt8(ascii: "]"): self = .closeBracket
    case UInt8(ascii: "{"): self = .openBrace
    case UInt8(ascii: "}"): self = .closeBrace
    case UInt8(ascii: ","): self = .comma
    case UInt8(ascii: ":"): self = .colon
    case UInt8(ascii: "?"): self = .question
    case UInt8(ascii: "~"): self = .tilde
    default: return nil
    }
  }

  /// The number of its characters.
  var length: Int {
    switch self {
    case .range, .lessOrEqual, .greaterOrEqual, .equal, .notEqual: 2
    default: 1
    }
  }

  /// True if a line that ends in the sign continues on the next one.
  var continuesLine: Bool {
    switch self {
    case .range, .lessOrEqual, .greaterOrEqual, .equal, .notEqual, .less, .greater, .assign, .plus, .minus,
      .star, .slash, .caret, .at, .comma, .tilde:
      true
    default: false
    }
  }

  /// The sign that closes an opening bracket.
  var closing: Punctuation? {
    switch self {
    case .openParenthesis: .closeParenthesis
    case .openBracket: .closeBracket
    case .openBrace: .closeBrace
    default: nil
    }
  }

  /// True for `)`, `]` and `}`.
  var isClosing: Bool { self == .closeParenthesis || self == .closeBracket || self == .closeBrace }
}

/// The words that no name may have.
public enum ReservedWord {
  /// The operators that are words, with the booleans.
  public static let operators = ["and", "or", "not", "between", "crosses", "above", "below", "true", "false"]

  /// The bars' own fields.
  public static let fields = [
    "open", "high", "low", "close", "volume", "hl2", "hlc3", "ohlc4", "time", "clock", "year", "month", "day",
    "weekday", "hour", "minute",
  ]

  /// True for a word that cannot be defined: an operator, a boolean, a field, `today`, or `_`, the last result.
  public static func contains(_ word: String) -> Bool {
    operators.contains(word) || fields.contains(word) || word == "today" || word == "_"
  }

  /// True for an operator word after which a line continues.
  static func continuesLine(_ word: String) -> Bool {
    switch word {
    case "and", "or", "not", "between", "crosses", "above", "below": true
    default: false
    }
  }
}
