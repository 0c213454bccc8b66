import Evaluation
import Language
import OrderedCollections
import Workspace

extension Definition {
  /// The places of a name, its own among them; none if a parameter is called so.
  package func places(of name: String) -> [SourceSpan] {
    var places = self.name == name ? [nameSpan] : []
    if parameters?.contains(where: { $0.name == name }) == true { return places }
    for part in [value] + (start.map { [$0] } ?? []) + (parameters ?? []).map(\.defaultValue) {
      part.collectPlaces(of: name, into: &places)
    }
    return places
  }
}

extension StrategyDefinition {
  /// The places of a name, its own among them; none if a parameter or a `let` is called so.
  package func places(of name: String) -> [SourceSpan] {
    if self.name == name { return [nameSpan] }
    let isShadowed =
      parameters.contains { $0.name == name }
      || clauses.contains { if case .let(name, _, _) = $0.kind { true } else { false } }
    if isShadowed { return [] }
    var places: [SourceSpan] = []
    for part in clauses.flatMap(\.expressions) + parameters.map(\.defaultValue) {
      part.collectPlaces(of: name, into: &places)
    }
    return places
  }
}

extension Expression {
  /// Adds the places of a name and of its calls.
  fileprivate func collectPlaces(of name: String, into places: inout [SourceSpan]) {
    switch self {
    case .literal(.template(let word), _):
      for case .value(name, let span) in word.parts { places.append(span) }
    case .literal: break
    case .name(let own, let span): if own == name { places.append(span) }
    case .list(let elements, _): for element in elements { element.collectPlaces(of: name, into: &places) }
    case .call(let own, let nameSpan, let arguments, _):
      if own == name { places.append(nameSpan) }
      if BarFunction.named(own)?.isValuation == true { return }
      for argument in arguments { argument.value.collectPlaces(of: name, into: &places) }
    case .field(let base, _, _): base.collectPlaces(of: name, into: &places)
    case .lag(let operand, let bars, _):
      for part in [operand, bars] { part.collectPlaces(of: name, into: &places) }
    case .context(let operand, _, _): operand.collectPlaces(of: name, into: &places)
    case .unary(_, let operand, _): operand.collectPlaces(of: name, into: &places)
    case .binary(_, let left, let right, _):
      for part in [left, right] { part.collectPlaces(of: name, into: &places) }
    case .between(let subject, let low, let high, _):
      for part in [subject, low, high] { part.collectPlaces(of: name, into: &places) }
    }
  }

  /// True if the expression looks at the bars of a symbol by its name.
  fileprivate func looksAt(symbol: String) -> Bool {
    switch self {
    case .literal, .name: false
    case .list(let elements, _): elements.contains { $0.looksAt(symbol: symbol) }
    case .call(_, _, let arguments, _): arguments.contains { $0.value.looksAt(symbol: symbol) }
    case .field(let base, _, _): base.looksAt(symbol: symbol)
    case .lag(let operand, let bars, _): operand.looksAt(symbol: symbol) || bars.looksAt(symbol: symbol)
    case .context(let operand, let contexts, _):
      contexts.contains { if case .symbol(symbol, _) = $0 { true } else { false } } || operand.looksAt(symbol: symbol)
    case .unary(_, let operand, _): operand.looksAt(symbol: symbol)
    case .binary(_, let left, let right, _): left.looksAt(symbol: symbol) || right.looksAt(symbol: symbol)
    case .between(let subject, let low, let high, _): [subject, low, high].contains { $0.looksAt(symbol: symbol) }
    }
  }
}

extension Session {
  /// The indicators and strategies that look at a series by its name, `close @ SPY`, sorted.
  package func usersOfSeries(_ name: String) -> [String] {
    var users: [String] = []
    for (user, definition) in names {
      guard case .indicator(let indicator) = definition.meaning else { continue }
      let parts = [indicator.value] + (indicator.start.map { [$0] } ?? [])
      if parts.contains(where: { $0.looksAt(symbol: name) }) { users.append(user) }
    }
    for (user, strategy) in strategies {
      let parts = strategy.definition.clauses.flatMap(\.expressions)
      if parts.contains(where: { $0.looksAt(symbol: name) }) { users.append(user) }
    }
    return users.sorted()
  }
}
