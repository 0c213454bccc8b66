extension Parser {
  /// Reads the draws of a simulation: `[N runs] NAME ~ normal(5%, 2%) [between A and B], … , correlation A B 0.4`.
  mutating func uncertainAssumptions() throws(Diagnostic) -> UncertainAssumptions {
    var result = UncertainAssumptions()
    if Ascii.isDigit(lexer.byte(try offsetAhead())) {
      result.runs = try sum()
      try require("runs")
    }
    repeat {
      expect(keyword: "correlation")
      if let correlation = try correlation() {
        result.correlations.append(correlation)
      } else {
        result.draws.append(try draw())
      }
    } while try take(.comma) != nil
    return result
  }

  private mutating func draw() throws(Diagnostic) -> UncertainAssumptions.Draw {
    expect(words: [.assumption])
    guard let name = try assumptionAhead() else { throw unexpected("the name of an assumption") }
    skip(over: name, as: .word(.assumption))
    let shift: BinaryOperator?
    switch try peek().punctuation {
    case .tilde: shift = nil
    case .plus: shift = .add
    case .minus: shift = .subtract
    case .star: shift = .multiply
    case .slash: shift = .divide
    default: throw unexpected("`~` or `+` after the assumption `\(name.name)`")
    }
    try advance()
    expect(keywords: ["normal", "lognormal", "uniform", "triangular", "beta"])
    guard let distribution = try nameAhead() else { throw unexpected("a distribution such as `normal(5%, 2%)`") }
    skip(over: distribution, as: .keyword)
    guard lexer.byte(try offsetAhead()) == Ascii.openParenthesis else {
      throw unexpected("`(` after the distribution `\(distribution.name)`")
    }
    let arguments = try bracketed(withCommas: true) { parser throws(Diagnostic) in
      var arguments = [try parser.expression()]
      while try parser.take(.comma) != nil { arguments.append(try parser.expression()) }
      return arguments
    }
    var least: Expression?
    var greatest: Expression?
    if try take("between") != nil {
      least = try sum()
      try require("and")
      greatest = try sum()
    }
    return UncertainAssumptions.Draw(
      name: name.name, nameSpan: name.span, shift: shift, distribution: distribution.name,
      distributionSpan: distribution.span, arguments: arguments, least: least, greatest: greatest,
      span: lexer.span(name.span.start, position))
  }

  /// Reads `correlation A B 0.4`; nil if an assumption comes next.
  private mutating func correlation() throws(Diagnostic) -> UncertainAssumptions.Correlation? {
    guard let head = try nameAhead(), head.name == "correlation" else { return nil }
    skip(over: head, as: .keyword)
    var names: [String] = []
    for _ in 0..<2 {
      expect(words: [.assumption])
      guard let name = try assumptionAhead() else { throw unexpected("the name of an assumption") }
      names.append(name.name)
      skip(over: name, as: .word(.assumption))
    }
    let coefficient = try sum()
    return UncertainAssumptions.Correlation(
      first: names[0], second: names[1], coefficient: coefficient, span: lexer.span(head.span.start, position))
  }
}
