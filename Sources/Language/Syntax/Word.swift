/// A symbol, a file or the name of a thing, read raw if the grammar asks for a word.
public struct Word: Hashable, Sendable {
  /// A piece of a word.
  public enum Part: Hashable, Sendable {
    /// Literal characters.
    case text(String)
    /// `$name` or `${name}`: the value of a session name.
    case value(name: String, SourceSpan)
  }

  /// The pieces in order.
  public var parts: [Part]
  /// The place, quotes included.
  public var span: SourceSpan
  /// True if it was written in quotes.
  public var isQuoted: Bool

  /// Makes a word of its pieces.
  public init(parts: [Part], span: SourceSpan, isQuoted: Bool = false) {
    self.parts = parts
    self.span = span
    self.isQuoted = isQuoted
  }

  /// The characters, if no value is to be inserted; nil otherwise.
  public var literal: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}

extension Word {
  /// The part of a bare word before its first `:`.
  func cut(before span: SourceSpan) -> Word {
    var front: [Part] = []
    for part in parts {
      guard case .text(let piece) = part, let colon = piece.firstIndex(of: ":") else {
        front.append(part)
        continue
      }
      if colon > piece.startIndex { front.append(.text(String(piece[..<colon]))) }
      break
    }
    return Word(parts: front, span: span)
  }
}
