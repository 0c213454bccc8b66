import Calendar
import Columns

extension BarLoop {
  /// The price of a market fill on a bar, before slippage `quoted`.
  @inline(__always)
  func marketPrice(_ quoted: Double, buying: Bool, index: Int) -> Double {
    let range = account.slippageOfRange > 0 ? bars.high.values[index] - bars.low.values[index] : 0
    return account.marketPrice(quoted, buying: buying, range: range)
  }

  /// Books the interest for the days since the previous bar, on the balances held since its close.
  mutating func settleInterest(at index: Int) {
    let days = bars.civilTime(at: index).date.daysSince1970 - bars.civilTime(at: index - 1).date.daysSince1970
    guard days > 0, ruinedIndex == nil else { return }
    let holdings = account.holdings(at: mark)
    let equity = account.cash + holdings
    let hasMargin = account.margin > 0
    account.settle(
      settings.financing, at: index - 1, days: days,
      Balances(
        idle: hasMargin ? equity : equity - abs(holdings), borrowed: hasMargin ? 0 : -account.cash,
        soldShort: hasMargin ? 0 : -holdings))
  }

  /// The price, times the sign of the position, at which equity equals the required backing; minus infinity if no price
  /// above zero does.
  var signedLiquidation: Double {
    guard let side = heldSide ?? leavingSide else { return -.infinity }
    let worth = account.units * account.multiplier
    let price: Double
    if account.margin > 0 {
      let backing = (settings.contract.maintenance ?? account.margin) * abs(account.units)
      price = (backing - account.cash) / worth
    } else {
      // Cash and holdings are the share of the holdings' value that has to be kept.
      price = -account.cash / (worth - settings.maintenance * abs(worth))
    }
    return price > 0 ? side.sign * price : -.infinity
  }

  /// Closes everything if the bar reaches the price at which equity no longer backs the positions: at that price, or at
  /// the open if that is beyond it.
  mutating func liquidate(at index: Int, open: Double, high: Double, low: Double) {
    guard let side = heldSide ?? leavingSide else { return }
    let level = signedLiquidation
    let worst = side == .long ? low : -high
    let isBeyond = side.sign * open <= level
    guard isBeyond || worst <= level else { return }
    let price = isBeyond ? open : side.sign * level
    closeAll(at: price, index: index, reason: .liquidation, includingBar: false)
  }
}
