import Columns
import Indicators

extension Evaluator {
  /// Computes an indicator that refers to its own past, in one pass over the bars.
  ///
  /// On the first bar where all else in the body is there it has its start value, from then on the body's.
  /// Where its own past is missing after a gap it starts anew.
  mutating func recursion(body: NodeID, start: NodeID) throws(EvaluationError) -> Column {
    var program = PerBarProgram()
    try compile(body, into: &program)
    let initial = try operand(start)
    let count = series.bars.count
    return Column(count: count) { result in
      var stack = [Double](repeating: 0, count: program.instructions.count + 1)
      var isRunning = false
      for index in 0..<count {
        guard program.columns.allSatisfy({ !$0.values[index].isNaN }) else {
          result[index] = .nan
          isRunning = false
          continue
        }
        result[index] =
          isRunning
          ? program.run(at: index, past: UnsafeBufferPointer(result), start: initial, &stack)
          : initial.value(at: index)
        isRunning = !result[index].isNaN
      }
    }
  }

  /// Everything that does not depend on the own past is a column; the rest becomes instructions.
  private mutating func compile(_ id: NodeID, into program: inout PerBarProgram) throws(EvaluationError) {
    guard plan.isPerBar(id) else {
      switch try operand(id) {
      case .scalar(let value): program.instructions.append(.constant(value))
      case .column(let column):
        program.instructions.append(.column(program.columns.count))
        program.columns.append(column)
      }
      return
    }
    switch plan[id] {
    case .ownPast(let lag, _): program.instructions.append(.past(lag))
    case .operation(let operation, let operands):
      for operand in operands { try compile(operand, into: &program) }
      program.instructions.append(.operation(operation, operands: operands.count))
    default: program.instructions.append(.constant(.nan))
    }
  }
}

/// A body that is computed bar by bar: instructions in postfix order over a small stack.
private struct PerBarProgram {
  enum Instruction {
    case constant(Double)
    case column(Int)
    case past(Int)
    case operation(Operation, operands: Int)
  }

  var instructions: [Instruction] = []
  var columns: [Column] = []

  func run(
    at index: Int, past: UnsafeBufferPointer<Double>, start: Operand, _ stack: inout [Double]
  ) -> Double {
    var top = 0
    for instruction in instructions {
      switch instruction {
      case .constant(let value):
        stack[top] = value
        top += 1
      case .column(let number):
        stack[top] = columns[number].values[index]
        top += 1
      case .past(let lag):
        // Before the first value the past is the start value, so that `x[2]` is there on the second bar.
        let value = index >= lag ? past[index - lag] : .nan
        stack[top] = value.isNaN ? start.value(at: max(0, index - lag)) : value
        top += 1
      case .operation(let operation, let operands):
        top -= operands
        stack[top] =
          switch operands {
          case 1: operation.apply(stack[top])
          case 2: operation.apply(stack[top], stack[top + 1])
          default: operation.apply(stack[top], stack[top + 1], stack[top + 2])
          }
        top += 1
      }
    }
    return stack[0]
  }
}
