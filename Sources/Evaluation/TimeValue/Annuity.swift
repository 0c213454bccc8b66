import LibC

/// Equal payments at equal distances between a present amount and a future one, as in spreadsheets.
///
/// Money received is positive, money paid is negative. A result that does not exist is missing (NaN).
///
///     let loan = Annuity.payment(rate: 0.05 / 12, periods: 360, present: 200_000)  // -1073.64 a month
public enum Annuity {
  /// The end of its period on which a payment is made.
  public enum Due: Int, Sendable, Hashable, CaseIterable {
    /// The end of the period; 0 in spreadsheets.
    case end = 0
    /// The beginning of the period; 1 in spreadsheets.
    case begin = 1
  }

  /// The present value of payments and of a final amount.
  public static func presentValue(
    rate: Double, periods: Double, payment: Double, future: Double = 0, due: Due = .end
  ) -> Double {
    let growth = pow(1 + rate, periods)
    return finite(-(future + payment * accumulation(rate, periods, growth, due)) / growth)
  }

  /// The future value of a present amount and of payments.
  public static func futureValue(
    rate: Double, periods: Double, payment: Double, present: Double = 0, due: Due = .end
  ) -> Double {
    let growth = pow(1 + rate, periods)
    return finite(-(present * growth + payment * accumulation(rate, periods, growth, due)))
  }

  /// The payment of each period that turns a present amount into a future one.
  public static func payment(
    rate: Double, periods: Double, present: Double, future: Double = 0, due: Due = .end
  ) -> Double {
    let growth = pow(1 + rate, periods)
    return finite(-(future + present * growth) / accumulation(rate, periods, growth, due))
  }

  /// The number of periods after which payments turn a present amount into a future one.
  public static func periods(
    rate: Double, payment: Double, present: Double, future: Double = 0, due: Due = .end
  ) -> Double {
    guard rate != 0 else { return finite(-(future + present) / payment) }
    let perpetuity = payment * (due == .begin ? 1 + rate : 1) / rate
    return finite(log((perpetuity - future) / (perpetuity + present)) / log1p(rate))
  }

  /// The rates at which payments turn a present amount into a future one, ascending; empty if there is none.
  ///
  /// Searched from -99.99% to 1,000,000% a period.
  public static func rates(
    periods: Double, payment: Double, present: Double, future: Double = 0, due: Due = .end
  ) -> [Double] {
    guard periods > 0, [periods, payment, present, future].allSatisfy(\.isFinite) else { return [] }
    return RateSearch.roots { logarithm in
      let rate = expm1(logarithm)
      let growth = exp(periods * logarithm)
      // Of a growth the present value, of a decline the future one: neither overflows.
      guard rate > 0 else { return present * growth + payment * accumulation(rate, periods, growth, due) + future }
      let discounted = -expm1(-periods * logarithm) / rate * (due == .begin ? 1 + rate : 1)
      return present + payment * discounted + future * exp(-periods * logarithm)
    }
  }

  /// The future value of payments of 1.
  private static func accumulation(_ rate: Double, _ periods: Double, _ growth: Double, _ due: Due) -> Double {
    guard rate != 0 else { return periods }
    // `growth - 1` would lose the digits of a small rate.
    return (due == .begin ? 1 + rate : 1) * expm1(periods * log1p(rate)) / rate
  }

  private static func finite(_ value: Double) -> Double { value.isFinite ? value : .nan }
}
