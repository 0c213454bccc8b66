/// A cash flow that is taken from the years of operations: that of the firm, or that of its shareholders.
protocol CashFlow {
  associatedtype Number: ForecastNumber
  /// Interest in the coming year, which is taken before tax.
  var interest: Number { get }
  /// Takes a year in.
  mutating func add(_ year: OperatingYear<Number>, _ discount: YearDiscount<Number>)
}

extension ForecastSource {
  /// Forecasts operations year by year, and hands each year to a cash flow.
  ///
  /// The one loop of all models of operations, for one company and for eight at once: a headline, the cells of a grid
  /// and the draws of a simulation are the same doubles because they come from here.
  ///
  /// - Returns: the discounting after the last year.
  @inline(__always)
  func forecast<Flow: CashFlow>(_ flow: inout Flow) -> Discounting<Number> where Flow.Number == Number {
    let policy = terms.policy
    let accrual = Discounting<Number>.accrual(policy.elapsed) { self[.discount, min($0, horizon - 1)] }
    var discounting = Discounting(accrual: accrual, isMidYear: isMidYear, balanceAge: policy.balanceAge)
    var operations = Operations(self)
    for index in 0..<horizon {
      let year = operations.next(index, interest: flow.interest)
      flow.add(year, discounting.next(self[.discount, index], isFirst: index == 0))
    }
    return discounting
  }

  /// Depreciation of the year after the forecast: at its own rate, else at that of the last year.
  @inline(__always)
  func depreciationAfter(revenue: Number, change: Number) -> Number {
    self[.terminalDepreciation].given(else: last(.depreciation))
      * (terms.policy.terminalDepreciationOfChange ? change : revenue)
  }

  /// Reinvestment of the year after the forecast, each line at its own rate, else at that of the last year.
  @inline(__always)
  func reinvestmentAfter(revenue: Number, change: Number) -> StableReinvestment<Number> {
    let policy = terms.policy
    return StableReinvestment(
      capex: self[.terminalCapex].given(else: last(.capex)) * (policy.terminalCapexOfChange ? change : revenue),
      workingCapital: self[.terminalWorkingCapital].given(else: last(.workingCapital))
        * (policy.terminalWorkingCapitalOfChange ? change : revenue),
      depreciation: depreciationAfter(revenue: revenue, change: change)
    )
  }
}
