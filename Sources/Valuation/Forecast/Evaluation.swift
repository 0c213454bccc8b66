/// The figures that a valuation comes down to, without its years.
struct Evaluation {
  /// Why there is no value.
  enum Refusal: Equatable {
    case terminalNotBelowDiscount
    case terminalFlowNotPositive
    case terminalNotBelowReturn
  }

  var presentValueOfFlows = 0.0
  var terminalFlow = 0.0
  var terminalValue = Double.nan
  var presentValueOfTerminal = Double.nan
  var enterpriseValue = Double.nan
  var equityValue = Double.nan
  var valuePerShare = Double.nan
  var lastDiscount = 0.0
  var refusal: Refusal?
  // What only the full model fills in.
  var stable: StableYear?
  var nolLeft = 0.0
  var openingCapital = Double.nan
  var goingConcern = Double.nan
  var optionsValue = 0.0
  var dilutedShares = Double.nan
  var valuePerOrdinary = Double.nan
}

extension ResolvedModel {
  /// The value of one share; missing where the model is refused.
  public func valuePerShare() -> Double {
    evaluate().valuePerShare
  }

  /// Values the model.
  ///
  /// The one place where the arithmetic stands: a headline and the cells of a grid are the same doubles because
  /// they come from here.
  ///
  /// - Parameter years: where the forecast is written to, `horizon` years long; `nil` where nobody reads it.
  func evaluate(years: UnsafeMutableBufferPointer<ForecastYear>? = nil) -> Evaluation {
    series.withUnsafeBufferPointer { series in
      if firms.isEmpty { return evaluate(series, years) }
      return firms.withUnsafeBufferPointer { evaluate($0[0], series, years) }
    }
  }

  private func evaluate(
    _ series: UnsafeBufferPointer<Double>,
    _ years: UnsafeMutableBufferPointer<ForecastYear>?
  ) -> Evaluation {
    let n = horizon
    var result = Evaluation()
    var revenue = revenue
    var operatingIncome = 0.0
    var ebitda = 0.0
    var flow = 0.0
    var discount = 0.0
    // The factor at year ends; a cash flow in the middle of a year is discounted half a year less.
    var yearEnd = 1.0
    for t in 0..<n {
      let growth = series[t]
      revenue *= 1 + growth
      let margin = series[n + t]
      operatingIncome = margin * revenue
      let taxRate = series[2 * n + t]
      let tax = operatingIncome > 0 ? taxRate * operatingIncome : 0
      let capex = series[3 * n + t] * revenue
      let depreciation = series[4 * n + t] * revenue
      let workingCapital = series[5 * n + t] * revenue
      ebitda = operatingIncome + depreciation
      let nopat = operatingIncome - tax
      flow = nopat + depreciation - capex - workingCapital
      discount = series[6 * n + t]
      let before = yearEnd
      yearEnd = before / (1 + discount)
      let factor = isMidYear ? before / (1 + discount).squareRoot() : yearEnd
      let presentValue = flow * factor
      result.presentValueOfFlows += presentValue
      if let years {
        years[t] = ForecastYear(
          year: t + 1,
          revenue: revenue,
          growth: growth,
          margin: margin,
          operatingIncome: operatingIncome,
          ebitda: ebitda,
          taxRate: taxRate,
          tax: tax,
          nopat: nopat,
          depreciation: depreciation,
          capex: capex,
          workingCapital: workingCapital,
          reinvestment: capex + workingCapital - depreciation,
          freeCashFlow: flow,
          discountRate: discount,
          discountFactor: factor,
          presentValue: presentValue
        )
      }
    }
    result.lastDiscount = discount
    var terminalFactor = yearEnd
    switch terminal {
    case .growth(let growth):
      result.terminalFlow = flow * (1 + growth)
      // A spread that is only rounding is none.
      guard discount - growth > 1e-12 else {
        result.refusal = .terminalNotBelowDiscount
        return result
      }
      result.terminalValue = result.terminalFlow / (discount - growth)
      // The flows after year n come in the middle of their years as well.
      if isMidYear { terminalFactor *= (1 + discount).squareRoot() }
    case .multiple(let multiple, let metric):
      result.terminalFlow =
        switch metric {
        case .freeCashFlow: flow
        case .ebitda: ebitda
        case .ebit: operatingIncome
        case .revenue: revenue
        // Earnings make a full model.
        case .earnings: .nan
        }
      result.terminalValue = multiple * result.terminalFlow
    }
    guard result.terminalFlow > 0 else {
      result.refusal = .terminalFlowNotPositive
      return result
    }
    result.presentValueOfTerminal = result.terminalValue * terminalFactor
    result.enterpriseValue = result.presentValueOfFlows + result.presentValueOfTerminal
    result.equityValue = result.enterpriseValue + cash - debt
    result.valuePerShare = result.equityValue / shares
    return result
  }
}
