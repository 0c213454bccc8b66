extension CommandSyntax.WordKind {
  /// True if the word names something that each company has its own of, so that a company may follow: `base @ MSFT`.
  var mayNameCompany: Bool { [.scenario, .forecast, .name, .any].contains(self) }

  /// The kind in the words of a message.
  var noun: String {
    switch self {
    case .file: "a file"
    case .symbol: "a symbol"
    case .sample: "the name of a sample"
    case .series: "the name of a series"
    case .strategy, .readyStrategy, .anyStrategy: "the name of a strategy"
    case .result: "the name of a result"
    case .scenario: "the name of a scenario"
    case .forecast: "the name of a forecast"
    case .newName: "a new name"
    case .name: "a name"
    case .setting: "the name of a setting"
    case .metric: "the name of a measure"
    case .assumption: "the name of an assumption"
    case .timeframe: "a timeframe such as `1d`"
    case .timezone: "a timezone such as \"America/New_York\""
    case .topic: "a topic"
    case .universe: "the name of a universe"
    case .exampleScript: "the name of an example"
    case .provider: "a provider of data"
    case .account: "an account"
    case .any: "a word"
    }
  }
}

extension Parser {
  /// Reads a raw word that must come next.
  mutating func word(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> Word {
    expect(words: [kind])
    let offset = try offsetAhead()
    guard let word = try lexer.word(at: offset) else {
      let byte = lexer.byte(offset)
      let isSign = byte > 0x20 && byte != Ascii.semicolon && byte != Ascii.comma
      throw unexpected(
        kind.noun,
        hints: isSign && brackets.isEmpty ? ["a word with such signs must be quoted"] : []
      )
    }
    if kind == .newName, word.parts == [.text("_")] { throw Self.reserved("_", at: word.span, "the last result") }
    mark(word.span, .word(kind))
    skip(to: word.span.end)
    return kind.mayNameCompany ? try withCompany(word) : word
  }

  /// The word with its company, if one comes next: `base @ MSFT` is the word `base@MSFT`.
  mutating func withCompany(_ word: Word) throws(Diagnostic) -> Word {
    let at = try offsetAhead()
    guard lexer.byte(at) == Ascii.at else { return word }
    skip(to: at + 1)
    let company = try self.word(.symbol)
    return Word(parts: word.parts + [.text("@")] + company.parts, span: word.span.joined(with: company.span))
  }

  /// Reads raw words with commas between; those of a topic of help need none: `help moving average`.
  ///
  /// Timeframes may be in brackets, as after `@`.
  mutating func words(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> [Word] {
    if kind == .timeframe, lexer.byte(try offsetAhead()) == Ascii.openBracket {
      try open()
      var words = [try word(kind)]
      while try takeComma() { words.append(try word(kind)) }
      try close()
      return words
    }
    var words = [try word(kind)]
    while try anotherWord(kind) { words.append(try word(kind)) }
    return words
  }

  private mutating func anotherWord(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> Bool {
    if try takeComma() { return true }
    guard kind == .topic else { return false }
    if try isAtEnd() { return false }
    return try !isAtClause()
  }

  /// Reads raw words with commas between, or none, and the `:` after them.
  mutating func wordsBeforeColon(_ kind: CommandSyntax.WordKind) throws(Diagnostic) -> [Word] {
    var words: [Word] = []
    var isComplete = try takeColon()
    while !isComplete {
      if words.isEmpty, try isAtEnd() {
        expect(words: [kind])
        throw unexpected("`:` and the columns")
      }
      var word = try word(kind)
      if !word.isQuoted, let colon = (word.span.start..<word.span.end).first(where: { lexer.byte($0) == Ascii.colon }) {
        guard colon > word.span.start else { throw unexpected(kind.noun) }
        word = word.cut(before: lexer.span(word.span.start, colon))
        skip(to: colon)
      }
      words.append(word)
      if try takeComma() { continue }
      guard try takeColon() else {
        throw unexpected("`:` after the names", hints: ["the columns follow a `:`"])
      }
      isComplete = true
    }
    return words
  }

  /// Reads a `:` without making a token of a possible word; a line continues after it.
  private mutating func takeColon() throws(Diagnostic) -> Bool {
    let offset = try offsetAhead()
    guard lexer.byte(offset) == Ascii.colon else { return false }
    skip(to: offset + 1)
    continuesLine = true
    return true
  }

  /// Reads a comma without making a token of a possible word.
  mutating func takeComma() throws(Diagnostic) -> Bool {
    let offset = try offsetAhead()
    guard lexer.byte(offset) == Ascii.comma else { return false }
    skip(to: offset + 1)
    continuesLine = true
    if try offsetAhead() >= lexer.bytes.count { ranOut = true }
    return true
  }

  /// True if a clause of the current statement begins.
  mutating func isAtClause() throws(Diagnostic) -> Bool {
    if isExpecting {
      expect(keywords: clauseWords.filter { $0 != Window.formerWord && !spentWords.contains($0) })
    }
    guard let word = try wordAhead() else { return false }
    return clauseWords.contains(word.name)
  }
}
