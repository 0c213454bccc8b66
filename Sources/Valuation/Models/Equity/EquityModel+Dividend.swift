extension EquityModel {
  /// Values a dividend that grows.
  func evaluate(_ start: GrowingDividend, _ years: inout [EquityYear], _ result: inout EquityEvaluation)
    throws(ValuationError)
  {
    if start.isFading, case .growth(let lasting) = terminal {
      fade(start, to: lasting, &result)
    } else {
      try forecast(start, &years, &result)
    }
    result.value = result.presentValueOfFlows + result.presentValueOfTerminal
    result.share = claims.divided(result.value, among: shares)
  }

  /// The H-model of Fuller and Hsia 1984: growth fades in a straight line over 2H years, of which half counts.
  private func fade(_ start: GrowingDividend, to lasting: Double, _ result: inout EquityEvaluation) {
    let rate = lastingRate
    let half = Double(horizon) / 2
    result.terminalFlow = start.dividend * (1 + lasting) * shares
    result.terminalValue = result.terminalFlow / (rate - lasting)
    result.price = result.terminalValue
    let extra = start.dividend * half * (start.growth[0] - lasting) / (rate - lasting)
    result.presentValueOfFlows = extra * shares * result.accrual
    result.presentValueOfTerminal = result.terminalValue * result.accrual
    if isMidYear {
      result.presentValueOfFlows *= (1 + rate).squareRoot()
      result.presentValueOfTerminal *= (1 + rate).squareRoot()
    }
  }

  /// Forecasts the dividend year by year.
  private func forecast(_ start: GrowingDividend, _ years: inout [EquityYear], _ result: inout EquityEvaluation)
    throws(ValuationError)
  {
    var dividend = start.dividend * shares
    var flow = dividend
    var discounting = Discounting(accrual: result.accrual, isMidYear: isMidYear)
    for t in 0..<horizon {
      dividend *= 1 + start.growth[t]
      let buybacks = start.buybacks.isEmpty ? nil : dividend * start.buybacks[t]
      flow = buybacks.map { dividend + $0 } ?? dividend
      let factor = discounting.next(rates[t], isFirst: t == 0).factor
      result.presentValueOfFlows += flow * factor
      years.append(
        EquityYear(
          year: t + 1,
          growth: start.growth[t],
          dividends: dividend,
          buybacks: buybacks,
          flow: flow,
          costOfEquity: rates[t],
          discountFactor: factor,
          presentValue: flow * factor
        ))
    }
    try price(start, dividend, flow, &result)
    var factor = discounting.yearEnd
    if case .growth = terminal { factor = discounting.perpetuityFactor(lastingRate) }
    result.price = result.terminalValue
    result.presentValueOfTerminal = result.terminalValue * factor
  }

  /// The price after the last year.
  ///
  /// - Parameters:
  ///   - dividend: the last year's dividends.
  ///   - flow: the same with buybacks.
  private func price(
    _ start: GrowingDividend, _ dividend: Double, _ flow: Double, _ result: inout EquityEvaluation
  ) throws(ValuationError) {
    switch terminal {
    case .growth(let growth):
      result.terminalFlow = flow * (1 + growth)
      if let back = terminalROE, let payout = start.payout {
        result.terminalFlow = dividend * (1 + growth)
        let lasting = growth == 0 ? 1 : 1 - growth / back
        result.terminalPayout = lasting
        result.terminalFlow *= lasting / payout
      }
      result.terminalValue = result.terminalFlow / (lastingRate - growth)
    case .multiple(let multiple, let metric):
      result.terminalFlow = metric == .earnings ? dividend / (start.payout ?? .nan) : dividend
      result.terminalValue = multiple * result.terminalFlow
    case nil:
      try ResolvedModel.refuse(missing: [.terminal])
    }
  }
}
