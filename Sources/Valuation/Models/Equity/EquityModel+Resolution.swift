import Text

extension EquityModel {
  /// Turns assumptions into numbers.
  ///
  /// - Throws: `missing-assumptions` with all that miss, `contradictory-assumptions`, `out-of-range`, and the
  ///   errors of ``YearPath/values(of:horizon:base:)``.
  static func resolve(_ given: Assumptions) throws(ValuationError) -> (
    model: EquityModel, context: ResolvedModel.Context
  ) {
    if given.method == .fcfe { return try operations(given) }
    return try isOfBook(given) ? book(given) : dividend(given)
  }

  /// Whether the flows come from returns on book value, and not from a dividend that grows.
  private static func isOfBook(_ given: Assumptions) -> Bool {
    if given.method == .residualIncome { return true }
    if given[.roe] != nil || given[.rote] != nil {
      // A dividend that is typed goes before a return that only the reports say.
      return given[.dividend]?.source != .typed || given.isSaid(.roe) || given.isSaid(.rote)
    }
    // With a dividend, payout only says which earnings it is a share of.
    return given[.dividend] == nil && [AssumptionName.book, .tangibleBook, .payout].contains(where: given.isSaid)
  }

  // MARK: Free cash flow to equity

  private static func operations(_ given: Assumptions) throws(ValuationError) -> (EquityModel, ResolvedModel.Context) {
    try refuseWithoutBase(given[.terminal])
    let (model, context) = try ResolvedModel.resolve(given)
    let all = context.assumptions
    var claims = model.firm ?? FirmModel()
    if model.firm == nil { claims = try FirmModel.read(all) }
    if model.debt > 0, claims.costOfDebt.isNaN {
      throw ValuationError(
        code: .missingAssumptions,
        message: "cost_of_debt is needed for the interest on debt, but not given",
        assumptions: [.costOfDebt],
        hint: "such as `cost_of_debt = 5%`"
      )
    }
    let financing = Financing(
      costOfDebt: claims.costOfDebt.isNaN ? 0 : claims.costOfDebt,
      borrowed: try all.number(.debtFinancing) ?? 0,
      operatingCash: try all.number(.operatingCash) ?? 0
    )
    let resolved = EquityModel(
      method: .fcfe,
      basis: .operations(model, financing),
      horizon: model.horizon,
      isMidYear: model.isMidYear,
      rates: Array(model.rows[.discount]),
      terminal: model.terminal,
      terminalRate: try all.number(.terminalDiscount),
      terminalROE: try all.number(.terminalROE),
      shares: model.shares,
      claims: claims
    )
    return (resolved, context)
  }

  /// Refuses a multiple that was typed alone: among the multiples of equity, readers expect one of earnings.
  private static func refuseWithoutBase(_ terminal: Assumption?) throws(ValuationError) {
    guard case .terminal(.multiple(let multiple, of: .freeCashFlow)) = terminal?.value, let terminal,
      terminal.written.hasSuffix("x")
    else { return }
    let bases = ResolvedModel.metrics.map { "`\(Wording.number(multiple))x \($0.rawValue)`" }
    throw ValuationError(
      code: .wrongKind,
      message: "terminal = \(terminal.written) does not name the multiplied figure",
      assumptions: [.terminal],
      hint: Wording.list(bases, or: true)
    )
  }

  // MARK: Common to all three

  /// The horizon and the cost of equity of each year, with the defaults that were taken.
  static func frame(_ context: inout ResolvedModel.Context) throws(ValuationError) -> (Int, [Double]) {
    let horizon = try ResolvedModel.resolveHorizon(&context)
    var defaults: [Assumptions.Change] = []
    if context.assumptions[.horizon] == nil {
      defaults.append(.set(Assumption(.horizon, .scalar(Double(horizon)), source: .default)))
    }
    if context.assumptions[.discounting] == nil {
      defaults.append(.set(Assumption(.discounting, .word("year-end"), source: .default)))
    }
    context.assumptions = try context.assumptions.with(defaults)
    try context.workOutRates(horizon: horizon)
    context.price = try ResolvedModel.scalar(.price, context.assumptions)
    for key in context.assumptions.all.compactMap(\.key) { _ = try context.assumptions.number(key) }
    try context.buildCostOfEquity(lastTax: nil)
    return (horizon, try yearly(.costOfEquity, &context, horizon))
  }

  /// The numbers of an assumption, one a year; none if it is not given.
  static func yearly(_ name: AssumptionName, _ context: inout ResolvedModel.Context, _ horizon: Int)
    throws(ValuationError) -> [Double]
  {
    guard let assumption = context.assumptions[name] else { return [] }
    let base = name == .costOfEquity ? context.costOfEquity?.rate : context.assumptions.base(of: name)
    let values = try ResolvedModel.yearly(assumption, horizon: horizon, base: base)
    if let after = values.heldAfter { context.held.append((name.rawValue, after)) }
    try ResolvedModel.check(values.years, of: name)
    return values.years
  }

  /// The terminal, if it is given; a multiple must be of a figure that the model has.
  static func terminal(_ all: Assumptions, of metrics: [TerminalAssumption.Metric]) throws(ValuationError)
    -> TerminalAssumption?
  {
    guard let assumption = all[.terminal], case .terminal(let written) = assumption.value else { return nil }
    let terminal = written.with(number: assumption.afterShifts(written.number))
    try ResolvedModel.check(terminal)
    try terminal.check(isOf: metrics, in: all.method)
    return terminal
  }

  /// Dates, currencies and shares, for models that know no balance sheet but book value.
  static func claims(_ all: Assumptions) throws(ValuationError) -> FirmModel {
    let claims = try FirmModel.read(all)
    guard claims.elapsed < 1 else {
      throw ValuationError(
        code: .dateAfterDividend,
        message: "date lies \(Wording.number(claims.elapsed, places: 2)) years after base_end, when the first "
          + "forecast year's dividend has already been paid",
        assumptions: [.date, .baseEnd],
        hint: "use the year that has since ended as the base"
      )
    }
    return claims
  }
}
