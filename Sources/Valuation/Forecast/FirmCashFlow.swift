/// Free cash flow to the firm: operating income after tax less reinvestment.
struct FirmCashFlow<Number: ForecastNumber>: CashFlow {
  private let usesSalesToCapital: Bool
  /// The sum of the present values.
  private(set) var presentValue = Number.zero
  /// The last year that was taken in, its cash flow and its discount rate.
  private(set) var year = OperatingYear<Number>()
  private(set) var flow = Number.zero
  private(set) var rate = Number.zero

  @inline(__always)
  init(_ policy: ForecastPolicy) { usesSalesToCapital = policy.usesSalesToCapital }

  @inline(__always)
  var interest: Number { .zero }

  @inline(__always)
  mutating func add(_ year: OperatingYear<Number>, _ discount: YearDiscount<Number>) {
    let nopat = year.operatingIncome - year.tax
    flow =
      usesSalesToCapital
      ? nopat - year.reinvestment : nopat + year.depreciation - year.capex - year.workingCapital
    presentValue = presentValue + discount.presentValue(flow)
    rate = discount.rate
    self.year = year
  }
}

/// Free cash flow to the firm whose years are written down.
struct RecordedFirmCashFlow: CashFlow {
  private(set) var firm: FirmCashFlow<Double>
  private(set) var years: [ForecastYear] = []
  /// Invested capital at the end of the last year; missing if that at the start is not known.
  private var capital: Double

  init(_ policy: ForecastPolicy, openingCapital: Double) {
    firm = FirmCashFlow(policy)
    capital = openingCapital
  }

  var interest: Double { firm.interest }

  mutating func add(_ year: OperatingYear<Double>, _ discount: YearDiscount<Double>) {
    firm.add(year, discount)
    let nopat = year.operatingIncome - year.tax
    let back = capital > 0 ? nopat / capital : .nan
    capital += year.reinvestment
    var written = ForecastYear(years.count + 1, year, discount, nopat: nopat, freeCashFlow: firm.flow)
    written.investedCapital = capital.isNaN ? nil : capital
    written.returnOnCapital = back.isFinite ? back : nil
    years.append(written)
  }
}

extension ForecastYear {
  init(
    _ number: Int, _ year: OperatingYear<Double>, _ discount: YearDiscount<Double>, nopat: Double, freeCashFlow: Double
  ) {
    self.init(
      year: number,
      revenue: year.revenue,
      growth: year.growth,
      margin: year.margin,
      operatingIncome: year.operatingIncome,
      ebitda: year.ebitda,
      taxRate: year.taxRate,
      tax: year.tax,
      nopat: nopat,
      depreciation: year.depreciation,
      capex: year.capex,
      workingCapital: year.workingCapital,
      reinvestment: year.reinvestment,
      freeCashFlow: freeCashFlow,
      discountRate: discount.rate,
      discountFactor: discount.factor,
      presentValue: discount.presentValue(freeCashFlow),
      portion: discount.portion,
      nolUsed: year.lossesUsed,
      nol: year.losses
    )
  }
}
