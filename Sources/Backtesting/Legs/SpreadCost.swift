/// The money that units of a spread take.
struct SpreadCost {
  let weights: [Double]
  let prices: [Double]
  let accounts: [Account]

  /// The value of some units of all legs with the commissions.
  private func cost(_ units: Double, byMargin: Bool) -> Double {
    accounts.indices.reduce(0) { sum, leg in
      let own = units * weights[leg]
      let value = own * prices[leg] * accounts[leg].multiplier
      let taken = byMargin && accounts[leg].margin > 0 ? own * accounts[leg].margin : value
      return sum + taken + accounts[leg].commission.fee(units: own, value: value)
    }
  }

  /// The units whose legs, bought and sold, are worth a sum of money, their commissions included.
  func units(for money: Double) -> Double { solve(money, byMargin: false) }

  /// The units that a sum of money pays: the value of legs, or their margins.
  func mostUnits(for money: Double) -> Double { solve(money, byMargin: true) }

  /// A cost that rises with the units is solved by halving; without a fixed part it is a division.
  private func solve(_ money: Double, byMargin: Bool) -> Double {
    guard money > 0 else { return 0 }
    let rate = cost(1, byMargin: byMargin)
    if accounts.allSatisfy({ $0.commission.isRate }) { return money / rate }
    var (low, high) = (0.0, money / max(cost(1, byMargin: byMargin) - fees(1), .leastNormalMagnitude))
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if cost(middle, byMargin: byMargin) <= money { low = middle } else { high = middle }
    }
    return low
  }

  private func fees(_ units: Double) -> Double {
    accounts.indices.reduce(0) { sum, leg in
      let own = units * weights[leg]
      return sum
        + accounts[leg].commission.fee(units: own, value: own * prices[leg] * accounts[leg].multiplier)
    }
  }
}
