extension Parser {
  /// Reads `dcf …` in one of its forms; the word comes next.
  mutating func valuation(_ head: NameAhead) throws(Diagnostic) -> Statement {
    skip(to: head.span.end)
    clauseWords = ["as", "to"]
    expect(words: [.scenario, .assumption, .symbol])
    expect(keywords: clauseWords)
    var result = ValuationStatement(form: .show, clauses: [])
    var isAlone = try isAtEnd()
    if !isAlone { isAlone = try isAtClause() }
    if isAlone {
      // `dcf` alone shows the open model.
    } else if try takesFull() {
      result.form = .full(scenario: try pageScenario())
    } else if let (name, parent) = try childAhead() {
      skip(to: parent.span.end)
      try require("with")
      result = ValuationStatement(form: .inherit(scenario: name, parent: parent), clauses: try clauses())
    } else if let (word, next) = try modelAhead() {
      skip(to: word.span.end)
      switch next {
      case .brace:
        result = ValuationStatement(form: .new(ticker: word), clauses: try modelBlock())
      case .drivers:
        result = try driverModel(of: word)
      case .with:
        try require("with")
        if let (source, end) = try forecastAhead() {
          skip(to: end)
          result = ValuationStatement(form: .forecastAssumptions(ticker: word, of: source), clauses: [])
          if try take(.comma) != nil { result.clauses = try clauses() }
        } else {
          result = ValuationStatement(form: .from(scenario: word), clauses: try clauses())
        }
      case .end: result = ValuationStatement(form: .scenario(word), clauses: [])
      }
    } else {
      result = ValuationStatement(form: .change, clauses: try clauses())
    }
    var tail = Tail()
    while try !isAtEnd() {
      guard try resultClause(into: &tail) else { throw unexpected("`,` or the end of the statement") }
    }
    return Statement(
      kind: .valuation(result),
      resultName: tail.resultName,
      output: tail.output,
      replacesLoaded: tail.replacesLoaded,
      span: statementSpan
    )
  }

  // MARK: Forms

  /// Takes `full` if it asks for a page: a company or a scenario of that name has `{`, `with`, `drivers` or `=` after
  /// it, and an assumption is changed by an operator.
  private mutating func takesFull() throws(Diagnostic) -> Bool {
    expect(keyword: "full")
    guard let name = try nameAhead(), name.name == "full" else { return false }
    var rest = self
    rest.skip(to: name.span.end)
    if try !rest.isAtEnd(), try !rest.isAtClause() {
      guard let word = try rest.lexer.word(at: try rest.offsetAhead()), word.literal?.isEmpty == false else {
        return false
      }
      if let next = try rest.nameAhead(), ["with", "drivers"].contains(next.name) { return false }
    }
    skip(over: name, as: .keyword)
    return true
  }

  /// The scenario after `dcf full`; nil if the open model is meant.
  private mutating func pageScenario() throws(Diagnostic) -> Word? {
    expect(words: [.scenario])
    expect(keywords: clauseWords)
    if try isAtEnd() { return nil }
    if try isAtClause() { return nil }
    return try word(.scenario)
  }

  /// The text after the company or the scenario of a statement.
  private enum AfterModel {
    case brace, with, drivers, end
  }

  /// The scenario and its parent if `NAME = PARENT with` comes next.
  private mutating func childAhead() throws(Diagnostic) -> (name: Word, parent: Word)? {
    var rest = self
    guard let name = try rest.lexer.word(at: try offsetAhead()) else { return nil }
    rest.skip(to: name.span.end)
    guard try rest.isAssignment(after: name.span.end) else { return nil }
    try rest.require(.assign)
    guard let bare = try rest.lexer.word(at: try rest.offsetAhead()), bare.literal?.isEmpty == false else {
      return nil
    }
    rest.skip(to: bare.span.end)
    let parent = try rest.withCompany(bare)
    return try rest.nameAhead()?.name == "with" ? (name, parent) : nil
  }

  /// The company or scenario before `{`, `with`, `drivers` or the end; nil if a change comes next.
  ///
  /// `base to "model.xlsx"` ends with a file, and `margin to 34%` is a change.
  private mutating func modelAhead() throws(Diagnostic) -> (Word, AfterModel)? {
    let start = try offsetAhead()
    let name = try nameAhead()
    if let name, try isAssignment(after: name.span.end) {
      let first = lexer.byte(try lexer.skipBlanks(from: name.span.end, newlines: .end))
      if first == Ascii.equals { return nil }
    }
    guard let bare = try lexer.word(at: start) else { return nil }
    var rest = self
    rest.skip(to: bare.span.end)
    let word = try rest.withCompany(bare)
    let next = try lexer.skipBlanks(from: word.span.end, newlines: .end)
    if lexer.byte(next) == Ascii.openBrace { return (word, .brace) }
    rest.expect(keyword: "with")
    rest.expect(keyword: "drivers")
    expectations = rest.expectations
    switch try rest.nameAhead()?.name {
    case "with": return (word, .with)
    case "drivers": return (word, .drivers)
    default: break
    }
    if lexer.byte(next) == Ascii.newline {
      let brace = try lexer.skipBlanks(from: next, newlines: .blank)
      if lexer.byte(brace) == Ascii.openBrace { return (word, .brace) }
    }
    if name?.name == "preset" || name?.name == "allow", try !rest.isAtEnd() { return nil }
    if try rest.endsModel() { return (word, .end) }
    if word.isQuoted {
      rest.expect(keyword: "to")
      expectations = rest.expectations
      throw rest.unexpected(
        "`{`, `with`, `=` or the end of the statement",
        hints: [
          "`dcf NAME` shows a scenario, and `dcf NAME with growth = 5%` starts from one",
          "`load scenario NAME` brings one back, and `dcf` alone shows the open model",
        ]
      )
    }
    return nil
  }

  /// Whether nothing but a name for the result or a file follows.
  private func endsModel() throws(Diagnostic) -> Bool {
    if try isAtEnd() { return true }
    if try isAtOutput() { return true }
    return try nameAhead()?.name == "as"
  }

  /// The forecast whose assumptions are taken, and the end of its name, if `assumptions of NAME` comes next.
  private func forecastAhead() throws(Diagnostic) -> (Word, Int)? {
    var rest = self
    guard try rest.take("assumptions") != nil, try rest.take("of") != nil,
      let bare = try rest.lexer.word(at: try rest.offsetAhead())
    else { return nil }
    rest.skip(to: bare.span.end)
    let word = try rest.withCompany(bare)
    return (word, word.span.end)
  }

  /// Reads `drivers [BUSINESS] { … } [like NAME]` after the company.
  private mutating func driverModel(of ticker: Word) throws(Diagnostic) -> ValuationStatement {
    try require("drivers")
    var business: Word?
    if lexer.byte(try offsetAhead()) != Ascii.openBrace {
      business = try keywordlikeWord("a business model such as `platform`, or `{`")
      // Some say more than one thing: `drivers asset_heavy financial`.
      while lexer.byte(try offsetAhead()) != Ascii.openBrace, try !isAtEnd(), let first = business {
        let more = try keywordlikeWord("`{`")
        business = Word(
          parts: [.text((first.literal ?? "") + " " + (more.literal ?? ""))], span: first.span.joined(with: more.span))
      }
    }
    let clauses = try modelBlock()
    var like: Word?
    clauseWords = ["like", "as", "to"]
    if try take("like") != nil { like = try word(.any) }
    return ValuationStatement(form: .drivers(ticker: ticker, business: business, like: like), clauses: clauses)
  }

  /// Reads a name used literally.
  mutating func keywordlikeWord(_ what: String) throws(Diagnostic) -> Word {
    guard let name = try nameAhead() else { throw unexpected(what) }
    skip(to: name.span.end)
    return Word(parts: [.text(name.name)], span: name.span)
  }

  // MARK: Clauses

  private mutating func modelBlock() throws(Diagnostic) -> [ModelClause] {
    try block(separatedByCommas: true) {
      (parser: inout Parser, clauses: inout [ModelClause]) throws(Diagnostic) in
      clauses.append(try parser.modelClause())
    }
  }

  private mutating func clauses() throws(Diagnostic) -> [ModelClause] {
    var clauses: [ModelClause] = []
    repeat { clauses.append(try modelClause()) } while try take(.comma) != nil
    return clauses
  }

  /// Reads one thing said of a model: an assumption, a part, `preset …`, `allow …`.
  private mutating func modelClause() throws(Diagnostic) -> ModelClause {
    if let head = try nameAhead() {
      var rest = self
      rest.skip(to: head.span.end)
      let isWordNext = try rest.nameAhead() != nil
      switch head.name {
      case "part", "segment":
        guard isWordNext, let name = try rest.nameAhead(), let kind = ModelClause.Part.Kind(rawValue: head.name) else {
          break
        }
        skip(to: name.span.end)
        let changes = try block(separatedByCommas: true) {
          (parser: inout Parser, changes: inout [AssumptionChange]) throws(Diagnostic) in
          changes.append(try parser.change())
        }
        return .part(ModelClause.Part(kind: kind, name: name.name, nameSpan: name.span, changes: changes))
      case "preset" where isWordNext:
        skip(to: head.span.end)
        let word = try keywordlikeWord("the name of a preset")
        return .preset(word, isRelative: try take("relative") != nil)
      case "allow" where isWordNext:
        skip(to: head.span.end)
        return .allow(try word(.any))
      default: break
      }
    }
    return .change(try change())
  }
}
