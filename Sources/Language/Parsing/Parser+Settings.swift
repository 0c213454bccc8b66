// Settings after `set` and `with`: a name and a value, which may be several words.
extension Parser {
  mutating func settings() throws(Diagnostic) -> [Setting] {
    var settings: [Setting] = []
    repeat {
      expect(words: [.setting])
      expect(besides: settings.map(\.name))
      guard var name = try nameAhead() else { throw unexpected("the name of a setting") }
      skip(over: name, as: .word(.setting))
      if lexer.byte(position) == Ascii.dot, Ascii.isNameStart(lexer.byte(position + 1)) {
        // `validation.weights` is `validation_weights`.
        let end = lexer.endOfName(from: position + 1)
        name = NameAhead(
          name: "\(name.name)_\(lexer.text(position + 1, end))", span: lexer.span(name.span.start, end))
        skip(to: end)
      }
      if let first = settings.first(where: { $0.name == name.name }) {
        throw duplicate("the setting `\(name.name)`", at: name.span, first: first.nameSpan)
      }
      if lexer.byte(try offsetAhead()) == Ascii.equals { try require(.assign) }
      expect(valueOf: name.name)
      let start = try offsetAhead()
      let value =
        lexer.byte(start) == Ascii.openBracket ? try settingList(of: name) : try settingValue(of: name)
      settings.append(
        Setting(name: name.name, nameSpan: name.span, value: value, valueSpan: lexer.span(start, position))
      )
    } while try takeComma()
    return settings
  }

  /// Reads `[0, 2bp, 5bp]`: values of a setting that a sweep tries.
  private mutating func settingList(of name: NameAhead) throws(Diagnostic) -> Setting.Value {
    var settings: [Setting] = []
    try open()
    repeat {
      let start = try offsetAhead()
      let value = try settingValue(of: name)
      settings.append(
        Setting(name: name.name, nameSpan: name.span, value: value, valueSpan: lexer.span(start, position)))
    } while try take(.comma) != nil
    try close()
    return .list(settings)
  }

  /// Reads the value of a setting: one, or several with the words that join them.
  private mutating func settingValue(of setting: NameAhead) throws(Diagnostic) -> Setting.Value {
    if setting.name == "prefer" { return .expression(try expression()) }
    var terms = [try settingTerm(of: setting)]
    if case .word = terms[0] { try readNone(of: setting, into: &terms) }
    while true {
      expect(keywords: Setting.words(behind: terms, of: setting.name))
      guard let word = try wordAhead(), Setting.joins(word.name, setting.name) else { break }
      terms.append(try settingTerm(of: setting))
      if Setting.leadingWords.contains(word.name) { terms.append(try settingTerm(of: setting)) }
      let next = lexer.byte(try offsetAhead())
      if Ascii.isDigit(next) || next == Ascii.openParenthesis {
        terms.append(try settingTerm(of: setting))
      } else if setting.name == "contract", word.name == "then" {
        terms.append(try settingTerm(of: setting))
        try readNone(of: setting, into: &terms)
      }
    }
    // The weights of the scores follow each other.
    while setting.name == "validation_weights", terms.count < 3, Ascii.isDigit(lexer.byte(try offsetAhead())) {
      terms.append(try settingTerm(of: setting))
    }
    // The address of a cluster comes after its engine.
    if setting.name == "engine", [Ascii.doubleQuote, Ascii.singleQuote].contains(lexer.byte(try offsetAhead())) {
      terms.append(try settingTerm(of: setting))
    }
    if setting.name == "commission" { try refuseForeignTerms() }
    return terms.count == 1 ? terms[0] : .terms(terms)
  }

  /// Reads the `none` after the symbol of a contract, whose terms it drops.
  private mutating func readNone(of setting: NameAhead, into terms: inout [Setting.Value]) throws(Diagnostic) {
    guard setting.name == "contract", try wordAhead()?.name == "none" else { return }
    terms.append(try settingTerm(of: setting))
  }

  /// Refuses other programs' words for the terms of a commission: `0.005/share`, `1 a trade`, `min 1`.
  private mutating func refuseForeignTerms() throws(Diagnostic) {
    let next = try offsetAhead()
    let isSlash = lexer.byte(next) == UInt8(ascii: "/")
    let word = isSlash ? nil : try nameAhead()
    guard isSlash || ["min", "max", "a", "an", "each"].contains(word?.name ?? "") else { return }
    throw Diagnostic(
      .unexpectedToken, "an amount of each unit is one `per` it, and the limits are `minimum` and `maximum`",
      at: word?.span ?? lexer.span(next, next + 1), hints: ["`commission 0.005 per share minimum 1 maximum 1%`"])
  }

  /// Reads one literal, a word, a name or a parenthesised expression.
  private mutating func settingTerm(of setting: NameAhead) throws(Diagnostic) -> Setting.Value {
    let start = try offsetAhead()
    let first = lexer.byte(start)
    if first == Ascii.openParenthesis {
      return .expression(try bracketed { parser throws(Diagnostic) in try parser.expression() })
    }
    if first == Ascii.minus, Ascii.isDigit(lexer.byte(start + 1)) {
      let sign = try advance()
      return .expression(.unary(.negate, try literal(), operatorSpan: sign.span))
    }
    if Ascii.isDigit(first) || first == Ascii.doubleQuote || first == Ascii.singleQuote {
      return .expression(try literal())
    }
    if let name = try wordAhead(), ["true", "false", "today"].contains(name.name) {
      return .expression(try literal())
    }
    guard let word = try lexer.word(at: start) else {
      throw unexpected("a value of the setting `\(setting.name)`")
    }
    mark(word.span, setting.name == "contract" || word.isQuoted ? .word(.any) : .keyword)
    skip(to: word.span.end)
    return .word(word)
  }

  /// Reads one literal.
  private mutating func literal() throws(Diagnostic) -> Expression {
    let token = try advance()
    switch token.kind {
    case .literal(let literal): return .literal(literal, token.span)
    case .name("true"), .name("false"): return .literal(.truth(token.name == "true"), token.span)
    default: return .literal(.date(.today), token.span)
    }
  }
}
