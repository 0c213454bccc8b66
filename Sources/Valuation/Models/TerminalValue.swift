/// The value after the forecast, and its counterpart in the other convention.
public struct TerminalValue: Sendable, Equatable {
  /// The assumption; `nil` if residual income ends or fades, and nothing else is said.
  public let assumption: TerminalAssumption?
  /// The cash flow of the year after the forecast for a perpetuity; the multiplied figure for a multiple.
  public let flow: Double
  /// The discount rate of the perpetuity: that of the last year, unless `terminal_discount` says another.
  public let discountRate: Double
  /// The value at the end of the forecast.
  public let value: Double
  /// The value today.
  public let presentValue: Double
  /// The price at the end of the last year as a multiple of its free cash flow; `nil` if that is not positive.
  public let impliedFlowMultiple: Double?
  /// The price at the end of the last year as a multiple of its EBITDA; `nil` if that is not positive.
  public let impliedEBITDAMultiple: Double?
  /// The perpetual growth that gives the same value; for a perpetuity its own growth.
  ///
  /// `nil` for a multiple if the last year's free cash flow is not positive.
  public let impliedGrowth: Double?
  /// The implied return on reinvestment after the forecast.
  ///
  /// Growth forever times operating income after tax over reinvestment. `nil` for a multiple, and if nothing is
  /// reinvested.
  public let impliedReturnOnNewCapital: Double?

  /// The year after the forecast, from which a perpetuity starts; `nil` for a multiple, and in the plain model, which
  /// uses the last year with terminal growth.
  public let stable: StableYear?
  /// The price of the equity at the end of the forecast as a multiple of the last year's earnings; `nil` if they are
  /// not known or not positive, and in a valuation of the firm.
  public let impliedPriceToEarnings: Double?
  /// The price of the equity at the end of the forecast as a multiple of its book value; `nil` if that is not known.
  public let impliedPriceToBook: Double?
  /// The share of earnings that is paid out after the forecast; `nil` if nothing says it.
  public let payout: Double?

  init(_ model: ResolvedModel, _ evaluation: FirmEvaluation, last: ForecastYear) {
    assumption = model.terminal
    impliedPriceToEarnings = nil
    impliedPriceToBook = nil
    payout = nil
    stable = evaluation.stable
    flow = evaluation.terminalFlow
    discountRate = evaluation.lastDiscount
    value = evaluation.terminalValue
    presentValue = evaluation.presentValueOfTerminal
    // A perpetuity of mid-year flows is worth half a year more at the end of the last year, while a multiple is a
    // price; the two are compared there.
    let halfYear = model.isMidYear ? (1 + discountRate).squareRoot() : 1
    let cash = last.freeCashFlow
    switch model.terminal {
    case .growth(let growth):
      let price = value * halfYear
      impliedFlowMultiple = cash > 0 ? price / cash : nil
      impliedEBITDAMultiple = last.ebitda > 0 ? price / last.ebitda : nil
      impliedGrowth = growth
      if let stable {
        impliedReturnOnNewCapital = stable.reinvestment > 0 ? growth * stable.nopat / stable.reinvestment : nil
      } else {
        let profit = last.nopat - last.taxSaved
        impliedReturnOnNewCapital = last.reinvestment > 0 ? growth * profit / last.reinvestment : nil
      }
    case .multiple:
      impliedFlowMultiple = cash > 0 ? value / cash : nil
      impliedEBITDAMultiple = last.ebitda > 0 ? value / last.ebitda : nil
      let first = cash * halfYear
      impliedGrowth = cash > 0 ? (value * discountRate - first) / (value + first) : nil
      impliedReturnOnNewCapital = nil
    }
  }

  init(_ model: EquityModel, _ evaluation: EquityEvaluation, last: EquityYear?, operating: ForecastYear?) {
    assumption = model.terminal
    flow = evaluation.terminalFlow
    discountRate = model.lastingRate
    value = evaluation.terminalValue
    presentValue = evaluation.presentValueOfTerminal
    payout = evaluation.terminalPayout
    stable = nil
    let halfYear = model.isMidYear ? (1 + discountRate).squareRoot() : 1
    let isPerpetuity = if case .growth = model.terminal { true } else { false }
    let price = evaluation.price * (isPerpetuity ? halfYear : 1)
    func multiple(_ figure: Double?) -> Double? { figure.flatMap { $0 > 0 ? price / $0 : nil } }
    impliedPriceToEarnings = multiple(last?.netIncome)
    impliedPriceToBook = multiple(last?.book)
    let paid = model.method == .residualIncome ? last?.paidOut : last?.flow
    impliedFlowMultiple = multiple(paid)
    impliedEBITDAMultiple = operating.flatMap { $0.ebitda > 0 ? (price + (last?.debt ?? 0)) / $0.ebitda : nil }
    switch model.terminal {
    case .growth(let growth):
      impliedGrowth = growth
      impliedReturnOnNewCapital = model.terminalROE
    case .multiple, nil:
      let first = (paid ?? 0) * halfYear
      let isGrowing = first > 0 && model.terminal != nil
      impliedGrowth = isGrowing ? (price * discountRate - first) / (price + first) : nil
      impliedReturnOnNewCapital = nil
    }
  }
}
