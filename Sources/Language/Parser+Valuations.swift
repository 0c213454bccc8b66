extension Parser {
  /// Reads `dcf …` in one of its forms; the word stands next.
  mutating func valuation(_ head: NameAhead) throws(Diagnostic) -> Statement {
    skip(to: head.span.end)
    clauseWords = ["as", "to"]
    expect(words: [.scenario, .assumption, .symbol])
    expect(keywords: clauseWords)
    let result: ValuationStatement
    var isAlone = try isAtEnd()
    if !isAlone { isAlone = try isAtClause() }
    if isAlone {
      result = ValuationStatement(form: .show, changes: [])
    } else if let (word, isBlock) = try modelAhead() {
      skip(to: word.span.end)
      if isBlock {
        let changes = try block(separatedByCommas: true) {
          (parser: inout Parser, changes: inout [AssumptionChange]) throws(Diagnostic) in
          changes.append(try parser.change())
        }
        result = ValuationStatement(form: .new(ticker: word), changes: changes)
      } else {
        try require("with")
        result = ValuationStatement(form: .from(scenario: word), changes: try changes())
      }
    } else {
      result = ValuationStatement(form: .change, changes: try changes())
    }
    var tail = Tail()
    while try !isAtEnd() {
      guard try resultClause(into: &tail) else { throw unexpected("`,` or the end of the statement") }
    }
    return Statement(
      kind: .valuation(result),
      resultName: tail.resultName,
      output: tail.output,
      span: statementSpan
    )
  }

  /// The company or scenario that stands before `{` or `with`, and whether it is `{`; nil where a change stands.
  private mutating func modelAhead() throws(Diagnostic) -> (Word, Bool)? {
    let start = try offsetAhead()
    let name = try nameAhead()
    if let name, try isAssignment(after: name.span.end) {
      let first = lexer.byte(try lexer.skipBlanks(from: name.span.end, newlines: .end))
      if first == Ascii.equals { return nil }
    }
    guard let word = try lexer.word(at: start) else { return nil }
    let next = try lexer.skipBlanks(from: word.span.end, newlines: .end)
    if lexer.byte(next) == Ascii.openBrace { return (word, true) }
    var rest = self
    rest.skip(to: word.span.end)
    rest.expect(keyword: "with")
    expectations = rest.expectations
    if try rest.nameAhead()?.name == "with" { return (word, false) }
    if lexer.byte(next) == Ascii.newline {
      let brace = try lexer.skipBlanks(from: next, newlines: .blank)
      if lexer.byte(brace) == Ascii.openBrace { return (word, true) }
    }
    let endsThere = try rest.isAtEnd()
    if endsThere || word.isQuoted {
      rest.expect(keyword: "to")
      expectations = rest.expectations
      throw rest.unexpected(
        "`{`, `with` or `=`",
        hints: [
          "`dcf NAME with growth = 5%` starts from a scenario",
          "`load scenario NAME` brings one back, and `dcf` alone shows the model in work",
        ]
      )
    }
    return nil
  }

  private mutating func changes() throws(Diagnostic) -> [AssumptionChange] {
    var changes: [AssumptionChange] = []
    repeat { changes.append(try change()) } while try take(.comma) != nil
    return changes
  }

  /// Reads one assumption: `growth = 6% to 3%`, `growth + 2pp`, `margin to 34%`.
  mutating func change() throws(Diagnostic) -> AssumptionChange {
    expect(words: [.assumption])
    guard let name = try nameAhead() else { throw unexpected("the name of an assumption") }
    skip(to: name.span.end)
    expect(keyword: "to")
    let value: AssumptionChange.Value
    let next = try peek()
    switch next.kind {
    case .punctuation(.assign):
      try advance()
      if let word = try hyphenWord() {
        value = .word(word)
      } else {
        value = .path(try path())
        if let with = try nameAhead(), with.name == "with" {
          throw notBuiltYet("a scenario that inherits from another", at: with.span)
        }
      }
    case .name("to"):
      value = .path(try path())
    case .punctuation(.plus), .punctuation(.minus):
      try advance()
      value = .shift(next.punctuation == .plus ? .add : .subtract, try expression(.product))
    case .punctuation(.star), .punctuation(.slash):
      try advance()
      value = .shift(next.punctuation == .star ? .multiply : .divide, try expression(.unary))
    case .punctuation(.openBracket):
      throw notBuiltYet("an assumption for one year alone", at: next.span)
    default:
      throw unexpected("`=` after the assumption `\(name.name)`")
    }
    return AssumptionChange(
      name: name.name,
      nameSpan: name.span,
      value: value,
      span: lexer.span(name.span.start, position)
    )
  }

  /// Reads a word such as `mid-year`: letters with `-` and no blanks between.
  private mutating func hyphenWord() throws(Diagnostic) -> Word? {
    guard let word = try wordAhead() else { return nil }
    let parts = word.name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    for part in parts {
      guard let first = part.utf8.first, Ascii.isLetter(first), part.utf8.allSatisfy(Ascii.isNamePart) else {
        return nil
      }
    }
    let after = lexer.byte(word.span.end)
    guard after != Ascii.openParenthesis, after != Ascii.openBracket else { return nil }
    skip(to: word.span.end)
    return Word(parts: [.text(word.name)], span: word.span)
  }

  // MARK: Paths

  /// Reads phases joined by `then`.
  mutating func path() throws(Diagnostic) -> AssumptionPath {
    let start = try offsetAhead()
    var phases = [try phase()]
    while try take("then") != nil { phases.append(try phase()) }
    return AssumptionPath(phases: phases, span: lexer.span(start, position))
  }

  private mutating func phase() throws(Diagnostic) -> AssumptionPath.Phase {
    let start = try offsetAhead()
    var phase: AssumptionPath.Phase
    if try takeGlide() {
      phase = AssumptionPath.Phase(
        kind: .glide(from: nil, to: try expression()),
        span: lexer.span(start, start)
      )
    } else {
      let value = try expression()
      if case .list(let values, _) = value {
        phase = AssumptionPath.Phase(kind: .list(values), span: value.span)
      } else if try takeGlide() {
        phase = AssumptionPath.Phase(kind: .glide(from: value, to: try expression()), span: value.span)
      } else {
        phase = AssumptionPath.Phase(kind: .constant(value, metric: try metric()), span: value.span)
      }
    }
    while true {
      if phase.length == nil, try isAtLength(), try take("for") != nil {
        phase.length = try sum()
      } else if phase.endYear == nil, try take("by") != nil {
        _ = try takeYear()
        phase.endYear = try sum()
      } else {
        break
      }
    }
    phase.span = lexer.span(start, position)
    return phase
  }

  /// Reads the `to` of a glide; a `to` before a text names a file.
  private mutating func takeGlide() throws(Diagnostic) -> Bool {
    guard try isAt("to"), let word = try nameAhead() else { return false }
    let next = lexer.byte(try lexer.skipBlanks(from: word.span.end, newlines: .end))
    if next == Ascii.doubleQuote || next == Ascii.singleQuote { return false }
    skip(to: word.span.end)
    return true
  }

  /// True where `for 5y` follows; in `solve`, `for price` and `for value 200` belong to the command.
  private mutating func isAtLength() throws(Diagnostic) -> Bool {
    guard try isAt("for"), let word = try nameAhead() else { return false }
    guard allowsUnknown else { return true }
    let next = lexer.byte(try lexer.skipBlanks(from: word.span.end, newlines: .end))
    return Ascii.isDigit(next) || next == Ascii.openParenthesis
  }

  /// Reads `year` before a number; a name `year` alone is reserved and cannot be one.
  private mutating func takeYear() throws(Diagnostic) -> SourceSpan? { try take("year") }

  /// Reads the word after a multiple or after `of`: `15x ebitda`, `50% of value`.
  private mutating func metric() throws(Diagnostic) -> Word? {
    _ = try take("of")
    expect(words: [.metric])
    guard let name = try nameAhead(),
      !["to", "then", "for", "by", "with", "as"].contains(name.name), !clauseWords.contains(name.name)
    else { return nil }
    skip(to: name.span.end)
    return Word(parts: [.text(name.name)], span: name.span)
  }
}
