/// What a company is worth by a model: the forecast, the parts of the value, and what is to be said about them.
public struct ValuationResult: Sendable, Equatable {
  /// The assumptions that were used, with the defaults that were taken.
  public let assumptions: Assumptions
  /// The assumptions as numbers.
  public let model: ResolvedModel
  /// The years of the forecast.
  public let years: [ForecastYear]
  /// The value after the forecast.
  public let terminal: TerminalValue
  /// Sum of the present values of the forecast's cash flows.
  public let presentValueOfFlows: Double
  /// Present value of what follows the forecast.
  public let presentValueOfTerminal: Double
  /// The terminal's share of enterprise value; `nil` where that is not positive.
  public let terminalShare: Double?
  /// Value of operations.
  public let enterpriseValue: Double
  /// Enterprise value plus cash less debt.
  public let equityValue: Double
  /// Equity value for one share; negative where debt exceeds the rest.
  public let valuePerShare: Double
  /// Value of operations if the company does not fail; the enterprise value where no failure is assumed.
  public let goingConcernValue: Double
  /// Equity value for one ordinary share, in the currency of the accounts.
  public let valuePerOrdinary: Double
  /// The way from the value of operations to equity: what is added is positive, what is taken is negative.
  ///
  /// Items that are 0 are left out, but for cash and debt.
  public let bridge: [BridgeItem]
  /// The shares that the equity is divided by.
  public let shareCount: ShareCount
  /// What the value is as a multiple of the first year's figures.
  public let implied: ImpliedMultiples
  /// The cost of capital that was built; `nil` where the discount rate was given.
  public let costOfCapital: CostOfCapital?
  /// Price of one share; `nil` where none is given.
  public let price: Double?
  /// `value / price - 1`; `nil` where price is missing or value is not positive.
  public let upside: Double?
  /// `(value / price)^(1 / n) - 1`: the yearly return if the price meets today's value at the horizon; `nil`
  /// where price is missing or value is not positive.
  public let cagr: Double?
  /// What stands out, in the order in which it was looked for.
  public let findings: [ValuationFinding]

  /// The numbers of an assumption: one a year for a path, else one; `nil` for a word or what is not given.
  public func numbers(of name: String) -> [Double]? {
    if let years = model.values(of: name) { return years }
    guard let assumption = assumptions[name] else { return nil }
    switch assumption.value {
    case .scalar(let number): return [assumption.afterShifts(number)]
    case .terminal: return [model.terminal.number]
    case .path, .word: return nil
    }
  }

  /// The usual range of an assumption, which for `terminal` depends on its kind; `nil` where it has none.
  public func plausibleRange(of name: String) -> AssumptionDefinition.Bounds? {
    let definition = AssumptionDefinition.named(name)
    if definition?.unit == .terminal, case .multiple = model.terminal {
      return AssumptionDefinition.terminalMultiple.plausible
    }
    return definition?.plausible
  }

  /// The discount rate, the same every year, at which the value equals the price.
  ///
  /// It is the return that a buyer at today's price earns if the forecast comes true. `nil` where price is
  /// missing or no rate gives it. It is searched anew with each call.
  public func impliedReturn() -> Double? {
    guard let price else { return nil }
    return try? Solution(of: assumptions, for: Variation("discount"), target: price).value
  }
}
