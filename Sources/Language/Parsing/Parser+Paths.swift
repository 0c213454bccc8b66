extension Parser {
  /// Reads phases joined by `then`.
  mutating func path() throws(Diagnostic) -> AssumptionPath {
    let start = try offsetAhead()
    var phases = [try phase()]
    while try take("then") != nil {
      let rate = try rateAhead()
      if let rate {
        mark(rate.span, .keyword)
        skip(to: rate.span.end)
      }
      var next = try phase()
      if let rate {
        next.rate = rate
        next.span = lexer.span(rate.span.start, next.span.end)
      }
      phases.append(next)
    }
    var basis: Word?
    if try take("of") != nil {
      expect(words: [.metric])
      basis = try keywordlikeWord("the result that the values are shares of, such as `change`")
    }
    return AssumptionPath(phases: phases, basis: basis, span: lexer.span(start, position))
  }

  /// The name of the rate that follows amounts, if one comes next: `growth 6%`, `margin to 30%`.
  ///
  /// A value follows it, so that a name of the session by itself, as in `then growth`, is a value.
  private mutating func rateAhead() throws(Diagnostic) -> Word? {
    expect(keywords: ["growth", "margin", "hold"])
    guard let name = try nameAhead(), ["growth", "margin"].contains(name.name) else { return nil }
    let next = try lexer.skipBlanks(from: name.span.end, newlines: .end)
    let byte = lexer.byte(next)
    var rest = self
    rest.skip(to: name.span.end)
    let following = try rest.nameAhead()?.name
    let isNegative = byte == Ascii.minus && Ascii.isDigit(lexer.byte(next + 1)) && next > name.span.end
    let isName = following.map {
      !["then", "for", "by", "of", "because", "as"].contains($0) && !clauseWords.contains($0)
    }
    let isFollowed = Ascii.isDigit(byte) || byte == Ascii.openBracket || isNegative || isName == true
    let isAtCursor = isExpecting && next >= lexer.bytes.count
    guard isFollowed || isAtCursor || following == "to" else { return nil }
    return Word(parts: [.text(name.name)], span: name.span)
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
        phase = AssumptionPath.Phase(kind: .constant(value, metric: try metric(of: value)), span: value.span)
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
    guard try isAt("to"), try !isAtOutput(), let word = try nameAhead() else { return false }
    skip(over: word, as: .keyword)
    return true
  }

  /// True if `to "FILE"` comes next.
  func isAtOutput() throws(Diagnostic) -> Bool {
    guard let word = try nameAhead(), word.name == "to" else { return false }
    let next = lexer.byte(try lexer.skipBlanks(from: word.span.end, newlines: .end))
    return next == Ascii.doubleQuote || next == Ascii.singleQuote
  }

  /// True if `for 5y` follows; in `solve`, `for price` and `for value 200` belong to the command.
  private mutating func isAtLength() throws(Diagnostic) -> Bool {
    guard try isAt("for"), let word = try nameAhead() else { return false }
    guard allowsUnknown else { return true }
    let next = lexer.byte(try lexer.skipBlanks(from: word.span.end, newlines: .end))
    return Ascii.isDigit(next) || next == Ascii.openParenthesis
  }

  /// Reads `year` before a number; a name `year` alone is reserved and cannot be one.
  private mutating func takeYear() throws(Diagnostic) -> SourceSpan? { try take("year") }

  /// Reads the word after a value: `15x ebitda`, `15x of ebitda`.
  private mutating func metric(of value: Expression) throws(Diagnostic) -> Word? {
    guard case .literal(.number(let number), _) = value, number.suffix == .multiple else { return nil }
    _ = try take("of")
    expect(words: [.metric])
    guard let name = try nameAhead(),
      !["to", "then", "for", "by", "with", "as", "because"].contains(name.name), !clauseWords.contains(name.name)
    else { return nil }
    skip(over: name, as: .word(.metric))
    return Word(parts: [.text(name.name)], span: name.span)
  }
}
