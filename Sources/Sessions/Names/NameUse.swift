import Evaluation
import Language
import OrderedCollections
import Workspace

extension Session {
  /// The indicators and strategies whose definition uses a name, sorted.
  package func users(of name: String) -> [String] {
    var users = names.users(of: name)
    for (user, strategy) in strategies where strategy.uses.contains(name) { users.append(user) }
    return users.sorted()
  }

  /// The definitions that a strategy rests on, those that these rest on among them, by name.
  package func definitions(usedBy strategy: StrategyDefinition) -> [String: NamedDefinition] {
    var found: [String: NamedDefinition] = [:]
    var open = Array(strategy.uses)
    while let name = open.popLast() {
      guard found[name] == nil, let definition = names[name] else { continue }
      found[name] = definition
      open += definition.uses
    }
    return found
  }
}

extension Definition {
  /// The names that it uses.
  package var uses: Set<String> {
    var names: Set<String> = []
    value.collectNames(into: &names)
    start?.collectNames(into: &names)
    for parameter in parameters ?? [] { parameter.defaultValue.collectNames(into: &names) }
    return names
  }
}

extension StrategyDefinition {
  /// The names that it uses.
  package var uses: Set<String> {
    var names: Set<String> = []
    for clause in clauses { for part in clause.expressions { part.collectNames(into: &names) } }
    for parameter in parameters { parameter.defaultValue.collectNames(into: &names) }
    return names
  }
}

extension Expression {
  /// The names and the calls in the expression.
  package var usedNames: Set<String> {
    var names: Set<String> = []
    collectNames(into: &names)
    return names
  }

  /// True if the expression has the name or a call of it.
  package func uses(_ name: String) -> Bool { usedNames.contains(name) }

  /// Adds the names and the calls in the expression.
  package func collectNames(into names: inout Set<String>) {
    switch self {
    case .literal(.template(let word), _):
      for case .value(let name, _) in word.parts { names.insert(name) }
    case .literal: break
    case .name(let own, _): names.insert(own)
    case .list(let elements, _): for element in elements { element.collectNames(into: &names) }
    case .call(let own, _, let arguments, _):
      names.insert(own)
      // The word in `value(…)` is the name of a scenario.
      if BarFunction.named(own)?.isValuation == true { return }
      for argument in arguments { argument.value.collectNames(into: &names) }
    case .field(let base, _, _): base.collectNames(into: &names)
    case .lag(let operand, let bars, _):
      operand.collectNames(into: &names)
      bars.collectNames(into: &names)
    case .context(let operand, _, _): operand.collectNames(into: &names)
    case .unary(_, let operand, _): operand.collectNames(into: &names)
    case .binary(_, let left, let right, _):
      left.collectNames(into: &names)
      right.collectNames(into: &names)
    case .between(let subject, let low, let high, _):
      for part in [subject, low, high] { part.collectNames(into: &names) }
    }
  }
}

extension StrategyClause {
  /// The expressions of the clause.
  package var expressions: [Expression] {
    switch kind {
    case .enter(_, let order, let condition):
      switch order {
      case nil, .close: [condition]
      case .limit(let price, let bars), .stop(let price, let bars): [price] + [bars].compactMap(\.self) + [condition]
      }
    case .exit(_, let share, let condition): [share].compactMap(\.self) + [condition]
    case .let(_, _, let value), .exitAfter(let value),
      .allow(let value), .wait(let value, _):
      [value]
    case .onceADay, .exitAtSessionClose: []
    case .resize(_, let rate): [rate].compactMap(\.self)
    case .legs(let legs): legs.compactMap { LegTerm($0)?.weight }
    case .portfolio(let clause): clause.expressions
    case .target(let level, let share): [level.value] + [share].compactMap(\.self)
    case .stop(let level, _), .trail(let level): [level.value]
    case .size(let size):
      switch size {
      case .amount(let value), .equityShare(let value), .shares(let value), .risk(let value): [value]
      }
    }
  }
}

extension StrategyClause.Level {
  /// The rate, the distance or the price.
  fileprivate var value: Expression {
    switch self {
    case .distance(let value), .price(let value): value
    }
  }
}
