import LibC

extension ResolvedModel {
  /// Values the full model; see ``evaluate(years:)``.
  func evaluate(
    _ firm: borrowing FirmModel,
    _ series: UnsafeBufferPointer<Double>,
    _ years: UnsafeMutableBufferPointer<ForecastYear>?
  ) -> Evaluation {
    let n = horizon
    var result = Evaluation()
    let growthAfter: Double =
      if case .growth(let rate) = terminal { rate } else { series[n - 1] }
    var revenue = revenue
    // Revenue of the year that this year's capital is for.
    var lead = revenue
    for t in 0..<firm.lag { lead *= 1 + (t < n ? series[t] : growthAfter) }
    var nol = firm.nol
    let opening = firm.openingCapital(cash: cash, debt: debt)
    var capital = opening
    var operatingIncome = 0.0
    var taxRate = 0.0
    var ebitda = 0.0
    var flow = 0.0
    var discount = 0.0
    var yearEnd = accrual(firm.elapsed, series)
    for t in 0..<n {
      let growth = series[t]
      let revenueBefore = revenue
      revenue *= 1 + growth
      let change = revenue - revenueBefore
      operatingIncome = series[n + t] * revenue
      taxRate = series[2 * n + t]
      let profit = max(0, operatingIncome)
      let used = firm.carriesLosses ? min(nol, firm.nolLimit * profit) : 0
      if firm.carriesLosses { nol += max(0, -operatingIncome) - used }
      let tax = taxRate * (profit - used)
      let nopat = operatingIncome - tax
      let depreciation = series[4 * n + t] * (firm.depreciationOfChange ? change : revenue)
      var capex: Double
      var workingCapital: Double
      let reinvestment: Double
      if firm.usesSalesToCapital {
        let leadBefore = lead
        lead *= 1 + (t + firm.lag < n ? series[t + firm.lag] : growthAfter)
        reinvestment = (lead - leadBefore) / series[7 * n + t]
        capex = reinvestment + depreciation
        workingCapital = 0
        flow = nopat - reinvestment
      } else {
        capex = series[3 * n + t] * (firm.capexOfChange ? change : revenue)
        workingCapital = series[5 * n + t] * (firm.workingCapitalOfChange ? change : revenue)
        reinvestment = capex + workingCapital - depreciation
        flow = nopat + depreciation - capex - workingCapital
      }
      ebitda = operatingIncome + depreciation
      let back = capital > 0 ? nopat / capital : .nan
      capital += reinvestment
      discount = series[6 * n + t]
      let before = yearEnd
      yearEnd = before / (1 + discount)
      let part = t == 0 ? 1 - firm.balanceAge : 1
      let factor: Double =
        if !isMidYear {
          yearEnd
        } else if t == 0, firm.balanceAge > 0 {
          before * pow(1 + discount, -(1 + firm.balanceAge) / 2)
        } else {
          before / (1 + discount).squareRoot()
        }
      let presentValue = flow * part * factor
      result.presentValueOfFlows += presentValue
      if let years {
        years[t] = ForecastYear(
          year: t + 1,
          revenue: revenue,
          growth: growth,
          margin: series[n + t],
          operatingIncome: operatingIncome,
          ebitda: ebitda,
          taxRate: taxRate,
          tax: tax,
          nopat: nopat,
          depreciation: depreciation,
          capex: capex,
          workingCapital: workingCapital,
          reinvestment: reinvestment,
          freeCashFlow: flow,
          discountRate: discount,
          discountFactor: factor,
          presentValue: presentValue,
          portion: part,
          nolUsed: used,
          nol: nol,
          investedCapital: capital.isNaN ? nil : capital,
          returnOnCapital: back.isNaN ? nil : back
        )
      }
    }
    result.nolLeft = nol
    result.openingCapital = opening
    let tax = firm.terminalTax.isNaN ? taxRate : firm.terminalTax
    switch terminal {
    case .growth(let growth):
      let rate = firm.terminalDiscount.isNaN ? discount : firm.terminalDiscount
      result.lastDiscount = rate
      var stable = StableYear()
      stable.growth = growth
      stable.discountRate = rate
      stable.taxRate = tax
      stable.margin = firm.terminalMargin.isNaN ? series[2 * n - 1] : firm.terminalMargin
      stable.revenue = revenue * (1 + growth)
      stable.operatingIncome = stable.margin * stable.revenue
      stable.nopat = stable.operatingIncome - tax * max(0, stable.operatingIncome)
      let change = stable.revenue - revenue
      stable.depreciation = series[5 * n - 1] * (firm.depreciationOfChange ? change : stable.revenue)
      if firm.usesSalesToCapital || !firm.terminalROIC.isNaN {
        let back = firm.terminalROIC.isNaN ? rate : firm.terminalROIC
        if growth > 0, back - growth <= 1e-12 {
          result.stable = stable
          result.refusal = .terminalNotBelowReturn
          return result
        }
        stable.reinvestment = growth == 0 ? 0 : stable.nopat * growth / back
      } else {
        let capex = series[4 * n - 1] * (firm.capexOfChange ? change : stable.revenue)
        let workingCapital = series[6 * n - 1] * (firm.workingCapitalOfChange ? change : stable.revenue)
        stable.reinvestment = capex + workingCapital - stable.depreciation
      }
      stable.freeCashFlow = stable.nopat - stable.reinvestment
      result.stable = stable
      result.terminalFlow = stable.freeCashFlow
      guard rate - growth > 1e-12 else {
        result.refusal = .terminalNotBelowDiscount
        return result
      }
      guard stable.nopat > 0, stable.freeCashFlow > 0 else {
        result.refusal = .terminalFlowNotPositive
        return result
      }
      result.terminalValue = stable.freeCashFlow / (rate - growth)
      result.presentValueOfTerminal =
        result.terminalValue * (isMidYear ? yearEnd * (1 + rate).squareRoot() : yearEnd)
    case .multiple(let multiple, let metric):
      result.lastDiscount = discount
      result.terminalFlow =
        switch metric {
        case .freeCashFlow: flow
        case .ebitda: ebitda
        case .ebit: operatingIncome
        case .revenue: revenue
        case .earnings: (operatingIncome - firm.costOfDebt * debt) * (1 - taxRate)
        }
      guard result.terminalFlow > 0 else {
        result.refusal = .terminalFlowNotPositive
        return result
      }
      result.terminalValue = multiple * result.terminalFlow
      // A price of earnings is of the equity; operations are worth that and the net debt.
      if metric == .earnings { result.terminalValue += debt - cash }
      result.presentValueOfTerminal = result.terminalValue * yearEnd
    }
    result.goingConcern = result.presentValueOfFlows + result.presentValueOfTerminal
    let proceeds = firm.failureProceeds * (firm.failureOfBook ? opening : result.goingConcern)
    result.enterpriseValue =
      firm.failure == 0 ? result.goingConcern : (1 - firm.failure) * result.goingConcern + firm.failure * proceeds
    let claims = firm.leases + firm.preferred + firm.minority + firm.pension
    let assets = cash + firm.investments + firm.nonoperating
    firm.divide(result.enterpriseValue + assets - debt - claims, among: shares, &result)
    return result
  }

  /// What one unit at the end of the base year is worth on the day of the valuation.
  func accrual(_ elapsed: Double, _ series: UnsafeBufferPointer<Double>) -> Double {
    guard elapsed != 0 else { return 1 }
    // A day before the base year's end: only a walk between two valuations looks at one.
    if elapsed < 0 { return pow(1 + series[6 * horizon], elapsed) }
    var rest = elapsed
    var factor = 1.0
    var t = 0
    while rest > 0 {
      let rate = series[6 * horizon + min(t, horizon - 1)]
      factor *= rest >= 1 ? 1 + rate : pow(1 + rate, rest)
      rest -= 1
      t += 1
    }
    return factor
  }
}

/// The year after the forecast, from which a perpetuity goes on.
public struct StableYear: Sendable, Equatable {
  /// Growth for ever.
  public internal(set) var growth = 0.0
  /// Revenue.
  public internal(set) var revenue = 0.0
  /// Operating margin.
  public internal(set) var margin = 0.0
  /// Operating income.
  public internal(set) var operatingIncome = 0.0
  /// The tax rate; losses carried forward shelter nothing here.
  public internal(set) var taxRate = 0.0
  /// Operating income after tax.
  public internal(set) var nopat = 0.0
  /// Depreciation.
  public internal(set) var depreciation = 0.0
  /// What is reinvested, net of depreciation.
  public internal(set) var reinvestment = 0.0
  /// Free cash flow.
  public internal(set) var freeCashFlow = 0.0
  /// The discount rate of the perpetuity.
  public internal(set) var discountRate = 0.0
}
