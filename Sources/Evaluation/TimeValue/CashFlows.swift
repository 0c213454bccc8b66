import LibC

/// Amounts that are paid (negative) and received (positive) at known times, the first of them now.
///
///     let flows = CashFlows([-100, 60, 60])
///     flows.presentValue(at: 0.1)  // 4.13, and 3.76 as `npv` of spreadsheets counts
///     flows.internalRates          // [0.1307]
///
/// A result that does not exist is missing (NaN).
public struct CashFlows: Sendable, Hashable {
  /// The amounts.
  public let amounts: [Double]
  /// The periods from the first amount to each.
  public let times: [Double]

  /// Amounts one period apart.
  public init(_ amounts: [Double]) {
    self.amounts = amounts
    times = amounts.indices.map(Double.init)
  }

  /// Amounts on days, the periods being years of 365 days as in spreadsheets.
  ///
  /// - Parameter days: a number of each day that counts on by 1, one for each amount.
  public init(_ amounts: [Double], days: [Double]) {
    self.amounts = amounts
    let first = days.first ?? 0
    times = amounts.indices.map { $0 < days.count ? (days[$0] - first) / 365 : .nan }
  }

  /// The sum of all amounts, each discounted by its time; the first is not discounted.
  public func presentValue(at rate: Double) -> Double {
    var sum = 0.0
    for (amount, time) in zip(amounts, times) { sum += amount / pow(1 + rate, time) }
    return sum.isFinite ? sum : .nan
  }

  /// The rates at which the present value is 0, ascending.
  ///
  /// Empty if there is none, as when all amounts have one sign. Searched from -99.99% to 1,000,000% a period.
  public var internalRates: [Double] {
    guard (amounts + times).allSatisfy(\.isFinite), amounts.contains(where: { $0 > 0 }),
      amounts.contains(where: { $0 < 0 })
    else { return [] }
    // Amounts of one time are one. Zeros at the ends only move the start, and would put roots at infinite rates.
    let byTime = Dictionary(zip(times, amounts)) { $0 + $1 }
    let flows = byTime.map { ($0.value, $0.key) }.filter { $0.0 != 0 }.sorted { $0.1 < $1.1 }
    // Those that cancel each other are worth nothing at any rate, which is none.
    guard !flows.isEmpty else { return [] }
    let (first, last) = (flows.first?.1 ?? 0, flows.last?.1 ?? 0)
    return RateSearch.roots { logarithm in
      // Of a growth the present value, of a decline the future one: both have the same sign, and neither overflows.
      let origin = logarithm >= 0 ? first : last
      var sum = 0.0
      for (amount, time) in flows { sum += amount * exp(logarithm * (origin - time)) }
      return sum
    }
  }

  /// The modified internal rate of return of amounts one period apart: payments are financed at one rate, receipts are
  /// invested at another.
  ///
  /// Missing if all amounts have one sign.
  public func modifiedRate(financeRate: Double, reinvestRate: Double) -> Double {
    let received = CashFlows(amounts.map { max($0, 0) }).presentValue(at: reinvestRate)
    let paid = CashFlows(amounts.map { min($0, 0) }).presentValue(at: financeRate)
    guard received > 0, paid < 0 else { return .nan }
    let rate = pow(-received / paid, 1 / Double(amounts.count - 1)) * (1 + reinvestRate) - 1
    return rate.isFinite ? rate : .nan
  }
}
