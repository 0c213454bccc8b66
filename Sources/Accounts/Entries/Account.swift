import Calendar

/// The order in which a sale takes the lots of a symbol.
public enum LotOrder: String, Sendable, CaseIterable {
  /// The oldest first.
  case fifo
  /// The newest first.
  case lifo
  /// The dearest first.
  case hifo
}

/// Where the orders of an account go.
public enum TradingMode: String, Sendable, CaseIterable {
  /// They fill on bars, and no money moves.
  case paper
  /// They go to the broker.
  case live
}

/// The terms of an account, which its entries do not change.
public struct Account: Sendable, Hashable {
  /// The name by which statements ask for it.
  public var name: String
  /// The currency of all its amounts.
  public var currency: String
  /// The order in which lots are taken.
  public var lots: LotOrder
  /// The zone of its days.
  public var zone: Zone
  /// The last tax year that is closed: entries of it and of earlier ones are refused; nil if none is.
  public var closedYear: Int?
  /// Where its orders go.
  public var mode = TradingMode.paper

  /// Makes an account.
  public init(name: String, currency: String = "USD", lots: LotOrder = .fifo, zone: Zone = .utc) {
    (self.name, self.currency, self.lots, self.zone) = (name, currency, lots, zone)
  }
}
