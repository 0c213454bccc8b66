import Columns

/// A part of a plan that works bar by bar, computed in blocks of bars.
///
/// Each value has a register, which holds one block. A block stays in the processor's first cache while all
/// steps run over it, so that a long expression reads its columns once and writes one column, and the values
/// between are never a column at all. Scalars fill their register once; the steps then know one kind of operand.
struct BlockProgram {
  /// An operation on registers.
  struct Step {
    let operation: Operation
    let first: Int
    let second: Int
    let third: Int
    let result: Int
  }

  /// A column lagged by some bars.
  private struct Leaf {
    let register: Int
    let column: Column
    let lag: Int

    /// Writes the values of some bars; before the first bar all are missing.
    func read(from start: Int, count: Int, into block: UnsafeMutablePointer<Double>) {
      let missing = min(count, max(0, lag - start))
      block.update(repeating: .nan, count: missing)
      guard missing < count else { return }
      column.values.withUnsafeBufferPointer { values in
        guard let first = values.baseAddress else { return }
        (block + missing).update(from: first + (start + missing - lag), count: count - missing)
      }
    }
  }

  /// The number of bars of a block.
  static let length = 512
  /// Room for a block and, before it, for the value of the bar before.
  private static let stride = length + 8

  private var leaves: [Leaf] = []
  private var constants: [(register: Int, value: Double)] = []
  private var pasts: [(register: Int, lag: Int)] = []
  private var steps: [Step] = []
  /// The registers whose previous bar a crossing needs.
  private var carried: [Int] = []
  private var count = 0

  private mutating func newRegister() -> Int {
    count += 1
    return count - 1
  }

  /// Adds a value that is the same on all bars.
  mutating func add(constant: Double) -> Int {
    let register = newRegister()
    constants.append((register, constant))
    return register
  }

  /// Adds a column lagged by `lag` bars.
  mutating func add(_ column: Column, lag: Int = 0) -> Int {
    let register = newRegister()
    leaves.append(Leaf(register: register, column: column, lag: lag))
    return register
  }

  /// Adds the value of a recursion `lag` bars ago.
  mutating func add(ownPast lag: Int) -> Int {
    let register = newRegister()
    pasts.append((register, lag))
    return register
  }

  /// Adds an operation on one, two or three registers.
  mutating func add(_ operation: Operation, _ operands: [Int]) -> Int {
    let register = newRegister()
    let last = operands[operands.count - 1]
    if operation.looksBack { carried += operands.filter { !carried.contains($0) } }
    steps.append(
      Step(
        operation: operation, first: operands[0], second: operands.count > 1 ? operands[1] : last,
        third: operands.count > 2 ? operands[2] : last, result: register))
    return register
  }

  /// The column of the value that was added last.
  func column(count: Int) -> Column {
    Column(count: count) { result in
      guard let output = result.baseAddress else { return }
      guard let last = steps.last else {
        if let leaf = leaves.last {
          leaf.read(from: 0, count: count, into: output)
        } else {
          result.update(repeating: constants.last?.value ?? .nan)
        }
        return
      }
      withRegisters { registers in
        for start in Swift.stride(from: 0, to: count, by: Self.length) {
          let length = min(Self.length, count - start)
          read(from: start, count: length, into: registers)
          for step in steps.dropLast() { step.run(registers, into: registers[step.result], count: length) }
          last.run(registers, into: output + start, count: length)
          for register in carried { registers[register][-1] = registers[register][length - 1] }
        }
      }
    }
  }

  /// The column of the value in a register that may ask for its own past.
  ///
  /// On the first bar where all columns are known it has its start value, from then on the register's. It restarts
  /// after a bar on which a column, or its own value, was missing.
  func recursion(of register: Int, start initial: Operand, count: Int) -> Column {
    Column(count: count) { result in
      withRegisters { registers in
        var isRunning = false
        for start in Swift.stride(from: 0, to: count, by: Self.length) {
          let length = min(Self.length, count - start)
          read(from: start, count: length, into: registers)
          for index in 0..<length {
            let bar = start + index
            var value = Double.nan
            if !leaves.contains(where: { registers[$0.register][index].isNaN }) {
              value = initial.value(at: bar)
              if isRunning {
                for past in pasts {
                  // Before its first value the past is the start value, so that `x[2]` is there on the second bar.
                  let known = bar >= past.lag ? result[bar - past.lag] : .nan
                  registers[past.register][index] =
                    known.isNaN ? initial.value(at: max(0, bar - past.lag)) : known
                }
                for step in steps { step.run(registers, at: index) }
                value = registers[register][index]
              }
            }
            result[bar] = value
            isRunning = !value.isNaN
          }
        }
      }
    }
  }

  private func read(from start: Int, count: Int, into registers: Registers) {
    for leaf in leaves { leaf.read(from: start, count: count, into: registers[leaf.register]) }
  }

  private func withRegisters(_ body: (Registers) -> Void) {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: max(1, count) * Self.stride) { memory in
      guard let base = memory.baseAddress else { return }
      memory.initialize(repeating: .nan)
      let registers = Registers(base: base + (Self.stride - Self.length))
      for (register, value) in constants { registers[register].update(repeating: value, count: Self.length) }
      body(registers)
    }
  }

  /// The memory of all registers.
  struct Registers {
    fileprivate let base: UnsafeMutablePointer<Double>

    /// The block of a register; the value of the bar before the block is at -1, missing on the first bar.
    @inline(__always)
    subscript(register: Int) -> UnsafeMutablePointer<Double> { base + register * BlockProgram.stride }
  }
}
