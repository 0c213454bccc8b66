import Columns

/// A value that may depend on the position held: a tree of columns, constants and position fields.
///
/// It is evaluated bar by bar while a backtest runs, as the position is not known before. A part that depends on the
/// bars alone belongs in a column. A boolean is 1 or 0, a missing one NaN. Arithmetic and comparisons
/// with a missing value are missing, `and` and `or` are missing unless the other side decides, and a result
/// that is not finite is missing.
public indirect enum PositionExpression: Sendable, Hashable {
  /// The value of a column on the bar.
  case column(Column)
  /// The same value on every bar.
  case constant(Double)
  /// A field of the position.
  case field(PositionField)
  /// An operation on values of the bar; not a crossing, which also needs the bar before.
  case operation(Operation, [PositionExpression])
}

/// A fact about the position held that an expression can ask for.
public enum PositionField: Sendable, Hashable, CaseIterable {
  /// The fill price, of a pyramided position the mean by units; missing while flat.
  case entryPrice
  /// Closes since the (first) fill: 1 at the close of the bar filled at its open; missing while flat.
  case barsHeld
  /// Close over entry price less 1, by side, before costs; missing while flat.
  case profit
  /// The equity at the close of the bar.
  case equity
  /// Closes since the position was left, or since the window began: 1 at the close of the bar that was left at its open;
  /// missing while one is held.
  case barsFlat
  /// The closed trades that lost money after costs, one after the other up to the last.
  case lossesInRow
  /// The entries that were filled on the day of the bar: of its session if the hours are set, else of its date.
  case entriesToday
  /// The price of the last exit, slippage included, in units of the bar; missing before the first.
  case lastExit
  /// The money that the open position has gained at the close, after the costs paid so far; 0 while flat.
  case openProfit
  /// The highest `profit` of the closes since the fill, and of the fill, which is 0; missing while flat.
  case maxProfit
}

extension PositionExpression {
  /// The entry price of the position.
  public static var entryPrice: Self { .field(.entryPrice) }
  /// The closes since the fill.
  public static var barsHeld: Self { .field(.barsHeld) }
  /// The profit of the position as a fraction.
  public static var profit: Self { .field(.profit) }
  /// The equity at the close.
  public static var equity: Self { .field(.equity) }
  /// The closes since the position was left.
  public static var barsFlat: Self { .field(.barsFlat) }
  /// The losses one after the other.
  public static var lossesInRow: Self { .field(.lossesInRow) }
  /// The entries of the day.
  public static var entriesToday: Self { .field(.entriesToday) }
  /// The price of the last exit.
  public static var lastExit: Self { .field(.lastExit) }
  /// The gain of the open position in money.
  public static var openProfit: Self { .field(.openProfit) }
  /// The highest profit of the position.
  public static var maxProfit: Self { .field(.maxProfit) }
}
