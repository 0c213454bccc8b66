/// How a forecast is computed, besides its numbers.
struct ForecastPolicy {
  /// Whether a rate is a share of the change of revenue, and not of revenue.
  var capexOfChange = false
  var depreciationOfChange = false
  var workingCapitalOfChange = false
  /// The same of the year after the forecast.
  var terminalCapexOfChange = false
  var terminalDepreciationOfChange = false
  var terminalWorkingCapitalOfChange = false
  /// Whether reinvestment follows from sales to capital, and not from the rates above.
  var usesSalesToCapital = false
  /// The number of years by which capital precedes revenue.
  var lag = 0
  /// Years from the base year's end to the balance sheet and to the day of the valuation.
  var balanceAge = 0.0
  var elapsed = 0.0
}

extension ForecastPolicy {
  @inline(__always)
  init(_ firm: borrowing FirmModel) {
    capexOfChange = firm.capexOfChange
    depreciationOfChange = firm.depreciationOfChange
    workingCapitalOfChange = firm.workingCapitalOfChange
    terminalCapexOfChange = firm.terminalCapexOfChange
    terminalDepreciationOfChange = firm.terminalDepreciationOfChange
    terminalWorkingCapitalOfChange = firm.terminalWorkingCapitalOfChange
    usesSalesToCapital = firm.usesSalesToCapital
    lag = firm.lag
    balanceAge = firm.balanceAge
    elapsed = firm.elapsed
  }
}
