extension Assumptions {
  /// The names of the assumptions in which two sets differ, in the order of ``flat``.
  ///
  /// An assumption of a part that both have is named `aero.margin`; a part that only one has is named by itself.
  /// Spelling and source of a number are ignored.
  public func differences(from other: Assumptions) -> [String] {
    var names = AssumptionDefinition.all.map(\.name).filter { !same(self[$0], other[$0]) }
    for part in parts + other.parts.filter({ part($0.name) == nil }) {
      guard let mine = self.part(part.name), let theirs = other.part(part.name), mine.kind == theirs.kind else {
        names.append(part.name)
        continue
      }
      names += AssumptionDefinition.all.map(\.name)
        .filter { !same(mine.assumptions[$0], theirs.assumptions[$0]) }
        .map { "\(part.name).\($0)" }
    }
    return names
  }

  /// The changes to `other` that restore one of ``differences(from:)`` to its state in this set.
  public func changes(of other: Assumptions, restoring name: String) -> [Change] {
    guard let part = part(name) else { return [self[name].map { .set($0) } ?? .remove(name)] }
    let start: [Change] = other.part(name) == nil ? [] : [.remove(name)]
    return start + [.part(name, part.kind)] + part.assumptions.all.map { .set($0.named("\(name).\($0.name)")) }
  }

  private func same(_ a: Assumption?, _ b: Assumption?) -> Bool {
    a?.value == b?.value && a?.shifts == b?.shifts && a?.basis == b?.basis && a?.exceptions == b?.exceptions
      && a?.start == b?.start
  }
}
