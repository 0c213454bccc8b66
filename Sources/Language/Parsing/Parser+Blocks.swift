extension Parser {
  /// True where `for NAME in` stands next; elsewhere `for` is a name like others.
  func beginsLoop(_ head: NameAhead) throws(Diagnostic) -> Bool {
    var ahead = self
    ahead.skip(to: head.span.end)
    guard let name = try ahead.nameAhead() else { return false }
    ahead.skip(to: name.span.end)
    return try ahead.nameAhead()?.name == "in"
  }

  /// True where `if` is not the function `if(…)`, whose parenthesis follows without a blank.
  func beginsGuard(_ head: NameAhead) -> Bool { lexer.byte(head.span.end) != UInt8(ascii: "(") }

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
