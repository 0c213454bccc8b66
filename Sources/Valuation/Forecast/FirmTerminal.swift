/// The value of a firm after the forecast, and whether there is one.
struct FirmTerminal<Number: ForecastNumber> {
  /// The cash flow of the year after the forecast, or the figure that a multiple multiplies.
  var flow = Number.zero
  /// The value at the end of the forecast.
  var value = Number.zero
  /// The value on the day of the valuation.
  var presentValue = Number.zero
  /// The discount rate of a perpetuity, else that of the last year.
  var discountRate = Number.zero
  /// The year after the forecast; `nil` for a multiple, and in the plain model.
  var stable: StableNumbers<Number>?
  /// Whether perpetual growth is below the discount rate.
  var isBelowDiscount = Number.always()
  /// True if perpetual growth is below the return on reinvestment.
  var isBelowReturn = Number.always()
  /// Whether the cash flow, and the profit that it comes from, is positive.
  var isPositive = Number.always()

  /// Whether there is a value.
  @inline(__always)
  var isValued: Number.Condition { Number.both(Number.both(isBelowDiscount, isBelowReturn), isPositive) }
}

extension ForecastSource {
  /// The value after the years that `flow` took in.
  @inline(__always)
  func terminal(after flow: FirmCashFlow<Number>, _ discounting: Discounting<Number>) -> FirmTerminal<Number> {
    switch terminal {
    case .growth: terms.isFull ? stablePerpetuity(flow, discounting) : plainPerpetuity(flow, discounting)
    case .multiple(_, let metric): priced(metric, flow, discounting)
    }
  }

  /// The smallest spread of two rates that is not only rounding.
  @inline(__always)
  private var spread: Number { Number(repeating: 1e-12) }

  /// The last year's cash flow, which the perpetuity grows, taxed in full: the losses that it used shelter nothing after it.
  @inline(__always)
  private func plainPerpetuity(_ flow: FirmCashFlow<Number>, _ discounting: Discounting<Number>) -> FirmTerminal<Number>
  {
    var result = FirmTerminal<Number>()
    let growth = self[.terminal]
    let difference = flow.rate - growth
    result.discountRate = flow.rate
    result.flow = (flow.flow - flow.year.taxRate * flow.year.lossesUsed) * (Number.one + growth)
    result.isBelowDiscount = difference.isAbove(spread)
    result.isPositive = result.flow.isAbove(.zero)
    result.value = result.flow / difference
    result.presentValue = result.value * discounting.perpetuityFactor(flow.rate)
    return result
  }

  /// The cash flow of the stable year, which grows forever.
  @inline(__always)
  private func stablePerpetuity(_ flow: FirmCashFlow<Number>, _ discounting: Discounting<Number>) -> FirmTerminal<
    Number
  > {
    var result = FirmTerminal<Number>()
    let stable = stableYear(after: flow)
    let rate = stable.discountRate
    let difference = rate - stable.growth
    if !stable.returnOnCapital.isMissing {
      let isTooLow = (stable.returnOnCapital - stable.growth).isAtMost(spread)
      result.isBelowReturn = Number.not(Number.both(stable.growth.isAbove(.zero), isTooLow))
    }
    result.stable = stable
    result.discountRate = rate
    result.flow = stable.freeCashFlow
    result.isBelowDiscount = difference.isAbove(spread)
    result.isPositive = Number.both(stable.nopat.isAbove(.zero), stable.freeCashFlow.isAbove(.zero))
    result.value = stable.freeCashFlow / difference
    result.presentValue = result.value * discounting.perpetuityFactor(rate)
    return result
  }

  /// A multiple of a figure of the last year.
  @inline(__always)
  private func priced(
    _ metric: TerminalAssumption.Metric, _ flow: FirmCashFlow<Number>, _ discounting: Discounting<Number>
  ) -> FirmTerminal<Number> {
    var result = FirmTerminal<Number>()
    let year = flow.year
    let debt = self[.debt]
    result.discountRate = flow.rate
    result.flow =
      switch metric {
      case .freeCashFlow: flow.flow
      case .ebitda: year.ebitda
      case .ebit: year.operatingIncome
      case .revenue: year.revenue
      case .earnings:
        (year.operatingIncome - Number(repeating: terms.costOfDebt) * debt) * (Number.one - year.taxRate)
      // Refused before, as the firm's model has none of them.
      case .dividends, .book, .tangibleBook: .zero
      }
    result.isPositive = result.flow.isAbove(.zero)
    result.value = self[.terminal] * result.flow
    // A price of earnings is of the equity; operations are worth that and the net debt.
    if metric == .earnings { result.value = result.value + (debt - self[.cash]) }
    result.presentValue = result.value * discounting.yearEnd
    return result
  }
}
