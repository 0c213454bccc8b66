import Text

extension Parser {
  private static let portfolioStarts = [
    "on", "let", "long", "short", "rank", "hold", "size", "weight", "limit", "group", "rebalance", "cash",
  ]

  /// Reads `portfolio NAME(…) { … }`, whose first word comes next.
  mutating func portfolio(_ head: NameAhead) throws(Diagnostic) -> Statement {
    skip(to: head.span.end)
    let name = try newName(of: "the portfolio")
    let parameters =
      try peek().punctuation == .openParenthesis ? try self.parameters(of: "a portfolio") : []
    let clauses = try block { parser, clauses throws(Diagnostic) in
      parser.expect(keywords: Self.portfolioStarts)
      let start = try parser.offsetAhead()
      let kind = try parser.portfolioClause()
      let clause = StrategyClause(kind: kind, span: parser.lexer.span(start, parser.position))
      try parser.refuseRepeated(clause, after: clauses)
      clauses.append(clause)
    }
    let definition = StrategyDefinition(
      name: name.name, nameSpan: name.span, parameters: parameters, clauses: clauses, isPortfolio: true)
    return Statement(kind: .strategy(definition), span: statementSpan)
  }

  /// Reads `by sector [hold 2] [limit 40%]`.
  private mutating func groupClause() throws(Diagnostic) -> StrategyClause.Kind {
    try require("by")
    let column = try self.word(.any)
    let hold = try take("hold") == nil ? nil : try sum()
    let limit = try take("limit") == nil ? nil : try sum()
    guard hold != nil || limit != nil else { throw unexpected("`hold 2` or `limit 40%`") }
    return .portfolio(.group(by: column, hold: hold, limit: limit))
  }

  /// Reads the word of a period.
  ///
  /// - Parameters:
  ///   - sentence: the beginning of the sentence that says which there are.
  ///   - clause: the word of the clause.
  mutating func period(_ sentence: String, _ clause: String) throws(Diagnostic) -> RebalancePeriod {
    guard let period = try nameAhead() else { throw unexpected("`daily`, `weekly`, `monthly` or `quarterly`") }
    guard let known = RebalancePeriod(rawValue: period.name) else {
      let names = RebalancePeriod.allCases.map(\.rawValue)
      throw Diagnostic(
        .unexpectedToken, "\(sentence) \(names.dropLast().joined(separator: ", ")) or yearly", at: period.span,
        hints: [Spelling.hint(for: period.name, in: names) ?? "`\(clause) monthly`"])
    }
    skip(over: period, as: .keyword)
    return known
  }

  private mutating func portfolioClause() throws(Diagnostic) -> StrategyClause.Kind {
    guard let word = try nameAhead() else { throw unexpected("a clause of the portfolio") }
    if Self.portfolioStarts.contains(word.name) { mark(word.span, .keyword) }
    skip(to: word.span.end)
    switch word.name {
    case "let": return try letClause()
    case "on": return .portfolio(.on(try words(.symbol)))
    case "long":
      try require("when")
      return .portfolio(.candidates(when: try expression()))
    case "short":
      try require("when")
      return .portfolio(.shorts(when: try expression()))
    case "rank":
      try require("by")
      let value = try expression()
      if try take("asc") != nil { return .portfolio(.rank(by: value, descends: false)) }
      _ = try take("desc")
      return .portfolio(.rank(by: value, descends: true))
    case "hold": return .portfolio(.hold(try sum()))
    case "size": return .size(try size())
    case "weight": return .portfolio(.weight(try expression()))
    case "limit": return .portfolio(.limit(try expression()))
    case "group": return try groupClause()
    case "rebalance":
      return .portfolio(.rebalance(try period("a portfolio is rebalanced", "rebalance")))
    case "cash": return .portfolio(.cash(try self.word(.symbol)))
    default:
      let hint = Spelling.hint(for: word.name, in: Self.portfolioStarts)
      throw Diagnostic(
        .unknownClause, "a portfolio has no clause `\(word.name)`", at: word.span,
        hints: [hint ?? "the clauses are \(Self.portfolioStarts.map { "`\($0)`" }.joined(separator: " "))"])
    }
  }
}
