/// Cash and units, and the effect of fills on them.
///
/// Both engines fill through these functions, so that their numbers are equal to the last bit.
struct Account {
  var cash: Double
  /// Units held: positive long, negative short.
  var units = 0.0
  /// The value of the account's positions in other symbols.
  var others = 0.0
  /// The buying power those positions use, plus proceeds that arrived too late to be spent.
  var committed = 0.0
  let commission: Commission
  /// True if the commission is one rate of the value.
  private let paysRate: Bool
  /// The share of a price that a market fill is worse by, half of the spread included.
  let slippage: Double
  /// The same in units of the price.
  private let slippagePoints: Double
  /// The same as a share of the range of the bar.
  let slippageOfRange: Double
  /// The worth of a unit for each 1 of its price.
  let multiplier: Double
  /// The money that each unit held takes; 0 if units are paid in full.
  let margin: Double
  let leverage: Double
  var commissionPaid = 0.0
  var slippagePaid = 0.0
  var turnover = 0.0
  /// The dividends received less those paid.
  var dividends = 0.0
  var interest = Interest()

  init(_ settings: BacktestSettings) {
    cash = settings.cash
    commission = settings.commission
    paysRate = settings.commission.isRate
    slippage = settings.slippage.rate + settings.spread.rate / 2
    let ticks = settings.slippage.ticks + settings.spread.ticks / 2
    slippagePoints =
      settings.slippage.points + settings.spread.points / 2 + (ticks > 0 ? ticks * (settings.contract.tick ?? 0) : 0)
    slippageOfRange = settings.slippage.rangeShare + settings.spread.rangeShare / 2
    multiplier = settings.contract.multiplier
    margin = settings.contract.margin ?? 0
    leverage = settings.leverage
  }

  /// The value of the units held at a price; negative if they are sold short.
  @inline(__always)
  func holdings(at price: Double) -> Double { units * multiplier * price }

  /// Cash and holdings, with the units valued at a price.
  @inline(__always)
  func equity(at price: Double) -> Double { cash + others + units * multiplier * price }

  /// The money that the units held take at a price: their margin, or their value.
  @inline(__always)
  func takenMoney(at price: Double) -> Double { margin > 0 ? abs(units) * margin : abs(holdings(at: price)) }

  /// The cash as results say it: contracts with a margin are settled in cash at each price.
  @inline(__always)
  func settledCash(at price: Double) -> Double { margin > 0 ? equity(at: price) : cash }

  /// The value of new entries that the account can pay for: equity times leverage, less the value already held.
  ///
  /// Without leverage a long account spends its cash, while a short position locks its proceeds and the same amount
  /// again.
  @inline(__always)
  func buyingPower(at price: Double) -> Double {
    let holdings = units * multiplier * price
    let equity = cash + others + holdings
    return (leverage == 1 ? equity : leverage * equity) - abs(holdings) - committed
  }

  /// The units that money buys at a price, their commission included.
  @inline(__always)
  func units(for money: Double, price: Double) -> Double {
    paysRate ? money / (price * (1 + commission.rate)) : commission.units(for: money, price: price)
  }

  /// The most units of an entry at a price, when the units held are valued at the price before slippage.
  @inline(__always)
  func mostUnits(at price: Double, quoted: Double) -> Double {
    guard margin > 0 else { return units(for: buyingPower(at: quoted), price: price * multiplier) }
    return freeMargin(at: quoted) / (margin + commission.fee(units: 1, value: price * multiplier))
  }

  /// The money that margins of new entries may take, with the units held valued at a price.
  @inline(__always)
  func freeMargin(at quoted: Double) -> Double { equity(at: quoted) - abs(units) * margin - committed }

  /// Takes out units at a price without costs, as an exchange pays out the part of a unit that a split leaves.
  mutating func payOut(units signed: Double, price: Double) {
    cash += signed * multiplier * price
    units -= signed
  }

  /// The price of a market fill: worse than the price by slippage and half of the spread.
  ///
  /// `range` is the high less the low of the bar, and is read only if the slippage is a share of it. Below zero, if
  /// contracts may trade, a rate is of the price's size, and a sale may have negative proceeds.
  @inline(__always)
  func marketPrice(_ price: Double, buying: Bool, range: Double = 0) -> Double {
    guard price >= 0 else {
      let distance = slippagePoints + (range > 0 ? slippageOfRange * range : 0) - price * slippage
      return buying ? price + distance : price - distance
    }
    if slippagePoints == 0, slippageOfRange == 0 {
      return buying ? price * (1 + slippage) : price * (1 - slippage)
    }
    let distance = slippagePoints + (range > 0 ? slippageOfRange * range : 0)
    return buying ? price * (1 + slippage) + distance : max(0, price * (1 - slippage) - distance)
  }

  /// Fills an order for signed units and gives the commission.
  ///
  /// `quoted` is the price before slippage.
  @inline(__always)
  mutating func fill(units signed: Double, price: Double, quoted: Double) -> Double {
    let value = signed * multiplier * price
    let fee = paysRate ? abs(value) * commission.rate : commission.fee(units: abs(signed), value: abs(value))
    cash -= value + fee
    units += signed
    commissionPaid += fee
    slippagePaid += abs(signed) * multiplier * abs(price - quoted)
    turnover += abs(value)
    return fee
  }
}
