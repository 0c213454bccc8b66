extension Parser {
  /// The precedence of operators, the loosest first.
  enum Level: Int, Comparable {
    case or, and, not, comparison, sum, product, unary, power

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// An operator between two operands.
  private struct Infix {
    /// nil for `between`.
    var `operator`: BinaryOperator?
    var level: Level
  }

  /// Reads a full expression.
  mutating func expression() throws(Diagnostic) -> Expression { try expression(.or) }

  /// Reads a sum: an expression without comparison and logic.
  mutating func sum() throws(Diagnostic) -> Expression { try expression(.sum) }

  /// Reads an expression of operators that bind at least as tightly as a level.
  mutating func expression(_ minimum: Level) throws(Diagnostic) -> Expression {
    // After an operator that is not tighter, a comparison is complete or was read with the operand on the right.
    var compares = try peek().name == "not"
    var left = try prefix(minimum)
    while let infix = try infixAhead(offering: minimum, compares: compares), infix.level >= minimum {
      compares = infix.level <= .comparison
      let leftHeight = height
      var operatorSpan = try advance().span
      var kind = infix.operator
      if kind == .crosses {
        if let span = try take("above") {
          kind = .crossesAbove
          operatorSpan = operatorSpan.joined(with: span)
        } else if let span = try take("below") {
          kind = .crossesBelow
          operatorSpan = operatorSpan.joined(with: span)
        }
        continuesLine = true
      }
      guard let kind else {
        left = try between(left, leftHeight, operatorSpan)
        try refuseChain(from: left)
        continue
      }
      let right =
        switch infix.level {
        case .comparison: try expression(.sum)
        case .power: try exponent()
        case .or: try expression(.and)
        case .and: try expression(.not)
        case .sum: try expression(.product)
        default: try expression(.unary)
        }
      try grow(over: leftHeight, height, at: operatorSpan)
      left = .binary(kind, left, right, operatorSpan: operatorSpan)
      if infix.level == .comparison { try refuseChain(from: left) }
    }
    return left
  }

  private mutating func between(_ subject: Expression, _ subjectHeight: Int, _ span: SourceSpan)
    throws(Diagnostic) -> Expression
  {
    let low = try expression(.sum)
    let lowHeight = height
    try require("and")
    continuesLine = true
    let high = try expression(.sum)
    try grow(over: subjectHeight, lowHeight, height, at: span)
    return .between(subject, low, high, operatorSpan: span)
  }

  /// The operator that comes next; nil for anything else.
  ///
  /// - Parameters:
  ///   - minimum: the level from which on operators are offered as continuations; nil for none.
  ///   - compares: whether a comparison comes before, which cannot continue with another one.
  private mutating func infixAhead(offering minimum: Level?, compares: Bool) throws(Diagnostic) -> Infix? {
    if isExpecting, let minimum {
      if minimum <= .and { expect(keyword: "and") }
      if minimum <= .or { expect(keyword: "or") }
      if minimum <= .comparison, !compares {
        expect(keywords: ["crosses above", "crosses below", "crosses", "between"])
      }
    }
    switch try peek().kind {
    case .name("or"): return Infix(operator: .or, level: .or)
    case .name("and"): return Infix(operator: .and, level: .and)
    case .name("crosses"): return Infix(operator: .crosses, level: .comparison)
    case .name("between"): return Infix(operator: nil, level: .comparison)
    case .punctuation(let sign):
      switch sign {
      case .less: return Infix(operator: .less, level: .comparison)
      case .lessOrEqual: return Infix(operator: .lessOrEqual, level: .comparison)
      case .greater: return Infix(operator: .greater, level: .comparison)
      case .greaterOrEqual: return Infix(operator: .greaterOrEqual, level: .comparison)
      case .equal: return Infix(operator: .equal, level: .comparison)
      case .notEqual: return Infix(operator: .notEqual, level: .comparison)
      case .plus: return Infix(operator: .add, level: .sum)
      case .minus: return Infix(operator: .subtract, level: .sum)
      case .star: return Infix(operator: .multiply, level: .product)
      case .slash: return Infix(operator: .divide, level: .product)
      case .caret: return Infix(operator: .power, level: .power)
      case .assign:
        throw Diagnostic(
          .foreignSpelling,
          "`=` does not compare",
          at: try peek().span,
          hints: ["equality is `==`"]
        )
      default: return nil
      }
    default: return nil
    }
  }

  private mutating func refuseChain(from left: Expression) throws(Diagnostic) {
    guard let infix = try infixAhead(offering: nil, compares: true), infix.level == .comparison else { return }
    let span = try peek().span
    var hints = ["join two comparisons with `and`"]
    if infix.operator == nil { hints = ["of the time of the day: `and clock between 10:00 and 15:00`"] + hints }
    if case .binary(let first, let low, let middle, _) = left, let second = infix.operator {
      var rest = self
      rest.expectations = nil
      let high: Expression?
      do throws(Diagnostic) {
        try rest.advance()
        high = try rest.expression(.sum)
      } catch {
        high = nil
      }
      if let high {
        hints = ["write `\(low) \(first.rawValue) \(middle) and \(middle) \(second.rawValue) \(high)`"]
        switch (first, second) {
        case (.less, .less), (.lessOrEqual, .lessOrEqual), (.less, .lessOrEqual), (.lessOrEqual, .less):
          hints.append("or `\(middle) between \(low) and \(high)`, both ends included")
        case (.greater, .greater), (.greaterOrEqual, .greaterOrEqual), (.greater, .greaterOrEqual),
          (.greaterOrEqual, .greater):
          hints.append("or `\(middle) between \(high) and \(low)`, both ends included")
        default: break
        }
      }
    }
    throw Diagnostic(.chainedComparison, "comparisons do not chain", at: span, hints: hints)
  }

  // MARK: Leading signs

  private mutating func prefix(_ minimum: Level) throws(Diagnostic) -> Expression {
    let token = try peek()
    switch token.kind {
    case .name("not"):
      guard minimum <= .not else {
        throw Diagnostic(
          .unexpectedToken,
          "`not` binds looser than the operator before it",
          at: token.span,
          hints: ["put parentheses around it: `(not …)`"]
        )
      }
      try nest(at: token.span)
      try advance()
      let operand = try expression(.not)
      nesting -= 1
      try grow(over: height, at: token.span)
      return .unary(.not, operand, operatorSpan: token.span)
    case .punctuation(.minus):
      try nest(at: token.span)
      try advance()
      let operand = try expression(.unary)
      nesting -= 1
      try grow(over: height, at: token.span)
      return .unary(.negate, operand, operatorSpan: token.span)
    default:
      return try postfix()
    }
  }

  private mutating func exponent() throws(Diagnostic) -> Expression {
    let token = try peek()
    try nest(at: token.span)
    defer { nesting -= 1 }
    guard token.punctuation == .minus else { return try expression(.power) }
    try advance()
    let operand = try exponent()
    try grow(over: height, at: token.span)
    return .unary(.negate, operand, operatorSpan: token.span)
  }

  // MARK: Postfix

  private mutating func postfix() throws(Diagnostic) -> Expression {
    var base = try primary()
    while let sign = try peek().punctuation {
      switch sign {
      case .dot:
        try advance()
        base = try field(of: base)
      case .openBracket:
        let start = base.span
        let baseHeight = height
        try refuseSlice()
        let index = try bracketed { parser throws(Diagnostic) in try parser.expression() }
        try grow(over: baseHeight, height, at: start)
        base = .lag(base, index, lexer.span(start.start, position))
      case .at:
        return try context(of: base)
      default:
        return base
      }
    }
    return base
  }

  /// Refuses `close[:5]` and `close[1:5]`, which cut a list elsewhere.
  private func refuseSlice() throws(Diagnostic) {
    let start = try offsetAhead()
    var end = start + 1
    if lexer.byte(end) == Ascii.minus { end += 1 }
    while Ascii.isDigit(lexer.byte(end)) { end += 1 }
    guard lexer.byte(end) == UInt8(ascii: ":") else { return }
    // Two digits on either side are a time of the day, which is refused for its kind.
    let isTime = end > start + 1 && Ascii.isDigit(lexer.byte(end + 1)) && Ascii.isDigit(lexer.byte(end + 2))
    guard !isTime else { return }
    throw Diagnostic(
      .unexpectedToken, "a series is not sliced: brackets hold a number of bars ago", at: lexer.span(end, end + 1),
      hints: ["`show close first 5` and `show close last 5` list bars, `close[5]` is the close five bars ago"])
  }

  private mutating func field(of base: Expression) throws(Diagnostic) -> Expression {
    let baseName: String?
    switch base {
    case .name(let name, _), .call(let name, _, _, _): baseName = name
    default: baseName = nil
    }
    expect(fieldOf: baseName ?? "")
    let token = try peek()
    guard let name = token.name, token.span.start == position else {
      throw unexpected("a field after `.`")
    }
    mark(token.span, .field)
    skip(to: token.span.end)
    if lexer.byte(position) == Ascii.openParenthesis {
      throw Diagnostic(
        .unexpectedToken, "a field is not a function: `.\(name)` has no parentheses",
        at: base.span.joined(with: token.span),
        hints: [
          ForeignLines.chain(chain(from: base.span.start)).map { "`\($0)`" } ?? ForeignWords.method(name, of: baseName)
        ])
    }
    try grow(over: height, at: token.span)
    return .field(base, name, nameSpan: token.span)
  }

  /// The text of fields, calls and indices in a row, from an offset on.
  private func chain(from start: Int) -> String {
    var end = start
    var brackets = OpenBrackets()
    let bytes = lexer.bytes
    while end < bytes.count, bytes[end] != Ascii.newline {
      let isPart = Ascii.isNamePart(bytes[end]) || bytes[end] == Ascii.dot || bytes[end] == Ascii.openBracket
      if brackets.isEmpty, !isPart, bytes[end] != Ascii.openParenthesis { break }
      brackets.meet(bytes[end])
      end += 1
    }
    return lexer.text(start, end)
  }

  /// Reads the contents of brackets.
  mutating func bracketed<T>(
    withCommas: Bool = false,
    _ read: (inout Parser) throws(Diagnostic) -> T
  ) throws(Diagnostic) -> T {
    try nest(at: try peek().span)
    try open()
    let value = try read(&self)
    try close(orComma: withCommas)
    nesting -= 1
    return value
  }

  // MARK: Primary

  private mutating func primary() throws(Diagnostic) -> Expression {
    expectExpression()
    let token = try peek()
    height = 1
    switch token.kind {
    case .literal(let literal):
      try warnOfDate(token)
      try advance()
      return try counted(literal, token.span)
    case .name(let name):
      return try named(name, token)
    case .punctuation(.openParenthesis):
      return try bracketed { parser throws(Diagnostic) in try parser.expression() }
    case .punctuation(.openBracket):
      let elements = try bracketed(withCommas: true) { parser throws(Diagnostic) in try parser.elements() }
      return .list(elements, lexer.span(token.span.start, position))
    case .punctuation(.question) where allowsUnknown:
      try advance()
      return .literal(.unknown, token.span)
    case .punctuation(.assign) where token.span.start == statementStart:
      throw Diagnostic(
        .unexpectedToken, "a statement does not begin with `=`", at: token.span,
        hints: ["a bare expression shows its value: leave out the `=`"])
    case .punctuation(.plus):
      throw Diagnostic(
        .unexpectedToken,
        "a number takes no leading `+`",
        at: token.span,
        hints: ["leave out the `+`"]
      )
    case .punctuation(.star):
      throw unexpected(
        "an expression", hints: ["all columns of a bar are `open, high, low, close, volume`, all bars are `all`"])
    default:
      throw unexpected("an expression")
    }
  }

  /// Reads expressions with commas between.
  private mutating func elements() throws(Diagnostic) -> [Expression] {
    var elements: [Expression] = []
    var tallest = 0
    repeat {
      elements.append(try expression())
      tallest = max(tallest, height)
    } while try take(.comma) != nil
    try grow(over: tallest, at: elements[0].span)
    return elements
  }

  /// A whole number with `bars` after it counts bars; any other literal is unchanged.
  private mutating func counted(_ literal: Literal, _ span: SourceSpan) throws(Diagnostic) -> Expression {
    guard case .number(let number) = literal, number.suffix == .none, let count = Int(number.digits),
      count <= 1_000_000_000,
      let word = try nameAhead(), word.name == "bars" || word.name == "bar"
    else { return .literal(literal, span) }
    skip(over: word, as: .keyword)
    return .literal(.bars(count), span.joined(with: word.span))
  }

  private mutating func named(_ name: String, _ token: Token) throws(Diagnostic) -> Expression {
    switch name {
    case "true", "false":
      try advance()
      return .literal(.truth(name == "true"), token.span)
    case "and", "or", "between", "crosses", "above", "below":
      throw unexpected("an expression")
    default: break
    }
    skip(to: token.span.end)
    let isCalled = try peek().punctuation == .openParenthesis
    mark(token.span, isCalled ? .function : name == "today" ? .keyword : .name)
    if name == "in", try isAtDates() {
      let dates = try primary()
      let argument = CallArgument(value: dates)
      return .call(name, nameSpan: token.span, arguments: [argument], lexer.span(token.span.start, position))
    }
    if isCalled {
      let arguments = try bracketed(withCommas: true) { parser throws(Diagnostic) in
        try parser.arguments(of: name)
      }
      return .call(
        name,
        nameSpan: token.span,
        arguments: arguments,
        lexer.span(token.span.start, position)
      )
    }
    return name == "today" ? .literal(.date(.today), token.span) : .name(name, token.span)
  }

  /// True if a list of dates follows `in`; a lag would begin with a number or a name.
  private mutating func isAtDates() throws(Diagnostic) -> Bool {
    guard try peek().punctuation == .openBracket else { return false }
    var rest = self
    rest.expectations = nil
    try rest.open()
    switch try rest.peek().kind {
    case .literal(.date), .literal(.text), .literal(.template): return true
    default: return false
    }
  }

  /// Expects an argument after others.
  private mutating func expectArgument(behind others: [CallArgument], of function: String) {
    guard isExpecting else { return }
    let literals = others.filter { $0.name == nil }.map { argument in
      if case .literal = argument.value { true } else { false }
    }
    expect(argument: others.count, of: function, given: others.compactMap(\.name), literals: literals)
  }

  private mutating func arguments(of function: String) throws(Diagnostic) -> [CallArgument] {
    var arguments: [CallArgument] = []
    var tallest = 0
    expect(argument: arguments.count, of: function)
    if try peek().punctuation == .closeParenthesis { return [] }
    repeat {
      expectArgument(behind: arguments, of: function)
      var argument: CallArgument
      if let name = try nameAhead(), try isAssignment(after: name.span.end) {
        skip(over: name, as: .argument)
        try require(.assign)
        if let first = arguments.first(where: { $0.name == name.name }), let span = first.nameSpan {
          throw Diagnostic(
            .duplicateArgument,
            "the argument `\(name.name)` is given twice",
            at: name.span
          ).pointing(at: span, "first here")
        }
        expect(argument: arguments.count, named: name.name, of: function)
        argument = CallArgument(name: name.name, nameSpan: name.span, value: try expression())
      } else {
        argument = CallArgument(value: try expression())
        if let last = arguments.last, let name = last.name, let span = last.nameSpan {
          throw Diagnostic(
            .positionalAfterNamed,
            "arguments without a name come before those with one",
            at: argument.value.span,
            hints: ["move it before `\(name) =`, or give its name"]
          ).pointing(at: span, "named from here on")
        }
      }
      tallest = max(tallest, height)
      arguments.append(argument)
    } while try take(.comma) != nil
    try grow(over: tallest, at: arguments[0].value.span)
    try refuseMissingComma(behind: arguments, of: function)
    return arguments
  }

  /// Refuses arguments with a blank between them, `rsi(close 14)`.
  private mutating func refuseMissingComma(behind arguments: [CallArgument], of function: String) throws(Diagnostic) {
    let token = try peek()
    switch token.kind {
    case .literal: break
    case .name(let name) where !ReservedWord.operators.contains(name): break
    default: return
    }
    let first = arguments[0].nameSpan ?? arguments[0].value.span
    let given = lexer.text(first.start, position).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    throw unexpected(
      "`,` or `)`", hints: ["`\(function)(\(given), \(lexer.text(token.span.start, token.span.end)))`"])
  }

  private mutating func warnOfDate(_ token: Token) throws(Diagnostic) {
    guard lexer.looksLikeDate(at: token.span.start) else { return }
    if case .literal(.date(.day)) = token.kind { return }
    if case .literal(.date(.time)) = token.kind { return }
    var end = token.span.end
    while Ascii.isDigit(lexer.byte(end)) || lexer.byte(end) == Ascii.minus { end += 1 }
    warnings.append(
      Diagnostic(
        .looksLikeDate,
        "this subtracts, though it looks like a date",
        at: lexer.span(token.span.start, end),
        hints: ["a date is written `2012-01-05`", "put blanks around `-` to subtract"],
        severity: .warning
      )
    )
  }

  // MARK: Ranges

  /// Reads values to try: a range, a list or one value.
  mutating func range() throws(Diagnostic) -> ValueRange {
    let first = try sum()
    if case .list(let elements, let span) = first { return .list(elements, span) }
    guard try take(.range) != nil else { return .single(first) }
    let last = try sum()
    var step: Expression?
    if try take("step") != nil { step = try sum() }
    return .steps(from: first, to: last, step: step, lexer.span(first.span.start, position))
  }
}
