import Columns

/// The number of units of an entry: from the size requested, the money of the account and the unit.
struct EntrySizing {
  enum Outcome {
    case filled(units: Double, isCapped: Bool)
    case rejected(Rejection.Reason)
  }

  /// The meaning of the number of a size.
  enum Rule {
    case equityShare, shares, money, risk
  }

  /// The smallest sum of money that a size may ask for, as a share of the cash, and of the equity if that is less.
  ///
  /// A smaller one is a share of the equity that was written as a number.
  static let leastMoney = 0.01

  let rule: Rule
  /// `leastMoney` of the cash that the run starts with; 0 if any sum will do.
  private let moneyFloor: Double
  let wholeUnits: Bool
  let usesFillEquity: Bool

  init(_ size: Size, settings: BacktestSettings) {
    rule =
      switch size {
      case .equityShare: .equityShare
      case .shares: .shares
      case .money: .money
      case .risk: .risk
      }
    moneyFloor = settings.takesSmallMoney ? 0 : settings.cash * Self.leastMoney
    // A contract with a margin has no fractional units.
    wholeUnits = settings.units == .whole || settings.contract.margin != nil
    usesFillEquity = settings.sizing == .fill
  }

  /// True if no value of a size can be too small a sum of money.
  func neverTooSmall(_ amount: Amount, in range: Range<Int>) -> Bool {
    guard rule == .money else { return true }
    switch amount {
    case .constant(let value): return value >= moneyFloor
    case .column(let column): return !column.values[range].contains { $0 < moneyFloor }
    case .program: return false
    }
  }

  /// The units that a size asks for, before any limit of the account.
  @inline(__always)
  func requestedUnits(
    amount: Double, price: Double, stop: Double, equity: Double, account: borrowing Account
  ) -> Double {
    let worth = price * account.multiplier
    switch rule {
    case .equityShare: return account.units(for: amount * equity, price: worth)
    case .shares: return amount
    case .money: return account.units(for: amount, price: worth)
    case .risk: return amount * equity / (abs(price - stop) * account.multiplier)
    }
  }

  /// The units of an entry.
  ///
  /// - Parameters:
  ///   - amount: the number of the size clause.
  ///   - price: the fill price, slippage included.
  ///   - quoted: the price before slippage, which values the units held.
  ///   - stop: the stop price; missing if there is none.
  ///   - decidedEquity: the equity at the close that decided.
  @inline(__always)
  func units(
    amount: Double,
    price: Double,
    quoted: Double,
    stop: Double,
    decidedEquity: Double,
    account: borrowing Account
  ) -> Outcome {
    if price <= 0 { return .rejected(.priceNotPositive) }
    if amount.isNaN { return .rejected(.sizeMissing) }
    if amount <= 0 { return .rejected(.sizeNotPositive) }
    let equity = usesFillEquity ? account.equity(at: quoted) : decidedEquity
    if rule == .money, amount < min(moneyFloor, equity * Self.leastMoney) { return .rejected(.moneyTooSmall) }
    let requested = requestedUnits(amount: amount, price: price, stop: stop, equity: equity, account: account)
    // A billionth of the equity is rounding noise, not money.
    if account.margin == 0, account.buyingPower(at: quoted) <= abs(equity) * 1e-9 { return .rejected(.noCash) }
    let limit = account.mostUnits(at: price, quoted: quoted)
    if account.margin > 0, limit < 1 {
      return .rejected(account.freeMargin(at: quoted) < account.margin ? .noCash : .commissionTooHigh)
    }
    let isCapped = requested > limit * (1 + 1e-9)
    var units = min(requested, limit)
    // Two units that rounding made 1.9999999999 are two.
    if wholeUnits { units = (units * (1 + 1e-12)).rounded(.down) }
    if units > 0 { return .filled(units: units, isCapped: isCapped) }
    return .rejected(min(requested, limit) > 0 ? .lessThanOneUnit : .commissionTooHigh)
  }
}
