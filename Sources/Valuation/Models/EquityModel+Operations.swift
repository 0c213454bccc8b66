import LibC

extension EquityModel {
  /// Values free cash flow to equity.
  ///
  /// `net income = (EBIT - interest) * (1 - tax)`, interest is on the debt at the start of the year, and
  /// `flow = net income - (1 - debt_financing) * (capex - depreciation + working capital)`: what is borrowed adds
  /// to debt, so that next year's interest knows of it. Debt stands nowhere in the bridge.
  func evaluate(
    _ model: ResolvedModel,
    _ financing: Financing,
    _ years: inout [EquityYear],
    _ operating: inout [ForecastYear],
    _ result: inout EquityEvaluation
  ) throws(ValuationError) {
    let n = horizon
    let series = model.series
    let growthAfter: Double = if case .growth(let rate) = model.terminal { rate } else { series[n - 1] }
    var revenue = model.revenue
    var lead = revenue
    for t in 0..<claims.lag { lead *= 1 + (t < n ? series[t] : growthAfter) }
    var nol = claims.nol
    var debt = model.debt
    var income = 0.0
    var flow = 0.0
    var ebit = 0.0
    var ebitda = 0.0
    var yearEnd = result.accrual
    for t in 0..<n {
      let before = revenue
      revenue *= 1 + series[t]
      let change = revenue - before
      ebit = series[n + t] * revenue
      let taxRate = series[2 * n + t]
      let interest = financing.costOfDebt * debt
      let profit = max(0, ebit - interest)
      let used = claims.carriesLosses ? min(nol, claims.nolLimit * profit) : 0
      if claims.carriesLosses { nol += max(0, interest - ebit) - used }
      let tax = taxRate * (profit - used)
      income = ebit - interest - tax
      let depreciation = series[4 * n + t] * (claims.depreciationOfChange ? change : revenue)
      var capex = series[3 * n + t] * (claims.capexOfChange ? change : revenue)
      var workingCapital = series[5 * n + t] * (claims.workingCapitalOfChange ? change : revenue)
      var reinvestment = capex + workingCapital - depreciation
      if claims.usesSalesToCapital {
        let leadBefore = lead
        lead *= 1 + (t + claims.lag < n ? series[t + claims.lag] : growthAfter)
        reinvestment = (lead - leadBefore) / series[7 * n + t]
        capex = reinvestment + depreciation
        workingCapital = 0
      }
      ebitda = ebit + depreciation
      let borrowing = financing.borrowed * reinvestment
      debt += borrowing
      flow = income - reinvestment + borrowing
      let rate = rates[t]
      let start = yearEnd
      yearEnd = start / (1 + rate)
      let portion = t == 0 ? 1 - claims.balanceAge : 1
      let factor: Double =
        if !isMidYear {
          yearEnd
        } else if t == 0, claims.balanceAge > 0 {
          start * pow(1 + rate, -(1 + claims.balanceAge) / 2)
        } else {
          start / (1 + rate).squareRoot()
        }
      let presentValue = flow * portion * factor
      result.presentValueOfFlows += presentValue
      years.append(
        EquityYear(
          year: t + 1,
          growth: series[t],
          netIncome: income,
          payout: income > 0 ? flow / income : nil,
          interest: interest,
          borrowing: borrowing,
          debt: debt,
          flow: flow,
          costOfEquity: rate,
          discountFactor: factor,
          presentValue: presentValue
        ))
      operating.append(
        ForecastYear(
          year: t + 1,
          revenue: revenue,
          growth: series[t],
          margin: series[n + t],
          operatingIncome: ebit,
          ebitda: ebitda,
          taxRate: taxRate,
          tax: tax,
          nopat: ebit - taxRate * max(0, ebit),
          depreciation: depreciation,
          capex: capex,
          workingCapital: workingCapital,
          reinvestment: reinvestment,
          freeCashFlow: flow,
          discountRate: rate,
          discountFactor: factor,
          presentValue: presentValue,
          portion: portion,
          nolUsed: used,
          nol: nol
        ))
    }
    var factor = yearEnd
    switch model.terminal {
    case .growth(let growth):
      let after = revenue * (1 + growth)
      let margin = claims.terminalMargin.isNaN ? series[2 * n - 1] : claims.terminalMargin
      let taxRate = claims.terminalTax.isNaN ? series[3 * n - 1] : claims.terminalTax
      let operatingIncome = margin * after
      let profit = operatingIncome - financing.costOfDebt * debt
      let earned = profit - taxRate * max(0, profit)
      if let back = terminalROE {
        result.terminalPayout = growth == 0 ? 1 : 1 - growth / back
        result.terminalFlow = growth == 0 ? earned : earned * (1 - growth / back)
      } else {
        let reinvestment = reinvested(after, after - revenue, operatingIncome * (1 - taxRate), growth, series)
        result.terminalFlow = earned - (1 - financing.borrowed) * reinvestment
        if debt > 0 { result.debtGrowth = financing.borrowed * reinvestment / debt }
      }
      guard earned > 0, result.terminalFlow > 0 else {
        throw flowNotPositive(min(earned, result.terminalFlow), .freeCashFlow)
      }
      result.terminalValue = result.terminalFlow / (lastingRate - growth)
      factor = perpetuityFactor(yearEnd)
    case .multiple(let multiple, let metric):
      result.terminalFlow =
        switch metric {
        case .freeCashFlow: flow
        case .earnings: income
        case .ebitda: ebitda
        case .ebit: ebit
        case .revenue: revenue
        }
      guard result.terminalFlow > 0 else { throw flowNotPositive(result.terminalFlow, metric) }
      result.terminalValue = multiple * result.terminalFlow
      // A price of what operations earn before interest is of the firm; the equity is what debt leaves of it.
      if [.ebitda, .ebit, .revenue].contains(metric) { result.terminalValue -= debt }
    }
    result.price = result.terminalValue
    result.presentValueOfTerminal = result.terminalValue * factor
    result.value = result.presentValueOfFlows + result.presentValueOfTerminal
    let added = model.cash - financing.operatingCash + claims.investments + claims.nonoperating
    let taken = claims.preferred + claims.minority + claims.pension
    claims.divide(result.value + added - taken, among: shares, &result.share)
  }

  /// What is reinvested in the year after the forecast.
  private func reinvested(
    _ revenue: Double, _ change: Double, _ nopat: Double, _ growth: Double, _ series: [Double]
  ) -> Double {
    let n = horizon
    if !claims.terminalROIC.isNaN { return growth == 0 ? 0 : nopat * growth / claims.terminalROIC }
    if claims.usesSalesToCapital { return change / series[8 * n - 1] }
    let capex = series[4 * n - 1] * (claims.capexOfChange ? change : revenue)
    let depreciation = series[5 * n - 1] * (claims.depreciationOfChange ? change : revenue)
    let workingCapital = series[6 * n - 1] * (claims.workingCapitalOfChange ? change : revenue)
    return capex + workingCapital - depreciation
  }
}
