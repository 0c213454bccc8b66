import Columns

extension Condition {
  /// True if the condition holds on a bar.
  package func holds(at index: Int, state: PositionState) -> Bool {
    switch self {
    case .column(let column): return column.values[index] == 1
    case .crossing(let crossing): return crossing.holds(at: index)
    case .program(let program):
      let value = program.value(at: index, state: state)
      return !value.isNaN && value != 0
    }
  }

  /// True if the position is not needed to know the value.
  package var isColumn: Bool {
    if case .program = self { false } else { true }
  }
}

extension Amount {
  /// The number on a bar.
  func value(at index: Int, state: @autoclosure () -> PositionState) -> Double {
    switch self {
    case .constant(let value): value
    case .column(let column): column.values[index]
    case .program(let program): program.value(at: index, state: state())
    }
  }
}
