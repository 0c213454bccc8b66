import Columns
import Language
import Text

/// Series of texts, series that are filled, and series that are put into bins.
extension Planner {
  /// A text as its number in columns, and a date as the moment it begins; any other value as it is.
  mutating func coded(_ value: Planned) -> Planned {
    switch value.content {
    case .value(.text(let text)):
      let code = plan.number(of: text)
      return Planned(
        kind: .text, content: .node(add(.constant(Double(code)))), lookAhead: value.lookAhead, choices: [text])
    case .value(.date(let date)):
      return Planned(kind: .date, content: .node(add(.date(date, isEnd: false))), lookAhead: value.lookAhead)
    default: return value
    }
  }

  /// An operation that gives one of several texts.
  mutating func choice(
    _ operation: Operation, _ conditions: [Planned], _ texts: [Planned]
  ) throws(Diagnostic) -> Planned {
    var result = try combine(operation, conditions + texts, kind: .text)
    for text in texts.flatMap(\.choices) where !result.choices.contains(text) { result.choices.append(text) }
    return result
  }

  /// A series of strings compared with another one or with a string.
  mutating func compareTexts(
    _ operation: Operation, _ a: (Planned, Expression), _ b: (Planned, Expression), _ span: SourceSpan
  ) throws(Diagnostic) -> Planned {
    guard a.0.kind == .text, b.0.kind == .text else {
      let isExit = [a.1, b.1].contains { if case .name("last_exit", _) = $0 { true } else { false } }
      throw Diagnostic(
        .wrongKind, "\(a.0.kind.described) cannot be compared with \(b.0.kind.described)", at: span,
        hints: isExit ? ["`last_exit` is a price; a pause after a stop is `wait 5 bars after stop`"] : [])
    }
    guard operation == .equal || operation == .notEqual else {
      throw Diagnostic(.wrongKind, "a series of strings has no order", at: span, hints: ["compare with `==` or `!=`"])
    }
    // Of a frame the strings are those that happen to be there, so that none is a mistake.
    for (text, series) in [(a, b), (b, a)] where frame == nil {
      guard case .value(.text(let written)) = text.0.content, !series.0.choices.contains(written) else { continue }
      var warning = Diagnostic(
        .unknownText, "this series is never \"\(written)\"", at: text.1.span, severity: .warning)
      warning.hints = [
        Spelling.hint(for: written, in: series.0.choices) { "\"\($0)\"" }
          ?? "it is one of: \(series.0.choices.joined(separator: ", "))"
      ]
      note(warning)
    }
    return try combine(operation, [coded(a.0), coded(b.0)], kind: .truth)
  }

  /// `fixnan(x)`: the last value that was there.
  mutating func fill(_ expression: Expression) throws(Diagnostic) -> Planned {
    var value = try plan(expression)
    try require(value, expression.span, "`fixnan` needs a series") {
      $0.isNumeric || $0 == .truth || $0 == .date || $0 == .text || $0 == .timeOfDay
    }
    guard let node = value.node, !plan.isScalar(node) else { return value }
    try refusePerBar(node, at: expression.span)
    value.content = .node(add(.filled(node)))
    return value
  }

  /// `bins(x, width)`: the lower end of the bin that x lies in.
  mutating func bins(_ expressions: [Expression]) throws(Diagnostic) -> Planned {
    let value = try plan(expressions[0])
    try require(value, expressions[0].span, "`bins` needs a series of numbers") { $0.isNumeric }
    let width = try plan(expressions[1])
    try require(width, expressions[1].span, "the width of bins is a number") { $0.isNumeric }
    guard let node = width.node, let number = plan.constantValue(node) else {
      throw Diagnostic(
        .wrongKind, "the width of bins must be a constant number", at: expressions[1].span)
    }
    guard number > 0, number.isFinite else {
      throw Diagnostic(
        .outOfRange, "the width of bins is above 0, not \(Self.text(number))", at: expressions[1].span)
    }
    // A value within a billionth of an edge lies on it: 0.3 belongs to the bin from 0.3 on.
    let quotient = try combine(.divide, [value, width], kind: .number)
    let rounded = try combine(.round, [quotient, planned(.number(9))], kind: .number)
    let index = try combine(.floor, [rounded], kind: .number)
    let edge = try combine(.multiply, [index, width], kind: .number)
    // 3 * 0.1 is 0.3 if the width has one decimal.
    let decimals = (0...12).first { (number * Self.power($0)).isWhole(within: number * Self.power($0) * 1e-15) }
    let kind: Kind = value.kind == .rate ? .rate : .number
    return try combine(.round, [edge, planned(.number(Double(decimals ?? 12)))], kind: kind)
  }

  private static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }
}

extension Double {
  /// True for a whole number, except for rounding.
  fileprivate func isWhole(within tolerance: Double) -> Bool { abs(self - rounded()) <= tolerance }
}

extension DateLiteral {
  /// Reads a date as typed: `2012-01-31`, `2012-01-31T14:30`, `2012-01`, `2012`; nil for anything else.
  public init?(_ text: String) {
    if text.utf8.count == 4, text.utf8.allSatisfy({ (48...57).contains($0) }), let year = Int(text) {
      self = .year(year)
      return
    }
    guard let expression = try? Parser.expression(parsing: text, source: SourceID(0)),
      case .literal(.date(let date), _) = expression, date != .today
    else { return nil }
    self = date
  }
}
