import Columns

/// The computation of columns block by block.
extension Evaluator {
  /// Computes an operation with all the operations that it is made of, without columns in between.
  mutating func blocks(of root: NodeID) throws(EvaluationError) -> Column {
    var program = BlockProgram()
    var registers: [NodeID: Int] = [:]
    _ = try register(of: root, root: root, in: &program, &registers)
    return program.column(count: series.bars.count)
  }

  /// The values of a node for many combinations of the parameters at once; nil if it is more than operations on them.
  ///
  /// - Parameter parameters: the values of each parameter, one for each combination.
  public mutating func column(
    of root: NodeID, over parameters: [Column], count: Int
  ) throws(EvaluationError) -> Column? {
    var program = BlockProgram()
    var registers: [NodeID: Int] = [:]
    guard try register(of: root, over: parameters, in: &program, &registers) != nil else { return nil }
    return program.column(count: count)
  }

  private mutating func register(
    of id: NodeID, over parameters: [Column], in program: inout BlockProgram, _ registers: inout [NodeID: Int]
  ) throws(EvaluationError) -> Int? {
    if let known = registers[id] { return known }
    let made: Int
    switch plan[id] {
    case _ where plan.facts(of: id).parameters == 0 && plan.isScalar(id): made = program.add(constant: try scalar(id))
    case .parameter(let number) where number < parameters.count: made = program.add(parameters[number])
    case .operation(let operation, let operands) where !operation.looksBack:
      var parts: [Int] = []
      for operand in operands {
        guard let part = try register(of: operand, over: parameters, in: &program, &registers) else { return nil }
        parts.append(part)
      }
      made = program.add(operation, parts)
    default: return nil
    }
    registers[id] = made
    return made
  }

  /// Computes an indicator that refers to its own past, in one pass over the bars.
  mutating func recursion(body: NodeID, start: NodeID) throws(EvaluationError) -> Column {
    var program = BlockProgram()
    var registers: [NodeID: Int] = [:]
    let register =
      plan.isPerBar(body)
      ? try register(of: body, root: body, in: &program, &registers) : program.add(try column(body))
    return program.recursion(of: register, start: try operand(start), count: series.bars.count)
  }

  /// The register of a node: of an operation a step, of all else a column or a constant.
  private mutating func register(
    of id: NodeID, root: NodeID, in program: inout BlockProgram, _ registers: inout [NodeID: Int]
  ) throws(EvaluationError) -> Int {
    if let known = registers[id] { return known }
    let register: Int
    switch plan[id] {
    case .operation(let operation, let operands) where id == root || isStep(id, of: root):
      var parts: [Int] = []
      for operand in operands {
        parts.append(try self.register(of: operand, root: root, in: &program, &registers))
      }
      register = program.add(operation, parts)
    case .ownPast(let lag): register = program.add(ownPast: lag)
    case .lag(let past, let bars) where plan.isScalar(bars) && (id == root || isStep(id, of: root)):
      register = program.add(try column(past), lag: try lag(bars))
    default:
      switch try operand(id) {
      case .scalar(let value): register = program.add(constant: value)
      case .column(let column): register = program.add(column)
      }
    }
    registers[id] = register
    return register
  }

  /// True if a node is computed within the blocks of another, not as a column of its own.
  ///
  /// In the body of a recursion these are the nodes that depend on the own past: all else must be there before a value
  /// is, and is seen by that as a column. Elsewhere they are nodes that have no column yet and could not keep one for
  /// the next run with other parameters.
  private func isStep(_ id: NodeID, of root: NodeID) -> Bool {
    let facts = plan.facts(of: id)
    if plan.isPerBar(root) { return facts.isPerBar }
    return !facts.isScalar && !isKnown(id) && (facts.parameters != 0 || plan.facts(of: root).parameters == 0)
  }
}
