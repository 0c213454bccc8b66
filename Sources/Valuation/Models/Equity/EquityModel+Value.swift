extension EquityModel {
  /// Values a company by the flows to its shareholders.
  static func value(_ assumptions: Assumptions) throws(ValuationError) -> ValuationResult {
    let (model, context) = try resolve(assumptions)
    var years: [EquityYear] = []
    var operating: [ForecastYear] = []
    let evaluation = try model.evaluate(&years, &operating)
    let terminal = TerminalValue(model, evaluation, last: years.last, operating: operating.last)
    let value = evaluation.share.valuePerShare
    let held = PriceComparison(value: value, price: context.price, years: model.horizon)
    var review = EquityReview(
      model: model, context: context, evaluation: evaluation, years: years, operating: operating, terminal: terminal)
    review.run()
    return ValuationResult(
      assumptions: context.assumptions,
      method: model.method,
      horizon: model.horizon,
      model: nil,
      equity: model,
      years: operating,
      equityYears: years,
      terminal: terminal,
      presentValueOfFlows: evaluation.presentValueOfFlows,
      presentValueOfTerminal: evaluation.presentValueOfTerminal,
      terminalShare: evaluation.terminalShare,
      enterpriseValue: model.enterpriseValue(evaluation),
      equityValue: evaluation.share.equityValue,
      valuePerShare: value,
      goingConcernValue: evaluation.value,
      valuePerOrdinary: evaluation.share.valuePerOrdinary,
      bridge: ValuationResult.bridge(model, evaluation),
      shareCount: ShareCount(basic: model.shares, evaluation.share),
      implied: ImpliedMultiples(model, evaluation, first: years.first, operating: operating.first),
      costOfCapital: nil,
      costOfEquity: context.costOfEquity,
      price: context.price,
      upside: held.upside,
      cagr: held.cagr,
      findings: review.findings,
      segments: context.segments
    )
  }

  /// The value of the equity's flows and the debt together; missing without operations.
  func enterpriseValue(_ evaluation: EquityEvaluation) -> Double {
    if case .operations(let model, _) = basis { evaluation.value + model.debt } else { .nan }
  }
}
