import Text

/// The discounted cash flow model.
///
/// ```swift
/// let company = try Assumptions([
///   Assumption(.revenue, 383.3e9), Assumption(.growth, .glide(0.06, to: 0.03)), Assumption(.margin, 0.30),
///   Assumption(.shares, 15.74e9), Assumption(.discount, 0.09), Assumption(terminal: .growth(0.025)),
/// ])
/// let value = try DiscountedCashFlow.value(company).valuePerShare
/// ```
public enum DiscountedCashFlow {
  /// Values a company by the model that the assumption `model` names.
  ///
  /// Free cash flow to the firm, which is the default: for year t, `revenue_t = revenue_(t-1) * (1 + growth_t)`,
  /// operating income is its margin, a loss pays no tax, and free cash flow is operating income after tax plus
  /// depreciation less capital expenditure and increase in working capital, each its share of that year's revenue.
  /// Discount factors are products of the yearly rates. The perpetuity is `flow_n * (1 + g) / (discount_n - g)`, with
  /// the flow at full tax: losses carried forward shelter nothing after the forecast. The models of equity are those of
  /// ``ValuationMethod``. A company in parts is their sum, see ``SumOfParts``; one with segments is a single model of
  /// their totals.
  ///
  /// - Throws: the errors of ``ResolvedModel/init(_:)``; `terminal-not-below-discount`; `terminal-flow-not-positive`;
  ///   those of the models of equity; `not-finite` for a value that is not a finite number.
  public static func value(_ assumptions: Assumptions) throws(ValuationError) -> ValuationResult {
    try assumptions.checkParts()
    let result =
      if assumptions.partKind == .part {
        try SumOfParts.value(assumptions)
      } else {
        assumptions.method.isOfEquity ? try EquityModel.value(assumptions) : try firm(assumptions)
      }
    return try checked(result, result.valuePerShare)
  }

  /// The value of one share, the same double as that of ``value(_:)``, without the rest.
  ///
  /// - Throws: the errors of ``value(_:)``.
  public static func valuePerShare(of assumptions: Assumptions) throws(ValuationError) -> Double {
    try assumptions.checkParts()
    let value: Double
    if assumptions.partKind == .part {
      value = try SumOfPartsModel(assumptions).valuePerShare()
    } else if assumptions.method.isOfEquity {
      value = try EquityModel.resolve(assumptions).model.valuePerShare()
    } else {
      let model = try ResolvedModel(assumptions)
      let evaluation = model.evaluate()
      if let refusal = evaluation.refusal { throw refusal.error(model, evaluation) }
      value = evaluation.valuePerShare
    }
    return try checked(value, value)
  }

  /// `result`, if the value of one share is a number: amounts that doubles cannot hold have none.
  private static func checked<Result>(_ result: Result, _ valuePerShare: Double) throws(ValuationError) -> Result {
    guard valuePerShare.isFinite else {
      throw ValuationError(
        code: .notFinite,
        message: "the value of one share is not finite: an amount is too large, or the number of shares too small",
        hint: "check the units, such as `revenue = 391B`"
      )
    }
    return result
  }

  /// True if the value depends on the price, as through the weight of debt or the repurchase price of options.
  static func dependsOnPrice(_ assumptions: Assumptions) throws(ValuationError) -> Bool {
    if assumptions.partKind == .part { return try SumOfPartsModel(assumptions).dependsOnPrice }
    guard assumptions.method.isOfEquity else {
      return try ResolvedModel(assumptions).firm?.entangled.contains(.price) ?? false
    }
    return assumptions.word(.treasuryAt) == "price"
      || assumptions[.unleveredBeta] != nil && assumptions[.debtWeight] == nil
  }

  private static func firm(_ assumptions: Assumptions) throws(ValuationError) -> ValuationResult {
    let (model, context) = try ResolvedModel.resolve(assumptions)
    let (years, evaluation) = model.forecast()
    if let refusal = evaluation.refusal { throw refusal.error(model, evaluation) }
    let terminal = TerminalValue(model, evaluation, last: years[model.horizon - 1])
    let value = evaluation.valuePerShare
    let held = PriceComparison(value: value, price: context.price, years: model.horizon)
    let findings = ValuationFinding.review(model, context, evaluation, years, terminal)
    return ValuationResult(
      assumptions: context.assumptions,
      method: .fcff,
      horizon: model.horizon,
      model: model,
      equity: nil,
      years: years,
      equityYears: [],
      terminal: terminal,
      presentValueOfFlows: evaluation.presentValueOfFlows,
      presentValueOfTerminal: evaluation.presentValueOfTerminal,
      terminalShare: terminalShare(of: evaluation),
      enterpriseValue: evaluation.enterpriseValue,
      equityValue: evaluation.share.equityValue,
      valuePerShare: value,
      goingConcernValue: evaluation.goingConcern,
      valuePerOrdinary: evaluation.share.valuePerOrdinary,
      bridge: ValuationResult.bridge(model, evaluation),
      shareCount: ValuationResult.shareCount(model, evaluation),
      implied: ImpliedMultiples(model, evaluation, first: years[0]),
      costOfCapital: context.cost,
      costOfEquity: nil,
      price: context.price,
      upside: held.upside,
      cagr: held.cagr,
      findings: findings,
      segments: context.segments
    )
  }
}

extension DiscountedCashFlow {
  /// The terminal value's share of the present value of the flows, before the adjustment for failure.
  private static func terminalShare(of evaluation: FirmEvaluation) -> Double? {
    let whole = evaluation.goingConcern
    return whole > 0 ? evaluation.presentValueOfTerminal / whole : nil
  }
}

extension TerminalRefusal {
  /// The refusal in words, with the numbers that caused it.
  func error(_ model: ResolvedModel, _ evaluation: FirmEvaluation) -> ValuationError {
    switch self {
    case .notBelowDiscount:
      let discount = Wording.percent(evaluation.lastDiscount)
      return ValuationError(
        code: .terminalNotBelowDiscount,
        message: "terminal growth of \(model.terminal.text) is not below the discount rate of \(discount), "
          + "so the value is infinite",
        assumptions: [.terminal, .discount],
        hint: "lower terminal or raise discount"
      )
    case .notBelowReturn:
      let stable = evaluation.stable ?? StableYear()
      let back = model.firm.map { $0.terminalROIC.isNaN ? stable.discountRate : $0.terminalROIC } ?? .nan
      return ValuationError(
        code: .terminalNotBelowROIC,
        message: "terminal growth of \(Wording.percent(stable.growth)) is not below the return of "
          + "\(Wording.percent(back)) on reinvestment, so all profit would be reinvested",
        assumptions: [.terminal, .terminalROIC],
        hint: "lower terminal or raise terminal_roic"
      )
    case .flowNotPositive:
      let metric: TerminalAssumption.Metric =
        if case .multiple(_, let metric) = model.terminal { metric } else { .freeCashFlow }
      let causes: [AssumptionName] =
        switch metric {
        case .freeCashFlow: [.terminal, .margin, .capex, .depreciation, .workingCapital]
        case .ebitda: [.terminal, .margin, .depreciation]
        case .ebit: [.terminal, .margin]
        case .revenue: [.terminal, .growth]
        case .earnings: [.terminal, .margin, .costOfDebt, .debt]
        case .dividends, .book, .tangibleBook: [.terminal]
        }
      return ValuationError(
        code: .terminalFlowNotPositive,
        message:
          "\(metric.title) after the forecast is \(Wording.amount(evaluation.terminalFlow)), but only a positive "
          + "flow can be valued by terminal = \(model.terminal.text)",
        assumptions: causes,
        hint: "let the margin reach a lasting level before the horizon ends"
      )
    }
  }
}
