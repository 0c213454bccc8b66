/// A name that comes next, not yet read.
struct NameAhead {
  var name: String
  var span: SourceSpan
}

extension Parser {
  // MARK: Looking ahead

  /// The meaning of a newline at this place.
  var newlines: Lexer.Newlines {
    if continuesLine { return .blank }
    guard let bracket = brackets.last else {
      return clauseWords.isEmpty || !joinsClauseLines ? .end : .endUnlessClause(clauseWords)
    }
    return bracket.punctuation == .openBrace ? .endUnlessOperator : .blank
  }

  /// The offset of the next piece, blanks and comments left out.
  func offsetAhead() throws(Diagnostic) -> Int {
    try offsetAhead(newlines)
  }

  private func offsetAhead(_ newlines: Lexer.Newlines) throws(Diagnostic) -> Int {
    let offset = try lexer.skipBlanks(from: position, newlines: newlines)
    if isExpecting, case .endUnlessClause = newlines, lexer.endsInIndentedLine(after: offset) {
      return lexer.bytes.count
    }
    return offset
  }

  /// The next token.
  mutating func peek() throws(Diagnostic) -> Token {
    if let lookahead { return lookahead }
    let newlines = newlines
    let token = try lexer.token(at: offsetAhead(newlines), newlines: newlines)
    if token.kind == .end, continuesLine || !brackets.isEmpty { ranOut = true }
    lookahead = token
    return token
  }

  /// Reads the next token.
  @discardableResult
  mutating func advance() throws(Diagnostic) -> Token {
    let token = try peek()
    position = token.span.end
    lookahead = nil
    switch token.kind {
    case .punctuation(let sign): continuesLine = sign.continuesLine
    case .name(let name):
      continuesLine = ReservedWord.continuesLine(name)
      mark(token.span, .keyword)
    default: continuesLine = false
    }
    return token
  }

  /// Moves past a piece that was read raw.
  mutating func skip(to offset: Int) {
    position = offset
    lookahead = nil
    continuesLine = false
  }

  /// The run of letters, digits and `_` that comes next; nil if a name does not begin there.
  func nameAhead() throws(Diagnostic) -> NameAhead? {
    let offset = try offsetAhead()
    guard Ascii.isNameStart(lexer.byte(offset)) else { return nil }
    let end = lexer.endOfName(from: offset)
    return NameAhead(name: lexer.text(offset, end), span: lexer.span(offset, end))
  }

  /// The bare word that comes next, without replacing names; nil before a quote, a bracket or a comma.
  func wordAhead() throws(Diagnostic) -> NameAhead? {
    let offset = try offsetAhead()
    var end = offset
    while end < lexer.bytes.count, !Ascii.endsWord(lexer.byte(end)), lexer.byte(end) != Ascii.equals {
      end += 1
    }
    return end > offset ? NameAhead(name: lexer.text(offset, end), span: lexer.span(offset, end)) : nil
  }

  /// True at the end of a statement, or of a clause in braces.
  func isAtEnd() throws(Diagnostic) -> Bool {
    let offset = try offsetAhead()
    let byte = lexer.byte(offset)
    return offset >= lexer.bytes.count || byte == Ascii.newline || byte == Ascii.semicolon
      || byte == Ascii.closeBrace && brackets.last?.punctuation == .openBrace
  }

  /// True if a single `=` follows an offset.
  func isAssignment(after offset: Int) throws(Diagnostic) -> Bool {
    let next = try lexer.skipBlanks(from: offset, newlines: newlines == .blank ? .blank : .end)
    return lexer.byte(next) == Ascii.equals && lexer.byte(next + 1) != Ascii.equals
      && lexer.byte(next + 1) != UInt8(ascii: ">") && lexer.byte(next + 1) != UInt8(ascii: "<")
  }

  /// True if a keyword comes next.
  mutating func isAt(_ keyword: String) throws(Diagnostic) -> Bool {
    expect(keyword: keyword)
    return try nameAhead()?.name == keyword
  }

  /// Reads a keyword if it comes next.
  mutating func take(_ keyword: String) throws(Diagnostic) -> SourceSpan? {
    guard try isAt(keyword), let word = try nameAhead() else { return nil }
    skip(over: word, as: .keyword)
    return word.span
  }

  /// Reads a sign if it comes next.
  mutating func take(_ sign: Punctuation) throws(Diagnostic) -> Token? {
    guard try peek().punctuation == sign else { return nil }
    return try advance()
  }

  // MARK: Obligatory pieces

  /// Reads a keyword that must come next.
  @discardableResult
  mutating func require(_ keyword: String) throws(Diagnostic) -> SourceSpan {
    guard let span = try take(keyword) else { throw unexpected("`\(keyword)`") }
    return span
  }

  /// Reads a sign that must come next.
  @discardableResult
  mutating func require(_ sign: Punctuation) throws(Diagnostic) -> Token {
    guard let token = try take(sign) else { throw unexpected("`\(sign.rawValue)`") }
    return token
  }

  /// Reads a name that is to be defined; `hidesFields` if it may be a field of the bars.
  mutating func newName(of what: String, hidesFields: Bool = false) throws(Diagnostic) -> NameAhead {
    guard let name = try nameAhead() else { throw unexpected("the name of \(what)") }
    let isField = ReservedWord.fields.contains(name.name)
    if hidesFields, isField {
      warnings.append(
        Diagnostic(
          .hidesField, "the parameter `\(name.name)` hides the bars' field `\(name.name)` in \(what)", at: name.span,
          hints: ["another name keeps the field available"], severity: .warning))
    } else if ReservedWord.contains(name.name) {
      throw Self.reserved(
        name.name, at: name.span,
        isField ? "a field of the bars" : name.name == "_" ? "the last result" : "a word of the language")
    }
    skip(over: name, as: .definition)
    return name
  }

  /// The error of a name that means something else.
  static func reserved(_ name: String, at span: SourceSpan, _ meaning: String) -> Diagnostic {
    Diagnostic(.reservedName, "`\(name)` is reserved and cannot be defined", at: span, label: meaning)
  }

  /// Reads an opening bracket that comes next.
  mutating func open() throws(Diagnostic) {
    let token = try advance()
    brackets.append(token)
    if brackets.count > Self.deepestNesting { throw tooDeep(at: token.span) }
  }

  /// Reads the bracket that closes the innermost open one.
  mutating func close(orComma: Bool = false) throws(Diagnostic) {
    let closing = brackets.last?.punctuation?.closing ?? .closeParenthesis
    let token = try peek()
    guard token.punctuation == closing else {
      let error = unexpected(orComma ? "`,` or `\(closing.rawValue)`" : "`\(closing.rawValue)`")
      // A bracket that was forgotten lines ago, or is of another kind, is worth a look too.
      guard token.kind != .end, let bracket = brackets.last,
        token.punctuation?.isClosing == true
          || lexer.bytes[bracket.span.end..<token.span.start].contains(Ascii.newline)
      else { throw error }
      throw error.pointing(at: bracket.span, "opened here")
    }
    try advance()
    brackets.removeLast()
  }

  /// Counts one level of nesting; the caller counts it back.
  mutating func nest(at span: SourceSpan) throws(Diagnostic) {
    nesting += 1
    if nesting > Self.deepestNesting { throw tooDeep(at: span) }
  }

  /// Sets the height of a node over its tallest operand.
  mutating func grow(over heights: Int..., at span: SourceSpan) throws(Diagnostic) {
    height = (heights.max() ?? 0) + 1
    if height > Self.tallestTree {
      throw Diagnostic(
        .nestedTooDeeply,
        "the expression has more than \(Self.tallestTree) nested operations",
        at: span,
        hints: ["name parts of it with `let` or `indicator`"]
      )
    }
  }

  private func tooDeep(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .nestedTooDeeply,
      "nested more than \(Self.deepestNesting) levels deep",
      at: span,
      hints: ["name parts of it with `let` or `indicator`"]
    )
  }

  // MARK: Ends

  /// Goes to the next piece that is neither a newline nor `;`.
  mutating func skipSeparators() throws(Diagnostic) {
    while try peek().kind == .separator { try advance() }
  }

  /// Requires the end of the statement.
  mutating func expectEnd() throws(Diagnostic) {
    guard try !isAtEnd() else { return }
    throw unexpected("the end of the statement")
  }

  // MARK: Errors

  /// The error for a piece that is not allowed here.
  mutating func unexpected(_ expected: String, hints: [String] = []) -> Diagnostic {
    let token: Token
    do throws(Diagnostic) {
      token = try peek()
    } catch {
      return error
    }
    switch token.kind {
    case .end where !brackets.isEmpty:
      let bracket = brackets[brackets.count - 1]
      let sign = bracket.punctuation ?? .openParenthesis
      return Diagnostic(
        .unclosedBracket,
        "this `\(sign.rawValue)` is not closed",
        at: bracket.span,
        hints: ["a `\(sign.closing?.rawValue ?? ")")` is missing"]
      )
    case .end, .separator:
      let end = token.kind == .end && brackets.isEmpty ? "the input" : "the line"
      let isSemicolon = lexer.byte(token.span.start) == Ascii.semicolon
      return Diagnostic(
        .unexpectedToken,
        "expected \(expected), found \(isSemicolon ? "`;`" : "the end of \(end)")",
        at: isSemicolon ? token.span : lexer.span(position, position),
        hints: hints.isEmpty ? hintAfterLastPiece : hints
      )
    case .punctuation(.range):
      return Diagnostic(
        .misplacedRange,
        "a range is not allowed here",
        at: token.span,
        hints: ["ranges are allowed in `sweep`, `walkforward`, `sensitivity` and `study`"]
      )
    case .punctuation(.question):
      return Diagnostic(
        .misplacedUnknown,
        "`?` is the unknown of `solve` only",
        at: token.span,
        hints: ["a condition is `if(c, a, b)`"]
      )
    case .punctuation(let sign) where sign.isClosing && brackets.isEmpty:
      return Diagnostic(.unmatchedBracket, "this `\(sign.rawValue)` closes nothing", at: token.span)
    case .name(let name)
    where ReservedWord.operators.contains(name.lowercased()) && name != name.lowercased():
      return Diagnostic(
        .foreignSpelling,
        "`\(name)` is spelled differently in tas",
        at: token.span,
        hints: ["write `\(name.lowercased())`"]
      )
    default:
      return Diagnostic(
        .unexpectedToken,
        "expected \(expected), found \(describe(token))",
        at: token.span,
        hints: hints
      )
    }
  }

  /// The hint if the input ends after a sign or a word that needs a right side; otherwise empty.
  private var hintAfterLastPiece: [String] {
    let signs = Array("+-*/^<>=!,:~@".utf8)
    var start = position
    while start > statementStart, signs.contains(lexer.byte(start - 1)) { start -= 1 }
    if start == position {
      while start > statementStart, Ascii.isNamePart(lexer.byte(start - 1)) { start -= 1 }
      let word = lexer.text(start, position)
      guard ReservedWord.operators.contains(word), word != "true", word != "false" else { return [] }
    }
    return ["`\(lexer.text(start, position))` needs something on its right"]
  }

  /// A token in the words of a message.
  private func describe(_ token: Token) -> String {
    switch token.kind {
    case .literal(.text): "a string"
    default: "`\(Lexer.shortened(lexer.text(token.span.start, token.span.end)))`"
    }
  }
}
