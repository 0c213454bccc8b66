extension ParameterDefinition: CustomStringConvertible {
  /// The parameter as written: `fast = 12`.
  public var description: String { "\(name) = \(defaultValue)" }
}

extension Definition: CustomStringConvertible {
  /// The definition as a statement that reads back as the same definition.
  public var description: String {
    var text = "\(kind.rawValue) \(name)"
    if let parameters { text += "(\(parameters.map(\.description).joined(separator: ", ")))" }
    text += " = \(value)"
    if let start { text += " start \(start)" }
    return text
  }
}

extension StrategyDefinition: CustomStringConvertible {
  /// The strategy as a statement that reads back as the same strategy, one clause a line.
  public var description: String {
    var text = "\(isPortfolio ? "portfolio" : "strategy") \(name)"
    if !parameters.isEmpty { text += "(\(parameters.map(\.description).joined(separator: ", ")))" }
    text += " {\n"
    for clause in clauses { text += "    \(clause)\n" }
    return text + "}"
  }
}

extension StrategyClause: CustomStringConvertible {
  /// The clause as written, with its label.
  public var description: String { (label.map { "\($0): " } ?? "") + kind.description }
}

extension StrategyClause.Kind: CustomStringConvertible {
  /// The clause as written, without a label.
  public var description: String {
    switch self {
    case .let(let name, _, let value): "let \(name) = \(value)"
    case .enter(let side, let order, let condition):
      "enter \(side.rawValue)\(order.map { " \($0)" } ?? "") when \(condition)"
    case .exit(let side, let share, let condition):
      "exit\(side.map { " \($0.rawValue)" } ?? "")\(share.map { " \(part($0, hasSide: side != nil))" } ?? "") when \(condition)"
    case .exitAfter(.literal(.duration(let duration), _)): "exit after \(duration)"
    case .exitAtSessionClose: "exit at session close"
    case .exitAfter(let bars): "exit after \(operand(bars)) bars"
    case .stop(let level, let onClose): "stop \(level)\(onClose ? " on close" : "")"
    case .target(let level, let share): "target \(level)\(share.map { " for \(operand($0))" } ?? "")"
    case .trail(let level): "trail \(level)"
    case .wait(let bars, let afterStop): "wait \(operand(bars)) bars\(afterStop ? " after stop" : "")"
    case .onceADay: "once a day"
    case .size(.amount(let amount)): "size \(operand(amount))"
    case .size(.equityShare(let share)): "size \(operand(share)) of equity"
    case .size(.shares(let count)): "size \(operand(count)) shares"
    case .size(.risk(let rate)): "size risk \(operand(rate))"
    case .resize(let period, let rate): "resize \(period.rawValue)\(rate.map { " when off by \(operand($0))" } ?? "")"
    case .legs(let legs): "legs \(legs.map { operand($0) }.joined(separator: ", "))"
    case .allow(let entries): "allow \(operand(entries)) entries"
    case .portfolio(let clause): clause.description
    }
  }

  /// A share after `exit`, if without a side a name would be read as the side.
  private func part(_ share: Expression, hasSide: Bool) -> String {
    let text = operand(share)
    return hasSide || text.utf8.first.map(Ascii.isNameStart) != true ? text : "(\(text))"
  }

  private func operand(_ expression: Expression) -> String { StrategyClause.operand(expression) }
}

extension StrategyClause.EntryOrder: CustomStringConvertible {
  /// The order as written between the side and `when`.
  public var description: String {
    switch self {
    case .close: "at close"
    case .limit(let price, let bars): "at limit \(Self.text(price, bars))"
    case .stop(let price, let bars): "at stop \(Self.text(price, bars))"
    }
  }

  private static func text(_ price: Expression, _ bars: Expression?) -> String {
    StrategyClause.operand(price) + (bars.map { " for \(StrategyClause.operand($0)) bars" } ?? "")
  }
}

extension StrategyClause.Level: CustomStringConvertible {
  /// The level as written after `stop` or `target`.
  public var description: String {
    switch self {
    case .distance(let distance): StrategyClause.operand(distance)
    case .price(let price): "at \(StrategyClause.operand(price))"
    }
  }
}

extension StrategyClause {
  /// The text of an operand, in parentheses if its first word could be read as one of the clause.
  static func operand(_ expression: Expression) -> String {
    let text = expression.description
    let isWord = text.hasPrefix("at") || text.hasPrefix("risk")
    let startsWithDigit = text.utf8.first.map(Ascii.isDigit) == true
    let startsWithLetter = text.utf8.first.map(Ascii.isNameStart) == true
    return isWord || !startsWithDigit && !startsWithLetter ? "(\(text))" : text
  }
}

extension Word: CustomStringConvertible {
  /// The word as written, in quotes if it needs them.
  public var description: String {
    if let literal {
      let lexer = Lexer(source: SourceID(0), bytes: Array(literal.utf8))
      var isBare = !isQuoted && !literal.isEmpty && !literal.contains("$")
      do throws(Diagnostic) {
        let end = try lexer.word(at: 0)?.span.end
        isBare = isBare && end == literal.utf8.count
      } catch {
        isBare = false
      }
      return isBare ? literal : Literal.quoted(literal).escapingDollars()
    }
    let text = parts.map { part in
      switch part {
      case .text(let text): String(Literal.quoted(text).escapingDollars().dropFirst().dropLast())
      case .value(let name, _): "${\(name)}"
      }
    }
    return "\"\(text.joined())\""
  }
}

extension String {
  /// The text with `\$` for each dollar sign.
  func escapingDollars() -> String {
    var result = ""
    for character in self { result += character == "$" ? "\\$" : String(character) }
    return result
  }
}
