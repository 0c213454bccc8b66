import Columns

/// The result of a node: one value for all bars, or a column.
public enum Operand: Sendable {
  case scalar(Double)
  case column(Column)

  /// The value of a bar.
  @inline(__always)
  func value(at index: Int) -> Double {
    switch self {
    case .scalar(let value): value
    case .column(let column): column.values[index]
    }
  }

  /// The operand as a column of `count` bars.
  public func column(count: Int) -> Column {
    switch self {
    case .scalar(let value): Column(repeating: value, count: count)
    case .column(let column): column
    }
  }
}
