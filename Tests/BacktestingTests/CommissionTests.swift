import Backtesting
import PlainSimulation
import TestSupport
import Testing

/// The commission of a fill, against its words read slowly.
struct CommissionTests {
  @Test("A commission that takes the cash, or the money of the size, is the reason of a rejection")
  func tooHigh() throws {
    func reasons(cash: Double, _ size: Size, _ commission: Commission, margin: Double? = nil) throws
      -> [Rejection.Reason]
    {
      var settings = BacktestSettings(cash: cash, commission: commission)
      settings.contract.margin = margin
      let strategy = Strategy(name: "hold", entries: [long(on(0, count: 4))], size: size)
      return try Backtest.run(bars: flatBars([0.1, 0.1, 0.1, 0.1]), strategy: strategy, settings: settings)
        .rejections.map(\.reason)
    }
    var one = Commission(rate: 0)
    one.perFill = 1
    let all = Size.equityShare(.constant(1))
    #expect(try reasons(cash: 0.5, all, one) == [.commissionTooHigh])
    #expect(try reasons(cash: 1.5, all, one) == [])
    #expect(try reasons(cash: 100, .equityShare(.constant(0.01)), one) == [.commissionTooHigh])
    #expect(try reasons(cash: 0.5, .shares(.constant(1)), one) == [.commissionTooHigh])
    var least = Commission(rate: 0)
    least.minimum = 5
    #expect(try reasons(cash: 5, all, least) == [.commissionTooHigh])
    var perContract = Commission(rate: 0)
    perContract.perUnit = 200
    #expect(try reasons(cash: 600, all, perContract, margin: 500) == [.commissionTooHigh])
    #expect(try reasons(cash: 400, all, perContract, margin: 500) == [.noCash])
  }

  /// A schedule of any kind.
  static func random(_ dice: inout Dice) -> Commission {
    func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &dice) < share }
    var commission = Commission(rate: chance(0.5) ? Double.random(in: 0...0.01, using: &dice) : 0)
    if chance(0.3) {
      commission = Commission(tiers: [
        .init(limit: Double.random(in: 100...2000, using: &dice), rate: 0.004),
        .init(limit: Double.random(in: 2001...9000, using: &dice), rate: chance(0.5) ? 0.002 : 0.006),
        .init(rate: 0.001),
      ])
    }
    if chance(0.4) { commission.perUnit = Double.random(in: 0...0.05, using: &dice) }
    if chance(0.3) { commission.perFill = Double.random(in: 0...5, using: &dice) }
    if chance(0.4) { commission.minimum = Double.random(in: 0...10, using: &dice) }
    if chance(0.3) { commission.maximum = Double.random(in: 5...50, using: &dice) }
    if chance(0.3) { commission.maximumRate = Double.random(in: 0.001...0.02, using: &dice) }
    return commission
  }

  /// The words of the setting, one after the other.
  static func plainFee(_ commission: Commission, units: Double, value: Double) -> Double {
    var fee = commission.perFill + units * commission.perUnit
    if commission.tiers.isEmpty {
      fee += value * commission.rate
    } else {
      var below = 0.0
      for tier in commission.tiers {
        let part = max(0, min(value, tier.limit) - below)
        fee += part * tier.rate
        below = tier.limit
      }
    }
    if fee < commission.minimum { fee = commission.minimum }
    if fee > commission.maximum { fee = commission.maximum }
    if fee > value * commission.maximumRate { fee = value * commission.maximumRate }
    return fee
  }

  @Test("a fee is what the words say, and never falls where more is bought")
  func fees() {
    var dice = Dice(7)
    for _ in 0..<2000 {
      let commission = Self.random(&dice)
      let price = Double.random(in: 1...300, using: &dice)
      var before = 0.0
      for units in [0.5, 1, 3, 10, 33, 100, 1000] {
        let fee = commission.fee(units: units, value: units * price)
        #expect(near(fee, Self.plainFee(commission, units: units, value: units * price)))
        #expect(fee >= before - 1e-12)
        before = fee
      }
    }
  }

  @Test("the units that money buys cost that money with their commission")
  func affordable() {
    var dice = Dice(11)
    var bought = 0
    for _ in 0..<5000 {
      let commission = Self.random(&dice)
      let price = Double.random(in: 1...300, using: &dice)
      let money = Double.random(in: 1...20_000, using: &dice)
      let units = commission.units(for: money, price: price)
      guard units > 0 else {
        // Not even the smallest fraction can be paid.
        let crumb = 1e-6
        #expect(crumb * price + commission.fee(units: crumb, value: crumb * price) > money)
        continue
      }
      bought += 1
      #expect(near(units * price + Self.plainFee(commission, units: units, value: units * price), money, 1e-9))
    }
    #expect(bought > 4000)
  }

  @Test("a broker's schedule, by its published examples")
  func published() {
    // Interactive Brokers, fixed pricing for stocks of the United States: 0.005 a share, at least 1, at most 1 % of the
    // trade. 100 shares at 25: 1.00. 1,000 shares at 25: 5.00. 1,000 shares at 0.25: 2.50.
    var commission = Commission(rate: 0)
    commission.perUnit = 0.005
    commission.minimum = 1
    commission.maximumRate = 0.01
    #expect(commission.fee(units: 100, value: 2500) == 1)
    #expect(commission.fee(units: 1000, value: 25_000) == 5)
    #expect(commission.fee(units: 1000, value: 250) == 2.5)
  }
}
