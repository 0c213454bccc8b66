extension Parser {
  /// Reads the contexts after an operand: `@ 1d`, `@ MSFT @ 1d`.
  mutating func context(of base: Expression) throws(Diagnostic) -> Expression {
    var contexts: [Context] = []
    while try peek().punctuation == .at {
      try advance()
      let context = try contextAhead(besides: contexts)
      for other in contexts {
        switch (context, other) {
        case (.timeframe(_, let span), .timeframe), (.symbol(_, let span), .symbol):
          throw Diagnostic(
            .invalidContext,
            "one `@` names the timeframe and one the symbol, each at most once",
            at: span,
            hints: ["an outer one follows parentheses: `(x @ …) @ …`"]
          )
        default: break
        }
      }
      contexts.append(context)
    }
    let span = lexer.span(base.span.start, position)
    let next = try peek()
    if next.punctuation == .openBracket || next.punctuation == .dot {
      throw lagAfterContext(base, contexts, at: next)
    }
    try grow(over: height, at: span)
    return .context(base, contexts, span)
  }

  private mutating func contextAhead(besides others: [Context]) throws(Diagnostic) -> Context {
    for other in others {
      if case .timeframe = other { expect(words: [.symbol]) } else { expect(words: [.timeframe]) }
    }
    if others.isEmpty { expect(words: [.timeframe, .symbol]) }
    expectContext()
    let offset = try offsetAhead()
    let first = lexer.byte(offset)
    if first == Ascii.doubleQuote || first == Ascii.singleQuote {
      let text = try lexer.quoted(at: offset)
      mark(lexer.span(offset, text.end), .word(.symbol))
      skip(to: text.end)
      return .symbol(text.value, lexer.span(offset, text.end))
    }
    if Ascii.isDigit(first) {
      var end = offset
      while Ascii.isNamePart(lexer.byte(end)) { end += 1 }
      var text = lexer.text(offset, end)
      let digits = text.prefix { $0.isNumber }
      guard let count = Int(digits), count > 0, count <= 10_000,
        DurationLiteral.Unit(rawValue: String(text.dropFirst(digits.count))) != nil
      else {
        while Ascii.isNamePart(lexer.byte(end)) || lexer.byte(end) == Ascii.dot { end += 1 }
        text = lexer.text(offset, end)
        throw Diagnostic(
          .invalidContext,
          "`\(Lexer.shortened(text))` is not a timeframe",
          at: lexer.span(offset, end),
          hints: ["a timeframe is written `30m`, `1d`, `1w`", "a symbol that begins with a digit is quoted"]
        )
      }
      mark(lexer.span(offset, end), .word(.timeframe))
      skip(to: end)
      return .timeframe(text, lexer.span(offset, end))
    }
    guard let symbol = lexer.contextSymbol(at: offset) else {
      throw unexpected("a timeframe or a symbol after `@`")
    }
    skip(to: symbol.end)
    let span = lexer.span(offset, symbol.end)
    if let timeframe = Self.metaTraderTimeframes[symbol.name] {
      mark(span, .word(.timeframe))
      return .timeframe(timeframe, span)
    }
    mark(span, .word(.symbol))
    return .symbol(symbol.name, span)
  }

  static let metaTraderTimeframes = [
    "M1": "1m", "M5": "5m", "M15": "15m", "M30": "30m", "H1": "1h", "H4": "4h", "D1": "1d", "W1": "1w",
    "MN1": "1mo",
  ]

  private func lagAfterContext(_ base: Expression, _ contexts: [Context], at next: Token) -> Diagnostic {
    let error = Diagnostic(.lagAfterContext, "fields and lags come before `@`", at: next.span)
    let seen = Expression.context(base, contexts, next.span)
    var rest = self
    rest.expectations = nil
    do throws(Diagnostic) {
      if next.punctuation == .dot {
        try rest.advance()
        guard let name = try rest.nameAhead()?.name else { return error }
        let field = Expression.field(base, name, nameSpan: next.span)
        return error.hint("write `\(Expression.context(field, contexts, next.span))`")
      }
      let index = try rest.bracketed { parser throws(Diagnostic) in try parser.expression() }
      let lagged = Expression.context(.lag(base, index, next.span), contexts, next.span)
      return error.hint("`\(lagged)` counts on the other bars")
        .hint("`\(Expression.lag(seen, index, next.span))` counts on the bars in use")
    } catch let other {
      _ = other
      return error
    }
  }
}
