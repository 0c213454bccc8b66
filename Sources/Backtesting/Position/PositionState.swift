/// The facts about the position at one close.
public struct PositionState: Sendable, Hashable {
  /// The mean fill price by units; missing while flat.
  public var entryPrice: Double
  /// Closes since the first fill; missing while flat.
  public var barsHeld: Double
  /// Close over entry price less 1, by side; missing while flat.
  public var profit: Double
  /// The equity at the close.
  public var equity: Double

  /// Makes a state; without the first three it is that of an account without a position.
  public init(
    entryPrice: Double = .nan,
    barsHeld: Double = .nan,
    profit: Double = .nan,
    equity: Double
  ) {
    self.entryPrice = entryPrice
    self.barsHeld = barsHeld
    self.profit = profit
    self.equity = equity
  }

  subscript(field: PositionField) -> Double {
    switch field {
    case .entryPrice: entryPrice
    case .barsHeld: barsHeld
    case .profit: profit
    case .equity: equity
    }
  }
}

/// The position at a close at which rules saw it.
public struct PositionRecord: Sendable, Hashable {
  /// The bar of the close.
  public var index: Int
  /// The facts about the position.
  public var state: PositionState
}
