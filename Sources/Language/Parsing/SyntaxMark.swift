/// A piece of a text with the part that it plays in its statement: the material of colouring.
public struct SyntaxMark: Hashable, Sendable {
  /// The parts.
  public enum Kind: Hashable, Sendable {
    /// The word that begins a statement.
    case command
    /// A word of the language inside a statement.
    case keyword
    /// The name of a value in an expression.
    case name
    /// The name of a function that is called.
    case function
    /// The name after a dot.
    case field
    /// The name of an argument before `=`.
    case argument
    /// A name that the statement defines.
    case definition
    /// A raw word, with the kind of thing that it names.
    case word(CommandSyntax.WordKind)
    /// A number with its unit, a duration, a date.
    case number
    case text, comment, bracket, sign
  }

  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte.
  public var end: Int
  /// The part.
  public var kind: Kind
}

extension Parser {
  /// The marks of a text in order, as the parser reads it; a piece that does not parse is marked only if its characters
  /// alone determine the kind.
  ///
  /// A pure function: whether a name is defined is left to the caller.
  public static func marks(in text: String, commands: [CommandSyntax]) -> [SyntaxMark] {
    var parser = Parser(source: SourceID(0), text: text, commands: commands)
    parser.marks = []
    let end = parser.lexer.bytes.count
    while parser.position < end {
      do throws(Diagnostic) {
        guard try parser.next() != nil else { break }
      } catch {
        parser.recover()
      }
    }
    var marks = parser.marks ?? []
    // The parser goes from left to right, and seldom back.
    let isInOrder = zip(marks, marks.dropFirst()).allSatisfy { $0.start <= $1.start }
    if !isInOrder { marks.sort { $0.start < $1.start } }
    parser.lexer.addMarks(to: &marks)
    return marks
  }

  /// Notes the mark of a piece of the text, if marks are collected.
  mutating func mark(_ span: SourceSpan, _ kind: SyntaxMark.Kind) {
    marks?.append(SyntaxMark(start: span.start, end: span.end, kind: kind))
  }

  /// Moves past a peeked name, noting its mark.
  mutating func skip(over name: NameAhead, as kind: SyntaxMark.Kind) {
    mark(name.span, kind)
    skip(to: name.span.end)
  }
}

extension Lexer {
  /// Adds marks in the gaps for pieces that their characters alone identify: numbers, strings, comments, brackets,
  /// signs.
  fileprivate func addMarks(to marks: inout [SyntaxMark]) {
    var all: [SyntaxMark] = []
    all.reserveCapacity(marks.count * 2)
    var offset = start
    var next = 0
    while offset < bytes.count {
      while next < marks.count, marks[next].start < offset { next += 1 }
      if next < marks.count, marks[next].start == offset {
        all.append(marks[next])
        offset = max(marks[next].end, offset + 1)
        continue
      }
      let limit = next < marks.count ? marks[next].start : bytes.count
      let (end, kind) = piece(at: offset, limit: limit)
      if let kind { all.append(SyntaxMark(start: offset, end: end, kind: kind)) }
      offset = end
    }
    marks = all
  }

  /// The end of the piece at an offset, and its kind if its characters alone determine it; the end is at most `limit`.
  private func piece(at offset: Int, limit: Int) -> (end: Int, kind: SyntaxMark.Kind?) {
    let first = bytes[offset]
    switch first {
    case Ascii.hash: return (min(endOfLine(from: offset), limit), .comment)
    case Ascii.doubleQuote, Ascii.singleQuote:
      return (min(endOfQuoted(at: offset) ?? endOfLine(from: offset), limit), .text)
    case Ascii.openParenthesis, Ascii.closeParenthesis, Ascii.openBracket, Ascii.closeBracket, Ascii.openBrace,
      Ascii.closeBrace:
      return (offset + 1, .bracket)
    case _ where Ascii.isDigit(first): return (min(endOfLiteral(at: offset), limit), .number)
    case _ where Ascii.isNameStart(first): return (min(endOfName(from: offset), limit), nil)
    default:
      let isSign = Punctuation(first, byte(offset + 1)) != nil
      return (offset + 1, isSign ? .sign : nil)
    }
  }

  /// The end of a number, a duration or a date; that of the run of digits and letters if it is none.
  private func endOfLiteral(at offset: Int) -> Int {
    if let token = try? token(at: offset, newlines: .end), token.span.start == offset { return token.span.end }
    return max(endOfName(from: offset), offset + 1)
  }
}
