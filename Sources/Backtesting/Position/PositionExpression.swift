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
  /// An operation on as many values of the bar as it takes; no crossing, which needs the bar before as well.
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
}
