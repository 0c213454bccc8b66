/// The discount factor of one year's cash flow.
struct YearDiscount<Number: ForecastNumber> {
  /// The discount rate of the year.
  let rate: Number
  /// The value of one unit of the year's cash flow on the day of the valuation.
  let factor: Number
  /// The part of the year that lies after the balance sheet, which alone counts.
  let portion: Double

  /// The value of a cash flow of the year on the day of the valuation.
  @inline(__always)
  func presentValue(_ flow: Number) -> Number { flow * Number(repeating: portion) * factor }
}

/// The discount factors of a forecast, year after year.
///
/// Factors are products of the yearly rates; a cash flow in the middle of a year is discounted half a year less.
struct Discounting<Number: ForecastNumber> {
  /// The factor at the end of the last year that was discounted.
  private(set) var yearEnd: Number
  private let isMidYear: Bool
  private let balanceAge: Double

  /// - Parameters:
  ///   - accrual: the value of one unit at the end of the base year on the day of the valuation.
  ///   - balanceAge: years from the base year's end to the balance sheet.
  @inline(__always)
  init(accrual: Number, isMidYear: Bool, balanceAge: Double = 0) {
    yearEnd = accrual
    self.isMidYear = isMidYear
    self.balanceAge = balanceAge
  }

  /// Advances by a year.
  @inline(__always)
  mutating func next(_ rate: Number, isFirst: Bool) -> YearDiscount<Number> {
    let before = yearEnd
    let base = Number.one + rate
    yearEnd = before / base
    let factor: Number =
      if !isMidYear {
        yearEnd
      } else if isFirst, balanceAge > 0 {
        before * base.power(-(1 + balanceAge) / 2)
      } else {
        before / base.squareRoot()
      }
    return YearDiscount(rate: rate, factor: factor, portion: isFirst ? 1 - balanceAge : 1)
  }

  /// The factor of a perpetuity that follows the last year, whose flows come when those of the forecast do.
  @inline(__always)
  func perpetuityFactor(_ rate: Number) -> Number {
    isMidYear ? yearEnd * (Number.one + rate).squareRoot() : yearEnd
  }

  /// The value of one unit at the end of the base year on a day some years after it, which may lie before it.
  ///
  /// - Parameter rate: the discount rate of the year with an index from 0, the last year's for later ones.
  @inline(__always)
  static func accrual(_ elapsed: Double, _ rate: (Int) -> Number) -> Number {
    guard elapsed != 0 else { return .one }
    // A day before the base year's end: only a walk between two valuations looks at one.
    if elapsed < 0 { return (Number.one + rate(0)).power(elapsed) }
    var rest = elapsed
    var factor = Number.one
    var year = 0
    while rest > 0 {
      let base = Number.one + rate(year)
      factor = factor * (rest >= 1 ? base : base.power(rest))
      rest -= 1
      year += 1
    }
    return factor
  }
}
