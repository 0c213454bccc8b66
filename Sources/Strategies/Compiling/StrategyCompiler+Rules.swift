import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import Work

extension StrategyCompiler {
  /// The rules on a series with values for the parameters; `check` was called before.
  package func rules(
    on series: Evaluation.Series, parameters: [Double], today: CivilDate, monitor: WorkMonitor
  ) throws(EvaluationError) -> Strategy {
    var evaluator = Evaluator(
      plan: plan, series: series, parameters: parameters, source: source, today: today, monitor: monitor)
    return try rules(&evaluator)
  }

  /// The rules with the columns that an evaluator gives.
  package func rules(_ evaluator: inout Evaluator) throws(EvaluationError) -> Strategy {
    var strategy = Strategy(name: definition.name, entries: [])
    for clause in clauses {
      switch clause.part {
      case .enter(let name, let side, let node):
        strategy.entries.append(
          EntryRule(
            name: name, side: side, condition: try condition(node, &evaluator),
            order: try order(clause.order, &evaluator)))
      case .exit(let name, let side, let node):
        strategy.exits.append(
          ExitRule(
            name: name, side: side, condition: try condition(node, &evaluator),
            share: try share(clause.share, &evaluator)))
      case .exitAfter(let node): strategy.exitAfterBars = try count(node, "a count of bars", &evaluator)
      case .exitAfterTime(let duration, _):
        let time = evaluator.holdingTime(duration)
        strategy.exitAfterTime = HoldingLimit(filledAtOpen: time.filledAtOpen, filledAtClose: time.filledAtClose)
      case .stop(_, _, let onClose): strategy.stopsAtCloses = onClose
      case .target: strategy.targetShare = try share(clause.share, &evaluator)
      case .trail: break
      case .size(let rule, let node):
        let amount = try amount(node, &evaluator)
        strategy.size =
          switch rule {
          case .equityShare: .equityShare(amount)
          case .money: .money(amount)
          case .shares: .shares(amount)
          case .risk: .risk(amount)
          }
      case .wait(let node, let afterStop):
        strategy.cooldown = Cooldown(bars: try count(node, "a count of bars", &evaluator), isAfterStopsOnly: afterStop)
      case .exitAtSessionClose(let node): strategy.sessionEnds = try evaluator.column(node)
      case .onceADay: strategy.entersOnceADay = true
      case .resize(let period):
        strategy.resizes = evaluator.series.bars.lastOfPeriods(period.unit)
        strategy.resizesBeyond =
          try clause.share.map { node throws(EvaluationError) in try evaluator.scalar(node) } ?? 0
      // They are not part of the rules: their run is another one.
      case .legs: break
      case .allow(let node): strategy.maximumEntries = try count(node, "a count of entries", &evaluator)
      }
    }
    let levels = try levels(&evaluator)
    (strategy.stop, strategy.target, strategy.trail) = (levels.stop, levels.target, levels.trail)
    return strategy
  }

  /// The levels that each entry takes, with the columns that an evaluator gives.
  package func levels(_ evaluator: inout Evaluator) throws(EvaluationError) -> EntryLevels {
    var levels = EntryLevels()
    for clause in clauses {
      switch clause.part {
      case .stop(let rule, let node, _): levels.stop = Level(rule, try distance(node, rule, &evaluator))
      case .target(let rule, let node): levels.target = Level(rule, try distance(node, rule, &evaluator))
      case .trail(let rule, let node): levels.trail = Level(rule, try distance(node, rule, &evaluator))
      default: break
      }
    }
    return levels
  }

  private func order(
    _ order: PlannedClause.Order?, _ evaluator: inout Evaluator
  ) throws(EvaluationError) -> EntryOrder {
    guard let order else { return .market }
    guard let price = order.price else { return .close }
    let amount = try amount(price, &evaluator)
    let bars = try order.bars.map { node throws(EvaluationError) in try count(node, "a count of bars", &evaluator) }
    return order.type == .limit ? .limit(amount, bars: bars ?? 1) : .stop(amount, bars: bars ?? 1)
  }

  /// The share of the position that a clause is for; nil for all of it.
  private func share(_ node: NodeID?, _ evaluator: inout Evaluator) throws(EvaluationError) -> Double? {
    guard let node else { return nil }
    let share = try evaluator.scalar(node)
    guard share > 0, share <= 1 else { throw .invalidCount(of: "a share of the position", share) }
    return share < 1 ? share : nil
  }

  func count(
    _ node: NodeID, _ what: String, _ evaluator: inout Evaluator
  ) throws(EvaluationError) -> Int {
    let value = try evaluator.scalar(node)
    guard value >= 1, let count = Int(exactly: value) else { throw .invalidCount(of: what, value) }
    return count
  }

  private func condition(_ node: NodeID, _ evaluator: inout Evaluator) throws(EvaluationError) -> Condition {
    if plan.isPerBar(node) { return .program(PositionProgram(PositionExpression(try evaluator.perBar(node)))) }
    // A crossing is found from its two sides, without a column of booleans between.
    if let (over, under) = plan.crossing(node), !plan.isScalar(over), !plan.isScalar(under) {
      return .crossing(Crossing(of: try evaluator.column(over), above: try evaluator.column(under)))
    }
    return .column(try evaluator.column(node))
  }

  /// The amount of a level; a distance that is never above 0, such as `-3 * atr(14)`, is an error.
  private func distance(
    _ node: NodeID, _ rule: Level.Rule, _ evaluator: inout Evaluator
  ) throws(EvaluationError) -> Amount {
    let amount = try amount(node, &evaluator)
    guard rule != .price, case .column(let column) = amount else { return amount }
    // The first value above 0 ends the search, and nearly every column begins with one.
    guard !column.values.contains(where: { $0 > 0 }), let value = column.values.first(where: { !$0.isNaN }) else {
      return amount
    }
    throw .invalidDistance(value)
  }

  func amount(_ node: NodeID, _ evaluator: inout Evaluator) throws(EvaluationError) -> Amount {
    if plan.isPerBar(node) { return .program(PositionProgram(PositionExpression(try evaluator.perBar(node)))) }
    switch try evaluator.operand(node) {
    case .scalar(let value): return .constant(value)
    case .column(let column): return .column(column)
    }
  }
}

extension PositionExpression {
  /// The backtester's form of a value that is known only bar by bar.
  package init(_ expression: PerBarExpression) {
    switch expression {
    case .constant(let value): self = .constant(value)
    case .column(let column): self = .column(column)
    case .position(let variable):
      switch variable {
      case .entryPrice: self = .entryPrice
      case .barsHeld: self = .barsHeld
      case .profit: self = .profit
      case .equity: self = .equity
      case .barsFlat: self = .barsFlat
      case .lossesInRow: self = .lossesInRow
      case .entriesToday: self = .entriesToday
      case .lastExit: self = .lastExit
      case .openProfit: self = .openProfit
      case .maxProfit: self = .maxProfit
      }
    case .operation(let operation, let parts):
      self = .operation(operation, parts.map { PositionExpression($0) })
    }
  }
}
