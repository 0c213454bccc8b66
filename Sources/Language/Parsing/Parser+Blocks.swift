extension Parser {
  /// True if `for NAME in` comes next; elsewhere `for` is a name like others.
  func beginsLoop(_ head: NameAhead) throws(Diagnostic) -> Bool {
    var ahead = self
    ahead.skip(to: head.span.end)
    guard let name = try ahead.nameAhead() else { return false }
    ahead.skip(to: name.span.end)
    return try ahead.nameAhead()?.name == "in"
  }

  /// True if `if` is not the function `if(COND, A, B)`: a condition in parentheses has no commas of its own.
  func beginsGuard(_ head: NameAhead) -> Bool {
    guard let open = try? lexer.skipBlanks(from: head.span.end, newlines: .end),
      lexer.byte(open) == Ascii.openParenthesis
    else { return true }
    var depth = 0
    var offset = open
    while offset < lexer.bytes.count {
      switch lexer.byte(offset) {
      case Ascii.doubleQuote, Ascii.singleQuote:
        guard let end = lexer.endOfQuoted(at: offset) else { return open > head.span.end }
        offset = end
        continue
      case Ascii.hash: offset = lexer.endOfLine(from: offset)
      case Ascii.openParenthesis, Ascii.openBracket: depth += 1
      case Ascii.closeParenthesis, Ascii.closeBracket:
        depth -= 1
        // Without a comma it is a condition that is in parentheses, unless it touches the word.
        if depth == 0 { return open > head.span.end }
      case Ascii.comma where depth == 1: return false
      default: break
      }
      offset += 1
    }
    return open > head.span.end
  }

  /// Reads `for NAME in A, B { … }`.
  mutating func loop(_ head: NameAhead) throws(Diagnostic) -> Statement {
    let start = statementStart
    skip(to: head.span.end)
    let name = try newName(of: "the symbol of each round")
    try require("in")
    let symbols = try words(.symbol)
    let header = BlockStatement.Header.each(name: name.name, nameSpan: name.span, symbols: symbols)
    return try block(header, from: start)
  }

  /// Reads `if COND { … }`.
  mutating func guarded(_ head: NameAhead) throws(Diagnostic) -> Statement {
    let start = statementStart
    skip(to: head.span.end)
    return try block(.guarded(try expression()), from: start)
  }

  private mutating func block(_ header: BlockStatement.Header, from start: Int) throws(Diagnostic) -> Statement {
    guard try peek().punctuation == .openBrace else {
      let form =
        switch header {
        case .each: "the form is `for X in A, B { … }`, over symbols"
        case .guarded: "the form is `if COND { … }`"
        }
      throw unexpected("`{`", hints: [form])
    }
    try open()
    var body: [Statement] = []
    while true {
      try skipSeparators()
      expectStatement()
      if try peek().punctuation == .closeBrace { break }
      statementStart = try offsetAhead()
      clauseWords = []
      defer { statementStart = start }
      body.append(try statement())
      guard try isAtEnd() else { throw unexpected("a newline, `;` or `}`") }
    }
    clauseWords = []
    try close()
    return Statement(kind: .block(BlockStatement(header: header, body: body)), span: statementSpan)
  }
}
