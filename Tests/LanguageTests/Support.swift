import Language
import Sessions
import Shell
import Testing

/// Reads all statements of a text; throws at the first error.
func parse(_ text: String) throws -> [Statement] {
  var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
  var statements: [Statement] = []
  while let statement = try parser.next() { statements.append(statement) }
  return statements
}

/// Reads a text of one statement.
func parseOne(_ text: String) throws -> Statement {
  let statements = try parse(text)
  return try #require(statements.count == 1 ? statements[0] : nil, "one statement in \(text)")
}

/// Reads a text as one expression.
func expression(_ text: String) throws -> Expression {
  try Parser.expression(parsing: text, source: SourceID(0))
}

/// The expression with all its parentheses, so that a test sees how it was grouped.
func grouped(_ text: String) throws -> String { try expression(text).grouped }

/// The call of a text of one command.
func call(_ text: String) throws -> CommandCall {
  guard case .command(let call) = try parseOne(text).kind else {
    throw Unexpected(what: "no command: \(text)")
  }
  return call
}

/// The strategy of a text of one statement.
func strategy(_ text: String) throws -> StrategyDefinition {
  guard case .strategy(let strategy) = try parseOne(text).kind else {
    throw Unexpected(what: "no strategy: \(text)")
  }
  return strategy
}

/// The valuation of a text of one statement.
func valuation(_ text: String) throws -> ValuationStatement {
  guard case .valuation(let valuation) = try parseOne(text).kind else {
    throw Unexpected(what: "no valuation: \(text)")
  }
  return valuation
}

/// The first error of a text; nil if all of it can be read.
func firstError(_ text: String) -> Diagnostic? {
  var parser = Parser(source: SourceID(0), text: text, commands: CommandTable.syntaxes)
  do throws(Diagnostic) {
    while try parser.next() != nil {}
    return nil
  } catch {
    return error
  }
}

struct Unexpected: Error {
  var what: String
}

extension Expression {
  var grouped: String {
    switch self {
    case .literal(let literal, _): literal.description
    case .name(let name, _): name
    case .list(let elements, _): "[\(elements.map(\.grouped).joined(separator: ", "))]"
    case .call(let name, _, let arguments, _):
      "\(name)(\(arguments.map { ($0.name.map { "\($0)=" } ?? "") + $0.value.grouped }.joined(separator: ", ")))"
    case .field(let base, let name, _): "\(base.grouped).\(name)"
    case .lag(let base, let index, _): "\(base.grouped)[\(index.grouped)]"
    case .context(let base, let contexts, _):
      "(\(base.grouped)\(contexts.map { " @ \($0)" }.joined()))"
    case .unary(let sign, let operand, _):
      sign == .negate ? "(-\(operand.grouped))" : "(not \(operand.grouped))"
    case .binary(let sign, let left, let right, _): "(\(left.grouped) \(sign.rawValue) \(right.grouped))"
    case .between(let subject, let low, let high, _):
      "(\(subject.grouped) between \(low.grouped) and \(high.grouped))"
    }
  }
}
