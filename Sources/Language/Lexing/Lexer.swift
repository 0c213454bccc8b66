import Text

/// Reads pieces of input text at any offset.
///
/// The lexer keeps no place of its own: whether `data/goog.csv` is a division or a file is known to the parser
/// alone, so the parser asks for a token or for a word at an offset.
struct Lexer: Sendable {
  /// The meaning of a newline at a place.
  enum Newlines: Hashable, Sendable {
    /// It ends the statement.
    case end
    /// It ends the clause, unless the next line begins with `and` or `or`.
    case endUnlessOperator
    /// It ends the statement, unless the next line is indented and begins with one of these words.
    case endUnlessClause([String])
    /// It is a blank: inside `( )` and `[ ]`, and after an operator.
    case blank
  }

  let source: SourceID
  let bytes: [UInt8]
  /// The offsets of bytes that are not UTF-8, in order; almost always empty.
  let invalidOffsets: [Int]

  init(source: SourceID, bytes: [UInt8]) {
    self.source = source
    self.bytes = bytes
    invalidOffsets = Self.invalidOffsets(in: bytes)
  }

  /// The offset of the first statement: after a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  func span(_ start: Int, _ end: Int) -> SourceSpan { SourceSpan(source, start, end) }

  /// The byte at an offset; 0 after the end.
  func byte(_ offset: Int) -> UInt8 { offset < bytes.count && offset >= 0 ? bytes[offset] : 0 }

  /// The text between two offsets.
  func text(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

  // MARK: Blanks

  /// The offset of the first byte that is neither a blank nor a comment, nor a newline that counts as a blank.
  func skipBlanks(from start: Int, newlines: Newlines) throws(Diagnostic) -> Int {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case Ascii.space, Ascii.tab, Ascii.carriageReturn, 0x0B, 0x0C:
        offset += 1
      case Ascii.hash:
        let end = endOfLine(from: offset)
        try checkUTF8(offset, end)
        offset = end
      case Ascii.newline where newlines == .blank:
        offset += 1
      case Ascii.newline where newlines == .endUnlessOperator && lineBeginsWithOperator(after: offset):
        offset += 1
      case Ascii.newline:
        guard case .endUnlessClause(let words) = newlines, let next = clauseLine(after: offset, words) else {
          return offset
        }
        offset = next
      case Ascii.backslash:
        guard let next = continuation(at: offset) else { return offset }
        offset = next
      default:
        return offset
      }
    }
    return offset
  }

  /// The offset after `\`, blanks, a comment and the newline; nil if the `\` continues no line.
  func continuation(at offset: Int) -> Int? {
    var next = offset + 1
    while Ascii.isBlank(byte(next)) { next += 1 }
    if byte(next) == Ascii.hash { next = endOfLine(from: next) }
    return next >= bytes.count ? bytes.count : bytes[next] == Ascii.newline ? next + 1 : nil
  }

  /// The offset of the newline that ends a line, or of the end.
  func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != Ascii.newline { offset += 1 }
    return offset
  }

  /// The offset of the word that begins the line after a newline, if it is indented and one of those words.
  ///
  /// Lines that are empty or hold a comment only are passed over.
  private func clauseLine(after newline: Int, _ words: [String]) -> Int? {
    var offset = newline + 1
    while true {
      let lineStart = offset
      while Ascii.isBlank(byte(offset)) { offset += 1 }
      if byte(offset) == Ascii.hash { offset = endOfLine(from: offset) }
      if byte(offset) == Ascii.newline {
        offset += 1
        continue
      }
      guard offset > lineStart else { return nil }
      let end = endOfName(from: offset)
      guard end > offset, Ascii.isBlank(byte(end)) || byte(end) == Ascii.newline || end >= bytes.count else {
        return nil
      }
      var next = end
      while Ascii.isBlank(byte(next)) { next += 1 }
      // For `last = 3` the hint is that `let` defines a name.
      if byte(next) == Ascii.equals { return nil }
      return words.contains(text(offset, end)) ? offset : nil
    }
  }

  /// True if a text ends in a line that is indented and empty: a clause may begin there.
  func endsInIndentedLine(after offset: Int) -> Bool {
    guard let last = bytes.last, Ascii.isBlank(last), byte(offset) == Ascii.newline else { return false }
    return bytes[offset...].allSatisfy { Ascii.isBlank($0) || $0 == Ascii.newline }
  }

  /// True if the first word after a newline is `and` or `or`.
  private func lineBeginsWithOperator(after newline: Int) -> Bool {
    var offset = newline
    while offset < bytes.count {
      if bytes[offset] == Ascii.hash {
        offset = endOfLine(from: offset)
      } else if bytes[offset] == Ascii.newline || Ascii.isBlank(bytes[offset]) {
        offset += 1
      } else {
        break
      }
    }
    let end = endOfName(from: offset)
    return end - offset <= 3 && (text(offset, end) == "and" || text(offset, end) == "or")
  }

  /// The offset after a run of letters, digits and `_`.
  func endOfName(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, Ascii.isNamePart(bytes[offset]) { offset += 1 }
    return offset
  }

  // MARK: Tokens

  /// The token that begins at or after an offset.
  func token(at start: Int, newlines: Newlines) throws(Diagnostic) -> Token {
    let offset = try skipBlanks(from: start, newlines: newlines)
    guard offset < bytes.count else { return Token(kind: .end, span: span(bytes.count, bytes.count)) }
    let first = bytes[offset]
    if first == Ascii.newline || first == Ascii.semicolon {
      return Token(kind: .separator, span: span(offset, offset + 1))
    }
    if Ascii.isNameStart(first) {
      let end = endOfName(from: offset)
      return Token(kind: .name(text(offset, end)), span: span(offset, end))
    }
    if Ascii.isDigit(first) { return try number(at: offset) }
    if first == Ascii.dollar, Ascii.isDigit(byte(offset + 1)) {
      // `$3`, the result of the third entry.
      let end = endOfName(from: offset + 1)
      return Token(kind: .name(text(offset, end)), span: span(offset, end))
    }
    if first == Ascii.doubleQuote || first == Ascii.singleQuote {
      let (parts, end) = try quotedParts(at: offset, names: first == Ascii.doubleQuote ? .whereNamed : .never)
      let word = Word(parts: parts, span: span(offset, end), isQuoted: true)
      return Token(kind: .literal(word.literal.map { .text($0) } ?? .template(word)), span: word.span)
    }
    return try sign(at: offset)
  }

  private func sign(at offset: Int) throws(Diagnostic) -> Token {
    if let foreign = ForeignSpelling.at(offset, in: self) { throw foreign }
    if let sign = Punctuation(byte(offset), byte(offset + 1)) {
      return Token(kind: .punctuation(sign), span: span(offset, offset + sign.length))
    }
    throw unknownCharacter(at: offset)
  }

  private func unknownCharacter(at offset: Int) -> Diagnostic {
    if let invalid = invalidOffsets.first(where: { $0 >= offset }), invalid == offset {
      return notUTF8(at: offset)
    }
    let rest = String(decoding: bytes[offset..<min(bytes.count, offset + 64)], as: UTF8.self)
    let character = rest.first ?? " "
    let span = span(offset, offset + max(1, String(character).utf8.count))
    let scalar = character.unicodeScalars.first?.value ?? 0
    if character == "\\" {
      return Diagnostic(
        .invalidCharacter,
        "`\\` is allowed only at the end of a line that continues on the next",
        at: span
      )
    }
    if character == "$" {
      return Diagnostic(
        .invalidCharacter,
        "`$` is allowed only in words, file names and strings",
        at: span,
        hints: [amount(behind: offset) ?? "in an expression a value is written as its name alone"]
      )
    }
    let isVisible = scalar > 0x20 && scalar != 0x7F && !(0x80...0xA0).contains(scalar)
    let isLetter = character.isLetter
    return Diagnostic(
      .invalidCharacter,
      isVisible
        ? "the character `\(character)` means nothing here"
        : "the character U+\(Self.hexadecimal(scalar)) means nothing here",
      at: span,
      hints: isLetter ? ["names are made of the letters a to z, digits and `_`"] : []
    )
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  // MARK: UTF-8

  /// Throws if bytes between two offsets are not UTF-8.
  func checkUTF8(_ start: Int, _ end: Int) throws(Diagnostic) {
    guard !invalidOffsets.isEmpty else { return }
    if let offset = invalidOffsets.first(where: { $0 >= start && $0 < end }) { throw notUTF8(at: offset) }
  }

  private func notUTF8(at offset: Int) -> Diagnostic {
    Diagnostic(
      .invalidUTF8,
      "the byte 0x\(String(byte(offset), radix: 16, uppercase: true)) is not UTF-8",
      at: span(offset, offset + 1),
      hints: ["save the file as UTF-8"]
    )
  }

  private static func invalidOffsets(in bytes: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var offset = 0
    while offset < bytes.count {
      let length = Ascii.lengthOfScalar(in: bytes, at: offset)
      if length == 0 { offsets.append(offset) }
      offset += max(1, length)
    }
    return offsets
  }
}
