import Columns

/// A yearly rate: the same on all bars, or by bar.
public enum YearlyRate: Sendable, Hashable {
  /// The same on all bars, a fraction.
  case constant(Double)
  /// By bar of the series, fractions; a missing value counts as 0.
  case column(Column)

  /// The rate on a bar; 0 if it is missing.
  package func value(at index: Int) -> Double {
    switch self {
    case .constant(let value): return value
    case .column(let column):
      let value = column.values[index]
      return value.isNaN ? 0 : value
    }
  }

  /// True if it is zero on all bars.
  public var isZero: Bool { self == .constant(0) }

  func check(_ name: String, count: Int) throws(BacktestError) {
    switch self {
    case .constant(let value):
      guard value > -1, value.isFinite else {
        throw .invalidSetting(name: name, value: value, allowed: "above -1")
      }
    case .column(let column):
      guard column.count == count else { throw .columnLength(owner: name, count: column.count, expected: count) }
    }
  }
}

/// The rates that idle cash earns and that borrowing costs.
///
/// Interest is simple, for calendar days over 365: before the first fill of each day the money and units that the account
/// held since the close before earn and cost the rates that were known at that close.
public struct Financing: Sendable, Hashable {
  /// The rate of the cash that no position uses: the cash of a long account, the equity of a short one in excess of the
  /// value sold short, and all equity of contracts with a margin.
  public var cash: YearlyRate
  /// The rate of the money that is borrowed if leverage makes cash negative.
  public var loan: YearlyRate
  /// The rate of the value of units sold short.
  public var borrow: YearlyRate

  /// Makes rates; all are zero unless they are given.
  public init(cash: YearlyRate = .constant(0), loan: YearlyRate = .constant(0), borrow: YearlyRate = .constant(0)) {
    self.cash = cash
    self.loan = loan
    self.borrow = borrow
  }

  /// True if nothing is earned or paid.
  public var isZero: Bool { cash.isZero && loan.isZero && borrow.isZero }
}

/// The interest of a run, in money.
public struct Interest: Sendable, Hashable {
  /// Earned on idle cash; a negative rate costs.
  public var earned = 0.0
  /// Paid for borrowed money.
  public var loan = 0.0
  /// Paid for borrowed units.
  public var borrow = 0.0

  /// Earned less paid.
  public var total: Double { earned - loan - borrow }
}

/// An account's balances, in money; below zero they count as none.
struct Balances {
  /// The money that no position uses.
  var idle: Double
  /// The money that is owed.
  var borrowed: Double
  /// The value of the units sold short.
  var soldShort: Double
}

extension Account {
  /// Books the interest of some days, by the rates of a bar.
  mutating func settle(_ rates: Financing, at index: Int, days: Int, _ balances: Balances) {
    let years = Double(days) / 365
    let earned = max(0, balances.idle) * rates.cash.value(at: index) * years
    let loan = max(0, balances.borrowed) * rates.loan.value(at: index) * years
    let borrow = max(0, balances.soldShort) * rates.borrow.value(at: index) * years
    interest.earned += earned
    interest.loan += loan
    interest.borrow += borrow
    cash += earned - loan - borrow
  }
}
