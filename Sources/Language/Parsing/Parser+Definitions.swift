extension Parser {
  /// Reads `let`, `param` or `indicator`, whose word comes next.
  mutating func definition(_ head: NameAhead) throws(Diagnostic) -> Statement {
    let kind = Definition.Kind(rawValue: head.name) ?? .let
    skip(to: head.span.end)
    let name = try newName(of: kind == .indicator ? "the indicator" : "the value")
    var parameters: [ParameterDefinition]?
    if try peek().punctuation == .openParenthesis {
      guard kind == .indicator else {
        throw unexpected("`=`", hints: ["`indicator \(name.name)(…) = …` has parameters"])
      }
      parameters = try self.parameters(of: "an indicator")
    }
    try require(.assign)
    let value = try expression()
    if try nameAhead()?.name == "with" {
      let follows = lexer.text(name.span.start, lexer.endOfLine(from: position))
      throw unexpected("the end of the statement", hints: ["a scenario that follows another: `dcf \(follows)`"])
    }
    var start: Expression?
    if kind == .indicator, try take("start") != nil { start = try expression() }
    let definition = Definition(
      kind: kind,
      name: name.name,
      nameSpan: name.span,
      parameters: parameters,
      value: value,
      start: start
    )
    return Statement(kind: .definition(definition), span: statementSpan)
  }

  /// Reads `(fast = 12, slow = 26)`.
  mutating func parameters(of owner: String) throws(Diagnostic) -> [ParameterDefinition] {
    try bracketed(withCommas: true) { parser throws(Diagnostic) in
      var parameters: [ParameterDefinition] = []
      if try parser.peek().punctuation == .closeParenthesis { return parameters }
      repeat {
        let name = try parser.newName(of: owner, hidesFields: true)
        if let first = parameters.first(where: { $0.name == name.name }) {
          throw Diagnostic(
            .duplicateParameter,
            "the parameter `\(name.name)` is given twice",
            at: name.span
          ).pointing(at: first.nameSpan, "first here")
        }
        guard try parser.peek().punctuation == .assign else {
          throw parser.unexpected(
            "`=`",
            hints: ["a parameter of \(owner) has a default: `\(name.name) = 14`"]
          )
        }
        try parser.advance()
        let value = try parser.expression()
        parameters.append(
          ParameterDefinition(name: name.name, nameSpan: name.span, defaultValue: value)
        )
      } while try parser.take(.comma) != nil
      return parameters
    }
  }
}
