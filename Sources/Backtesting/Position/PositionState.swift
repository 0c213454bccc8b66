/// The facts about the position and the account at one close; see `PositionField`.
public struct PositionState: Sendable, Hashable {
  /// The mean fill price by units; missing while flat.
  public var entryPrice: Double
  /// Closes since the first fill; missing while flat.
  public var barsHeld: Double
  /// Close over entry price less 1, by side; missing while flat.
  public var profit: Double
  /// The equity at the close.
  public var equity: Double
  /// Closes since the position was left; missing while one is held.
  public var barsFlat = Double.nan
  /// Losing trades one after the other.
  public var lossesInRow = 0.0
  /// Entries filled on the day of the bar.
  public var entriesToday = 0.0
  /// The price of the last exit; missing before the first.
  public var lastExit = Double.nan
  /// The gain of the open position in money.
  public var openProfit = 0.0
  /// The highest profit of the position; missing while flat.
  public var maxProfit = Double.nan

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

  /// The state of an entry that fills at a price, with the account's own fields as of the deciding close.
  func filled(at price: Double) -> PositionState {
    var state = self
    state.entryPrice = price
    state.barsHeld = 0
    state.profit = 0
    state.maxProfit = 0
    return state
  }

  subscript(field: PositionField) -> Double {
    switch field {
    case .entryPrice: entryPrice
    case .barsHeld: barsHeld
    case .profit: profit
    case .equity: equity
    case .barsFlat: barsFlat
    case .lossesInRow: lossesInRow
    case .entriesToday: entriesToday
    case .lastExit: lastExit
    case .openProfit: openProfit
    case .maxProfit: maxProfit
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
