import Columns

/// Computes the nodes of a plan on the items of a frame, each once.
///
/// Parts that do not depend on the frame's columns are computed on a series: one value for all items, or the value at
/// the bar of each.
public struct FrameEvaluator {
  private let plan: Plan
  private let columns: [FrameColumn]
  private let count: Int
  private let barOfEach: [Int]?
  /// The evaluator of nodes that do not depend on the frame.
  private var scalars: Evaluator
  private var results: [Operand?]

  /// Makes an evaluator of a plan on a frame; `scalars` evaluates, by the same plan, the nodes that do not depend on
  /// it.
  public init(plan: Plan, frame: any Frame, scalars: Evaluator) {
    self.plan = plan
    columns = frame.columns
    count = frame.count
    barOfEach = frame.barOfEach
    self.scalars = scalars
    results = [Operand?](repeating: nil, count: plan.count)
  }

  /// A value for each thing of the frame, of a node that `Planner.checkedInFrame` let pass.
  ///
  /// - Throws: the errors of ``Evaluator/operand(_:)``.
  public mutating func column(_ id: NodeID) throws(EvaluationError) -> Column {
    try operand(id).column(count: count)
  }

  private mutating func operand(_ id: NodeID) throws(EvaluationError) -> Operand {
    if let known = results[id.index] { return known }
    let result: Operand
    if plan.facts(of: id).usesFrame {
      result = try compute(id)
    } else if let barOfEach, !plan.isScalar(id) {
      let series = try scalars.column(id)
      result = .column(Column(barOfEach.map { series[$0] }))
    } else {
      result = .scalar(try scalars.scalar(id))
    }
    results[id.index] = result
    return result
  }

  private mutating func compute(_ id: NodeID) throws(EvaluationError) -> Operand {
    switch plan[id] {
    case .given(let index): return .column(columns[index].numbered(in: plan))
    case .filled(let operand): return .column(try column(operand).filled)
    case .lag(let operand, let distance):
      var program = BlockProgram()
      _ = program.add(try column(operand), lag: try scalars.lag(distance))
      return .column(program.column(count: count))
    case .reduction(let reduction, let operand, let arguments):
      let argument = try arguments.first.map { id throws(EvaluationError) in try scalars.scalar(id) } ?? .nan
      return .scalar(reduction.apply(try column(operand), argument: argument))
    case .operation(let operation, let operands): return try compute(operation, operands, isScalar: plan.isScalar(id))
    case .financial(let function, let numbers, let flows, let days):
      var all: [Operand] = []
      for operand in numbers + flows + days { all.append(try self.operand(operand)) }
      func value(at index: Int) -> Double {
        let values = all.map { $0.value(at: index) }
        return function.apply(
          Array(values.prefix(numbers.count)), flows: Array(values.dropFirst(numbers.count).prefix(flows.count)),
          days: Array(values.suffix(days.count)))
      }
      return plan.isScalar(id) ? .scalar(value(at: 0)) : .column(Column((0..<count).map(value)))
    default: return .scalar(.nan)
    }
  }

  /// The result of an operation on each thing.
  private mutating func compute(
    _ operation: Operation, _ ids: [NodeID], isScalar: Bool
  ) throws(EvaluationError) -> Operand {
    var operands: [Operand] = []
    for id in ids { operands.append(try operand(id)) }
    if isScalar { return .scalar(operation.apply(values: operands.map { $0.value(at: 0) })) }
    var program = BlockProgram()
    let registers = operands.map { operand in
      switch operand {
      case .scalar(let value): program.add(constant: value)
      case .column(let column): program.add(column)
      }
    }
    _ = program.add(operation, registers)
    return .column(program.column(count: count))
  }
}

extension FrameColumn {
  /// The column with the numbers that its strings have in a plan.
  fileprivate func numbered(in plan: Plan) -> Column {
    guard kind == .text else { return column }
    let numbers = texts.map { text in plan.texts.firstIndex(of: text).map { Double($0) } ?? .nan }
    return Column(column.values.map { $0.isNaN ? .nan : numbers[Int($0)] })
  }
}
