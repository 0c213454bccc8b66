/// The valuation of a company by a model: the forecast, the components of the value, and findings about them.
public struct ValuationResult: Sendable, Equatable {
  /// The assumptions that were used, with the defaults that were taken.
  public let assumptions: Assumptions
  /// The method, which says which flow is discounted.
  public let method: ValuationMethod
  /// The years of explicit forecast.
  public let horizon: Int
  /// The assumptions of a model of the firm as numbers; `nil` if equity is valued by itself.
  public let model: ResolvedModel?
  /// The assumptions of a model of equity as numbers.
  let equity: EquityModel?
  /// The forecast of operations; empty if dividends or residual income are valued, which know none.
  ///
  /// Their free cash flow is the discounted one: to the firm, or to equity if that is the method.
  public let years: [ForecastYear]
  /// The forecast of the flows to shareholders; empty in a valuation of the firm, and by the H-model, which
  /// has no years.
  public let equityYears: [EquityYear]
  /// The value after the forecast.
  public let terminal: TerminalValue
  /// Sum of the present values of the forecast's cash flows.
  public let presentValueOfFlows: Double
  /// Present value of the years after the forecast.
  public let presentValueOfTerminal: Double
  /// The terminal's share of the value of all flows; `nil` if that is not positive.
  ///
  /// For residual income that is the equity, book value included.
  public let terminalShare: Double?
  /// Value of operations; missing if dividends or residual income are valued, which know no operations.
  ///
  /// For free cash flow to equity it is the value of that flow and the debt together.
  public let enterpriseValue: Double
  /// The value of the common equity: for the firm enterprise value plus cash less debt.
  public let equityValue: Double
  /// Equity value for one share; negative if debt exceeds the rest.
  public let valuePerShare: Double
  /// The value of the flows if the company does not fail; the enterprise value if no failure is assumed.
  public let goingConcernValue: Double
  /// Equity value for one ordinary share, in the currency of the accounts.
  public let valuePerOrdinary: Double
  /// The bridge from the value of the flows to equity: additions are positive, deductions negative.
  ///
  /// Items that are 0 are left out, but for cash and debt.
  public let bridge: [BridgeItem]
  /// The shares that the equity is divided by.
  public let shareCount: ShareCount
  /// Implied multiples: the value over the first year's figures.
  public let implied: ImpliedMultiples
  /// The cost of capital that was built; `nil` if the discount rate was given.
  public let costOfCapital: CostOfCapital?
  /// The cost of equity that was built, if equity is valued by itself; `nil` if it was given.
  public let costOfEquity: CostOfEquity?
  /// Price of one share; `nil` if none is given.
  public let price: Double?
  /// `value / price - 1`; `nil` if price is missing, value is not positive, or the upside above 1000 %, which is a
  /// mistake of units.
  public let upside: Double?
  /// `(value / price)^(1 / n) - 1`: the yearly return if the price meets today's value at the horizon; `nil` if
  /// ``upside`` is.
  public let cagr: Double?
  /// Findings, in the order of the review.
  public let findings: [ValuationFinding]
  /// The segments whose sum the model is; empty for a model in one piece.
  public internal(set) var segments: [SegmentForecast] = []
  /// The parts, if the company is valued as their sum.
  public internal(set) var sumOfParts: SumOfParts?

  /// The discounted flows, year by year: free cash flow, dividends or residual income.
  public var flows: [Double] {
    method.isOfEquity ? equityYears.map(\.flow) : years.map(\.freeCashFlow)
  }

  /// The numbers of an assumption: one per year for a path, otherwise one; `nil` for a word or one that is not given.
  public func numbers(of name: String) -> [Double]? {
    AssumptionDefinition.key(of: name).map { numbers(of: $0) } ?? numbersOfPart(name)
  }

  /// The numbers of an assumption outside the parts: one per year for a path, otherwise one; `nil` for a word or one
  /// that is not given.
  public func numbers(of name: AssumptionName) -> [Double]? {
    if let years = model?.values(of: name) ?? equity?.values(of: name) { return years }
    guard let assumption = assumptions[name] else { return nil }
    switch assumption.value {
    case .scalar(let number): return [assumption.afterShifts(number)]
    case .terminal(let given): return [assumption.afterShifts(given.number)]
    case .priced(let multiple, _, let figure): return [assumption.afterShifts(multiple * figure)]
    case .path(let path):
      guard model == nil, equity == nil else { return nil }
      let years = try? path.values(
        of: name.rawValue, horizon: horizon, base: assumptions.base(of: name) ?? assumption.start
      )
      .years
      return years.map(assumption.afterShifts)
    case .word: return nil
    }
  }

  /// The usual range of an assumption, which for `terminal` depends on its kind; `nil` if it has none.
  public func plausibleRange(of name: String) -> AssumptionDefinition.Bounds? {
    let definition = AssumptionDefinition.named(name)
    if definition?.unit == .terminal, case .terminal(.multiple(_, let metric)) = assumptions[name]?.value {
      return AssumptionDefinition.terminalMultiple(of: metric).plausible
    }
    return definition?.plausible
  }

  /// The discount rate, the same every year and after the forecast, at which the value equals the price.
  ///
  /// It is the return that a buyer at today's price earns if the forecast comes true. `nil` if price is missing or no
  /// rate gives it, and for a sum of parts, which has several rates. It is searched with each call.
  public func impliedReturn() -> Double? {
    guard let price, sumOfParts == nil else { return nil }
    let rate = Variation(method.rateName)
    guard assumptions.has(.terminalDiscount) else {
      return try? Solution.nearest(of: assumptions, for: rate, target: price, present: meanRate)
    }
    // The rate after the forecast is then the last year's, which is that of all years.
    guard let oneRate = try? assumptions.with([.remove(AssumptionName.terminalDiscount.rawValue)]) else { return nil }
    return try? Solution.nearest(of: oneRate, for: rate, target: price)
  }

  /// The mean of the discount rates of the forecast; `nil` if equity is valued by itself, or by parts.
  private var meanRate: Double? {
    guard assumptions.isOneFreeCashFlow, let years = model?.values(of: .discount) else { return nil }
    return years.reduce(0, +) / Double(years.count)
  }
}
