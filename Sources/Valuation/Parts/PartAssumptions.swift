extension ValuationPart {
  /// Assumptions that say the same in other words, or that build on each other: if a part has one of the first, it
  /// takes none of the second from outside.
  private static let families: [(own: [AssumptionName], closed: [AssumptionName])] = [
    ([.discount], CostOfCapital.parts + [.terminalDiscount]),
    (CostOfCapital.parts, [.discount, .terminalDiscount]),
    ([.margin], [.terminalMargin, .grossMargin]),
    ([.salesToCapital], [.capex, .depreciation, .workingCapital]),
    ([.capex, .depreciation, .workingCapital], [.salesToCapital, .reinvestmentLag]),
  ]

  /// Assumptions about the company's own figures, so that they say nothing of a part.
  private static let ownFigures: Set<AssumptionName> = [.baseMargin, .researchLife, .fx, .model, .method]

  /// True if the part inherits an assumption from outside when it has none of its own.
  ///
  /// Rates, words and days are inherited; amounts, and the names in ``outsideOnly``, belong to the entire company.
  func isOpen(to name: AssumptionName) -> Bool {
    if kind == .segment { return name == .growth || name == .margin }
    let definition = name.definition
    guard !ValuationPart.outsideOnly.contains(name),
      !ValuationPart.ownFigures.contains(name), !definition.isList
    else { return false }
    switch definition.unit {
    case .money, .count, .perShare, .options: return false
    case .rate, .years, .terminal, .word, .number, .date, .text: break
    }
    return !ValuationPart.families.contains { family in
      family.closed.contains(name) && family.own.contains { assumptions[$0] != nil }
    }
  }
}

extension Assumptions {
  /// The assumptions in effect in a part: its own, and those inherited from outside, marked as such.
  ///
  /// Rates, words and days that the part does not give are inherited. Amounts of the entire company are not: its
  /// revenue, capital and claims belong to no single part. Nor are assumptions that contradict the part's own, such as
  /// an outside discount rate if the part builds up its own. `nil` if there is no such part.
  public func effective(in name: String) -> Assumptions? {
    part(name).map(effective)
  }

  /// The assumptions of a part that may be outside ``parts``.
  func effective(in part: ValuationPart) -> Assumptions {
    var result = part.assumptions
    let isBuilt = part.assumptions[.discount] == nil && CostOfCapital.isWanted(self)
    for assumption in all {
      guard let key = assumption.key, result[key] == nil, part.isOpen(to: key) else { continue }
      if key == .balanceDate, balanceDay == nil { continue }
      // An assumption that builds no discount rate outside builds none inside either.
      if CostOfCapital.parts.contains(key), self[.discount] != nil, !isBuilt,
        !CostOfCapital.parts.contains(where: { part.assumptions[$0] != nil })
      {
        continue
      }
      try? result.put(assumption.with(source: .outside), key.definition)
    }
    return result
  }
}
