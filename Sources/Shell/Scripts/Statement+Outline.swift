import Language
import Sessions

extension Statement {
  /// The expressions directly in it; paths of assumptions, ranges and settings are not among them.
  var expressions: [Expression] {
    switch kind {
    case .expression(let expression, _): [expression]
    case .definition(let definition):
      (definition.parameters ?? []).map(\.defaultValue) + [definition.value] + [definition.start].compactMap(\.self)
    case .strategy(let strategy):
      strategy.parameters.map(\.defaultValue) + strategy.clauses.flatMap(\.expressions)
    case .valuation: []
    case .block(let block):
      switch block.header {
      case .guarded(let condition): [condition] + block.body.flatMap(\.expressions)
      case .each: block.body.flatMap(\.expressions)
      }
    case .command(let call):
      call.arguments.flatMap { argument -> [Expression] in
        switch argument.value {
        case .expression(let expression): [expression]
        case .columns(let columns): columns.map(\.expression)
        default: []
        }
      }
    }
  }

  /// The statement without its layout: equal for two texts that say the same.
  var outline: [String] {
    var parts = expressions.map(\.description) + [resultName, output].map { $0?.description ?? "" }
    switch kind {
    case .expression: parts.append("expression")
    case .definition(let definition): parts.append(definition.description)
    case .strategy(let strategy): parts.append(strategy.description)
    case .valuation(let valuation): parts.append(valuation.description)
    case .block(let block):
      if case .each(let name, _, let symbols) = block.header { parts.append("\(name) in \(symbols)") }
      parts += block.body.flatMap(\.outline)
    case .command(let call):
      parts.append("\(call.command) \(call.form)")
      for (role, value) in call.arguments {
        parts.append(role)
        if case .word(let word) = value { parts.append(word.description) }
        if case .words(let words) = value { parts += words.map(\.description) }
      }
    }
    return parts
  }
}
