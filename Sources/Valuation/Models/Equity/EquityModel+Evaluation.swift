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
  /// Capital that is paid out at the start, on the day of the valuation.
  var excess = 0.0
  /// The price of the equity at the end of the forecast.
  var price = 0.0
  /// Payout after the forecast, if `terminal_roe` gives it.
  var terminalPayout: Double?
  /// Growth of debt in the year after the forecast, if there is debt.
  var debtGrowth: Double?
  /// The equity, the shares and the value of one.
  var share = ShareValue()

  /// The terminal value's share of the value to shareholders; `nil` if that is not positive.
  var terminalShare: Double? { value + excess > 0 ? presentValueOfTerminal / (value + excess) : nil }
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

  /// Refuses perpetual growth that has no limit, or that leaves nothing to pay out.
  private func checkGrowth(_ growth: Double) throws(ValuationError) {
    guard lastingRate - growth > 1e-12 else {
      let rate: AssumptionName = terminalRate == nil ? .costOfEquity : .terminalDiscount
      throw ValuationError(
        code: .terminalNotBelowCostOfEquity,
        message: "terminal growth of \(Wording.percent(growth)) is not below the cost of equity of "
          + "\(Wording.percent(lastingRate)), so the value is infinite",
        assumptions: [.terminal, rate],
        hint: "lower terminal or raise \(rate)"
      )
    }
    if let back = terminalROE, growth > 0, back - growth <= 1e-12 {
      throw ValuationError(
        code: .terminalNotBelowROE,
        message: "terminal growth of \(Wording.percent(growth)) is not below the return on equity of "
          + "\(Wording.percent(back)), so nothing would be paid out",
        assumptions: [.terminal, .terminalROE],
        hint: "lower terminal or raise terminal_roe"
      )
    }
    if method == .fcfe, terminalROE == nil, growth > 0, claims.terminalROIC - growth <= 1e-12 {
      throw ValuationError(
        code: .terminalNotBelowROIC,
        message: "terminal growth of \(Wording.percent(growth)) is not below the return of "
          + "\(Wording.percent(claims.terminalROIC)) on reinvestment, so all profit would be reinvested",
        assumptions: [.terminal, .terminalROIC],
        hint: "lower terminal or raise terminal_roic"
      )
    }
  }

  /// The refusal of a figure that nothing can be multiplied with, or that does not grow into a value.
  func flowNotPositive(_ flow: Double, _ metric: TerminalAssumption.Metric) -> ValuationError {
    ValuationError(
      code: .terminalFlowNotPositive,
      message:
        "\(metric.title) after the forecast is \(Wording.amount(flow)), which is not positive and cannot be valued by "
        + "terminal = \(terminal?.text ?? "")",
      assumptions: method == .fcfe ? [.terminal, .margin, .capex, .debt] : [.terminal, .roe, .payout],
      hint: "let earnings reach a lasting level before the horizon ends"
    )
  }
}
