import LibC
import Text

/// The numbers that a valuation of equity comes down to, without its years.
struct EquityEvaluation {
  /// Present value of the flows of the forecast.
  var presentValueOfFlows = 0.0
  /// The flow of the year after the forecast, or the multiplied figure.
  var terminalFlow = 0.0
  /// The value at the end of the forecast of the years after it: a price, or residual income.
  var terminalValue = 0.0
  var presentValueOfTerminal = 0.0
  /// The value of one unit at the end of the base year on the day of the valuation.
  var accrual = 1.0
  /// The value of all flows; for residual income with book value.
  var value = 0.0
  /// The price of the equity at the end of the forecast.
  var price = 0.0
  /// Payout after the forecast, where `terminal_roe` gives it.
  var terminalPayout: Double?
  /// Growth of debt in the year after the forecast, where there is debt.
  var debtGrowth: Double?
  /// The equity, the shares and the value of one.
  var share = ShareValue()
}

extension EquityModel {
  /// Values the model and writes its years down.
  ///
  /// - Throws: `terminal-not-below-cost-of-equity`, `terminal-not-below-roe`, `terminal-flow-not-positive`,
  ///   `book-not-positive`.
  func evaluate(_ years: inout [EquityYear], _ operating: inout [ForecastYear]) throws(ValuationError)
    -> EquityEvaluation
  {
    var result = EquityEvaluation()
    result.accrual = Discounting.accrual(claims.elapsed) { rates[min($0, horizon - 1)] }
    if case .growth(let growth) = terminal { try checkGrowth(growth) }
    switch basis {
    case .operations(let model, let financing): try evaluate(model, financing, &years, &operating, &result)
    case .book(let book): try evaluate(book, &years, &result)
    case .dividend(let dividend): try evaluate(dividend, &years, &result)
    }
    return result
  }

  /// The value of one share.
  func valuePerShare() throws(ValuationError) -> Double {
    var years: [EquityYear] = []
    var operating: [ForecastYear] = []
    return try evaluate(&years, &operating).share.valuePerShare
  }

  /// Refuses growth for ever that has no limit, or that leaves nothing to pay out.
  private func checkGrowth(_ growth: Double) throws(ValuationError) {
    guard lastingRate - growth > 1e-12 else {
      throw ValuationError(
        code: .terminalNotBelowCostOfEquity,
        message: "terminal growth of \(Wording.percent(growth)) is not below the cost of equity of "
          + "\(Wording.percent(lastingRate)), so the value has no limit",
        assumptions: ["terminal", terminalRate == nil ? "cost_of_equity" : "terminal_discount"],
        hint: "lower terminal or raise \(terminalRate == nil ? "cost_of_equity" : "terminal_discount")"
      )
    }
    if let back = terminalROE, growth > 0, back - growth <= 1e-12 {
      throw ValuationError(
        code: .terminalNotBelowROE,
        message: "terminal growth of \(Wording.percent(growth)) is not below the return on equity of "
          + "\(Wording.percent(back)), so nothing would be paid out",
        assumptions: ["terminal", "terminal_roe"],
        hint: "lower terminal or raise terminal_roe"
      )
    }
    if method == .fcfe, terminalROE == nil, growth > 0, claims.terminalROIC - growth <= 1e-12 {
      throw ValuationError(
        code: .terminalNotBelowROIC,
        message: "terminal growth of \(Wording.percent(growth)) is not below the return of "
          + "\(Wording.percent(claims.terminalROIC)) on what is reinvested, so all profit would be",
        assumptions: ["terminal", "terminal_roic"],
        hint: "lower terminal or raise terminal_roic"
      )
    }
  }

  // MARK: Book value

  private func evaluate(_ start: BookValue, _ years: inout [EquityYear], _ result: inout EquityEvaluation)
    throws(ValuationError)
  {
    var book = start.book
    var discounting = Discounting(accrual: result.accrual, isMidYear: isMidYear)
    var income = 0.0
    var dividends = 0.0
    var residual = 0.0
    for t in 0..<horizon {
      let opening = book
      income = start.roe[t] * opening
      // A loss pays no dividend, and is not made good by new shares.
      dividends = start.payout[t] * max(0, income)
      residual = income - rates[t] * opening
      book = opening + income - dividends
      guard book > 0 else { throw EquityModel.notPositive(book, year: t + 1) }
      let flow = method == .residualIncome ? residual : dividends
      let factor = discounting.next(rates[t], isFirst: t == 0).factor
      result.presentValueOfFlows += flow * factor
      years.append(
        EquityYear(
          year: t + 1,
          growth: book / opening - 1,
          netIncome: income,
          returnOnEquity: start.roe[t],
          payout: start.payout[t],
          dividends: dividends,
          book: book,
          residualIncome: residual,
          flow: flow,
          costOfEquity: rates[t],
          discountFactor: factor,
          presentValue: flow * factor
        ))
    }
    // The price of the equity at the end, and its premium over book value.
    let rate = lastingRate
    var factor = discounting.yearEnd
    switch terminal {
    case .growth(let growth):
      // Without a return of its own, new equity earns its cost and book value is what it is worth.
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
        factor = discounting.perpetuityFactor(rate)
      }
    case .multiple(let multiple, let metric):
      result.terminalFlow = metric == .earnings ? income : dividends
      guard result.terminalFlow > 0 else { throw flowNotPositive(result.terminalFlow, metric) }
      result.price = multiple * result.terminalFlow
      result.terminalValue = method == .residualIncome ? result.price - book : result.price
    case nil:
      let left = start.persistence.map { residual * $0 / (1 + rate - $0) } ?? 0
      result.price = book + left
      result.terminalFlow = start.persistence.map { residual * $0 } ?? 0
      result.terminalValue = method == .residualIncome ? left : result.price
    }
    result.presentValueOfTerminal = result.terminalValue * factor
    result.value = result.presentValueOfFlows + result.presentValueOfTerminal
    if method == .residualIncome { result.value += start.book * result.accrual }
    result.share = claims.divided(result.value, among: shares)
  }

  func flowNotPositive(_ flow: Double, _ metric: TerminalAssumption.Metric) -> ValuationError {
    let title = metric == .freeCashFlow && method != .fcfe ? "the dividend" : metric.title
    return ValuationError(
      code: .terminalFlowNotPositive,
      message: "\(title) after the forecast is \(Wording.amount(flow)), and what is not positive cannot be valued by "
        + "terminal = \(terminal?.text ?? "")",
      assumptions: method == .fcfe ? ["terminal", "margin", "capex", "debt"] : ["terminal", "roe", "payout"],
      hint: "let earnings reach a lasting level before the horizon ends"
    )
  }

  // MARK: Dividends

  private func evaluate(_ start: GrowingDividend, _ years: inout [EquityYear], _ result: inout EquityEvaluation)
    throws(ValuationError)
  {
    let rate = lastingRate
    if start.isFading, case .growth(let lasting) = terminal {
      // Fuller and Hsia 1984: growth fades in a straight line over 2H years, of which half counts.
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
      result.value = result.presentValueOfFlows + result.presentValueOfTerminal
      result.share = claims.divided(result.value, among: shares)
      return
    }
    var dividend = start.dividend * shares
    var discounting = Discounting(accrual: result.accrual, isMidYear: isMidYear)
    for t in 0..<horizon {
      dividend *= 1 + start.growth[t]
      let factor = discounting.next(rates[t], isFirst: t == 0).factor
      result.presentValueOfFlows += dividend * factor
      years.append(
        EquityYear(
          year: t + 1,
          growth: start.growth[t],
          dividends: dividend,
          flow: dividend,
          costOfEquity: rates[t],
          discountFactor: factor,
          presentValue: dividend * factor
        ))
    }
    var factor = discounting.yearEnd
    switch terminal {
    case .growth(let growth):
      result.terminalFlow = dividend * (1 + growth)
      if let back = terminalROE, let payout = start.payout {
        let lasting = growth == 0 ? 1 : 1 - growth / back
        result.terminalPayout = lasting
        result.terminalFlow *= lasting / payout
      }
      result.terminalValue = result.terminalFlow / (rate - growth)
      factor = discounting.perpetuityFactor(rate)
    case .multiple(let multiple, let metric):
      result.terminalFlow = metric == .earnings ? dividend / (start.payout ?? .nan) : dividend
      result.terminalValue = multiple * result.terminalFlow
    case nil:
      preconditionFailure("A forecast of dividends was checked to have a terminal.")
    }
    result.price = result.terminalValue
    result.presentValueOfTerminal = result.terminalValue * factor
    result.value = result.presentValueOfFlows + result.presentValueOfTerminal
    result.share = claims.divided(result.value, among: shares)
  }
}
