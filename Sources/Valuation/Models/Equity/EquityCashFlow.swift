/// Free cash flow to equity, with its yearly figures recorded.
///
/// Interest is on the debt at the start of the year, and new borrowing adds to that debt, so that next year's interest
/// includes it.
struct EquityCashFlow: CashFlow {
  private let financing: EquityModel.Financing
  /// Debt at the end of the last year.
  private(set) var debt: Double
  /// Net income and cash flow of the last year.
  private(set) var income = 0.0
  private(set) var flow = 0.0
  /// The sum of the present values.
  private(set) var presentValue = 0.0
  private(set) var years: [EquityYear] = []
  private(set) var operating: [ForecastYear] = []

  init(_ financing: EquityModel.Financing, debt: Double) {
    self.financing = financing
    self.debt = debt
  }

  var interest: Double { financing.costOfDebt * debt }

  mutating func add(_ year: OperatingYear<Double>, _ discount: YearDiscount<Double>) {
    let interest = interest
    income = year.operatingIncome - interest - year.tax
    let borrowing = financing.borrowed * year.reinvestment
    debt += borrowing
    flow = income - year.reinvestment + borrowing
    let presentValue = discount.presentValue(flow)
    self.presentValue += presentValue
    years.append(
      EquityYear(
        year: years.count + 1,
        growth: year.growth,
        netIncome: income,
        payout: income > 0 ? flow / income : nil,
        interest: interest,
        borrowing: borrowing,
        debt: debt,
        flow: flow,
        costOfEquity: discount.rate,
        discountFactor: discount.factor,
        presentValue: presentValue
      ))
    let nopat = year.operatingIncome - year.taxRate * max(0, year.operatingIncome)
    operating.append(ForecastYear(years.count, year, discount, nopat: nopat, freeCashFlow: flow))
  }
}
