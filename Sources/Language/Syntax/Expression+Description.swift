extension Expression: CustomStringConvertible {
  /// The expression as text that reads back as the same tree, with no more parentheses than it needs.
  public var description: String { written(at: .or) }

  private var level: Parser.Level {
    switch self {
    case .binary(let sign, _, _, _):
      switch sign {
      case .or: .or
      case .and: .and
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .crosses, .crossesAbove,
        .crossesBelow:
        .comparison
      case .add, .subtract: .sum
      case .multiply, .divide: .product
      case .power: .power
      }
    case .between: .comparison
    case .unary(.not, _, _): .not
    case .unary(.negate, _, _): .unary
    default: .power
    }
  }

  private func written(at minimum: Parser.Level) -> String {
    level < minimum ? "(\(text))" : text
  }

  /// Text before `.`, `[` and `@`.
  private func base(ofField: Bool = false) -> String {
    switch self {
    case .unary, .binary, .between, .context: "(\(text))"
    // The point of `2.upper` would belong to the number.
    case .literal where ofField: "(\(text))"
    default: text
    }
  }

  /// Text after `^`, which takes a sign and groups to the right.
  private var exponent: String {
    switch self {
    case .unary(.negate, let operand, _): "-\(operand.exponent)"
    case .binary(.power, _, _, _): text
    default: base()
    }
  }

  private var text: String {
    switch self {
    case .literal(let literal, _): literal.description
    case .name(let name, _): name
    case .list(let elements, _): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .call(let name, _, let arguments, _):
      "\(name)(\(arguments.map(\.description).joined(separator: ", ")))"
    case .field(let base, let name, _): "\(base.base(ofField: true)).\(name)"
    case .lag(let base, let index, _): "\(base.base())[\(index)]"
    case .context(let base, let contexts, _):
      base.base() + contexts.map { " @ \($0)" }.joined()
    case .unary(.not, let operand, _): "not \(operand.written(at: .not))"
    case .unary(.negate, let operand, _): "-\(operand.written(at: .unary))"
    case .between(let subject, let low, let high, _):
      "\(subject.written(at: .sum)) between \(low.written(at: .sum)) and \(high.written(at: .sum))"
    case .binary(.power, let left, let right, _):
      "\(left.base())^\(right.exponent)"
    case .binary(let sign, let left, let right, _):
      switch level {
      case .comparison: "\(left.written(at: .sum)) \(sign.rawValue) \(right.written(at: .sum))"
      case .or: "\(left.written(at: .or)) or \(right.written(at: .and))"
      case .and: "\(left.written(at: .and)) and \(right.written(at: .not))"
      case .sum: "\(left.written(at: .sum)) \(sign.rawValue) \(right.written(at: .product))"
      default: "\(left.written(at: .product)) \(sign.rawValue) \(right.written(at: .unary))"
      }
    }
  }
}

extension CallArgument: CustomStringConvertible {
  /// The argument as written in a call.
  public var description: String { name.map { "\($0) = \(value)" } ?? "\(value)" }
}

extension Context: CustomStringConvertible {
  /// The text after `@`, in quotes if the symbol needs them.
  public var description: String {
    switch self {
    case .timeframe(let timeframe, _): return timeframe
    case .symbol(let symbol, _):
      let lexer = Lexer(source: SourceID(0), bytes: Array(symbol.utf8))
      let isBare = lexer.contextSymbol(at: 0)?.end == symbol.utf8.count
      return isBare && Parser.metaTraderTimeframes[symbol] == nil ? symbol : Literal.quoted(symbol)
    }
  }
}

extension Literal: CustomStringConvertible {
  /// The literal as text that reads back as the same literal.
  public var description: String {
    switch self {
    case .number(let number): number.digits + number.suffix.rawValue
    case .duration(let duration): "\(duration.count)\(duration.unit.rawValue)"
    case .bars(let count): count == 1 ? "1 bar" : "\(count) bars"
    case .date(let date): date.description
    case .timeOfDay(let minutes): "\(Self.padded(minutes / 60)):\(Self.padded(minutes % 60))"
    case .text(let text): Self.quoted(text).escapingDollars()
    case .template(let word): word.description
    case .truth(let truth): "\(truth)"
    case .unknown: "?"
    }
  }

  static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// A text in double quotes, with escapes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension DateLiteral: CustomStringConvertible {
  /// The date as written.
  public var description: String {
    switch self {
    case .year(let year): return Literal.padded(year, to: 4)
    case .month(let year, let month): return "\(Literal.padded(year, to: 4))-\(Literal.padded(month))"
    case .day(let year, let month, let day):
      return "\(Literal.padded(year, to: 4))-\(Literal.padded(month))-\(Literal.padded(day))"
    case .time(let year, let month, let day, let hour, let minute, let second, let offset):
      var text = "\(DateLiteral.day(year: year, month: month, day: day))T"
      text += "\(Literal.padded(hour)):\(Literal.padded(minute))"
      if second != 0 { text += ":\(Literal.padded(second))" }
      guard let offset else { return text }
      if offset == 0 { return text + "Z" }
      let minutes = abs(offset)
      return text + (offset < 0 ? "-" : "+")
        + "\(Literal.padded(minutes / 60)):\(Literal.padded(minutes % 60))"
    case .today: return "today"
    }
  }
}
