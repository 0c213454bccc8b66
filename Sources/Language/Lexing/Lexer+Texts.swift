extension Lexer {
  /// The value of the quoted text at an offset and the offset after it.
  ///
  /// `$` means nothing in it.
  func quoted(at start: Int) throws(Diagnostic) -> (value: String, end: Int) {
    let (parts, end) = try quotedParts(at: start, names: .never)
    guard case .text(let value)? = parts.first else { return ("", end) }
    return (value, end)
  }

  /// The offset after a quoted text; nil if it is not closed on its line.
  func endOfQuoted(at start: Int) -> Int? {
    let quote = byte(start)
    var offset = start + 1
    while offset < bytes.count, bytes[offset] != Ascii.newline {
      if bytes[offset] == quote { return offset + 1 }
      offset += bytes[offset] == Ascii.backslash && byte(offset + 1) != Ascii.newline ? 2 : 1
    }
    return nil
  }

  /// The places where `$name` is replaced by a value.
  enum ReplacedNames {
    /// Nowhere: in 'single quotes'.
    case never
    /// In a word: a `$` without a name is an error there.
    case always
    /// In a string: a `$` without a name is a dollar sign.
    case whereNamed
  }

  /// The parts of a quoted text and the offset after it.
  func quotedParts(at start: Int, names: ReplacedNames) throws(Diagnostic) -> ([Word.Part], Int) {
    guard let end = endOfQuoted(at: start) else {
      throw Diagnostic(
        .unclosedText,
        "this text has no closing `\(text(start, start + 1))`",
        at: span(start, start + 1),
        hints: ["a text ends on its line; `\\n` in it is a line break"]
      )
    }
    try checkUTF8(start, end)
    var parts: [Word.Part] = []
    var piece: [UInt8] = []
    var offset = start + 1
    while offset < end - 1 {
      switch bytes[offset] {
      case Ascii.backslash:
        offset = try escape(at: offset, into: &piece)
      case Ascii.dollar where names == .always || names == .whereNamed && beginsName(at: offset + 1):
        if !piece.isEmpty { parts.append(.text(String(decoding: piece, as: UTF8.self))) }
        piece = []
        let value = try valueOfName(at: offset)
        parts.append(.value(name: value.name, value.span))
        offset = value.span.end
      default:
        piece.append(bytes[offset])
        offset += 1
      }
    }
    if !piece.isEmpty || parts.isEmpty { parts.append(.text(String(decoding: piece, as: UTF8.self))) }
    return (parts, end)
  }

  private func beginsName(at offset: Int) -> Bool {
    Ascii.isNameStart(byte(offset)) || byte(offset) == Ascii.openBrace
  }

  /// Adds the character of an escape and returns the offset after it.
  private func escape(at start: Int, into piece: inout [UInt8]) throws(Diagnostic) -> Int {
    switch byte(start + 1) {
    case UInt8(ascii: "n"): piece.append(Ascii.newline)
    case UInt8(ascii: "t"): piece.append(Ascii.tab)
    case UInt8(ascii: "r"): piece.append(Ascii.carriageReturn)
    case Ascii.backslash, Ascii.doubleQuote, Ascii.singleQuote, Ascii.dollar: piece.append(byte(start + 1))
    case UInt8(ascii: "u"):
      var end = start + 3
      while end < bytes.count, Ascii.isNamePart(bytes[end]) { end += 1 }
      guard byte(start + 2) == Ascii.openBrace, byte(end) == Ascii.closeBrace, end - start <= 11,
        let value = UInt32(text(start + 3, end), radix: 16), let scalar = Unicode.Scalar(value)
      else {
        throw Diagnostic(
          .invalidEscape,
          "`\\u` takes a character's number in hexadecimal",
          at: span(start, min(end, bytes.count)),
          hints: ["such as `\\u{1F600}`"]
        )
      }
      piece += Array(String(Character(scalar)).utf8)
      return end + 1
    default:
      let end =
        start + 1 + max(1, start + 1 < bytes.count ? Ascii.lengthOfScalar(in: bytes, at: start + 1) : 1)
      throw Diagnostic(
        .invalidEscape,
        "`\(text(start, min(end, bytes.count)))` is not an escape",
        at: span(start, min(end, bytes.count)),
        hints: ["the escapes are `\\n \\t \\\" \\' \\\\ \\$ \\u{1F600}`; a backslash is `\\\\`"]
      )
    }
    return start + 2
  }

  // MARK: Words

  /// The raw word at or after an offset; nil if there is none.
  ///
  /// A bare word goes up to a blank or one of `, ; ( ) { } [ ] # " '`. `=` belongs to it only before one
  /// capital that ends it, as in `EURUSD=X`.
  func word(at start: Int) throws(Diagnostic) -> Word? {
    let first = byte(start)
    if first == Ascii.doubleQuote || first == Ascii.singleQuote {
      let (parts, end) = try quotedParts(at: start, names: first == Ascii.doubleQuote ? .always : .never)
      return Word(parts: parts, span: span(start, end), isQuoted: true)
    }
    var parts: [Word.Part] = []
    var piece: [UInt8] = []
    var offset = start
    scan: while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case Ascii.dollar:
        if !piece.isEmpty { parts.append(.text(String(decoding: piece, as: UTF8.self))) }
        piece = []
        let value = try valueOfName(at: offset)
        parts.append(.value(name: value.name, value.span))
        offset = value.span.end
      case Ascii.backslash:
        if continuation(at: offset) != nil { break scan }
        let isDollar = self.byte(offset + 1) == Ascii.dollar
        piece.append(isDollar ? Ascii.dollar : byte)
        offset += isDollar ? 2 : 1
      case Ascii.equals where !equalsBelongsToWord(at: offset):
        break scan
      case _ where Ascii.endsWord(byte):
        break scan
      default:
        piece.append(byte)
        offset += 1
      }
    }
    guard offset > start else { return nil }
    try checkUTF8(start, offset)
    if !piece.isEmpty { parts.append(.text(String(decoding: piece, as: UTF8.self))) }
    return Word(parts: parts, span: span(start, offset))
  }

  /// True for the `=` in `EURUSD=X`: one capital follows and ends the word.
  func equalsBelongsToWord(at offset: Int) -> Bool {
    guard Ascii.isCapital(byte(offset + 1)) else { return false }
    return offset + 2 >= bytes.count || Ascii.endsWord(byte(offset + 2))
  }

  /// The hint for a dollar sign before an amount; nil before anything else.
  func amount(behind sign: Int) -> String? {
    var end = sign + 1
    while Ascii.isNamePart(byte(end)) || byte(end) == Ascii.dot { end += 1 }
    return Ascii.isDigit(byte(sign + 1)) ? "amounts have no currency: `\(text(sign + 1, end))`" : nil
  }

  /// `$name` or `${name}` at an offset.
  private func valueOfName(at start: Int) throws(Diagnostic) -> (name: String, span: SourceSpan) {
    let isBraced = byte(start + 1) == Ascii.openBrace
    let first = start + (isBraced ? 2 : 1)
    let end = endOfName(from: first)
    guard end > first, Ascii.isNameStart(byte(first)), !isBraced || byte(end) == Ascii.closeBrace else {
      throw Diagnostic(
        .invalidWord,
        "`$` in a word comes before a name",
        at: span(start, max(end, start + 1)),
        hints: [amount(behind: start) ?? "a dollar sign itself is `\\$`"]
      )
    }
    return (text(first, end), span(start, isBraced ? end + 1 : end))
  }

  /// The symbol after `@` at an offset; nil if there is none.
  ///
  /// Unquoted it starts with a letter or `^` and has no `-`.
  func contextSymbol(at start: Int) -> (name: String, end: Int)? {
    var offset = start
    if byte(offset) == Ascii.caret { offset += 1 }
    guard Ascii.isLetter(byte(offset)) else { return nil }
    while Ascii.isNamePart(byte(offset)) || byte(offset) == Ascii.dot && Ascii.isNamePart(byte(offset + 1)) {
      offset += 1
    }
    if byte(offset) == Ascii.equals, Ascii.isCapital(byte(offset + 1)), !Ascii.isNamePart(byte(offset + 2)),
      byte(offset + 2) != Ascii.equals
    {
      offset += 2
    }
    return (text(start, offset), offset)
  }
}
