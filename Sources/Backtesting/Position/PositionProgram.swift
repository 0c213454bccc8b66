import Columns

/// A position expression made ready to run: its operations in postfix order, for a small stack.
///
/// Making one walks the tree once; evaluating it allocates nothing.
public struct PositionProgram: Sendable, Hashable {
  /// One step: push a value, or replace the topmost values by a result.
  enum Instruction: Sendable, Hashable {
    case constant(Double)
    case column(Int)
    case field(PositionField)
    case unary(Operation)
    case binary(Operation)
    case ternary(Operation)
  }

  /// The expression that the program computes.
  public let expression: PositionExpression
  private(set) var instructions: [Instruction] = []
  private(set) var columns: [Column] = []
  /// The largest number of values on the stack.
  private(set) var stackDepth = 0

  /// Makes the program of an expression.
  ///
  /// Its operations have the right number of operands, and none is a crossing.
  public init(_ expression: PositionExpression) {
    self.expression = expression
    append(expression, depth: 0)
  }

  private mutating func append(_ expression: PositionExpression, depth: Int) {
    switch expression {
    case .constant(let value):
      instructions.append(.constant(value))
    case .column(let column):
      instructions.append(.column(columns.count))
      columns.append(column)
    case .field(let field):
      instructions.append(.field(field))
    case .operation(let operation, let operands):
      precondition(!operation.looksBack, "A crossing needs the position on the bar before, which is not kept.")
      precondition(operands.count == operation.operandCount, "An operation has as many operands as it takes.")
      for (number, operand) in operands.enumerated() { append(operand, depth: depth + number) }
      switch operands.count {
      case 1: instructions.append(.unary(operation))
      case 2: instructions.append(.binary(operation))
      default: instructions.append(.ternary(operation))
      }
    }
    stackDepth = max(stackDepth, depth + 1)
  }

  /// The value on one bar with one state of the position; NaN if it is missing.
  ///
  /// `index` is a bar that all columns of the expression have.
  public func value(at index: Int, state: PositionState) -> Double {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: stackDepth) { stack in
      instructions.withUnsafeBufferPointer { instructions in
        Self.evaluate(instructions, stack: stack, state: state) { columns[$0].values[index] }
      }
    }
  }

  /// Carries out the instructions on a stack that is deep enough; one value is left.
  @inline(__always)
  static func evaluate(
    _ instructions: UnsafeBufferPointer<Instruction>,
    stack: UnsafeMutableBufferPointer<Double>,
    state: PositionState,
    column: (Int) -> Double
  ) -> Double {
    var top = -1
    for instruction in instructions {
      switch instruction {
      case .constant(let value):
        top &+= 1
        stack[top] = value
      case .column(let number):
        top &+= 1
        stack[top] = column(number)
      case .field(let field):
        top &+= 1
        stack[top] = state[field]
      case .unary(let operation):
        stack[top] = operation.apply(stack[top])
      case .binary(let operation):
        top &-= 1
        stack[top] = operation.apply(stack[top], stack[top &+ 1])
      case .ternary(let operation):
        top &-= 2
        stack[top] = operation.apply(stack[top], stack[top &+ 1], stack[top &+ 2])
      }
    }
    return stack[0]
  }

  /// True if it asks for a field of the position.
  func uses(_ field: PositionField) -> Bool {
    instructions.contains { if case .field(field) = $0 { true } else { false } }
  }

  /// The length of a column that differs from the number of bars, or nil if all fit.
  func misfit(count: Int) -> Int? { columns.first { $0.count != count }?.count }
}
