import Evaluation
import Language
import OrderedCollections

extension Session {
  /// The indicators and strategies whose definition uses a name, sorted.
  func users(of name: String) -> [String] {
    var users: [String] = []
    for (user, definition) in names {
      guard user != name, case .indicator(let indicator) = definition.meaning else { continue }
      let parts =
        [indicator.value] + (indicator.start.map { [$0] } ?? [])
        + (indicator.parameters ?? []).map(\.defaultValue)
      if parts.contains(where: { $0.uses(name) }) { users.append(user) }
    }
    for (user, strategy) in strategies {
      let parts =
        strategy.definition.clauses.flatMap(\.expressions) + strategy.definition.parameters.map(\.defaultValue)
      if parts.contains(where: { $0.uses(name) }) { users.append(user) }
    }
    return users.sorted()
  }
}

extension Expression {
  /// True where a name or a call of it stands in the expression.
  func uses(_ name: String) -> Bool {
    switch self {
    case .literal(.template(let word), _):
      word.parts.contains { if case .value(name, _) = $0 { true } else { false } }
    case .literal: false
    case .name(let own, _): own == name
    case .list(let elements, _): elements.contains { $0.uses(name) }
    case .call(let own, _, let arguments, _):
      // The word in `value(…)` is the name of a scenario.
      own == name || BarFunction.named(own)?.isValuation != true && arguments.contains { $0.value.uses(name) }
    case .field(let base, _, _): base.uses(name)
    case .lag(let operand, let bars, _): operand.uses(name) || bars.uses(name)
    case .context(let operand, _, _): operand.uses(name)
    case .unary(_, let operand, _): operand.uses(name)
    case .binary(_, let left, let right, _): left.uses(name) || right.uses(name)
    case .between(let subject, let low, let high, _): subject.uses(name) || low.uses(name) || high.uses(name)
    }
  }
}

extension StrategyClause {
  /// The expressions of the clause.
  var expressions: [Expression] {
    switch kind {
    case .let(_, _, let value), .enter(_, let value), .exit(_, let value), .exitAfter(let value),
      .trail(let value), .allow(let value):
      [value]
    case .stop(let level), .target(let level):
      switch level {
      case .distance(let value), .price(let value): [value]
      }
    case .size(let size):
      switch size {
      case .amount(let value), .equityShare(let value), .shares(let value), .risk(let value): [value]
      }
    }
  }
}
