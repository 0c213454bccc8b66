/// The kinds of entries, as the ledger names them.
public enum EntryType: String, Sendable, CaseIterable {
  /// Units for money; they close what is short first.
  case buy
  /// Held units for money.
  case sell
  /// Borrowed units for money.
  case short
  /// Money for borrowed units.
  case cover
  /// Money of a company, after tax that was withheld.
  case dividend
  /// Money from outside.
  case deposit
  /// Money to outside.
  case withdraw
  /// A cost that belongs to no trade.
  case fee
  /// Interest received, or paid.
  case interest
  /// Tax withheld, or paid back, apart from what it is on.
  case tax
  /// Units received as income, such as for staking, at their worth.
  case reward
  /// Other units for each held one; the cost remains.
  case split
  /// Units of another symbol for those held: a merger, a conversion, a change of the symbol.
  case exchange
  /// Units of another symbol beside those held.
  case spinoff
  /// Units to another account, or from outside, with their cost.
  case transfer
  /// The reversal of an entry.
  case void

  /// True for money or units that come from outside or go there, which no result counts as earned.
  public var isFlow: Bool { self == .deposit || self == .withdraw || self == .transfer }

  /// True for an entry of income or cost.
  public var isIncome: Bool {
    switch self {
    case .dividend, .fee, .interest, .tax, .reward: true
    default: false
    }
  }
}
