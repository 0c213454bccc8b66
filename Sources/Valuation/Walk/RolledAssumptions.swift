import Text

extension Assumptions {
  /// The years of the forecast.
  ///
  /// - Throws: `out-of-range` for a horizon that is not a whole number of years.
  public func forecastYears() throws(ValuationError) -> Int {
    var context = ResolvedModel.Context(assumptions: self)
    return try ResolvedModel.resolveHorizon(&context)
  }

  /// The same forecast seen from a base year that lies later: paths keep their fiscal years.
  ///
  /// The years that have passed are dropped from every path. With `keepsEnd` the forecast ends in the same fiscal
  /// year as before; without it, it keeps its length and the last value of a path is held.
  ///
  /// - Throws: `forecast-over` if `keepsEnd` leaves no year; the errors of ``YearPath/values(of:horizon:base:)``.
  public func rolled(by years: Int, keepsEnd: Bool) throws(ValuationError) -> Assumptions {
    guard years > 0 else { return self }
    let horizon = try forecastYears()
    guard !keepsEnd || horizon > years else {
      throw ValuationError(
        code: .forecastOver,
        message: Wording.plural(horizon, "the year of the forecast has", "all \(horizon) years of the forecast have")
          + " passed, so roll = end leaves none",
        assumptions: [.roll, .horizon],
        hint: "`roll = length` keeps the length of the forecast"
      )
    }
    var changes: [Change] = []
    for assumption in flat {
      if assumption.isDerived, assumption.exceptions.isEmpty, case .path(let path) = assumption.value {
        // Links follow as before, and amounts belong to their fiscal years.
        if let rest = path.dropping(years) {
          changes.append(.set(assumption.with(path: rest).because(assumption.reason)))
          continue
        }
      }
      guard let values = try yearlyValues(of: assumption, horizon: horizon) else { continue }
      let rest = Array(values.dropFirst(years))
      changes.append(
        .set(assumption.replaced(byYears: rest.isEmpty ? [values[values.count - 1]] : rest, isHeld: !keepsEnd)))
    }
    if keepsEnd {
      changes.append(.set(Assumption(.horizon, Double(horizon - years), source: self[.horizon]?.source ?? .default)))
    } else if self[.horizon] == nil, Double(horizon) != AssumptionName.horizon.definition.defaultValue {
      changes.append(.set(Assumption(.horizon, Double(horizon), source: .default)))
    }
    return try with(changes)
  }

  /// The forecast of a later base year seen from an earlier one: the years between are those of `before`.
  func unrolled(behind before: Assumptions, by years: Int, keepsEnd: Bool) throws(ValuationError) -> Assumptions {
    guard years > 0 else { return self }
    let horizon = try forecastYears()
    let length = keepsEnd ? horizon + years : horizon
    let horizonBefore = try before.forecastYears()
    var changes: [Change] = []
    for assumption in flat {
      let old = before[assumption.name]
      let after = try yearlyValues(of: assumption, horizon: horizon)
      let first =
        try old.map { assumption throws(ValuationError) in
          try before.yearlyValues(of: assumption, horizon: horizonBefore)
        } ?? nil
      guard after != nil || first != nil, let after = after ?? constant(assumption, years: horizon) else { continue }
      let start = first ?? old.flatMap { constant($0, years: years) } ?? [after[0]]
      let passed = (0..<years).map { start[min($0, start.count - 1)] }
      changes.append(.set(assumption.replaced(byYears: Array((passed + after).prefix(length)), isHeld: false)))
    }
    if keepsEnd || self[.horizon] == nil {
      changes.append(.set(Assumption(.horizon, Double(length), source: self[.horizon]?.source ?? .default)))
    }
    return try with(changes)
  }

  /// The number of a path in each year, after its shifts; `nil` for an assumption that is not a path.
  private func yearlyValues(of assumption: Assumption, horizon: Int) throws(ValuationError) -> [Double]? {
    guard AssumptionDefinition.named(assumption.name)?.isPath == true else { return nil }
    let path: YearPath
    switch assumption.value {
    case .path where assumption.isDerived: return try derivedYears(of: assumption.name, horizon: horizon)
    case .path(let given): path = given
    case .scalar(let number) where !assumption.exceptions.isEmpty: path = .constant(number)
    case .scalar, .terminal, .word, .priced: return nil
    }
    let start = assumption.key.flatMap { base(of: $0) } ?? assumption.start
    let values = try path.values(of: assumption.name, horizon: horizon, base: start).years
    guard let last = values.last else { return nil }
    // A path that ends before the horizon holds its last value.
    let all = values + Array(repeating: last, count: max(0, horizon - values.count))
    return assumption.afterShifts(all)
  }

  private func constant(_ assumption: Assumption, years: Int) -> [Double]? {
    guard case .scalar(let number) = assumption.value, AssumptionDefinition.named(assumption.name)?.isPath == true
    else { return nil }
    return Array(repeating: assumption.afterShifts(number), count: max(1, years))
  }
}

extension Assumption {
  /// The assumption with one number for each year in place of its path and its shifts.
  fileprivate func replaced(byYears values: [Double], isHeld: Bool) -> Assumption {
    let value: Value =
      if values.allSatisfy({ $0 == values[0] }) {
        .scalar(values[0])
      } else if isHeld {
        .path(YearPath([YearPath.Phase(.list(values)), YearPath.Phase(.hold)]))
      } else {
        .path(YearPath.list(values))
      }
    return Assumption(name, value, source: source, basis: basis).because(reason)
  }
}
