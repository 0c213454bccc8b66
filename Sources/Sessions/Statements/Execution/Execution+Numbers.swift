import Columns
import Evaluation
import Language
import MarketData
import Reports
import Workspace

/// An expression with the numbers of one bar put in: `396.33 / 372.61 - 1 = 0.06366`.
extension Execution {
  /// The facts about one bar of the series in use: the expression with its numbers, and each of them.
  ///
  /// Empty if the expression has nothing to put in, such as the call of an indicator alone.
  package mutating func numbersPutIn(_ expression: Expression, on bar: Int) -> [(String, String)] {
    guard let bars = session.active?.series.bars, bars.times.indices.contains(bar) else { return [] }
    let whole = formula(of: expression)
    var parts: [(text: String, value: String)] = []
    guard let written = putIn(whole, bar, &parts), !parts.isEmpty, written != whole.description else { return [] }
    var facts: [(String, String)] = []
    if whole.isOperation, let value = shownValue(of: whole, bar) {
      facts.append(("with numbers", "\(written) = \(value), on \(bars.label(at: bar))"))
    }
    for part in parts where whole.isOperation { facts.append((part.text, part.value)) }
    return facts
  }

  /// The expression of a name without parameters, else the expression itself.
  private func formula(of expression: Expression) -> Expression {
    guard case .name(let name, _) = expression, case .indicator(let definition)? = session.names[name]?.meaning,
      definition.parameters == nil, definition.start == nil
    else { return expression }
    return definition.value
  }

  /// The text with numbers substituted, for an expression that is not an operation; nil if one of them has no value to
  /// show.
  private mutating func putIn(
    _ expression: Expression, _ bar: Int, _ parts: inout [(text: String, value: String)]
  ) -> String? {
    switch expression {
    case .literal: return expression.description
    case .binary(let sign, let left, let right, _):
      guard let left = operand(left, bar, &parts), let right = operand(right, bar, &parts) else { return nil }
      return "\(left) \(sign.rawValue) \(right)"
    case .unary(let sign, let inner, _):
      guard let inner = operand(inner, bar, &parts) else { return nil }
      return sign == .negate ? "-\(inner)" : "\(sign.rawValue) \(inner)"
    default:
      guard let value = shownValue(of: expression, bar) else { return nil }
      let text = expression.description
      if !parts.contains(where: { $0.text == text }) { parts.append((text, value)) }
      return value
    }
  }

  /// The text of an operand, in parentheses if it is an operation or below zero.
  private mutating func operand(
    _ expression: Expression, _ bar: Int, _ parts: inout [(text: String, value: String)]
  ) -> String? {
    putIn(expression, bar, &parts).map { text in expression.isOperation || text.hasPrefix("-") ? "(\(text))" : text }
  }

  /// The value of a bar for a reader; nil if there is none, such as that of an indicator with several outputs.
  private mutating func shownValue(of expression: Expression, _ bar: Int) -> String? {
    let before = warnings
    defer { warnings = before }
    do throws(Diagnostic) {
      let value = try lastValue(of: expression, on: bar)
      return value.shown
    } catch {
      return nil
    }
  }
}

extension Expression {
  /// True for an operation on other expressions.
  fileprivate var isOperation: Bool {
    switch self {
    case .binary, .unary: true
    default: false
    }
  }
}
