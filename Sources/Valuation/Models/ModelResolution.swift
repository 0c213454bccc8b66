import Text

extension ResolvedModel.Context {
  /// Builds the cost of equity, and puts it if none is given.
  mutating func buildCostOfEquity(lastTax: Double?) throws(ValuationError) {
    switch assumptions[.costOfEquity]?.value {
    case nil: break
    // A path that starts from the year before starts from the built rate.
    case .path(let path): guard path.startsFromBase else { return }
    default: return
    }
    guard let cost = try CostOfEquity.built(assumptions, lastTax: lastTax) else { return }
    let rate = cost.rate
    costOfEquity = cost
    if assumptions[.costOfEquity] == nil {
      let written = Wording.percent(rate) + " built up"
      assumptions = try assumptions.with([
        .set(Assumption(.costOfEquity, .scalar(rate), written: written, source: .default))
      ])
    }
  }
}

extension ResolvedModel {
  /// The findings of resolving besides the model itself.
  struct Context {
    /// The assumptions with the defaults that were taken.
    var assumptions: Assumptions
    /// Price of a share, if it is given.
    var price: Double?
    /// Paths whose last value is held, with the year after which it is.
    var held: [(name: String, after: Int)] = []
    /// The paths that the horizon was taken from; empty if it was typed or is the default.
    var horizonFrom: [String] = []
    /// The cost of capital that was built, if it was.
    var cost: CostOfCapital?
    /// The market that revenue is compared with, if its size is given.
    var market: Market?
    /// The cost of equity that was built, if equity is valued by itself.
    var costOfEquity: CostOfEquity?
    /// The segments whose sum the model is; empty for a model in one piece.
    var segments: [SegmentForecast] = []
    /// Lists of amounts that seem to begin with the base year.
    var listedBases: [DerivedRates.ListedBase] = []
  }

  /// Turns assumptions into numbers.
  ///
  /// - Throws: `missing-assumptions` with all that miss, `out-of-range`, and the errors of
  ///   ``YearPath/values(of:horizon:base:)``.
  public init(_ assumptions: Assumptions) throws(ValuationError) {
    guard !assumptions.method.isOfEquity else {
      throw ValuationError(
        code: .noFirmModel,
        message: "a value by \(assumptions.method.title) does not rest on a model of the firm",
        assumptions: [.model]
      )
    }
    self = try ResolvedModel.resolve(assumptions).model
  }

  static func resolve(_ given: Assumptions) throws(ValuationError) -> (model: ResolvedModel, context: Context) {
    if given.partKind == .segment { return try resolveSegments(given) }
    if given.partKind == .part { throw SumOfParts.isNoModel }
    try refuseByJudgement(given)
    let missing = missing(given)
    let listsRevenue = missing.contains(.revenue) && given[.growth]?.hasAmounts == true
    try refuse(
      missing: missing,
      hint: listsRevenue ? "`base_revenue = 391B` is the year before the first listed one" : nil)
    var context = Context(assumptions: given)
    let horizon = try resolveHorizon(&context)
    try fillDefaults(&context, horizon: horizon)
    try context.workOutRates(horizon: horizon)
    let rows = try rows(&context, horizon)
    let all = context.assumptions
    let terminal = try terminal(all)
    context.price = try scalar(.price, all)
    _ = try scalar(.baseMargin, all)
    for key in all.all.compactMap(\.key) where !key.definition.isFilled { _ = try all.number(key) }
    let firm = try FirmModel.resolve(all, cost: context.cost)
    let model = ResolvedModel(
      isMidYear: all[.discounting]?.value == .word("mid-year"),
      revenue: try scalar(.revenue, all) ?? .nan,
      shares: try scalar(.shares, all) ?? .nan,
      cash: try scalar(.cash, all) ?? 0,
      debt: try scalar(.debt, all) ?? 0,
      terminal: terminal,
      rows: rows,
      firms: firm.map { [$0] } ?? []
    )
    try checkMargins(model, all)
    context.market = try Market(all)
    try context.market?.check(revenue: model.revenue, growth: model.rows[.growth])
    return (model, context)
  }

  /// The assumptions that the model cannot do without and that are not given.
  private static func missing(_ given: Assumptions) -> [AssumptionName] {
    let isOfEquity = given.method == .fcfe
    let needsDiscount = !isOfEquity && !CostOfCapital.isWanted(given)
    var missing = AssumptionDefinition.required.filter { !given.has($0) }
    if !needsDiscount { missing.removeAll { $0 == .discount } }
    if isOfEquity, !given.hasCostOfEquity { missing.append(.costOfEquity) }
    return missing
  }

  /// The yearly numbers of each assumption that has them, with a discount rate that is built if none is given.
  private static func rows(_ context: inout Context, _ horizon: Int) throws(ValuationError) -> ForecastTable {
    let method = context.assumptions.method
    var rows = ForecastTable(horizon: horizon)
    for row in ForecastTable.Row.allCases {
      let name = row == .discount ? method.rateName : row.name
      let base: Double? =
        switch row {
        case .margin: try baseMargin(context.assumptions)
        case .discount: try baseDiscount(&context, lastTax: rows.last(.tax))
        default: context.assumptions.base(of: name)
        }
      guard let assumption = context.assumptions[name] else { continue }
      let values = try yearly(assumption, horizon: horizon, base: base)
      if let after = values.heldAfter { context.held.append((name.rawValue, after)) }
      try check(values.years, of: name)
      rows.append(values.years)
    }
    return rows
  }

  /// The operating margin of the base year, including the adjustments of operating income for research and leases.
  private static func baseMargin(_ all: Assumptions) throws(ValuationError) -> Double? {
    let research = try Research(all)
    let leaseInterest = try (all.number(.leases) ?? 0) * (all.number(.leaseRate) ?? 0)
    guard let margin = all.base(of: .margin), research != nil || leaseInterest != 0 else {
      return all.base(of: .margin)
    }
    return try margin + ((research?.income ?? 0) + leaseInterest) / (scalar(.revenue, all) ?? .nan)
  }

  /// The discount rate that a path starts from, which is built, and put in if none is given.
  private static func baseDiscount(_ context: inout Context, lastTax: Double) throws(ValuationError) -> Double? {
    let all = context.assumptions
    if all.method.isOfEquity {
      try context.buildCostOfEquity(lastTax: lastTax)
      return context.costOfEquity?.rate
    }
    guard CostOfCapital.isWanted(all) else { return all.base(of: .discount) }
    let cost = try CostOfCapital(all, lastTax: lastTax)
    context.cost = cost
    if all[.discount] == nil {
      let built = Assumption(
        .discount, .scalar(cost.rate), written: Wording.percent(cost.rate) + " built up", source: .default)
      context.assumptions = try all.with([.set(built)])
    }
    return cost.rate
  }

  /// The terminal, whose multiple must be of a figure that a model of operations has.
  private static func terminal(_ all: Assumptions) throws(ValuationError) -> TerminalAssumption {
    guard let assumption = all[.terminal], case .terminal(let written) = assumption.value else {
      try refuse(missing: [.terminal])
      return .growth(.nan)
    }
    let terminal = written.with(number: assumption.afterShifts(written.number))
    try check(terminal)
    try terminal.check(isOf: metrics, in: all.method)
    return terminal
  }

  /// The figures of operations that a terminal multiple may be of.
  static let metrics: [TerminalAssumption.Metric] = [.freeCashFlow, .ebitda, .ebit, .revenue, .earnings]

  /// Refuses a company that an analyst would not value by this model, unless it is allowed.
  private static func refuseByJudgement(_ given: Assumptions) throws(ValuationError) {
    guard given.word(.sector) == "financial", !given.allowed.contains(.bankFCFF) else { return }
    throw ValuationError(
      code: .bankFCFF,
      message: "a bank or an insurer has no operating income before interest, and its debt is part of its business; "
        + "\(given.method.title) does not fit it",
      assumptions: [.sector],
      hint: "`model = residual_income` or `model = ddm` values its equity, or `allow bank-fcff`"
    )
  }

  /// Refuses a model from which assumptions miss, all of them at once.
  ///
  /// - Parameter asking: the assumptions without which none would miss.
  static func refuse(
    missing: [AssumptionName], asking: [AssumptionName] = [], hint: String? = nil
  ) throws(ValuationError) {
    guard let first = missing.first else { return }
    throw ValuationError(
      code: .missingAssumptions,
      message: "\(Wording.list(missing)) \(Wording.plural(missing.count, "is", "are")) needed but not given",
      assumptions: missing + asking,
      hint: hint ?? "such as `\(first) = \(example(of: first))`"
    )
  }

  /// Refuses an operating margin above the gross margin.
  private static func checkMargins(_ model: ResolvedModel, _ all: Assumptions) throws(ValuationError) {
    guard let gross = try all.number(.grossMargin) else { return }
    var margins = Array(model.rows[.margin])
    if let stable = try all.number(.terminalMargin) { margins.append(stable) }
    guard let place = margins.firstIndex(where: { $0 > gross + 1e-12 }) else { return }
    let name: AssumptionName = place < model.horizon ? .margin : .terminalMargin
    throw ValuationError(
      code: .marginAboveGross,
      message: "\(name) is \(Wording.percent(margins[place])), above the gross margin of \(Wording.percent(gross))",
      assumptions: [name, .grossMargin]
    )
  }

  /// Refuses a number outside the possible range of an assumption.
  static func check(_ years: some Collection<Double>, of name: AssumptionName) throws(ValuationError) {
    let definition = name.definition
    guard let bounds = definition.hard else { return }
    for (place, value) in years.enumerated() where !bounds.contains(value) {
      let year = years.contains { $0 != value } ? " in year \(place + 1)" : ""
      throw outOfRange(definition, value, year: year)
    }
  }

  /// Refuses a terminal outside its possible range.
  static func check(_ terminal: TerminalAssumption) throws(ValuationError) {
    let definition = AssumptionName.terminal.definition
    switch terminal {
    case .growth(let rate):
      guard definition.hard?.contains(rate) ?? true else { throw outOfRange(definition, rate, year: "") }
    case .multiple(let multiple, _):
      guard AssumptionDefinition.possibleMultiple.contains(multiple) else {
        throw ValuationError(
          code: .outOfRange,
          message: "terminal is \(terminal.text), but a multiple must be above 0",
          assumptions: [.terminal]
        )
      }
    }
  }

  private static func outOfRange(_ definition: AssumptionDefinition, _ value: Double, year: String)
    -> ValuationError
  {
    let allowed = definition.hard.map { definition.text($0) } ?? "finite"
    let looksLikeMoney = definition.unit == .rate && abs(value) > 1000
    let looksLikePercent =
      definition.unit == .rate && abs(value) >= 1 && definition.hard?.contains(value / 100) == true
    let percent = Wording.percent(value / 100)
    return ValuationError(
      code: .outOfRange,
      message: "\(definition.name) is \(looksLikeMoney ? Wording.amount(value) : definition.text(value))"
        + "\(year), but must be \(allowed)",
      assumptions: [definition.name],
      hint: looksLikeMoney
        ? "\(definition.name) is a rate, such as 3%, not an amount of money"
          + (definition.key.takesAmounts
            ? "; `\(definition.key.nameOfAmounts) = [\(Wording.amount(value)), …]` lists one a year" : "")
        : looksLikePercent ? "write a rate with its percent sign: `\(definition.name) = \(percent)`" : nil
    )
  }

  static func scalar(_ name: AssumptionName, _ all: Assumptions) throws(ValuationError) -> Double? {
    guard let assumption = all[name], case .scalar(let number) = assumption.value else { return nil }
    let value = assumption.afterShifts(number)
    try check(CollectionOfOne(value), of: name)
    return value
  }

  /// The number of each year, after all changes.
  ///
  /// - Parameter rates: the source of the rates of amounts and of links; `nil` if there are none.
  static func yearly(_ assumption: Assumption, horizon: Int, base: Double?, rates: DerivedRates? = nil)
    throws(ValuationError) -> YearPath.Values
  {
    let path: YearPath
    switch assumption.value {
    case .scalar(let number): path = .constant(number)
    case .path(let given): path = given
    case .terminal, .word, .priced:
      throw ValuationError(
        code: .wrongKind,
        message: "\(assumption.name) is \(assumption.text), but must be a number, or one for each year",
        assumptions: [assumption.name]
      )
    }
    var values = try path.values(of: assumption.name, horizon: horizon, base: base ?? assumption.start, rates: rates)
    if let whole = path.whole {
      let wholes = try DerivedRates.of(rates, assumption.name).years(of: whole)
      values = YearPath.Values(years: zip(values.years, wholes).map { $0 * $1 }, heldAfter: values.heldAfter)
    }
    if let late = assumption.exceptions.first(where: { $0.year > horizon }) {
      throw ValuationError(
        code: .pathTooLong,
        message: "\(assumption.name) has a value for year \(late.year), but the horizon is \(horizon) years",
        assumptions: [assumption.name, AssumptionName.horizon.rawValue],
        hint: "set `horizon = \(late.year)y` or more"
      )
    }
    guard !assumption.shifts.isEmpty || !assumption.exceptions.isEmpty else { return values }
    return YearPath.Values(years: assumption.afterShifts(values.years), heldAfter: values.heldAfter)
  }

  /// The horizon as typed, else the longest path that has a length, else the default.
  static func resolveHorizon(_ context: inout Context) throws(ValuationError) -> Int {
    if let years = try scalar(.horizon, context.assumptions) {
      guard years == years.rounded() else {
        throw ValuationError(
          code: .outOfRange,
          message: "horizon is \(Wording.number(years)) years, but must be a whole number of years",
          assumptions: [.horizon]
        )
      }
      return Int(years)
    }
    var longest = 0
    // A list of the past says nothing of how far the forecast goes.
    for assumption in context.assumptions.flat where AssumptionDefinition.named(assumption.name)?.isList != true {
      guard case .path(let path) = assumption.value, let years = path.years, years > 0 else { continue }
      if years > longest { context.horizonFrom = [] }
      if years >= longest { context.horizonFrom.append(assumption.name) }
      longest = max(longest, years)
    }
    guard longest > 0 else { return Int(AssumptionName.horizon.definition.defaultValue ?? 5) }
    try check(CollectionOfOne(Double(longest)), of: .horizon)
    return longest
  }

  static func fillDefaults(_ context: inout Context, horizon: Int) throws(ValuationError) {
    var changes: [Assumptions.Change] = []
    for key in AssumptionDefinition.filled where !context.assumptions.has(key) {
      let definition = key.definition
      if definition.key == .horizon {
        changes.append(.set(Assumption(.horizon, .scalar(Double(horizon)), source: .default)))
      } else if let value = definition.defaultValue {
        changes.append(.set(Assumption(definition.key, .scalar(value), source: .default)))
      } else if let word = definition.words.first {
        changes.append(.set(Assumption(definition.key, .word(word), source: .default)))
      }
    }
    context.assumptions = try context.assumptions.with(changes)
  }

  private static func example(of name: AssumptionName) -> String {
    switch name {
    case .revenue: "383.3B"
    case .growth: "6% to 3%"
    case .margin: "30%"
    case .shares: "15.74B"
    case .discount: "9%"
    case .costOfEquity, .roe: "10%"
    case .rote: "14%"
    case .goodwill: "20B"
    case .tangibleBook: "80B"
    case .payout: "40%"
    case .book: "100B"
    case .dividend: "2.40"
    default: "2.5%"
    }
  }
}
