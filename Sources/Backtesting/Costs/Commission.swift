/// The commission of a fill: rates of its value, money a unit and money a fill, between a minimum and a maximum.
///
/// A rate may change with the value: each part of a fill costs the rate of its own tier. If minimum and maximum
/// contradict each other the maximum counts, as for brokers who limit the commission to a share of the value.
public struct Commission: Sendable, Hashable {
  /// A rate that holds up to a value of the fill.
  public struct Tier: Sendable, Hashable {
    /// The value up to which it holds; infinite for the last one.
    public var limit: Double
    /// The rate of the value between the tier before and the limit.
    public var rate: Double

    /// Makes a tier.
    public init(limit: Double = .infinity, rate: Double) {
      self.limit = limit
      self.rate = rate
    }
  }

  /// The word for the unit in which a fill is counted.
  public enum Unit: String, Sendable {
    case share, contract, unit
  }

  /// The rate of the first part of the value, a fraction.
  public var rate: Double
  /// All tiers, the first with ``rate``; empty if there is one rate alone.
  public var tiers: [Tier] = []
  /// The money for each unit.
  public var perUnit = 0.0
  /// The word for a unit; it changes no number.
  public var unit = Unit.share
  /// The money for each fill.
  public var perFill = 0.0
  /// The least money for a fill.
  public var minimum = 0.0
  /// The most money for a fill.
  public var maximum = Double.infinity
  /// The most for a fill, as a fraction of its value.
  public var maximumRate = Double.infinity

  /// A rate of the value alone.
  public init(rate: Double) { self.rate = rate }

  /// Rates by tiers, whose limits rise.
  public init(tiers: [Tier]) {
    rate = tiers.first?.rate ?? 0
    self.tiers = tiers.count > 1 ? tiers : []
  }

  /// True if it is one rate of the value and nothing else.
  public var isRate: Bool {
    tiers.isEmpty && perUnit == 0 && perFill == 0 && minimum == 0 && maximum == .infinity && maximumRate == .infinity
  }

  /// True if nothing costs anything.
  public var isFree: Bool {
    rate == 0 && tiers.allSatisfy { $0.rate == 0 } && perUnit == 0 && perFill == 0 && minimum == 0
  }

  /// The commission of a fill of units, worth a value; both at or above zero.
  package func fee(units: Double, value: Double) -> Double {
    guard units > 0 else { return 0 }
    return min(max(base(units: units, value: value), minimum), maximum, maximumRate * value)
  }

  /// The commission before its limits.
  private func base(units: Double, value: Double) -> Double {
    guard !tiers.isEmpty else { return rate * value + perUnit * units + perFill }
    var (fee, start) = (perUnit * units + perFill, 0.0)
    for tier in tiers {
      fee += tier.rate * (min(value, tier.limit) - start)
      if value <= tier.limit { break }
      start = tier.limit
    }
    return fee
  }

  /// The most units that money buys at a price, their commission included; zero or more.
  ///
  /// Cost and commission rise with the units, in straight pieces. The inverse of the lesser of two rising functions is the
  /// greater of their inverses, and the other way round, so each limit can be solved for itself.
  package func units(for money: Double, price: Double) -> Double {
    if isRate { return money / (price * (1 + rate)) }
    let free = baseUnits(for: money, price: price)
    let atMinimum = minimum > 0 ? (money - minimum) / price : .infinity
    let atMaximum = maximum < .infinity ? (money - maximum) / price : -.infinity
    let atMaximumRate = maximumRate < .infinity ? money / (price * (1 + maximumRate)) : -.infinity
    return max(min(free, atMinimum), atMaximum, atMaximumRate, 0)
  }

  /// The units that money buys if no limit is reached.
  private func baseUnits(for money: Double, price: Double) -> Double {
    let left = money - perFill
    guard !tiers.isEmpty else { return left / (price * (1 + rate) + perUnit) }
    var (fee, start) = (0.0, 0.0)
    for tier in tiers {
      // The part of the value in this tier costs its rate; the fee of the tiers below is fixed.
      let units = (left - fee + tier.rate * start) / (price * (1 + tier.rate) + perUnit)
      if units * price <= tier.limit { return units }
      fee += tier.rate * (tier.limit - start)
      start = tier.limit
    }
    return 0
  }

  /// True if a run takes it.
  public var isUsable: Bool {
    do { try check() } catch { return false }
    return true
  }

  /// Refuses amounts and limits that no broker could mean.
  func check() throws(BacktestError) {
    for rate in [rate] + tiers.map(\.rate) where !(rate >= 0 && rate < 1) {
      throw .invalidSetting(name: "commission", value: rate, allowed: "from 0 to below 1")
    }
    for amount in [perUnit, perFill, minimum] where !(amount >= 0 && amount.isFinite) {
      throw .invalidSetting(name: "commission", value: amount, allowed: "0 or more")
    }
    for limit in [maximum, maximumRate] where !(limit > 0) {
      throw .invalidSetting(name: "commission", value: limit, allowed: "above 0")
    }
    for (tier, next) in zip(tiers, tiers.dropFirst()) where !(tier.limit > 0 && tier.limit < next.limit) {
      throw .invalidSetting(name: "commission", value: tier.limit, allowed: "tiers with limits that rise")
    }
  }
}

extension Commission: ExpressibleByFloatLiteral {
  /// A rate of the value.
  public init(floatLiteral value: Double) { self.init(rate: value) }
}

extension Commission: ExpressibleByIntegerLiteral {
  /// A rate of the value, which can only be 0.
  public init(integerLiteral value: Int) { self.init(rate: Double(value)) }
}
