extension Assumptions {
  /// The present numbers of an assumption, one or one a year; empty if it is not given.
  ///
  /// In an unresolved model they are the start of a search; paths give the numbers they mention.
  func presentNumbers(of name: String) -> [Double] {
    guard let given = holding(name) else { return AssumptionDefinition.named(name)?.defaultValue.map { [$0] } ?? [] }
    switch given.value {
    case .scalar(let number): return [given.afterShifts(number)]
    case .terminal(let terminal): return [given.afterShifts(terminal.number)]
    case .priced(let multiple, _, let figure): return [given.afterShifts(multiple * figure)]
    case .path where given.isDerived:
      return ((try? derivedYears(of: name, horizon: forecastYears())) ?? nil) ?? []
    case .path(let path):
      let years = try? path.values(
        of: name, horizon: path.years ?? 5, base: DottedName(name).key.flatMap { base(of: $0) } ?? given.start
      ).years
      return given.afterShifts(years ?? [])
    case .word: return []
    }
  }

  /// An amount on the scale of the company: its market value at `target` plus the amounts among its assumptions.
  func size(at target: Double) -> Double {
    var sum = abs(target) * (presentNumbers(of: AssumptionName.shares.rawValue).first ?? 0)
    for assumption in flat where AssumptionDefinition.named(assumption.name)?.unit == .money {
      sum += abs(presentNumbers(of: assumption.name).first ?? 0)
    }
    return sum.isFinite && sum > 0 ? sum : 1
  }
}
