import Columns
import Language

/// Conditions taken apart into the comparisons that decide them.
extension Planner {
  /// The legs of a condition, whose computations are nodes of the same plan.
  ///
  /// - Parameter definitions: the expressions of the local names, which are expanded too.
  /// - Throws: the errors of planning; a condition that was planned before has none.
  public mutating func legs(
    of expression: Expression, definitions: [String: Expression] = [:]
  ) throws(Diagnostic) -> ConditionLeg {
    let planned = try plan(expression)
    let node = planned.node
    func leg(_ joint: ConditionLeg.Joint, _ parts: [ConditionLeg]) -> ConditionLeg {
      ConditionLeg(text: expression.description, node: node, joint: joint, parts: parts)
    }
    switch expression {
    case .binary(.and, let left, let right, _), .binary(.or, let left, let right, _):
      let joint: ConditionLeg.Joint = if case .binary(.and, _, _, _) = expression { .and } else { .or }
      // `a and b and c` is one list of three.
      var parts: [ConditionLeg] = []
      for side in [left, right] {
        let part = try legs(of: side, definitions: definitions)
        parts += part.joint == joint ? part.parts : [part]
      }
      return leg(joint, parts)
    case .unary(.not, let operand, _): return leg(.not, [try legs(of: operand, definitions: definitions)])
    case .binary(.crossesAbove, let left, let right, _):
      return leg(.and, try crossing(left, right, isAbove: true))
    case .binary(.crossesBelow, let left, let right, _):
      return leg(.and, try crossing(left, right, isAbove: false))
    case .binary(.crosses, let left, let right, let span):
      return leg(
        .or,
        [
          try legs(of: .binary(.crossesAbove, left, right, operatorSpan: span), definitions: definitions),
          try legs(of: .binary(.crossesBelow, left, right, operatorSpan: span), definitions: definitions),
        ])
    case .binary(let sign, let left, let right, _):
      guard let operation = Operation(rawValue: sign.rawValue),
        let comparison = try comparison(operation, left, right)
      else { return leg(.none, []) }
      var simple = leg(.none, [])
      simple.comparison = comparison
      return simple
    case .between(let subject, let low, let high, let span):
      return leg(
        .and,
        [
          try legs(of: .binary(.greaterOrEqual, subject, low, operatorSpan: span), definitions: definitions),
          try legs(of: .binary(.lessOrEqual, subject, high, operatorSpan: span), definitions: definitions),
        ])
    case .name(let name, _):
      if let definition = definitions[name], locals[name] != nil {
        return leg(.name, [try legs(of: definition, definitions: definitions)])
      }
      guard locals[name] == nil, case .indicator(let definition)? = names.meanings[name],
        definition.parameters == nil, definition.start == nil
      else { return leg(.none, []) }
      let outer = (locals, knowsPosition)
      defer { (locals, knowsPosition) = outer }
      (locals, knowsPosition) = ([:], false)
      return leg(.name, [try legs(of: definition.value)])
    default: return leg(.none, [])
    }
  }

  /// The two halves of a crossing: the sides now, and one bar ago.
  private mutating func crossing(
    _ left: Expression, _ right: Expression, isAbove: Bool
  ) throws(Diagnostic) -> [ConditionLeg] {
    guard let now = try comparison(isAbove ? .greater : .less, left, right) else { return [] }
    var before = now
    before.lag = 1
    before.operation = isAbove ? .lessOrEqual : .greaterOrEqual
    func lagged(_ side: Expression, _ isFixed: Bool) -> String {
      isFixed ? "\(side)" : Expression.lag(side, .literal(.number(one), side.span), side.span).description
    }
    let one = NumberLiteral(digits: "1")
    return [
      ConditionLeg(
        text: "\(lagged(left, now.left.isFixed)) \(before.operation.rawValue) \(lagged(right, now.right.isFixed))",
        joint: .none, comparison: before),
      ConditionLeg(text: "\(left) \(now.operation.rawValue) \(right)", joint: .none, comparison: now),
    ]
  }

  /// The two sides of a comparison; nil if they are not numbers, or are compared by parts of the calendar.
  private mutating func comparison(
    _ operation: Operation, _ left: Expression, _ right: Expression
  ) throws(Diagnostic) -> ConditionLeg.Comparison? {
    guard let left = try side(left), let right = try side(right) else { return nil }
    return ConditionLeg.Comparison(operation: operation, left: left, right: right, lag: 0)
  }

  private mutating func side(_ expression: Expression) throws(Diagnostic) -> ConditionLeg.Side? {
    let planned = try plan(expression)
    guard let node = planned.node else { return nil }
    switch planned.kind {
    case .number, .rate, .timeOfDay:
      return ConditionLeg.Side(
        text: expression.description, node: node, kind: planned.kind, isFixed: plan.isScalar(node))
    default: return nil
    }
  }
}
