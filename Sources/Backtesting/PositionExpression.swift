import Columns

/// A value that may depend on the position held: a tree of columns, constants and position fields.
///
/// It is evaluated bar by bar while a backtest runs, as the position is not known before. What depends on the
/// bars alone belongs into a column. A truth value is 1 or 0, a missing one NaN. Arithmetic and comparisons
/// with a missing value are missing, `and` and `or` are missing unless the other side decides, and a result
/// that is not finite is missing.
public indirect enum PositionExpression: Sendable, Hashable {
  /// The value of a column on the bar.
  case column(Column)
  /// The same value on every bar.
  case constant(Double)
  /// A field of the position.
  case field(PositionField)
  /// An operation on one value.
  case unary(UnaryOperation, PositionExpression)
  /// An operation on two values.
  case binary(BinaryOperation, PositionExpression, PositionExpression)
  /// An operation on three values.
  case ternary(TernaryOperation, PositionExpression, PositionExpression, PositionExpression)
}

/// What an expression can ask of the position held.
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

/// Operations on one value.
public enum UnaryOperation: Sendable, Hashable, CaseIterable {
  /// `-x`.
  case negate
  /// Three-valued `not x`.
  case not
  /// The magnitude.
  case absolute
  /// -1, 0 or 1.
  case sign
  /// The square root; missing below zero.
  case squareRoot
  /// The natural logarithm; missing at zero and below.
  case logarithm
  /// e to the power of x.
  case exponential
  /// The nearest whole number below.
  case floor
  /// The nearest whole number above.
  case ceiling
  /// The nearest whole number, halves away from zero.
  case round
  /// 1 where the value is missing, else 0.
  case isMissing
}

/// Operations on two values.
public enum BinaryOperation: Sendable, Hashable, CaseIterable {
  /// `a + b`.
  case add
  /// `a - b`.
  case subtract
  /// `a * b`.
  case multiply
  /// `a / b`; missing where b is 0.
  case divide
  /// `a ^ b`.
  case power
  /// The remainder of a / b with the sign of b; missing where b is 0.
  case modulo
  /// `a < b`.
  case less
  /// `a <= b`.
  case lessOrEqual
  /// `a > b`.
  case greater
  /// `a >= b`.
  case greaterOrEqual
  /// `a == b`.
  case equal
  /// `a != b`.
  case notEqual
  /// Three-valued `a and b`.
  case and
  /// Three-valued `a or b`.
  case or
  /// The smaller one; missing where either is.
  case minimum
  /// The larger one; missing where either is.
  case maximum
  /// a, or b where a is missing.
  case replaceMissing
}

/// Operations on three values.
public enum TernaryOperation: Sendable, Hashable, CaseIterable {
  /// `a between b and c`, both ends included.
  case between
  /// b where a is true, c where it is false or missing.
  case choose
  /// a, not below b and not above c; missing where b is above c.
  case clamp
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
