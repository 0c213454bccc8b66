extension Parser {
  /// The assumption name that comes next; for a part it has a dot and no blanks: `aero.margin`.
  func assumptionAhead() throws(Diagnostic) -> NameAhead? {
    guard let name = try nameAhead() else { return nil }
    let dot = name.span.end
    guard lexer.byte(dot) == Ascii.dot, Ascii.isNameStart(lexer.byte(dot + 1)) else { return name }
    let end = lexer.endOfName(from: dot + 1)
    return NameAhead(name: lexer.text(name.span.start, end), span: lexer.span(name.span.start, end))
  }

  /// The error for an assumption without `=`: the text after it may be its value, or an assumption of a company.
  private mutating func missingSign(after name: NameAhead) -> Diagnostic {
    var rest = self
    let hint: String?
    if let word = try? rest.nameAhead(), word.name == "from" {
      hint = "a scenario that follows another: `dcf \(name.name) = BASE with growth + 2pp`"
    } else if let word = try? rest.nameAhead() {
      hint =
        "`dcf \(name.name) { \(word.name) = … }` begins a valuation, `dcf \(word.name) = …` changes the open one"
    } else if let next = try? rest.peek(), case .literal = next.kind {
      hint = "write `\(name.name) = \(lexer.text(next.span.start, next.span.end))`"
    } else {
      hint = nil
    }
    return unexpected("`=` after the assumption `\(name.name)`", hints: hint.map { [$0] } ?? [])
  }

  /// Reads one assumption: `growth = 6% to 3%`, `growth + 2pp`, `margin to 34%`, `growth[3] = 1%`.
  mutating func change() throws(Diagnostic) -> AssumptionChange {
    expect(words: [.assumption])
    guard let name = try assumptionAhead() else { throw unexpected("the name of an assumption") }
    skip(over: name, as: .word(.assumption))
    expect(keyword: "to")
    var year: Expression?
    if lexer.byte(name.span.end) == Ascii.openBracket {
      year = try bracketed { parser throws(Diagnostic) in try parser.expression() }
      guard try peek().punctuation == .assign else { throw unexpected("`=` after the year of `\(name.name)`") }
    }
    let value: AssumptionChange.Value
    let next = try peek()
    switch next.kind {
    case .punctuation(.assign):
      try advance()
      expect(assumption: name.name)
      value = try assigned()
    case .name("to"):
      value = .path(try path())
    default:
      guard let shift = try shift() else { throw missingSign(after: name) }
      value = .shift(shift.sign, shift.amount)
    }
    let end = position
    return AssumptionChange(
      name: name.name,
      nameSpan: name.span,
      year: year,
      value: value,
      reason: try reason(),
      span: lexer.span(name.span.start, end)
    )
  }

  /// Reads `because "guidance of the April call"`; nil if none comes next, and in `solve`, which looks for a value.
  private mutating func reason() throws(Diagnostic) -> Word? {
    guard !allowsUnknown, try take("because") != nil else { return nil }
    guard let word = try lexer.word(at: try offsetAhead()), word.isQuoted, word.literal?.isEmpty != true else {
      throw unexpected("the reason in quotes", hints: ["`growth = 6% because \"guidance of the April call\"`"])
    }
    skip(to: word.span.end)
    return word
  }

  /// Reads the value after the `=` of an assumption.
  private mutating func assigned() throws(Diagnostic) -> AssumptionChange.Value {
    if let word = try signedWord() { return .word(word) }
    if let shifted = try shifted() { return shifted }
    if let grants = try grants() { return .grants(grants) }
    let path = try path()
    if path.isOneValue, case .constant(let multiple, metric: let metric?) = path.phases[0].kind, try beginsFigure() {
      return .priced(multiple: multiple, metric: metric, figure: try sum())
    }
    return .path(path)
  }

  /// Reads `+ 2pp`, `- 50bp`, `* 1.1` or `/ 2`; nil if no sign comes next.
  private mutating func shift() throws(Diagnostic) -> AssumptionChange.Shift? {
    let sign: BinaryOperator
    switch try peek().punctuation {
    case .plus: sign = .add
    case .minus: sign = .subtract
    case .star: sign = .multiply
    case .slash: sign = .divide
    default: return nil
    }
    try advance()
    return AssumptionChange.Shift(sign, try expression(sign == .add || sign == .subtract ? .product : .unary))
  }

  /// Reads a path in parentheses and the shifts after it, `(6% to 3%) + 2pp`, `((6% to 3%) + 2pp) * 1.1`; nil if no
  /// parenthesis comes next, or if it holds one value, which is an expression.
  private mutating func shifted() throws(Diagnostic) -> AssumptionChange.Value? {
    guard try peek().punctuation == .openParenthesis else { return nil }
    var rest = self
    // Text that does not parse as a path in parentheses is parsed as an expression, whose errors name the problem.
    guard let inner = try? rest.bracketed({ parser throws(Diagnostic) in try parser.insideParentheses() }),
      let path = inner.path
    else { return nil }
    var shifts = if case .shifted(_, let shifts) = inner { shifts } else { [AssumptionChange.Shift]() }
    self = rest
    while let shift = try shift() { shifts.append(shift) }
    return shifts.isEmpty ? .path(path) : .shifted(path, by: shifts)
  }

  /// Reads the inside of the parentheses of ``shifted()``; nil if it is one value.
  private mutating func insideParentheses() throws(Diagnostic) -> AssumptionChange.Value? {
    if let shifted = try shifted() { return shifted }
    let path = try path()
    return path.isExpression ? nil : .path(path)
  }

  /// True if an amount follows a multiple: `12x ebitda 2.1B`.
  private func beginsFigure() throws(Diagnostic) -> Bool {
    let byte = lexer.byte(try offsetAhead())
    return Ascii.isDigit(byte) || byte == Ascii.openParenthesis
  }

  /// Reads a word such as `mid-year` or `A+`, without blanks inside.
  private mutating func signedWord() throws(Diagnostic) -> Word? {
    guard let word = try wordAhead() else { return nil }
    var letters = Substring(word.name)
    var isSigned = letters.contains("-")
    if let last = letters.last, last == "+" || last == "-", letters.count > 1 {
      letters.removeLast()
      // A rating is alone: `A-` before a comma or the end.
      var rest = self
      rest.skip(to: word.span.end)
      let isLast = try rest.isAtEnd()
      let next = lexer.byte(try rest.offsetAhead())
      let hasReason = try rest.nameAhead()?.name == "because"
      guard isLast || next == Ascii.comma || hasReason else { return nil }
      isSigned = true
    }
    guard isSigned else { return nil }
    for part in letters.split(separator: "-", omittingEmptySubsequences: false) {
      guard let first = part.utf8.first, Ascii.isLetter(first), part.utf8.allSatisfy(Ascii.isNamePart) else {
        return nil
      }
    }
    let after = lexer.byte(word.span.end)
    guard after != Ascii.openParenthesis, after != Ascii.openBracket else { return nil }
    skip(to: word.span.end)
    return Word(parts: [.text(word.name)], span: word.span)
  }

  // MARK: Options

  /// Reads `8M at 20 life 4y volatility 35%`, or a list of such; nil if none comes next.
  private mutating func grants() throws(Diagnostic) -> [AssumptionChange.Grant]? {
    let isList = lexer.byte(try offsetAhead()) == Ascii.openBracket
    var rest = self
    if isList { try rest.open() }
    guard try rest.beginsFigure() else { return nil }
    _ = try rest.sum()
    guard try rest.nameAhead()?.name == "at" else { return nil }
    guard isList else { return [try grant()] }
    return try bracketed(withCommas: true) { parser throws(Diagnostic) in
      var grants = [try parser.grant()]
      while try parser.take(.comma) != nil { grants.append(try parser.grant()) }
      return grants
    }
  }

  /// Reads a time in years that need not be whole, `8.4y`, unlike a duration.
  private mutating func lifetime() throws(Diagnostic) -> Expression {
    let start = try offsetAhead()
    var end = start
    while Ascii.isDigit(lexer.byte(end)) { end += 1 }
    guard end > start, lexer.byte(end) == Ascii.dot, Ascii.isDigit(lexer.byte(end + 1)) else { return try sum() }
    end += 1
    while Ascii.isDigit(lexer.byte(end)) { end += 1 }
    guard lexer.byte(end) == UInt8(ascii: "y"), !Ascii.isNamePart(lexer.byte(end + 1)) else { return try sum() }
    skip(to: end + 1)
    return .literal(.number(NumberLiteral(digits: lexer.text(start, end))), lexer.span(start, end + 1))
  }

  private mutating func grant() throws(Diagnostic) -> AssumptionChange.Grant {
    let count = try sum()
    try require("at")
    var grant = AssumptionChange.Grant(count: count, strike: try sum())
    while true {
      if grant.life == nil, try take("life") != nil {
        grant.life = try lifetime()
      } else if grant.volatility == nil, try take("volatility") != nil {
        grant.volatility = try sum()
      } else {
        return grant
      }
    }
  }
}
