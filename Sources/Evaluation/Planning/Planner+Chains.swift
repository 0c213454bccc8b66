import Language

/// Chains of definitions, each of which uses the one before.
extension Planner {
  /// Plans the indicators that a definition rests on, the deepest first, so that a chain of thousands takes no more of the
  /// stack than its last.
  ///
  /// An indicator that cannot be planned is left to the definition itself, whose errors have their places.
  mutating func planFoundations(of definition: Definition) {
    // Definitions that use each other in a circle lead back to one that is under way.
    isExpanding.insert(definition.name)
    defer { isExpanding.remove(definition.name) }
    var waiting = foundations(of: definition).map { (definition: $0, isOpen: false) }
    var opened: Set<String> = []
    while let (next, isOpen) = waiting.popLast() {
      guard isNew(next) else { continue }
      if isOpen {
        let failed: Bool
        do throws(Diagnostic) {
          _ = try expand(next, arguments: [], nameSpan: next.nameSpan, span: next.nameSpan)
          failed = false
        } catch {
          failed = true
        }
        if failed { return }
      } else if opened.insert(next.name).inserted {
        waiting.append((next, true))
        waiting += foundations(of: next).map { ($0, false) }
      }
    }
  }

  private func isNew(_ definition: Definition) -> Bool {
    !isExpanding.contains(definition.name)
      && expansions[Expansion(name: definition.name, arguments: [:])] == nil
  }

  /// The indicators without parameters named in a definition, on the bars that it is computed on.
  private func foundations(of definition: Definition) -> [Definition] {
    var used: Set<String> = []
    definition.value.collectPlainNames(into: &used)
    definition.start?.collectPlainNames(into: &used)
    return used.sorted().compactMap { name in
      guard name != definition.name, !Self.barsFieldNames.contains(name),
        case .indicator(let known)? = names.meanings[name], known.parameters == nil,
        definition.parameters?.contains(where: { $0.name == name }) != true, isNew(known)
      else { return nil }
      return known
    }
  }

  /// True if nothing was met that belongs to one definition alone: a remark, a valuation, a symbol that ended.
  ///
  /// The plan so far then serves later definitions too.
  public var isPlain: Bool {
    warnings.isEmpty && absentValuations.isEmpty && endedSymbols.isEmpty && valuationSpans.isEmpty
      && valuationLookAhead.isEmpty
  }
}

extension Expression {
  /// Adds the names in the expression, except those in arguments and on other bars.
  fileprivate func collectPlainNames(into names: inout Set<String>) {
    switch self {
    case .literal, .call, .context, .list: break
    case .name(let name, _): names.insert(name)
    case .field(let base, _, _): base.collectPlainNames(into: &names)
    case .lag(let operand, _, _): operand.collectPlainNames(into: &names)
    case .unary(_, let operand, _): operand.collectPlainNames(into: &names)
    case .binary(_, let left, let right, _):
      left.collectPlainNames(into: &names)
      right.collectPlainNames(into: &names)
    case .between(let subject, let low, let high, _):
      for part in [subject, low, high] { part.collectPlainNames(into: &names) }
    }
  }
}
