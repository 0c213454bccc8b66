import LibC

/// The time value of money: functions of a rate for one period and of payments at equal distances.
///
/// Money received is positive, money paid is negative. A result that does not exist is missing (NaN).
public enum Finance {
  /// When in its period a payment is made.
  public enum Due: String, Sendable, Equatable, CaseIterable {
    /// At the end of the period.
    case end
    /// At the beginning of the period.
    case begin
  }

  /// Net present value: the first value counts today, each later one is discounted one period more.
  public static func npv(_ rate: Double, _ values: some Sequence<Double>) -> Double {
    var sum = 0.0
    var growth = 1.0
    for value in values {
      sum += value / growth
      growth *= 1 + rate
    }
    return sum
  }

  /// Present value of `periods` payments and a final amount.
  public static func pv(
    _ rate: Double,
    _ periods: Double,
    _ payment: Double,
    future: Double = 0,
    due: Due = .end
  )
    -> Double
  {
    let growth = pow(1 + rate, periods)
    return -(future + payment * annuity(rate, periods, growth, due)) / growth
  }

  /// Future value of a present amount and `periods` payments.
  public static func fv(
    _ rate: Double,
    _ periods: Double,
    _ payment: Double,
    _ present: Double,
    due: Due = .end
  )
    -> Double
  {
    let growth = pow(1 + rate, periods)
    return -(present * growth + payment * annuity(rate, periods, growth, due))
  }

  /// The payment in each of `periods` periods that turns a present amount into a future one.
  public static func pmt(
    _ rate: Double,
    _ periods: Double,
    _ present: Double,
    future: Double = 0,
    due: Due = .end
  )
    -> Double
  {
    let growth = pow(1 + rate, periods)
    return -(future + present * growth) / annuity(rate, periods, growth, due)
  }

  /// The number of periods after which payments turn a present amount into a future one.
  public static func nper(
    _ rate: Double,
    _ payment: Double,
    _ present: Double,
    future: Double = 0,
    due: Due = .end
  )
    -> Double
  {
    guard rate != 0 else { return -(future + present) / payment }
    let perpetuity = payment * (due == .begin ? 1 + rate : 1) / rate
    return finite(log((perpetuity - future) / (perpetuity + present)) / log1p(rate))
  }

  /// The interest within the payment of period `period`, which counts from 1.
  public static func ipmt(
    _ rate: Double,
    _ period: Double,
    _ periods: Double,
    _ present: Double,
    future: Double = 0,
    due: Due = .end
  ) -> Double {
    guard period >= 1, period <= periods else { return .nan }
    if due == .begin, period == 1 { return 0 }
    let payment = pmt(rate, periods, present, future: future, due: due)
    let interest = fv(rate, period - 1, payment, present, due: due) * rate
    return due == .begin ? interest / (1 + rate) : interest
  }

  /// The repayment within the payment of period `period`, which counts from 1.
  public static func ppmt(
    _ rate: Double,
    _ period: Double,
    _ periods: Double,
    _ present: Double,
    future: Double = 0,
    due: Due = .end
  ) -> Double {
    pmt(rate, periods, present, future: future, due: due)
      - ipmt(rate, period, periods, present, future: future, due: due)
  }

  /// The rate at which payments turn a present amount into a future one; the nearest to 0 where there are several.
  public static func rate(
    _ periods: Double,
    _ payment: Double,
    _ present: Double,
    _ future: Double,
    due: Due = .end
  ) -> Double {
    guard periods > 0 else { return .nan }
    return nearestRate { rate in
      let growth = pow(1 + rate, periods)
      // Divided by the growth, so that high rates do not overflow.
      return present + (payment * annuity(rate, periods, growth, due) + future) / growth
    }
  }

  /// What payments of 1 have grown to at the end.
  private static func annuity(_ rate: Double, _ periods: Double, _ growth: Double, _ due: Due) -> Double {
    guard rate != 0 else { return periods }
    // `growth - 1` would lose the digits of a small rate.
    return (due == .begin ? 1 + rate : 1) * expm1(periods * log1p(rate)) / rate
  }

  static func finite(_ value: Double) -> Double {
    value.isFinite ? value : .nan
  }
}
