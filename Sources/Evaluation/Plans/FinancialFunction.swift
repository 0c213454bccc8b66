/// A function of the time value of money, as spreadsheets have it.
///
/// Money received is positive, money paid is negative.
public enum FinancialFunction: String, Hashable, Sendable, CaseIterable {
  /// The net present value of amounts one period apart, the first of them discounted too.
  case npv
  /// The net present value of amounts on dates.
  case xnpv
  /// The internal rate of return of amounts one period apart.
  case irr
  /// The internal rate of return of amounts on dates.
  case xirr
  /// The modified internal rate of return.
  case mirr
  /// The present value of equal payments.
  case pv
  /// The future value of equal payments.
  case fv
  /// The payment of each period.
  case pmt
  /// The number of periods.
  case nper
  /// The rate of each period.
  case rate

  /// A parameter of a function.
  enum Parameter: Hashable {
    /// One number; `standard` is used if it is left out, nil if it must be given.
    case number(String, standard: Double?)
    /// Whether payments are made at the end or at the beginning of a period.
    case due
    /// A list of amounts.
    case flows
    /// The day of each amount.
    case dates
  }

  /// The parameters in order; a guess that is left out is missing.
  var parameters: [Parameter] {
    func number(_ name: String, _ standard: Double? = nil) -> Parameter { .number(name, standard: standard) }
    let guess = number("guess", .nan)
    return switch self {
    case .npv: [number("rate"), .flows]
    case .xnpv: [number("rate"), .flows, .dates]
    case .irr: [.flows, guess]
    case .xirr: [.flows, .dates, guess]
    case .mirr: [.flows, number("finance_rate"), number("reinvest_rate")]
    case .pv: [number("rate"), number("nper"), number("pmt"), number("fv", 0), .due]
    case .fv: [number("rate"), number("nper"), number("pmt"), number("pv", 0), .due]
    case .pmt: [number("rate"), number("nper"), number("pv"), number("fv", 0), .due]
    case .nper: [number("rate"), number("pmt"), number("pv"), number("fv", 0), .due]
    case .rate: [number("nper"), number("pmt"), number("pv"), number("fv", 0), .due, guess]
    }
  }

  /// True if the result is a rate.
  var givesRate: Bool { [.irr, .xirr, .mirr, .rate].contains(self) }

  /// The least number of amounts.
  var leastFlows: Int { self == .npv || self == .xnpv ? 1 : 2 }

  /// The rates that solve the problem of a function that searches for one; nil for the others.
  ///
  /// - Parameters:
  ///   - numbers: the arguments that are numbers, in the order of the parameters.
  ///   - days: the number of each amount's day; empty if the amounts are one period apart.
  func rates(_ numbers: [Double], flows: [Double], days: [Double]) -> [Double]? {
    switch self {
    case .irr: CashFlows(flows).internalRates
    case .xirr: CashFlows(flows, days: days).internalRates
    case .rate:
      Annuity.rates(
        periods: numbers[0], payment: numbers[1], present: numbers[2], future: numbers[3], due: due(numbers[4]))
    default: nil
    }
  }

  /// The result; missing if an argument is missing, if there is no result, or if there are several rates and no guess
  /// to choose.
  func apply(_ numbers: [Double], flows: [Double], days: [Double]) -> Double {
    if let rates = rates(numbers, flows: flows, days: days) {
      let guess = numbers[numbers.count - 1]
      if guess.isNaN { return rates.count == 1 ? rates[0] : .nan }
      return rates.min { abs($0 - guess) < abs($1 - guess) } ?? .nan
    }
    return switch self {
    case .npv: CashFlows([0] + flows).presentValue(at: numbers[0])
    case .xnpv: CashFlows(flows, days: days).presentValue(at: numbers[0])
    case .mirr: CashFlows(flows).modifiedRate(financeRate: numbers[0], reinvestRate: numbers[1])
    case .pv:
      Annuity.presentValue(
        rate: numbers[0], periods: numbers[1], payment: numbers[2], future: numbers[3], due: due(numbers[4]))
    case .fv:
      Annuity.futureValue(
        rate: numbers[0], periods: numbers[1], payment: numbers[2], present: numbers[3], due: due(numbers[4]))
    case .pmt:
      Annuity.payment(
        rate: numbers[0], periods: numbers[1], present: numbers[2], future: numbers[3], due: due(numbers[4]))
    case .nper:
      Annuity.periods(
        rate: numbers[0], payment: numbers[1], present: numbers[2], future: numbers[3], due: due(numbers[4]))
    case .irr, .xirr, .rate: .nan
    }
  }

  private func due(_ number: Double) -> Annuity.Due { number == 1 ? .begin : .end }
}
