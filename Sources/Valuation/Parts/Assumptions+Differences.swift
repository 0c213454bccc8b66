extension Assumptions {
  /// The names of the assumptions in which two sets differ, in the order of ``flat``.
  ///
  /// An assumption of a part that both have is named `aero.margin`; a part that only one has is named by itself.
  /// Spelling and source of a number are ignored.
  public func differences(from other: Assumptions) -> [String] {
    var names = differingNames(from: other)
    for part in parts + other.parts.filter({ part($0.name) == nil }) {
      guard let mine = self.part(part.name), let theirs = other.part(part.name), mine.kind == theirs.kind else {
        names.append(part.name)
        continue
      }
      names += mine.assumptions.differingNames(from: theirs.assumptions).map { "\(part.name).\($0)" }
    }
    return names
  }

  /// The names in which the assumptions outside the parts differ, in the order of the table, which both sets have.
  private func differingNames(from other: Assumptions) -> [String] {
    var names: [String] = []
    var (mine, its) = (all[...], other.all[...])
    while let key = [mine.first?.key, its.first?.key].compactMap({ $0 }).min(by: { $0.index < $1.index }) {
      let own = mine.first?.key == key ? mine.popFirst() : nil
      let theirs = its.first?.key == key ? its.popFirst() : nil
      if !same(own, theirs) { names.append(key.rawValue) }
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
