import LibC

extension EquityModel {
  /// Values free cash flow to equity.
  ///
  /// `net income = (EBIT - interest) * (1 - tax)`, interest is on the debt at the start of the year, and
  /// `flow = net income - (1 - debt_financing) * (capex - depreciation + working capital)`: borrowing adds to debt, so
  /// that next year's interest includes it. The bridge has no line for debt.
  func evaluate(
    _ model: ResolvedModel,
    _ financing: Financing,
    _ years: inout [EquityYear],
    _ operating: inout [ForecastYear],
    _ result: inout EquityEvaluation
  ) throws(ValuationError) {
    var flow = EquityCashFlow(financing, debt: model.debt)
    let discounting = forecast(model, &flow)
    years += flow.years
    operating += flow.operating
    result.presentValueOfFlows = flow.presentValue
    var factor = discounting.yearEnd
    switch model.terminal {
    case .growth(let growth):
      try perpetuity(model, financing, flow, growth: growth, &result)
      factor = discounting.perpetuityFactor(lastingRate)
    case .multiple(let multiple, let metric):
      try price(multiple, of: metric, flow, &result)
    }
    result.price = result.terminalValue
    result.presentValueOfTerminal = result.terminalValue * factor
    result.value = result.presentValueOfFlows + result.presentValueOfTerminal
    let added = model.cash - financing.operatingCash + claims.investments + claims.nonoperating
    let taken = claims.preferred + claims.minority + claims.pension
    result.share = claims.divided(result.value + added - taken, among: shares)
  }

  /// Forecasts operations as the claims say, which are there whether or not the model of the firm is a full one.
  private func forecast(_ model: ResolvedModel, _ flow: inout EquityCashFlow) -> Discounting<Double> {
    model.rows.withYears { years in
      withUnsafePointer(to: claims) { ModelSource(model, years, FullTerms(firm: $0)).forecast(&flow) }
    }
  }

  /// The value of a cash flow to equity that grows forever.
  private func perpetuity(
    _ model: ResolvedModel, _ financing: Financing, _ flow: EquityCashFlow, growth: Double,
    _ result: inout EquityEvaluation
  ) throws(ValuationError) {
    let revenue = flow.operating.last?.revenue ?? model.revenue
    let after = revenue * (1 + growth)
    let margin = claims.terminalMargin.given(else: model.rows.last(.margin))
    let taxRate = claims.terminalTax.given(else: model.rows.last(.tax))
    let operatingIncome = margin * after
    let profit = operatingIncome - financing.costOfDebt * flow.debt
    let earned = profit - taxRate * max(0, profit)
    if let back = terminalROE {
      result.terminalPayout = growth == 0 ? 1 : 1 - growth / back
      result.terminalFlow = growth == 0 ? earned : earned * (1 - growth / back)
    } else {
      let nopat = operatingIncome * (1 - taxRate)
      let reinvestment = reinvested(model, revenue: after, change: after - revenue, nopat: nopat, growth: growth)
      result.terminalFlow = earned - (1 - financing.borrowed) * reinvestment
      if flow.debt > 0 { result.debtGrowth = financing.borrowed * reinvestment / flow.debt }
    }
    guard earned > 0, result.terminalFlow > 0 else {
      throw flowNotPositive(min(earned, result.terminalFlow), .freeCashFlow)
    }
    result.terminalValue = result.terminalFlow / (lastingRate - growth)
  }

  /// The value by a multiple of a figure of the last year.
  private func price(
    _ multiple: Double, of metric: TerminalAssumption.Metric, _ flow: EquityCashFlow, _ result: inout EquityEvaluation
  ) throws(ValuationError) {
    let last = flow.operating.last ?? ForecastYear()
    result.terminalFlow =
      switch metric {
      case .freeCashFlow: flow.flow
      case .earnings: flow.income
      case .ebitda: last.ebitda
      case .ebit: last.operatingIncome
      case .revenue: last.revenue
      // Refused before, as operations have none of them.
      case .dividends, .book, .tangibleBook: .nan
      }
    guard result.terminalFlow > 0 else { throw flowNotPositive(result.terminalFlow, metric) }
    result.terminalValue = multiple * result.terminalFlow
    // A multiple of earnings before interest prices the firm; equity is that price less debt.
    if [.ebitda, .ebit, .revenue].contains(metric) { result.terminalValue -= flow.debt }
  }

  /// Reinvestment in the year after the forecast.
  private func reinvested(
    _ model: ResolvedModel, revenue: Double, change: Double, nopat: Double, growth: Double
  ) -> Double {
    if !claims.terminalROIC.isNaN { return growth == 0 ? 0 : nopat * growth / claims.terminalROIC }
    if claims.usesSalesToCapital { return change / model.rows.last(.salesToCapital) }
    return model.rows.withYears { years in
      withUnsafePointer(to: claims) {
        ModelSource(model, years, FullTerms(firm: $0)).reinvestmentAfter(revenue: revenue, change: change).net
      }
    }
  }
}
