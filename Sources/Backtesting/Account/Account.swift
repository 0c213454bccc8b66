/// Cash and units, and the effect of fills on them.
///
/// Both engines fill through these functions, so that their numbers are equal to the last bit.
struct Account {
  var cash: Double
  /// Units held: positive long, negative short.
  var units = 0.0
  let commission: Double
  let slippage: Double
  var commissionPaid = 0.0
  var slippagePaid = 0.0
  var turnover = 0.0
  /// The dividends received less those paid.
  var dividends = 0.0

  init(_ settings: BacktestSettings) {
    cash = settings.cash
    commission = settings.commission
    slippage = settings.slippage
  }

  /// Cash and holdings, with the units valued at a price.
  @inline(__always)
  func equity(at price: Double) -> Double { cash + units * price }

  /// The money for new entries: the cash of a long account; a short's proceeds are locked, and as much again.
  @inline(__always)
  func buyingPower(at price: Double) -> Double { cash + units * price - abs(units * price) }

  /// The price of a market fill: worse than the price by the slippage.
  @inline(__always)
  func marketPrice(_ price: Double, buying: Bool) -> Double {
    buying ? price * (1 + slippage) : price * (1 - slippage)
  }

  /// Fills an order for signed units and gives the commission.
  ///
  /// `quoted` is the price before slippage.
  @inline(__always)
  mutating func fill(units signed: Double, price: Double, quoted: Double) -> Double {
    let value = signed * price
    let fee = abs(value) * commission
    cash -= value + fee
    units += signed
    commissionPaid += fee
    slippagePaid += abs(signed) * abs(price - quoted)
    turnover += abs(value)
    return fee
  }
}
