import Text

extension DriverModel {
  /// The model made of all its numbers, as a saved session has them: the same bits come back.
  ///
  /// - Parameters:
  ///   - numbers: fields with their numbers; one that is missing has its default, the exit multiple none.
  public init(
    business: BusinessModel?,
    isFinancial: Bool,
    drivers: [RevenueDriver],
    numbers: [(field: DriverField, number: Double)],
    terminalMethod: TerminalMethod,
    lens: InvestmentLens
  ) {
    self.init(business: business, isFinancial: isFinancial, drivers: drivers, lens: lens)
    for (field, number) in numbers { set(field, number) }
    self.terminalMethod = terminalMethod
  }

  /// The canonical name of an assumption: a driver's id, a field's name, or a word of the lens; `nil` if the model has
  /// no such assumption.
  public func canonicalName(_ name: String) -> String? {
    driver(named: name)?.id ?? DriverField(named: name)?.name
      ?? LensField(rawValue: name)?.rawValue
  }

  /// The number of an assumption; `nil` for a word, for one that is not given and for a name the model does not have.
  public func number(of name: String) -> Double? {
    if LensField(rawValue: name) == .horizon { return Double(lens.horizonYears) }
    return driver(named: name)?.value ?? DriverField(named: name).flatMap { self[$0] }
  }

  /// A number of an assumption as people read it.
  public func text(_ number: Double, of name: String) -> String {
    if LensField(rawValue: name) == .horizon { return Wording.number(number) + "y" }
    if let driver = driver(named: name) { return driver.text(number) }
    return DriverField(named: name)?.text(number) ?? Wording.number(number)
  }

  /// The usual values of an assumption; `nil` for the lens and for an assumption without an upper end.
  public func usualRange(of name: String) -> ClosedRange<Double>? {
    if let driver = driver(named: name) { return driver.range }
    return DriverField(named: name).flatMap { $0 == .exitMultiple ? nil : $0.range }
  }

  /// The model with one assumption moved.
  ///
  /// Rates move as percent numbers do: 18 % and 2 points are 20 %, without the rounding of fractions.
  ///
  /// - Throws: `nothing-to-shift` if the assumption has no number, and the errors of ``setting(_:_:)``.
  public func shifting(_ name: String, by shift: Assumption.Shift) throws(ValuationError) -> DriverModel {
    guard let canonical = canonicalName(name) else { return try setting(name, .number(0)) }
    guard let number = number(of: canonical) else {
      throw ValuationError(
        code: .nothingToShift,
        message: "\(canonical) is not a number that is given, so there is nothing to move",
        assumptions: [canonical],
        hint: "set it first: `\(canonical) = ...`"
      )
    }
    let isRate =
      driver(named: canonical).map { $0.unit == .percent }
      ?? DriverField(named: canonical).map { $0 != .exitMultiple } ?? false
    let moved: Double
    switch shift.operator {
    case .add where isRate: moved = PercentNumber.add(number, points: PercentNumber.of(shift.amount))
    case .subtract where isRate: moved = PercentNumber.add(number, points: -PercentNumber.of(shift.amount))
    case .add, .subtract, .multiply, .divide: moved = shift.applied(to: number)
    }
    // A level keeps the level of today that it is measured from, and terminal growth does not become a multiple.
    return try setting(canonical, .number(moved))
  }

  /// Whether an assumption is one of the company's figures, which the driver model takes as they are.
  public static func isCompanyFigure(_ name: String) -> Bool {
    AssumptionDefinition.named(name).map { companyNames.contains($0.key) } ?? false
  }

  /// True if a company has the figures that make its value an amount per share: revenue and shares.
  public static func isMoney(of company: Assumptions) -> Bool { isComparable(company) }
}
