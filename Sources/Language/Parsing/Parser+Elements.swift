import Text

extension Parser {
  /// Reads the elements of a subject or a clause into a call.
  mutating func read(
    _ elements: [CommandSyntax.Element],
    into call: inout CommandCall,
    skipping count: Int = 0
  ) throws(Diagnostic) {
    for index in elements.indices.dropFirst(count) {
      let element = elements[index]
      guard case .optional(let inner) = element else {
        try read(element, into: &call)
        continue
      }
      if try stands(inner, before: elements[(index + 1)...], isFirst: index == 0) {
        try read(inner, into: &call)
      }
    }
  }

  private mutating func read(_ element: CommandSyntax.Element, into call: inout CommandCall)
    throws(Diagnostic)
  {
    switch element {
    case .keyword(let word):
      let span = try require(word)
      call.arguments.append((word, .present(span)))
    case .value(let slot):
      role = slot.name
      expect(role: role)
      call.arguments.append((slot.name, try argument(slot.reading)))
    case .assign: try require(.assign)
    case .optional(let element):
      if try stands(element, before: [], isFirst: false) { try read(element, into: &call) }
    case .group(let elements):
      if let words = element.words {
        // Words in a row are one flag.
        let spans = try words.map { word throws(Diagnostic) in try require(word) }
        if let first = spans.first, let last = spans.last {
          call.arguments.append((words.joined(separator: " "), .present(first.joined(with: last))))
        }
      } else {
        try read(elements, into: &call)
      }
    }
  }

  private mutating func argument(_ reading: CommandSyntax.Reading) throws(Diagnostic) -> Argument {
    switch reading {
    case .word(let kind): return .word(try word(kind))
    case .words(let kind): return .words(try words(kind))
    case .wordsBeforeColon(let kind): return .words(try wordsBeforeColon(kind))
    case .expression: return .expression(try expression())
    case .key(let names): return .expression(try key(names))
    case .columns: return .columns(try columns(withHeadings: true))
    case .values: return .columns(try columns(withHeadings: false))
    case .subject(let kind): return .subject(try subject(kind))
    case .subjects(let kind):
      var subjects = [try subject(kind)]
      while try takeComma() { subjects.append(try subject(kind)) }
      return .subjects(subjects)
    case .settings: return .settings(try settings())
    case .axes: return .axes(try axes())
    case .weighted(let kind): return .weighted(try weighted(kind))
    case .priced(let kind): return .weighted(try priced(kind))
    case .unknowns:
      var unknowns = [try unknown()]
      while try take(.comma) != nil { unknowns.append(try unknown()) }
      return .unknowns(unknowns)
    case .uncertain: return .uncertain(try uncertainAssumptions())
    case .overrides: return .overrides(try overrides())
    case .range: return .range(try range())
    case .choice(let words):
      let (word, span) = try choice(words)
      return .choice(word, span)
    }
  }

  /// Reads an expression on the items of a list, whose values have names.
  private mutating func key(_ names: [String]) throws(Diagnostic) -> Expression {
    expect(columns: names)
    let first = marks?.count ?? 0
    let expression = try expression()
    for index in first..<(marks?.count ?? 0) {
      guard let mark = marks?[index], mark.kind == .name, names.contains(lexer.text(mark.start, mark.end)) else {
        continue
      }
      marks?[index].kind = .field
    }
    return expression
  }

  // MARK: Optional elements

  /// True if an element that may be left out comes next.
  private mutating func stands(
    _ element: CommandSyntax.Element,
    before rest: ArraySlice<CommandSyntax.Element>,
    isFirst: Bool
  ) throws(Diagnostic) -> Bool {
    expect(element)
    guard try !isAtEnd() else { return false }
    switch element {
    case .keyword(let word): return try wordAhead()?.name == word
    case .assign: return lexer.byte(try offsetAhead()) == Ascii.equals
    case .value(let slot): return try stands(slot.reading, before: rest, isFirst: isFirst)
    case .optional(let inner):
      return try stands(inner, before: rest, isFirst: isFirst)
    case .group(let elements):
      guard let first = elements.first else { return false }
      return try stands(first, before: elements.dropFirst() + rest, isFirst: isFirst)
    }
  }

  private mutating func stands(
    _ reading: CommandSyntax.Reading,
    before rest: ArraySlice<CommandSyntax.Element>,
    isFirst: Bool
  ) throws(Diagnostic) -> Bool {
    switch reading {
    case .choice(let words): return try wordAhead().map { words.contains($0.name) } ?? false
    case .expression, .key, .values, .columns, .range:
      // After an expression a comma announces another one: `assert x > 0, "message"`.
      if !isFirst, lexer.byte(try offsetAhead()) == Ascii.comma { return try takeComma() }
      // The call of a function may have the word of a clause: `plot log(close)`.
      let start = try offsetAhead()
      let end = lexer.endOfName(from: start)
      let isCall = end > start && lexer.byte(end) == Ascii.openParenthesis
      return try !isAtClause() || isCall
    case .word, .words, .wordsBeforeColon, .subject, .subjects, .weighted, .priced:
      if try isAtClause() { return false }
      // A number of runs, not the name of a result.
      if reading == .word(.result), Ascii.isDigit(lexer.byte(try offsetAhead())) { return false }
      let following = rest.first { if case .optional = $0 { false } else { true } }
      if case .keyword(let word) = following { return try wordAhead()?.name != word }
      if case .value(let slot) = following {
        switch slot.reading {
        case .axes, .unknowns, .uncertain, .settings: return try wordBeginsSubject(before: slot)
        default: break
        }
      }
      return try !isAtSign()
    case .settings, .axes, .unknowns, .overrides:
      guard try !isAtClause() else { return false }
      return try nameAhead() != nil
    case .uncertain: return try !isAtClause()
    }
  }

  /// True if a sign comes next that cannot begin a word, such as `=` or `)`.
  private func isAtSign() throws(Diagnostic) -> Bool {
    let byte = lexer.byte(try offsetAhead())
    return byte == Ascii.equals
      || Ascii.endsWord(byte) && byte != Ascii.doubleQuote && byte != Ascii.singleQuote
  }

  /// True if the next word is the scenario before an assumption, not the assumption itself.
  ///
  /// After an assumption comes a sign, a clause, or the end; after a scenario another word.
  private mutating func wordBeginsSubject(
    before following: CommandSyntax.Slot
  ) throws(Diagnostic) -> Bool {
    let start = try offsetAhead()
    // A number of runs, not a scenario.
    if following.reading == .uncertain, Ascii.isDigit(lexer.byte(start)) { return false }
    if let name = try assumptionAhead() {
      let next = try lexer.skipBlanks(from: name.span.end, newlines: newlines)
      switch lexer.byte(next) {
      case Ascii.equals, Ascii.plus, UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "~"): return false
      case Ascii.minus where next > name.span.end: return false
      default: break
      }
    }
    guard let word = try lexer.word(at: start) else { return false }
    var rest = self
    rest.skip(to: word.span.end)
    let isOfCompany = try rest.withCompany(word) != word
    rest.expect(.value(following))
    expectations = rest.expectations
    // No assumption has quotes or a company.
    if word.isQuoted || isOfCompany { return true }
    if try rest.isAtEnd() { return false }
    guard let next = try rest.wordAhead() else { return false }
    return !clauseWords.contains(next.name) && next.name != "to"
  }

  // MARK: Elements

  private mutating func columns(withHeadings: Bool) throws(Diagnostic) -> [NamedExpression] {
    var columns: [NamedExpression] = []
    let role = role
    repeat {
      expect(role: role)
      var column = NamedExpression(expression: try expression())
      if withHeadings, try take("as") != nil { column.name = try word(.newName) }
      columns.append(column)
    } while try take(.comma) != nil
    if clauseWords.contains("as"), let name = columns.last?.name, try isAtEnd() { headingAtEnd = name }
    return columns
  }

  private mutating func choice(_ words: [String]) throws(Diagnostic) -> (String, SourceSpan) {
    expect(keywords: words)
    guard let word = try nameAhead(), words.contains(word.name) else {
      let list = words.map { "`\($0)`" }.joined(separator: " or ")
      let hint = try nameAhead().flatMap { Spelling.hint(for: $0.name, in: words) }
      throw unexpected(list, hints: hint.map { [$0] } ?? [])
    }
    skip(over: word, as: .keyword)
    return (word.name, word.span)
  }

  private mutating func subject(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> Subject {
    let name = try word(kind)
    guard lexer.byte(try offsetAhead()) == Ascii.openParenthesis else {
      return Subject(name: name, span: name.span)
    }
    let parameters = try bracketed(withCommas: true) { parser throws(Diagnostic) in
      try parser.subjectParameters(of: name)
    }
    return Subject(name: name, parameters: parameters, span: lexer.span(name.span.start, position))
  }

  private mutating func subjectParameters(of subject: Word) throws(Diagnostic) -> [Subject.Parameter] {
    var parameters: [Subject.Parameter] = []
    let subjectName = subject.literal ?? ""
    expect(argument: 0, of: subjectName)
    if try peek().punctuation == .closeParenthesis { return [] }
    repeat {
      expect(argument: parameters.count, of: subjectName, given: parameters.map(\.name))
      guard let name = try nameAhead() else { throw unexpected("a parameter such as `fast = 8`") }
      guard try isAssignment(after: name.span.end) else {
        skip(to: name.span.end)
        throw unexpected("`=` after the parameter `\(name.name)`")
      }
      skip(over: name, as: .argument)
      try require(.assign)
      if let first = parameters.first(where: { $0.name == name.name }) {
        throw Diagnostic(.duplicateArgument, "the argument `\(name.name)` is given twice", at: name.span)
          .pointing(at: first.nameSpan, "first here")
      }
      expect(argument: parameters.count, named: name.name, of: subjectName)
      parameters.append(Subject.Parameter(name: name.name, nameSpan: name.span, values: try range()))
    } while try take(.comma) != nil
    return parameters
  }

  private mutating func axes() throws(Diagnostic) -> [Axis] {
    var axes: [Axis] = []
    repeat {
      expect(words: [.assumption])
      guard let name = try assumptionAhead() else { throw unexpected("the name of an assumption") }
      skip(over: name, as: .word(.assumption))
      let sign = try peek()
      let shift: BinaryOperator?
      switch sign.punctuation {
      case .assign: shift = nil
      case .plus: shift = .add
      case .minus: shift = .subtract
      case .star: shift = .multiply
      case .slash: shift = .divide
      default: throw unexpected("`=` or `+` after the assumption `\(name.name)`")
      }
      try advance()
      if shift == nil { expect(assumption: name.name, isRange: true) }
      axes.append(Axis(name: name.name, nameSpan: name.span, shift: shift, values: try range()))
    } while try take(.comma) != nil
    return axes
  }

  private mutating func weighted(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> [WeightedWord] {
    var words: [WeightedWord] = []
    repeat {
      var word = WeightedWord(word: try wordOfCompany(kind))
      let next = lexer.byte(try offsetAhead())
      try refuseMissingCommas(behind: words + [word])
      if next != Ascii.comma, try !isAtEnd(), try !isAtClause() { word.weight = try sum() }
      words.append(word)
      try refuseMissingCommas(behind: words)
      if words.count == 1, try isAtTarget() {
        try require("to")
        words.append(WeightedWord(word: try wordOfCompany(kind), isTarget: true))
        return words
      }
    } while try takeComma()
    return words
  }

  /// Refuses names with blanks between them, `compare bear base bull`, of which the second would be a weight, and
  /// `compare bear and base`.
  private func refuseMissingCommas(behind words: [WeightedWord]) throws(Diagnostic) {
    guard let last = words.last, let word = last.word.literal, let next = try nameAhead(),
      !clauseWords.contains(next.name), next.name != "to"
    else { return }
    var names = words.dropLast().compactMap(\.word.literal) + [word]
    if case .name(let first, _)? = last.weight { names.append(first) } else if next.name != "and" { return }
    var rest = self
    while let name = try rest.nameAhead(), !clauseWords.contains(name.name) {
      if name.name != "and" { names.append(name.name) }
      rest.skip(to: name.span.end)
      if lexer.byte(try rest.offsetAhead()) == Ascii.comma { rest.skip(to: try rest.offsetAhead() + 1) }
    }
    throw Diagnostic(
      .unexpectedToken, "names have commas between them", at: next.span,
      hints: ["`compare \(names.joined(separator: ", "))`"])
  }

  /// Reads a word with the company that it is of: `base @ MSFT` is the word `base@MSFT`.
  private mutating func wordOfCompany(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> Word {
    try withCompany(try word(kind))
  }

  /// True if `to NAME` comes next: a name without quotes is not a file.
  private func isAtTarget() throws(Diagnostic) -> Bool {
    var rest = self
    guard try rest.take("to") != nil, let word = try rest.lexer.word(at: try rest.offsetAhead()), !word.isQuoted else {
      return false
    }
    return !(rest.lexer.text(word.span.start, word.span.end).contains("."))
  }

  /// Reads companies with the prices that some of them have: `AAPL at 190, MSFT`.
  private mutating func priced(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> [WeightedWord] {
    var words: [WeightedWord] = []
    repeat {
      var word = WeightedWord(word: try word(kind))
      if try take("at") != nil { word.weight = try sum() }
      words.append(word)
    } while try takeComma()
    return words
  }

  /// The values of the unknown that are tried one by one, `margin = 25%..40%`; nil for a path or a `?`.
  private mutating func triedValues() throws(Diagnostic) -> ValueRange? {
    var rest = self
    guard let name = try rest.assumptionAhead() else { return nil }
    rest.skip(to: name.span.end)
    rest.mark(name.span, .word(.assumption))
    guard [.assign, .plus].contains(try rest.peek().punctuation) else { return nil }
    try rest.advance()
    // Text without `..` is parsed as a path, whose errors name the actual problem.
    var ahead = rest
    guard (try? ahead.sum()) != nil, try ahead.peek().punctuation == .range else { return nil }
    self = rest
    return try range()
  }

  /// Reads the unknown of `solve`: `growth`, `growth + ?`, `margin = to ? by year 5`.
  private mutating func unknown() throws(Diagnostic) -> AssumptionChange {
    expect(words: [.assumption])
    guard let name = try assumptionAhead() else { throw unexpected("the name of an assumption") }
    var rest = self
    rest.skip(to: name.span.end)
    let isAtOutput = try rest.isAtOutput()
    let sign = try rest.peek()
    if !isAtOutput, let values = try triedValues() {
      return AssumptionChange(
        name: name.name, nameSpan: name.span, value: .tried(values, isShift: sign.punctuation == .plus),
        span: lexer.span(name.span.start, position))
    }
    // `growth to "FILE"` is the unknown alone, and its result is written.
    switch isAtOutput ? nil : sign.kind {
    case .punctuation(.assign), .punctuation(.plus), .punctuation(.minus), .punctuation(.star), .punctuation(.slash),
      .punctuation(.openBracket), .name("to"):
      allowsUnknown = true
      let change = try change()
      allowsUnknown = false
      return change
    default:
      skip(over: name, as: .word(.assumption))
      let unknown = Expression.literal(.unknown, name.span)
      let phase = AssumptionPath.Phase(kind: .constant(unknown, metric: nil), span: name.span)
      return AssumptionChange(
        name: name.name,
        nameSpan: name.span,
        value: .path(AssumptionPath(phases: [phase], span: name.span)),
        span: name.span
      )
    }
  }

  /// Reads `name=value` words; the values are text, without values of names put in.
  private mutating func overrides() throws(Diagnostic) -> [Override] {
    var overrides: [Override] = []
    while let name = try nameAhead(), try isAssignment(after: name.span.end) {
      skip(over: name, as: .argument)
      try require(.assign)
      let start = try offsetAhead()
      let text: String
      if lexer.byte(start) == Ascii.doubleQuote || lexer.byte(start) == Ascii.singleQuote {
        let quoted = try lexer.quoted(at: start)
        text = quoted.value
        skip(to: quoted.end)
      } else {
        var end = start
        while end < lexer.bytes.count, !Ascii.endsWord(lexer.byte(end)) { end += 1 }
        guard end > start else { throw unexpected("a value of `\(name.name)`") }
        text = lexer.text(start, end)
        skip(to: end)
      }
      if let first = overrides.first(where: { $0.name == name.name }), let span = first.span {
        throw Diagnostic(.duplicateArgument, "the argument `\(name.name)` is given twice", at: name.span)
          .pointing(at: span, "first here")
      }
      overrides.append(
        Override(name: name.name, text: text, span: lexer.span(name.span.start, position))
      )
    }
    return overrides
  }
}
