import Text

extension EquityModel {
  /// Resolves a model of a dividend that grows.
  static func dividend(_ given: Assumptions) throws(ValuationError) -> (EquityModel, ResolvedModel.Context) {
    let isFading = given.word(.method) == "h"
    let fadesTo = isFading ? fade(given[.growth]) : nil
    try checkDividend(given, fadesTo: fadesTo)
    var context = ResolvedModel.Context(assumptions: given)
    let (horizon, rates) = try frame(&context)
    let all = context.assumptions
    let end = try terminal(all, of: [.earnings, .dividends]) ?? fadesTo.map { .growth($0) }
    if isFading { try checkFading(rates, end) }
    let flow = try growingDividend(&context, horizon, end, isFading: isFading)
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
      terminalROE: isFading ? nil : try all.number(.terminalROE),
      shares: try all.number(.shares) ?? 1,
      claims: claims
    )
    return (model, context)
  }

  /// The end of fading growth, if given.
  private static func fade(_ growth: Assumption?) -> Double? {
    guard let growth, case .path(let path) = growth.value, let last = path.phases.last else { return nil }
    if case .glide(_, let end) = last.shape { return growth.afterShifts(end) }
    return nil
  }

  /// Refuses a model from which assumptions miss, and one with an assumption of another model.
  private static func checkDividend(_ given: Assumptions, fadesTo: Double?) throws(ValuationError) {
    var missing = [AssumptionName.dividend, .growth].filter { given[$0] == nil }
    if !given.hasCostOfEquity { missing.append(.costOfEquity) }
    if given[.terminal] == nil, fadesTo == nil { missing.append(.terminal) }
    try ResolvedModel.refuse(
      missing: missing, hint: given[.dividend] == nil ? "or book, roe and payout instead of dividend and growth" : nil)
    if given[.persistence] != nil {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "persistence applies to residual income, which needs a book value",
        assumptions: [.persistence, .dividend],
        hint: "give book, roe and payout instead of dividend and growth"
      )
    }
  }

  /// Refuses inputs that the closed form of the H-model cannot represent.
  private static func checkFading(_ rates: [Double], _ end: TerminalAssumption?) throws(ValuationError) {
    if let first = rates.first, let other = rates.first(where: { $0 != first }) {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "the H-model has one cost of equity, not \(Wording.percent(first)) and \(Wording.percent(other))",
        assumptions: [.costOfEquity, .method],
        hint: "`method = yearly`"
      )
    }
    if case .multiple = end {
      throw ValuationError(
        code: .contradictoryAssumptions,
        message: "the H-model ends in perpetual growth, but terminal is a multiple",
        assumptions: [.terminal, .method],
        hint: "`method = yearly`"
      )
    }
  }

  /// The dividend with its growth, and the buybacks.
  private static func growingDividend(
    _ context: inout ResolvedModel.Context, _ horizon: Int, _ end: TerminalAssumption?, isFading: Bool
  ) throws(ValuationError) -> GrowingDividend {
    let all = context.assumptions
    let growth = try yearly(.growth, &context, horizon)
    let dividend = try all.number(.dividend) ?? .nan
    guard dividend > 0 else {
      throw ValuationError(
        code: .dividendNotPositive,
        message: "the dividend is \(Wording.number(dividend)), which cannot be grown",
        assumptions: [.dividend],
        hint: "`model = fcfe` values the cash that could be paid, `model = residual_income` the income on book value"
      )
    }
    let payout = try yearly(.payout, &context, horizon)
    let buybacks = isFading ? [] : try yearly(.buybacks, &context, horizon)
    let isOfEarnings = if case .multiple(_, of: .earnings) = end { true } else { false }
    let needs: [(AssumptionName, Bool)] = [
      (.terminal, isOfEarnings), (.terminalROE, all[.terminalROE] != nil), (.buybacks, !buybacks.isEmpty),
    ]
    let isKnown = !payout.isEmpty && payout.allSatisfy { $0 > 0 }
    if !isKnown, let (name, _) = needs.first(where: { $0.1 }) {
      throw ValuationError(
        code: .missingAssumptions,
        message: "payout is needed to know earnings from the dividend, as \(name) requires, but not given",
        assumptions: [.payout, name],
        hint: "such as `payout = 40%`"
      )
    }
    return GrowingDividend(
      dividend: dividend, growth: growth, payout: payout.last, buybacks: zip(buybacks, payout).map { $0 / $1 },
      isFading: isFading)
  }
}
