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

  /// True where a node is computed within the blocks of another, not as a column of its own.
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
