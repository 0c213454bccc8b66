import Calendar
import LibC

/// What an account earned in a period.
public struct PeriodResult: Sendable, Hashable {
  /// The first day.
  public var first: CivilDate
  /// The last day.
  public var last: CivilDate
  /// The worth before the first day.
  public var begin: Money
  /// The flows within.
  public var flows: Money
  /// The worth at the end.
  public var end: Money
  /// The time-weighted return: those of the days compounded.
  public var timeWeighted: Double
  /// The money-weighted return: the rate at which the worth at the beginning and the flows grow to the one at the end.
  ///
  /// Missing if no rate does. Both returns are of the period, and for a year only if it is longer than one.
  public var moneyWeighted: Double

  /// The gain in money.
  public var pnl: Money { end - begin - flows }

  /// The periods of a curve, by the beginning of the period that each day is in.
  public static func periods(of curve: AccountCurve, start: (CivilDate) -> CivilDate) -> [PeriodResult] {
    let returns = curve.returns
    var results: [PeriodResult] = []
    var from = 0
    while from < curve.days.count {
      let period = start(curve.days[from].date)
      var to = from
      while to < curve.days.count, start(curve.days[to].date) == period { to += 1 }
      results.append(PeriodResult(curve, returns, from..<to))
      from = to
    }
    return results
  }

  /// The result of all days; nil without days.
  public static func whole(of curve: AccountCurve) -> PeriodResult? {
    curve.days.isEmpty ? nil : PeriodResult(curve, curve.returns, curve.days.indices)
  }

  init(_ curve: AccountCurve, _ returns: [Double], _ range: Range<Int>) {
    let days = curve.days
    first = days[range.lowerBound].date
    last = days[range.upperBound - 1].date
    begin = range.lowerBound > 0 ? days[range.lowerBound - 1].equity : curve.before
    end = days[range.upperBound - 1].equity
    flows = days[range].reduce(.zero) { $0 + $1.flows }
    let compounded = returns[range].reduce(1) { $0 * (1 + $1) } - 1
    let span = last.daysSince1970 - first.daysSince1970 + 1
    let origin = first.daysSince1970
    var payments: [(time: Double, amount: Double)] = begin == .zero ? [] : [(0, begin.double)]
    for day in days[range] where day.flows != .zero {
      payments.append((Double(day.date.daysSince1970 - origin) / Double(span), day.flows.double))
    }
    let rate = MoneyWeighted.rate(payments, end: end.double)
    let years = Double(span) / 365
    func yearly(_ rate: Double) -> Double { span > 366 ? pow(1 + rate, 1 / years) - 1 : rate }
    (timeWeighted, moneyWeighted) = (yearly(compounded), yearly(rate))
  }
}

/// The rate of a period at which payments grow to a worth.
public enum MoneyWeighted {
  /// The rate; missing if there is none above -100 %.
  ///
  /// - Parameter payments: amounts with their times, in parts of the period; those that go out are below zero.
  public static func rate(_ payments: [(time: Double, amount: Double)], end: Double) -> Double {
    func worth(_ rate: Double) -> Double {
      payments.reduce(-end) { $0 + $1.amount * pow(1 + rate, 1 - $1.time) }
    }
    guard payments.contains(where: { $0.amount != 0 }) else { return .nan }
    // The nearest change of sign to zero, found by steps away from it.
    var (low, high) = (-0.0001, 0.0001)
    var (below, above) = (worth(low), worth(high))
    var steps = 0
    while (below < 0) == (above < 0), steps < 200 {
      low = max(low * 1.3, -1 + (1 + low) / 2)
      high *= 1.3
      (below, above) = (worth(low), worth(high))
      steps += 1
    }
    guard (below < 0) != (above < 0) else { return .nan }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      let value = worth(middle)
      if value == 0 { return middle }
      if (value < 0) == (below < 0) { (low, below) = (middle, value) } else { high = middle }
      if high - low < 1e-15 { break }
    }
    return (low + high) / 2
  }
}
