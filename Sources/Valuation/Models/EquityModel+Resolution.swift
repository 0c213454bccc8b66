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
    // Beside a dividend, payout only says which earnings it is a share of.
    let isOfBook =
      given.method == .residualIncome || given.isSaid(.book) || given.isSaid(.roe)
      || given.isSaid(.payout) && !given.isSaid(.dividend)
    return try isOfBook ? book(given) : dividend(given)
  }

  // MARK: Free cash flow to equity

  private static func operations(_ given: Assumptions) throws(ValuationError) -> (EquityModel, ResolvedModel.Context) {
    let (model, context) = try ResolvedModel.resolve(given)
    let all = context.assumptions
    var claims = model.firm ?? FirmModel()
    if model.firm == nil { claims = try FirmModel.read(all) }
    if model.debt > 0, claims.costOfDebt.isNaN {
      throw ValuationError(
        code: .missingAssumptions,
        message: "cost_of_debt is needed for the interest on debt, and not given",
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

  // MARK: Book value

  private static func book(_ given: Assumptions) throws(ValuationError) -> (EquityModel, ResolvedModel.Context) {
    var missing = [AssumptionName.shares, .book, .roe].filter { given[$0] == nil }
    let growthSaysPayout = given[.growth] != nil && given[.payout] == nil
    if given[.payout] == nil, !growthSaysPayout { missing.append(.payout) }
    if !given.hasCostOfEquity { missing.append(.costOfEquity) }
    if given[.terminalROE] != nil, given[.terminal] == nil { missing.append(.terminal) }
    try ResolvedModel.refuse(missing: missing)
    if given.isSaid(.growth), !growthSaysPayout {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "book value grows by roe * (1 - payout), and growth says another rate",
        assumptions: [.growth, .roe, .payout],
        hint: "give two of the three"
      )
    }
    if given.isSaid(.dividend) {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "dividends are payout of what book value earns, and dividend says another amount",
        assumptions: [.dividend, .book, .roe],
        hint: "give book, roe and payout, or dividend and growth"
      )
    }
    if given[.terminalROE] != nil, given[.persistence] != nil {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "terminal_roe lets residual income last for ever, and persistence lets it fade",
        assumptions: [.terminalROE, .persistence],
        hint: "give one or the other"
      )
    }
    var context = ResolvedModel.Context(assumptions: given)
    let (horizon, rates) = try frame(&context)
    let all = context.assumptions
    let roe = try yearly(.roe, &context, horizon)
    var payout: [Double] = []
    if growthSaysPayout {
      let growth = try yearly(.growth, &context, horizon)
      for (t, (growth, back)) in zip(growth, roe).enumerated() {
        guard back > 0, growth <= back + 1e-12 else {
          throw ValuationError(
            code: .growthAboveROE,
            message: "book value cannot grow by \(Wording.percent(growth)) in year \(t + 1) from a return of "
              + "\(Wording.percent(back)) without new shares",
            assumptions: [.growth, .roe],
            hint: "lower growth, or raise roe"
          )
        }
        payout.append(max(0, 1 - growth / back))
      }
    } else {
      payout = try yearly(.payout, &context, horizon)
    }
    let book = try all.number(.book) ?? .nan
    guard book > 0 else { throw notPositive(book, year: 0) }
    let persistence = try all.number(.persistence)
    if let persistence, persistence >= 1 {
      throw ValuationError(
        code: .outOfRange,
        message: "persistence is \(Wording.percent(persistence)), and must be below 100%",
        assumptions: [.persistence]
      )
    }
    let model = try EquityModel(
      method: given.method,
      basis: .book(BookValue(book: book, roe: roe, payout: payout, persistence: persistence)),
      horizon: horizon,
      isMidYear: all.word(.discounting) == "mid-year",
      rates: rates,
      terminal: persistence == nil ? terminal(all, of: [.freeCashFlow, .earnings]) : nil,
      terminalRate: all.number(.terminalDiscount),
      terminalROE: all.number(.terminalROE),
      shares: all.number(.shares) ?? .nan,
      claims: claims(all)
    )
    if model.method == .residualIncome, model.isMidYear {
      throw ValuationError(
        code: .wrongKind,
        message: "residual income is earned on the book value at the start of a year, and counts at its end",
        assumptions: [.discounting, .model],
        hint: "`discounting = year-end`, or `model = ddm`"
      )
    }
    return (model, context)
  }

  static func notPositive(_ book: Double, year: Int) -> ValuationError {
    ValuationError(
      code: .bookNotPositive,
      message: "book value is \(Wording.amount(book))\(year > 0 ? " after year \(year)" : ""), and a return on what is "
        + "not positive has no meaning",
      assumptions: year > 0 ? [.book, .roe, .payout] : [.book],
      hint: "`model = fcff` or `model = fcfe` does not need it"
    )
  }

  // MARK: Dividends

  private static func dividend(_ given: Assumptions) throws(ValuationError) -> (EquityModel, ResolvedModel.Context) {
    let isFading = given.word(.method) == "h"
    let fadesTo = isFading ? fade(given[.growth]) : nil
    var missing = [AssumptionName.dividend, .growth].filter { given[$0] == nil }
    if !given.hasCostOfEquity { missing.append(.costOfEquity) }
    if given[.terminal] == nil, fadesTo == nil { missing.append(.terminal) }
    try ResolvedModel.refuse(
      missing: missing, hint: given[.dividend] == nil ? "or book, roe and payout instead of dividend and growth" : nil)
    if given[.persistence] != nil {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "persistence is of residual income, which needs a book value",
        assumptions: [.persistence, .dividend],
        hint: "give book, roe and payout instead of dividend and growth"
      )
    }
    var context = ResolvedModel.Context(assumptions: given)
    let (horizon, rates) = try frame(&context)
    let all = context.assumptions
    let growth = try yearly(.growth, &context, horizon)
    let dividend = try all.number(.dividend) ?? .nan
    guard dividend > 0 else {
      throw ValuationError(
        code: .dividendNotPositive,
        message: "the dividend is \(Wording.number(dividend)), and nothing grows out of it",
        assumptions: [.dividend],
        hint: "`model = fcfe` values what could be paid, `model = residual_income` what is earned on book value"
      )
    }
    if isFading, let first = rates.first, let other = rates.first(where: { $0 != first }) {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "the H-model has one cost of equity, not \(Wording.percent(first)) and \(Wording.percent(other))",
        assumptions: [.costOfEquity, .method],
        hint: "`method = yearly`"
      )
    }
    let payout = all[.payout] == nil ? nil : try yearly(.payout, &context, horizon).last
    let back = try all.number(.terminalROE)
    let end = try terminal(all, of: [.freeCashFlow, .earnings]) ?? fadesTo.map { .growth($0) }
    var needsPayout: AssumptionName? = back == nil ? nil : .terminalROE
    if case .multiple(_, of: .earnings) = end { needsPayout = .terminal }
    if let name = needsPayout, payout.map({ $0 > 0 }) != true {
      throw ValuationError(
        code: .missingAssumptions,
        message: "payout is needed to know earnings from the dividend, as \(name) asks for, and not given",
        assumptions: [.payout, name],
        hint: "such as `payout = 40%`"
      )
    }
    if isFading, case .multiple = end {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "the H-model ends in growth for ever, and terminal is a multiple",
        assumptions: [.terminal, .method],
        hint: "`method = yearly`"
      )
    }
    let flow = GrowingDividend(dividend: dividend, growth: growth, payout: payout, isFading: isFading)
    var claims = try claims(all)
    // The dividend is that of one share as they are today.
    claims.rsu = 0
    claims.options = []
    claims.livingOptions = []
    let model = EquityModel(
      method: .ddm,
      basis: .dividend(flow),
      horizon: horizon,
      isMidYear: all.word(.discounting) == "mid-year",
      rates: rates,
      terminal: end,
      terminalRate: isFading ? nil : try all.number(.terminalDiscount),
      terminalROE: isFading ? nil : back,
      shares: try all.number(.shares) ?? 1,
      claims: claims
    )
    return (model, context)
  }

  /// Where a growth that fades ends, if it says so.
  private static func fade(_ growth: Assumption?) -> Double? {
    guard let growth, case .path(let path) = growth.value, let last = path.phases.last else { return nil }
    if case .glide(_, let end) = last.shape { return growth.afterShifts(end) }
    return nil
  }

  // MARK: Common to all three

  /// The horizon and the cost of equity of each year, with the defaults that were taken.
  private static func frame(_ context: inout ResolvedModel.Context) throws(ValuationError) -> (Int, [Double]) {
    let horizon = try ResolvedModel.resolveHorizon(&context)
    var defaults: [Assumptions.Change] = []
    if context.assumptions[.horizon] == nil {
      defaults.append(.set(Assumption(.horizon, .scalar(Double(horizon)), source: .default)))
    }
    if context.assumptions[.discounting] == nil {
      defaults.append(.set(Assumption(.discounting, .word("year-end"), source: .default)))
    }
    context.assumptions = try context.assumptions.with(defaults)
    context.price = try ResolvedModel.scalar(.price, context.assumptions)
    for key in context.assumptions.all.compactMap(\.key) { _ = try context.assumptions.number(key) }
    try context.buildCostOfEquity(lastTax: nil)
    return (horizon, try yearly(.costOfEquity, &context, horizon))
  }

  private static func yearly(_ name: AssumptionName, _ context: inout ResolvedModel.Context, _ horizon: Int)
    throws(ValuationError) -> [Double]
  {
    guard let assumption = context.assumptions[name] else { return [] }
    let base = name == .costOfEquity ? context.costOfEquity?.rate : context.assumptions.base(of: name)
    let values = try ResolvedModel.yearly(assumption, horizon: horizon, base: base)
    if let after = values.heldAfter { context.held.append((name.rawValue, after)) }
    try ResolvedModel.check(values.years, of: name)
    return values.years
  }

  /// The terminal, where it is given; a multiple must be of a figure that the model has.
  private static func terminal(_ all: Assumptions, of metrics: [TerminalAssumption.Metric]) throws(ValuationError)
    -> TerminalAssumption?
  {
    guard let assumption = all[.terminal], case .terminal(let written) = assumption.value else { return nil }
    let terminal = written.with(number: assumption.afterShifts(written.number))
    try ResolvedModel.check(terminal)
    if case .multiple(_, let metric) = terminal, !metrics.contains(metric) {
      throw ValuationError(
        code: .wrongKind,
        message: "a model of \(all.method.title) knows no \(metric.title) to multiply",
        assumptions: [.terminal, .model],
        hint: "such as `terminal = 12x earnings`, or growth: `terminal = 2.5%`"
      )
    }
    return terminal
  }

  /// Dates, currencies and shares, for models that know no balance sheet but book value.
  private static func claims(_ all: Assumptions) throws(ValuationError) -> FirmModel {
    let claims = try FirmModel.read(all)
    guard claims.elapsed < 1 else {
      throw ValuationError(
        code: .dateAfterDividend,
        message: "date lies \(Wording.number(claims.elapsed, places: 2)) years after base_end, when the first "
          + "forecast year's dividend is paid already",
        assumptions: [.date, .baseEnd],
        hint: "take the year that ended since as the base"
      )
    }
    return claims
  }
}
