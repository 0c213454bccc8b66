#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The discounted cash flow model.
public enum DiscountedCashFlow {
  /// Values a company.
  ///
  /// For year t, `revenue_t = revenue_(t-1) * (1 + growth_t)`, operating income is its margin, a loss pays no
  /// tax, and free cash flow is operating income after tax plus depreciation less capital expenditure and
  /// increase in working capital, each its share of that year's revenue. Discount factors are products of the
  /// yearly rates. The perpetuity is `flow_n * (1 + g) / (discount_n - g)`.
  ///
  /// - Throws: the errors of ``ResolvedModel/init(_:)``; `terminal-not-below-discount`;
  ///   `terminal-flow-not-positive`.
  public static func value(_ assumptions: Assumptions) throws(ValuationError) -> ValuationResult {
    let (model, context) = try ResolvedModel.resolve(assumptions)
    var years = [ForecastYear](repeating: ForecastYear(), count: model.horizon)
    let evaluation = years.withUnsafeMutableBufferPointer { model.evaluate(years: $0) }
    if let refusal = evaluation.refusal { throw refusal.error(model, evaluation) }
    for t in years.indices where years[t].returnOnCapital?.isFinite == false { years[t].returnOnCapital = nil }
    let terminal = TerminalValue(model, evaluation, last: years[model.horizon - 1])
    let value = evaluation.valuePerShare
    let ratio = context.price.flatMap { value > 0 ? value / $0 : nil }
    let findings = ValuationFinding.review(model, context, evaluation, years, terminal)
    return ValuationResult(
      assumptions: context.assumptions,
      model: model,
      years: years,
      terminal: terminal,
      presentValueOfFlows: evaluation.presentValueOfFlows,
      presentValueOfTerminal: evaluation.presentValueOfTerminal,
      terminalShare: evaluation.enterpriseValue > 0
        ? evaluation.presentValueOfTerminal / evaluation.enterpriseValue : nil,
      enterpriseValue: evaluation.enterpriseValue,
      equityValue: evaluation.equityValue,
      valuePerShare: value,
      goingConcernValue: model.firm == nil ? evaluation.enterpriseValue : evaluation.goingConcern,
      valuePerOrdinary: model.firm == nil ? value : evaluation.valuePerOrdinary,
      bridge: ValuationResult.bridge(model, evaluation),
      shareCount: ValuationResult.shareCount(model, evaluation),
      implied: ImpliedMultiples(model, evaluation, first: years[0]),
      costOfCapital: context.cost,
      price: context.price,
      upside: ratio.map { $0 - 1 },
      cagr: ratio.map { pow($0, 1 / Double(model.horizon)) - 1 },
      findings: findings
    )
  }
}

extension Evaluation.Refusal {
  /// The refusal in words, with the numbers that caused it.
  func error(_ model: ResolvedModel, _ evaluation: Evaluation) -> ValuationError {
    switch self {
    case .terminalNotBelowDiscount:
      let discount = Wording.percent(evaluation.lastDiscount)
      return ValuationError(
        code: "terminal-not-below-discount",
        message: "terminal growth of \(model.terminal.text) is not below the discount rate of \(discount), "
          + "so the value has no limit",
        assumptions: ["terminal", "discount"],
        hint: "lower terminal or raise discount"
      )
    case .terminalNotBelowReturn:
      let stable = evaluation.stable ?? StableYear()
      let back = model.firm.map { $0.terminalROIC.isNaN ? stable.discountRate : $0.terminalROIC } ?? .nan
      return ValuationError(
        code: "terminal-not-below-roic",
        message: "terminal growth of \(Wording.percent(stable.growth)) is not below the return of "
          + "\(Wording.percent(back)) on what is reinvested, so all profit would be",
        assumptions: ["terminal", "terminal_roic"],
        hint: "lower terminal or raise terminal_roic"
      )
    case .terminalFlowNotPositive:
      let metric: TerminalAssumption.Metric =
        if case .multiple(_, let metric) = model.terminal { metric } else { .freeCashFlow }
      let causes: [String] =
        switch metric {
        case .freeCashFlow: ["terminal", "margin", "capex", "depreciation", "working_capital"]
        case .ebitda: ["terminal", "margin", "depreciation"]
        case .ebit: ["terminal", "margin"]
        case .revenue: ["terminal", "growth"]
        case .earnings: ["terminal", "margin", "cost_of_debt", "debt"]
        }
      return ValuationError(
        code: "terminal-flow-not-positive",
        message: "\(metric.title) after the forecast is \(Wording.amount(evaluation.terminalFlow)), and what "
          + "is not positive cannot be valued by terminal = \(model.terminal.text)",
        assumptions: causes,
        hint: "let the margin reach a lasting level before the horizon ends"
      )
    }
  }
}
