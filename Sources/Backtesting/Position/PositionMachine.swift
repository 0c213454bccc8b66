import Columns

/// A program bound to a window of bars for one run: nothing is allocated or counted while it is evaluated.
///
/// It keeps its own copy of the columns' values in the window, one column after the other.
final class PositionMachine {
  /// The requests of the rules that this program belongs to.
  let bits: RuleBits
  private let instructions: UnsafeMutableBufferPointer<PositionProgram.Instruction>
  private let values: UnsafeMutableBufferPointer<Double>
  private let stack: UnsafeMutableBufferPointer<Double>
  private let barCount: Int

  /// Binds a program, whose columns have a value for each bar of the series.
  init(_ program: PositionProgram, bits: RuleBits, range: Range<Int>) {
    self.bits = bits
    barCount = range.count
    instructions = .allocate(capacity: program.instructions.count)
    _ = instructions.initialize(from: program.instructions)
    stack = .allocate(capacity: program.stackDepth)
    stack.initialize(repeating: 0)
    values = .allocate(capacity: program.columns.count * range.count)
    for (number, column) in program.columns.enumerated() {
      let part = UnsafeMutableBufferPointer(rebasing: values[(number * range.count)...])
      _ = part.initialize(from: column.values[range])
    }
  }

  deinit {
    instructions.deallocate()
    values.deallocate()
    stack.deallocate()
  }

  /// True if the condition holds at an offset in the window.
  func holds(at index: Int, state: PositionState) -> Bool {
    let value = PositionProgram.evaluate(UnsafeBufferPointer(instructions), stack: stack, state: state) {
      values[$0 &* barCount &+ index]
    }
    return !value.isNaN && value != 0
  }
}

extension Condition {
  /// The machine of a rule that depends on the position, or nil if a column says it all.
  func machine(bits: RuleBits, range: Range<Int>) -> PositionMachine? {
    guard case .program(let program) = self else { return nil }
    return PositionMachine(program, bits: bits, range: range)
  }
}
