import Text

extension YearPath {
  /// A path as one number a year.
  public struct Values: Sendable, Equatable {
    /// The value of each year of the forecast.
    public let years: [Double]
    /// The last year of the last phase, if its value is held for later years; else `nil`.
    public let heldAfter: Int?
  }

  /// The value of each year of the forecast.
  ///
  /// - Parameters:
  ///   - name: the assumption, for errors.
  ///   - horizon: the years of the forecast.
  ///   - base: the base year's value, the start of a path that begins with `to`.
  /// - Throws: `path-too-long`, `path-too-short`, `glide-too-short`, `phase-too-short`, `phase-without-length`,
  ///   `list-length`, `base-value-missing`; `wrong-kind` for amounts and links, which are not rates by themselves.
  public func values(of name: String, horizon: Int, base: Double? = nil) throws(ValuationError) -> Values {
    try values(of: name, horizon: horizon, base: base, rates: nil)
  }

  /// The value of each year of the forecast, before scaling by their base.
  ///
  /// - Parameter rates: the source of the rates of amounts and of links; `nil` if there are none.
  func values(of name: String, horizon: Int, base: Double?, rates: DerivedRates?) throws(ValuationError) -> Values {
    var years: [Double] = []
    years.reserveCapacity(horizon)
    for (place, phase) in phases.enumerated() {
      let isLast = place == phases.count - 1
      let first = years.count + 1
      let last = try lastYear(of: phase, isLast: isLast, first: first, horizon: horizon, name: name)
      let count = last - first + 1
      switch phase.shape {
      case .constant(let value):
        years.append(contentsOf: repeatElement(value, count: count))
      case .list(let values):
        years.append(contentsOf: values)
      case .hold:
        guard let before = years.last ?? base else { throw baseMissing(name, wanted: "hold") }
        years.append(contentsOf: repeatElement(before, count: count))
      case .glide(let start, let end):
        try glide(&years, from: start, to: end, text: Wording.percent(end), count: count, name, base)
      case .amounts(let amounts):
        for amount in amounts { years.append(try DerivedRates.of(rates, name).rate(of: amount, name, after: years)) }
      case .linked(let other):
        years.append(contentsOf: try DerivedRates.of(rates, name).years(of: other)[years.count..<last])
      case .approach(let start, let other):
        let end = try DerivedRates.of(rates, name).years(of: other)[last - 1]
        try glide(&years, from: start, to: end, text: other.rawValue, count: count, name, base)
      }
    }
    guard years.count < horizon else { return Values(years: years, heldAfter: nil) }
    // A lone list says each year by name, so a year that it leaves out was forgotten.
    if phases.count == 1, let count = phases[0].shape.listed {
      throw ValuationError(
        code: .pathTooShort,
        message: "\(stated(name)) lists \(NumberText.counted(count, "year")), but the horizon is \(horizon) years",
        assumptions: [name, AssumptionName.horizon.rawValue],
        hint: hasAmounts
          ? "`then \(name == AssumptionName.growth.rawValue ? "growth 6%" : "to 8%")` continues with rates, `then hold` with "
            + "the last year's" : "`then hold` keeps its last value to the end"
      )
    }
    guard let value = years.last else { throw baseMissing(name, wanted: "hold") }
    let heldAfter = years.count
    years.append(contentsOf: repeatElement(value, count: horizon - heldAfter))
    return Values(years: years, heldAfter: heldAfter)
  }

  /// Adds the years of a glide.
  private func glide(
    _ years: inout [Double], from first: Double?, to end: Double, text: String, count: Int, _ name: String,
    _ base: Double?
  ) throws(ValuationError) {
    if let start = first {
      guard count > 1 else {
        throw ValuationError(
          code: .glideTooShort,
          message: "\(name) cannot go from \(Wording.percent(start)) to \(text) in one "
            + "year, because each value needs its own year",
          assumptions: [name],
          hint: "`to \(text)` starts from the year before"
        )
      }
      for step in 0..<count {
        years.append(step == count - 1 ? end : start + (end - start) * Double(step) / Double(count - 1))
      }
    } else {
      guard let start = years.last ?? base else { throw baseMissing(name, wanted: "to \(text)") }
      for step in 1...count {
        years.append(step == count ? end : start + (end - start) * Double(step) / Double(count))
      }
    }
  }

  /// The name under which the path is typed: amounts of revenue for growth, of operating income for margin.
  private func stated(_ name: String) -> String {
    hasAmounts ? AssumptionDefinition.key(of: name)?.nameOfAmounts ?? name : name
  }

  private func lastYear(of phase: Phase, isLast: Bool, first: Int, horizon: Int, name: String)
    throws(ValuationError) -> Int
  {
    let last: Int
    switch phase.length {
    case .years(let count):
      guard count >= 1 else { throw phaseTooShort(name, "a phase of \(name) takes \(count) years") }
      last = first + min(count, YearPath.longest) - 1
    case .byYear(let year):
      guard year >= first else {
        throw phaseTooShort(name, "a phase of \(name) ends in year \(year) and begins in year \(first)")
      }
      last = year
    case nil:
      if let count = phase.shape.listed {
        last = first + count - 1
      } else if isLast {
        last = max(first, horizon)
      } else {
        throw ValuationError(
          code: .phaseWithoutLength,
          message: "a phase of \(name) is followed by `then`, but has no length",
          assumptions: [name],
          hint: "add `for 5y` or `by year 5` to it"
        )
      }
    }
    if let count = phase.shape.listed, count != last - first + 1 || count == 0 {
      throw ValuationError(
        code: .listLength,
        message: "a list of \(stated(name)) has \(count) values for \(max(0, last - first + 1)) years",
        assumptions: [name]
      )
    }
    guard last <= horizon else {
      throw ValuationError(
        code: .pathTooLong,
        message:
          "\(stated(name)) continues to year \(last), but the horizon is \(NumberText.counted(horizon, "year"))",
        assumptions: [name, AssumptionName.horizon.rawValue],
        hint: "set `horizon = \(last)y` or more, or shorten \(stated(name))"
      )
    }
    return last
  }

  private func phaseTooShort(_ name: String, _ message: String) -> ValuationError {
    ValuationError(code: .phaseTooShort, message: message, assumptions: [name])
  }

  private func baseMissing(_ name: String, wanted: String) -> ValuationError {
    ValuationError(
      code: .baseValueMissing,
      message: "\(name) says `\(wanted)`, but its value in the base year is not known",
      assumptions: [name],
      hint: name == AssumptionName.margin.rawValue
        ? "set base_margin, or write its start: `20% to 30%`" : "write its start: `6% to 3%`"
    )
  }
}

extension YearPath.Shape {
  /// The number of years that it lists one by one; `nil` if it is not a list.
  var listed: Int? {
    switch self {
    case .list(let values), .amounts(let values): values.count
    case .constant, .glide, .hold, .linked, .approach: nil
    }
  }
}
