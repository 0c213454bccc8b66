/// The reason why an entry does not fit the ledger.
public struct LedgerError: Error, Sendable, Hashable {
  /// The kind of fault.
  public enum Reason: Sendable, Hashable {
    /// More is sold than is held.
    case moreThanHeld(held: Quantity, needed: Quantity, symbol: String)
    /// A number goes beyond the limit.
    case outOfRange
    /// The entry to be taken back is not there, or is one already.
    case notVoidable(Int)
  }

  /// The fault.
  public var reason: Reason
  /// The account of the entry.
  public var account: String
  /// The number of the entry.
  public var entry: Int

  /// Makes an error.
  public init(_ reason: Reason, _ entry: Entry) {
    (self.reason, account, self.entry) = (reason, entry.account, entry.id)
  }

  /// The fault in a sentence without its end.
  public var message: String {
    switch reason {
    case .moreThanHeld(let held, let needed, let symbol): "\(needed) \(symbol) is more than the \(held) held"
    case .outOfRange: "the number is beyond the limit of the ledger"
    case .notVoidable(let id): "there is no entry \(id) to take back"
    }
  }
}
