import Text

extension Assumption {
  /// Whether its rates follow from amounts of money or from other assumptions.
  public var isDerived: Bool { if case .path(let path) = value { path.isDerived } else { false } }

  /// Whether some of its years are said as amounts of money.
  public var hasAmounts: Bool { if case .path(let path) = value { path.hasAmounts } else { false } }

  /// The assumption with its resulting rates, as written.
  ///
  /// - Parameters:
  ///   - rates: one for each year, after all changes.
  ///   - basis: the amount that they are shares of.
  func workedOut(_ rates: [Double], basis: Basis?) -> Assumption {
    let last = rates.last ?? .nan
    let value: Value =
      if key?.definition.isPath == true {
        .path(.list(rates))
      } else if key == .terminal {
        .terminal(.growth(last))
      } else {
        .scalar(last)
      }
    return Assumption(name, value, written: text, source: source, basis: basis)
      .lookingAhead(looksAhead).because(reason)
  }

  /// The assumption with another path in place of its own, and without the words for that.
  func with(path: YearPath, written: String = "") -> Assumption {
    Assumption(
      name, .path(path), written: written, source: source, shifts: shifts, basis: basis, exceptions: exceptions,
      start: start
    ).lookingAhead(looksAhead)
  }

  /// The assumption with its amounts moved; an amount added to them counts in full, regardless of earlier factors.
  func shiftingAmounts(by shift: Shift) -> Assumption {
    guard case .path(let path) = value else { return self }
    // The factors of growth are of its rates.
    let factor = key == .growth ? 1 : factor
    let own = shift.isSum ? Shift(shift.operator, shift.amount / factor) : shift
    let saysAll = !written.isEmpty && (factor == 1 || !shift.isSum)
    let written = saysAll ? shift.text(moving: written, after: nil, unit: .money) : ""
    return with(path: path.mappingAmounts(own.applied), written: written)
  }

  /// Whether a shift is of money and not of rates, as it is larger than any rate: `capex + 5B`.
  func movesAmounts(by shift: Shift, _ definition: AssumptionDefinition) -> Bool {
    guard hasAmounts, key != .growth, shift.isSum else { return false }
    return shift.amount.magnitude > definition.hard?.upper ?? .infinity
  }

  /// The assumption with another amount in a year; `nil` if that year is not listed as an amount, or the number is a
  /// rate.
  ///
  /// - Throws: `wrong-kind` if the rates of all years have since been moved, so that the amount would move too.
  func replacingAmount(of year: Int, by amount: Double) throws(ValuationError) -> Assumption? {
    guard case .path(let path) = value, let definition = key?.definition ?? AssumptionDefinition.named(name),
      amount.magnitude > definition.hard?.upper ?? .infinity
    else { return nil }
    let isGrowth = definition.key == .growth
    guard let changed = path.replacingAmount(of: year, by: isGrowth ? amount : amount / factor) else { return nil }
    guard shifts.allSatisfy({ !isGrowth && !$0.isSum }) else {
      throw ValuationError(
        code: .wrongKind,
        message:
          "year \(year) of \(definition.key.nameOfAmounts) cannot be set alone, because the rates of all years "
          + "have since been moved",
        assumptions: [definition.key],
        hint: "give the list again")
    }
    return with(path: changed)
  }

  /// The product of the factors that it was moved by.
  private var factor: Double {
    shifts.reduce(1.0) {
      switch $1.operator {
      case .multiply: $0 * $1.amount
      case .divide: $0 / $1.amount
      case .add, .subtract: $0
      }
    }
  }
}

extension Assumptions {
  /// Whether some assumption outside the parts follows from amounts of money or from others.
  var isDerived: Bool { all.contains { $0.isDerived } }

  /// Whether revenue is listed by year at an assumption's place: outside the parts or in the part of its name.
  func listsRevenue(with name: String) -> Bool {
    holding(DottedName(part: DottedName(name).part, name: AssumptionName.growth.rawValue).text)?.hasAmounts == true
  }

  /// Whether rates that follow from amounts or from other assumptions stay the same while the yearly numbers of some are moved.
  ///
  /// Then they are worked out once: a path that is moved itself is moved after that, and nothing else depends on it.
  /// A change of `capex + 5B` is of its amounts, and not of the rates that they come to.
  func staysDerived(whileMoving names: [AssumptionName]) -> Bool {
    let derived = all.filter { $0.isDerived }
    guard !derived.isEmpty else { return true }
    for assumption in derived {
      guard let key = assumption.key, case .path(let path) = assumption.value else { return false }
      var sources = Set(path.links)
      if path.hasAmounts { sources.formUnion([.revenue, .growth]) }
      // Growth of listed revenue is moved as a rate.
      if key == .growth { sources.remove(.growth) }
      if path.hasAmounts, key != .growth { sources.insert(key) }
      guard sources.isDisjoint(with: names) else { return false }
      // A built-up rate may depend on the value of this one.
      guard !CostOfCapital.isWanted(self) || !BuiltDiscount.dependsOn(key) && key != .discount else { return false }
    }
    return true
  }

  /// The rate of an assumption in each year that follows from amounts or from others; dotted names are of parts.
  func derivedYears(of name: String, horizon: Int) throws(ValuationError) -> [Double]? {
    let dotted = DottedName(name)
    guard let key = dotted.key else { return nil }
    guard let part = dotted.part else { return try DerivedRates(self, horizon: horizon).years(of: key) }
    guard let inside = effective(in: part) else { return nil }
    return try DerivedRates(inside, horizon: horizon).years(of: key)
  }

  /// The assumptions with the rates of today in place of amounts by year, which say nothing of another base year.
  public func withRatesForAmounts() throws(ValuationError) -> Assumptions {
    guard flat.contains(where: \.hasAmounts) else { return self }
    let horizon = try forecastYears()
    var changes: [Change] = []
    for assumption in flat where assumption.hasAmounts {
      guard let years = try derivedYears(of: assumption.name, horizon: horizon) else { continue }
      changes.append(
        .set(
          Assumption(
            assumption.name, .path(.list(years)), written: assumption.text, source: assumption.source,
            basis: assumption.basis
          ).lookingAhead(assumption.looksAhead).because(assumption.reason)))
    }
    return try with(changes)
  }

  /// Refuses amounts by year outside the parts, which would count once in each of them.
  func checkAmountsOutsideParts() throws(ValuationError) {
    guard let first = parts.first else { return }
    for assumption in all where assumption.hasAmounts {
      guard let key = assumption.key,
        parts.contains(where: { $0.assumptions[key] == nil && $0.isOpen(to: key) && $0.assumptions[.value] == nil })
      else { continue }
      throw ValuationError(
        code: .wrongPlace,
        message: "\(key.nameOfAmounts) by year is the company's, and each \(first.kind.rawValue) would have all of it",
        assumptions: [key],
        hint: "give it in a \(first.kind.rawValue): `\(first.name).\(key.nameOfAmounts) = [...]`, or rates outside")
    }
  }
}

extension ResolvedModel.Context {
  /// Puts rates in place of amounts by year and of links, which are shown as written.
  mutating func workOutRates(horizon: Int) throws(ValuationError) {
    guard assumptions.isDerived else { return }
    let rates = DerivedRates(assumptions, horizon: horizon)
    var result = assumptions
    for assumption in assumptions.all {
      guard let key = assumption.key, case .path(let path) = assumption.value, path.isDerived else { continue }
      let values = try rates.values(of: key)
      if let after = values.heldAfter { held.append((key.rawValue, after)) }
      try result.put(assumption.workedOut(values.years, basis: basis(of: assumption, path)), key.definition)
    }
    assumptions = result
    listedBases = rates.listedBases
  }

  /// The amount that a linked rate is a share of: that of the assumption that it follows.
  private func basis(of assumption: Assumption, _ path: YearPath) throws(ValuationError) -> Assumption.Basis? {
    guard let other = path.links.first(where: { assumptions[$0]?.basis != assumption.basis }) else {
      return assumption.basis
    }
    if path.isPlainLink || path.whole != nil, assumption.basis == nil { return assumptions[other]?.basis }
    throw ValuationError(
      code: .contradictoryAssumptions,
      message: "\(assumption.name) and \(other), which it follows, are shares of different amounts",
      assumptions: [assumption.name, other.rawValue],
      hint: "let both be shares of revenue, or both `of change`")
  }
}
