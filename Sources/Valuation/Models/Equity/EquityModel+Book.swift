extension EquityModel {
  /// Values dividends, or residual income, of a company whose book value grows by retained earnings.
  func evaluate(_ start: BookValue, _ years: inout [EquityYear], _ result: inout EquityEvaluation)
    throws(ValuationError)
  {
    var book = start.opening
    var discounting = Discounting(accrual: result.accrual, isMidYear: isMidYear)
    for t in 0..<horizon {
      var year = try self.year(t, start, opening: book)
      book = year.book ?? .nan
      year.discountFactor = discounting.next(rates[t], isFirst: t == 0).factor
      year.presentValue = year.flow * year.discountFactor
      result.presentValueOfFlows += year.presentValue
      years.append(year)
    }
    let last = years.last ?? EquityYear()
    var factor = discounting.yearEnd
    switch terminal {
    case .growth(let growth):
      perpetuity(of: book, growth: growth, &result)
      if method != .residualIncome { factor = discounting.perpetuityFactor(lastingRate) }
    case .multiple(let multiple, let metric):
      try price(multiple, of: metric, last, &result)
    case nil:
      fadeOut(last, start.persistence, &result)
    }
    result.presentValueOfTerminal = result.terminalValue * factor
    result.value = result.presentValueOfFlows + result.presentValueOfTerminal
    if method == .residualIncome { result.value += start.opening * result.accrual }
    // Excess capital paid out at the start is not discounted, and is not a flow of any year.
    result.excess = start.excess * result.accrual
    result.share = claims.divided(result.value + result.excess, among: shares)
  }

  /// One year of earnings on book value, before it is discounted.
  private func year(_ t: Int, _ start: BookValue, opening: Double) throws(ValuationError) -> EquityYear {
    let income = start.returns[t] * opening
    // A loss pays no dividend, and is not made good by new shares.
    let dividends = start.payout[t] * max(0, income)
    let buybacks = start.buybacks.isEmpty ? 0 : start.buybacks[t] * max(0, income)
    let residual = income - rates[t] * opening
    let book = opening + income - dividends - buybacks
    guard book > 0 else { throw EquityModel.notPositive(book, start, year: t + 1) }
    return EquityYear(
      year: t + 1,
      growth: book / opening - 1,
      netIncome: income,
      returnOnEquity: start.returns[t],
      payout: start.payout[t],
      dividends: dividends,
      buybacks: start.buybacks.isEmpty ? nil : buybacks,
      book: book,
      statedBook: start.isGivenTangible ? nil : book + (start.preferred + start.goodwill),
      residualIncome: residual,
      flow: method == .residualIncome ? residual : dividends + buybacks,
      costOfEquity: rates[t]
    )
  }

  /// The price of equity that earns its return forever, and its premium over book value.
  private func perpetuity(of book: Double, growth: Double, _ result: inout EquityEvaluation) {
    let rate = lastingRate
    // Without a return of its own, new equity earns its cost, and is worth its book value.
    let back = terminalROE ?? rate
    result.terminalPayout = growth == 0 ? 1 : 1 - growth / back
    let premium = (back - rate) * book / (rate - growth)
    if method == .residualIncome {
      result.price = book + premium
      result.terminalFlow = (back - rate) * book
      result.terminalValue = premium
    } else {
      result.terminalFlow = back * book * (growth == 0 ? 1 : 1 - growth / back)
      result.price = result.terminalFlow / (rate - growth)
      result.terminalValue = result.price
    }
  }

  /// The price as a multiple of the last year's earnings, dividends or book value.
  private func price(
    _ multiple: Double, of metric: TerminalAssumption.Metric, _ last: EquityYear, _ result: inout EquityEvaluation
  ) throws(ValuationError) {
    let book = last.book ?? .nan
    let figure: Double? =
      switch metric {
      case .earnings: last.netIncome
      case .dividends: last.dividends
      case .book, .tangibleBook: book
      case .freeCashFlow, .ebitda, .ebit, .revenue: nil
      }
    result.terminalFlow = figure ?? .nan
    guard result.terminalFlow > 0 else { throw flowNotPositive(result.terminalFlow, metric) }
    result.price = multiple * result.terminalFlow
    result.terminalValue = method == .residualIncome ? result.price - book : result.price
  }

  /// The price of book value whose residual income fades, or ends with the forecast if nothing persists.
  private func fadeOut(_ last: EquityYear, _ persistence: Double?, _ result: inout EquityEvaluation) {
    let residual = last.residualIncome ?? .nan
    let left = persistence.map { residual * $0 / (1 + lastingRate - $0) } ?? 0
    result.price = (last.book ?? .nan) + left
    result.terminalFlow = persistence.map { residual * $0 } ?? 0
    result.terminalValue = method == .residualIncome ? left : result.price
  }
}
