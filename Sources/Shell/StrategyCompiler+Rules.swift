import Backtesting
import Columns
import Evaluation
import Language

extension StrategyCompiler {
  /// The rules on a series with values for the parameters; `check` was called before.
  func rules(
    on series: Evaluation.Series, parameters: [Double], today: CivilDate, monitor: WorkMonitor
  ) throws(EvaluationError) -> Strategy {
    var evaluator = Evaluator(plan: plan, series: series, parameters: parameters, today: today, monitor: monitor)
    return try rules(&evaluator)
  }

  /// The rules with the columns that an evaluator gives.
  func rules(_ evaluator: inout Evaluator) throws(EvaluationError) -> Strategy {
    var strategy = Strategy(name: definition.name, entries: [])
    for clause in clauses {
      switch clause.part {
      case .enter(let name, let side, let node):
        strategy.entries.append(EntryRule(name: name, side: side, condition: try condition(node, &evaluator)))
      case .exit(let name, let side, let node):
        strategy.exits.append(ExitRule(name: name, side: side, condition: try condition(node, &evaluator)))
      case .exitAfter(let node): strategy.exitAfterBars = Int(max(1, try evaluator.scalar(node)))
      case .stop(let rule, let node): strategy.stop = Level(rule, try amount(node, &evaluator))
      case .target(let rule, let node): strategy.target = Level(rule, try amount(node, &evaluator))
      case .trail(let rule, let node): strategy.trail = Level(rule, try amount(node, &evaluator))
      case .size(let rule, let node):
        let amount = try amount(node, &evaluator)
        strategy.size =
          switch rule {
          case .equityShare: .equityShare(amount)
          case .money: .money(amount)
          case .shares: .shares(amount)
          case .risk: .risk(amount)
          }
      case .allow(let node): strategy.maximumEntries = Int(max(1, try evaluator.scalar(node)))
      }
    }
    return strategy
  }

  private func condition(_ node: NodeID, _ evaluator: inout Evaluator) throws(EvaluationError) -> Condition {
    if plan.isPerBar(node) { return .program(PositionProgram(PositionExpression(try evaluator.perBar(node)))) }
    return .column(try evaluator.column(node))
  }

  private func amount(_ node: NodeID, _ evaluator: inout Evaluator) throws(EvaluationError) -> Amount {
    if plan.isPerBar(node) { return .program(PositionProgram(PositionExpression(try evaluator.perBar(node)))) }
    switch try evaluator.operand(node) {
    case .scalar(let value): return .constant(value)
    case .column(let column): return .column(column)
    }
  }
}

extension PositionExpression {
  /// The backtester's form of what is known only bar by bar.
  init(_ expression: PerBarExpression) {
    switch expression {
    case .constant(let value): self = .constant(value)
    case .column(let column): self = .column(column)
    case .position(let variable):
      switch variable {
      case .entryPrice: self = .entryPrice
      case .barsHeld: self = .barsHeld
      case .profit: self = .profit
      case .equity: self = .equity
      }
    case .operation(let operation, let parts):
      self.init(operation, parts.map { PositionExpression($0) })
    }
  }

  private init(_ operation: Operation, _ parts: [PositionExpression]) {
    if operation == .round, parts.count == 2 {
      // The backtester rounds to whole numbers; decimals are a matter of scale.
      let scale = PositionExpression.binary(.power, .constant(10), parts[1])
      self = .binary(.divide, .unary(.round, .binary(.multiply, parts[0], scale)), scale)
    } else if let unary = UnaryOperation(operation), let operand = parts.first {
      self = .unary(unary, operand)
    } else if let binary = BinaryOperation(operation), parts.count == 2 {
      self = .binary(binary, parts[0], parts[1])
    } else if parts.count == 3 {
      self = .ternary(operation == .clamp ? .clamp : .choose, parts[0], parts[1], parts[2])
    } else {
      self = .constant(.nan)
    }
  }
}

extension UnaryOperation {
  init?(_ operation: Operation) {
    switch operation {
    case .negate: self = .negate
    case .not: self = .not
    case .abs: self = .absolute
    case .sign: self = .sign
    case .sqrt: self = .squareRoot
    case .log: self = .logarithm
    case .exp: self = .exponential
    case .floor: self = .floor
    case .ceil: self = .ceiling
    case .na: self = .isMissing
    default: return nil
    }
  }
}

extension BinaryOperation {
  init?(_ operation: Operation) {
    switch operation {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    case .power: self = .power
    case .mod: self = .modulo
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .and: self = .and
    case .or: self = .or
    case .min: self = .minimum
    case .max: self = .maximum
    case .nz: self = .replaceMissing
    default: return nil
    }
  }
}
