import Columns

/// A symbol held by a portfolio: its units, and the totals bought and sold since it was last flat.
struct PortfolioHolding {
  var units = 0.0
  /// The last price known.
  var mark = Double.nan
  var entryStep = 0
  /// The last step at which it had a bar.
  var lastStep = 0
  var boughtUnits = 0.0
  var boughtValue = 0.0
  var quotedValue = 0.0
  var soldUnits = 0.0
  var soldValue = 0.0
  var soldQuotedValue = 0.0
  var fees = 0.0
  var entryFees = 0.0
  var dividends = 0.0
  var splitRatio = 1.0
  var isCapped = false
  var worst = Double.infinity
  var best = -Double.infinity
  /// The units asked for at the next open.
  var target: PortfolioTarget?

  var isHeld: Bool { units > 0 }

  /// Resets the totals bought and sold; the target and the mark are kept.
  mutating func close() {
    let target = target
    let mark = mark
    self = PortfolioHolding()
    self.target = target
    self.mark = mark
  }

  /// Takes a split or a dividend; gives the money.
  mutating func take(_ action: BarAction) -> Double {
    let money = units * action.dividend
    dividends += money
    guard action.ratio != 1 else { return money }
    units *= action.ratio
    mark /= action.ratio
    // The totals are restated in post-split units, so that mean prices have one basis.
    boughtUnits *= action.ratio
    soldUnits *= action.ratio
    splitRatio *= action.ratio
    worst /= action.ratio
    best /= action.ratio
    return money
  }
}

/// A weight that was decided and waits for the symbol's next open.
struct PortfolioTarget {
  var weight: Double
  var place: Int
  var decidedStep: Int
  var equity: Double
}
