/// The year after the forecast, from which a perpetuity starts.
public struct StableYear: Sendable, Equatable {
  /// Growth forever.
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
  /// Capital expenditure; the sum of reinvestment and depreciation, if a return determines reinvestment.
  public internal(set) var capex = 0.0
  /// Increase in working capital; 0 if a return determines reinvestment.
  public internal(set) var workingCapital = 0.0
  /// Reinvestment net of depreciation.
  public internal(set) var reinvestment = 0.0
  /// Free cash flow.
  public internal(set) var freeCashFlow = 0.0
  /// The discount rate of the perpetuity.
  public internal(set) var discountRate = 0.0
}

/// The stable year of a model, or of eight at once.
struct StableNumbers<Number: ForecastNumber> {
  var growth = Number.zero
  var revenue = Number.zero
  var margin = Number.zero
  var operatingIncome = Number.zero
  var taxRate = Number.zero
  var nopat = Number.zero
  var depreciation = Number.zero
  var capex = Number.zero
  var workingCapital = Number.zero
  var reinvestment = Number.zero
  var freeCashFlow = Number.zero
  var discountRate = Number.zero
  /// The return on reinvestment; missing if reinvestment follows the rates of the last year.
  var returnOnCapital = Number(repeating: .nan)
}

/// The reinvestment of the year after the forecast, line by line.
struct StableReinvestment<Number: ForecastNumber> {
  let capex: Number
  let workingCapital: Number
  let depreciation: Number

  /// Capital expenditure and working capital less depreciation.
  @inline(__always)
  var net: Number { capex + workingCapital - depreciation }
}

extension StableYear {
  init(_ numbers: StableNumbers<Double>) {
    growth = numbers.growth
    revenue = numbers.revenue
    margin = numbers.margin
    operatingIncome = numbers.operatingIncome
    taxRate = numbers.taxRate
    nopat = numbers.nopat
    depreciation = numbers.depreciation
    capex = numbers.capex
    workingCapital = numbers.workingCapital
    reinvestment = numbers.reinvestment
    freeCashFlow = numbers.freeCashFlow
    discountRate = numbers.discountRate
  }
}

extension ForecastSource {
  /// The year after the last one of `flow`, by the stable assumptions if given, else the last year's.
  @inline(__always)
  func stableYear(after flow: FirmCashFlow<Number>) -> StableNumbers<Number> {
    var stable = StableNumbers<Number>()
    let growth = self[.terminal]
    stable.growth = growth
    stable.discountRate = self[.terminalDiscount].given(else: flow.rate)
    stable.taxRate = self[.terminalTax].given(else: flow.year.taxRate)
    stable.margin = self[.terminalMargin].given(else: last(.margin))
    stable.revenue = flow.year.revenue * (Number.one + growth)
    stable.operatingIncome = stable.margin * stable.revenue
    stable.nopat = stable.operatingIncome - stable.taxRate * stable.operatingIncome.notBelowZero
    let change = stable.revenue - flow.year.revenue
    let own = self[.terminalROIC]
    if terms.policy.usesSalesToCapital || !own.isMissing {
      let back = own.given(else: stable.discountRate)
      stable.returnOnCapital = back
      stable.reinvestment = (stable.nopat * growth / back).replaced(by: .zero, where: growth.isEqual(to: .zero))
      stable.depreciation = depreciationAfter(revenue: stable.revenue, change: change)
      stable.capex = stable.reinvestment + stable.depreciation
    } else {
      let reinvested = reinvestmentAfter(revenue: stable.revenue, change: change)
      stable.depreciation = reinvested.depreciation
      stable.capex = reinvested.capex
      stable.workingCapital = reinvested.workingCapital
      stable.reinvestment = reinvested.net
    }
    stable.freeCashFlow = stable.nopat - stable.reinvestment
    return stable
  }
}
