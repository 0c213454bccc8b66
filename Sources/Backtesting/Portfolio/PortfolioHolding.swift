import Columns

/// A symbol held by a portfolio: its units, and the totals bought and sold since it was last flat.
struct PortfolioHolding {
  var side = Side.long
  /// The units held, at or above zero on both sides.
  var units = 0.0
  /// The last price known.
  var mark = Double.nan
  var entryStep = 0
  /// The last step at which it had a bar.
  var lastStep = 0
  /// The units opened, with their value after slippage and before it.
  var openedUnits = 0.0
  var openedValue = 0.0
  var openedQuotedValue = 0.0
  /// The units closed of those, with their values.
  var closedUnits = 0.0
  var closedValue = 0.0
  var closedQuotedValue = 0.0
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

  /// The value of the units at the last known price: negative for a short holding.
  var worth: Double { side.sign * units * mark }

  /// Resets the totals opened and closed; the target and the mark are kept.
  mutating func close() {
    let target = target
    let mark = mark
    self = PortfolioHolding()
    self.target = target
    self.mark = mark
  }

  /// Takes a split or a dividend; gives the money.
  mutating func take(_ action: BarAction) -> Double {
    let money = side.sign * units * action.dividend
    dividends += money
    guard action.ratio != 1 else { return money }
    units *= action.ratio
    mark /= action.ratio
    // The totals are restated in post-split units, so that mean prices have one basis.
    openedUnits *= action.ratio
    closedUnits *= action.ratio
    splitRatio *= action.ratio
    worst /= action.ratio
    best /= action.ratio
    return money
  }
}

/// A weight that was decided and waits for the symbol's next open.
struct PortfolioTarget {
  /// The share of the equity; negative if it is to be sold short.
  var weight: Double
  var place: Int
  var decidedStep: Int
  var equity: Double

  /// The side that it is held on; of one that is not held, long.
  var side: Side { weight < 0 ? .short : .long }
}

extension PortfolioHolding: StateRecord {
  static var blank: PortfolioHolding { PortfolioHolding() }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("side", &side)
    fields.visit("units", &units)
    fields.visit("mark", &mark)
    fields.visit("entry_step", &entryStep)
    fields.visit("last_step", &lastStep)
    fields.visit("opened_units", &openedUnits)
    fields.visit("opened_value", &openedValue)
    fields.visit("opened_quoted_value", &openedQuotedValue)
    fields.visit("closed_units", &closedUnits)
    fields.visit("closed_value", &closedValue)
    fields.visit("closed_quoted_value", &closedQuotedValue)
    fields.visit("fees", &fees)
    fields.visit("entry_fees", &entryFees)
    fields.visit("dividends", &dividends)
    fields.visit("split_ratio", &splitRatio)
    fields.visit("capped", &isCapped)
    fields.visit("worst", &worst)
    fields.visit("best", &best)
    fields.visit("target", &target)
  }
}

extension PortfolioTarget: StateRecord {
  static var blank: PortfolioTarget { PortfolioTarget(weight: 0, place: 0, decidedStep: 0, equity: 0) }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("weight", &weight)
    fields.visit("place", &place)
    fields.visit("decided", &decidedStep)
    fields.visit("equity", &equity)
  }
}
