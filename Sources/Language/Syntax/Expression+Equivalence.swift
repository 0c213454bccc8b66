extension Expression {
  /// The same tree with all places set to the start of the first source.
  public var withoutSpans: Expression {
    let nowhere = SourceSpan(SourceID(0), 0, 0)
    switch self {
    case .literal(.template(let word), _):
      let parts = word.parts.map { part -> Word.Part in
        if case .value(let name, _) = part { .value(name: name, nowhere) } else { part }
      }
      return .literal(.template(Word(parts: parts, span: nowhere, isQuoted: true)), nowhere)
    case .literal(let literal, _): return .literal(literal, nowhere)
    case .name(let name, _): return .name(name, nowhere)
    case .list(let elements, _): return .list(elements.map(\.withoutSpans), nowhere)
    case .call(let name, _, let arguments, _):
      let plain = arguments.map {
        CallArgument(
          name: $0.name,
          nameSpan: $0.nameSpan == nil ? nil : nowhere,
          value: $0.value.withoutSpans
        )
      }
      return .call(name, nameSpan: nowhere, arguments: plain, nowhere)
    case .field(let base, let name, _): return .field(base.withoutSpans, name, nameSpan: nowhere)
    case .lag(let base, let index, _): return .lag(base.withoutSpans, index.withoutSpans, nowhere)
    case .context(let base, let contexts, _):
      let plain = contexts.map { context -> Context in
        switch context {
        case .timeframe(let timeframe, _): .timeframe(timeframe, nowhere)
        case .symbol(let symbol, _): .symbol(symbol, nowhere)
        }
      }
      return .context(base.withoutSpans, plain, nowhere)
    case .unary(let sign, let operand, _):
      return .unary(sign, operand.withoutSpans, operatorSpan: nowhere)
    case .binary(let sign, let left, let right, _):
      return .binary(sign, left.withoutSpans, right.withoutSpans, operatorSpan: nowhere)
    case .between(let subject, let low, let high, _):
      return .between(subject.withoutSpans, low.withoutSpans, high.withoutSpans, operatorSpan: nowhere)
    }
  }

  /// True if both are the same tree, regardless of their spans.
  public func isEquivalent(to other: Expression) -> Bool { withoutSpans == other.withoutSpans }
}
