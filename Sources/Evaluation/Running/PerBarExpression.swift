import Columns

/// A value that is known only bar by bar, as it depends on the position held: the rest of an expression
/// after all that depends on the bars alone has become columns.
public indirect enum PerBarExpression: Sendable {
  case constant(Double)
  case column(Column)
  case position(PositionVariable)
  case operation(Operation, [PerBarExpression])
}

extension Evaluator {
  /// Splits a node into columns and the rest that must be computed on each bar.
  public mutating func perBar(_ id: NodeID) throws(EvaluationError) -> PerBarExpression {
    guard plan.isPerBar(id) else {
      switch try operand(id) {
      case .scalar(let value): return .constant(value)
      case .column(let column): return .column(column)
      }
    }
    switch plan[id] {
    case .position(let variable): return .position(variable)
    case .operation(let operation, let operands):
      var parts: [PerBarExpression] = []
      for operand in operands { parts.append(try perBar(operand)) }
      return .operation(operation, parts)
    default: return .constant(.nan)
    }
  }
}
