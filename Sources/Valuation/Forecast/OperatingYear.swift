/// One year of operations, before it is known whom its cash flow belongs to.
struct OperatingYear<Number: ForecastNumber> {
  var growth = Number.zero
  var revenue = Number.zero
  var margin = Number.zero
  var operatingIncome = Number.zero
  var taxRate = Number.zero
  /// Tax on operating income less interest, after the losses that shelter it.
  var tax = Number.zero
  /// Profit that losses carried forward shelter from tax.
  var lossesUsed = Number.zero
  /// Losses carried forward at the end of the year.
  var losses = Number.zero
  var depreciation = Number.zero
  var capex = Number.zero
  var workingCapital = Number.zero
  /// Capital expenditure and working capital less depreciation.
  var reinvestment = Number.zero

  @inline(__always)
  var ebitda: Number { operatingIncome + depreciation }
}

/// The operations of a company, year after year: revenue, tax and reinvestment.
struct Operations<Source: ForecastSource> {
  typealias Number = Source.Number

  private let source: Source
  private let policy: ForecastPolicy
  private var revenue: Number
  /// Revenue of the year that this year's capital is for.
  private var lead: Number
  private var losses: Number

  @inline(__always)
  init(_ source: Source) {
    self.source = source
    policy = source.terms.policy
    revenue = source[.revenue]
    losses = source[.nol]
    lead = revenue
    for year in 0..<policy.lag { lead = lead * (Number.one + source.growth(year)) }
  }

  /// Advances by a year.
  ///
  /// - Parameters:
  ///   - index: the index of the year, from 0.
  ///   - interest: interest that is taken from the taxed profit.
  @inline(__always)
  mutating func next(_ index: Int, interest: Number) -> OperatingYear<Number> {
    var year = OperatingYear<Number>()
    let before = revenue
    year.growth = source[.growth, index]
    revenue = before * (Number.one + year.growth)
    year.revenue = revenue
    year.margin = source[.margin, index]
    year.operatingIncome = year.margin * revenue
    tax(&year, index, interest: interest)
    reinvest(&year, index, change: revenue - before)
    return year
  }

  @inline(__always)
  private mutating func tax(_ year: inout OperatingYear<Number>, _ index: Int, interest: Number) {
    year.taxRate = source[.tax, index]
    let profit = (year.operatingIncome - interest).notBelowZero
    let limit = source[.nolLimit] * profit
    year.lossesUsed = limit.replaced(by: losses, where: losses.isAtMost(limit))
    losses = losses + ((interest - year.operatingIncome).notBelowZero - year.lossesUsed)
    year.losses = losses
    year.tax = year.taxRate * (profit - year.lossesUsed)
  }

  @inline(__always)
  private mutating func reinvest(_ year: inout OperatingYear<Number>, _ index: Int, change: Number) {
    year.depreciation = source[.depreciation, index] * (policy.depreciationOfChange ? change : revenue)
    if policy.usesSalesToCapital {
      let before = lead
      lead = before * (Number.one + source.growth(index + policy.lag))
      year.reinvestment = (lead - before) / source[.salesToCapital, index]
      year.capex = year.reinvestment + year.depreciation
    } else {
      year.capex = source[.capex, index] * (policy.capexOfChange ? change : revenue)
      year.workingCapital = source[.workingCapital, index] * (policy.workingCapitalOfChange ? change : revenue)
      year.reinvestment = year.capex + year.workingCapital - year.depreciation
    }
  }
}
