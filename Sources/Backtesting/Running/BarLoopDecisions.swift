import Columns

extension BarLoop {
  /// Reads the rules at a close and notes the order that comes of them.
  mutating func decide(_ columnBits: RuleBits, index: Int, close: Double) {
    let holding = lots.first?.side
    let equity = account.equity(at: close)
    var bits = columnBits
    var isTime = false
    var state = PositionState(equity: equity)
    if watchesPosition {
      state = Self.positionState(lots, closes: closes, close: close, equity: equity)
      if listsSignals, holding != nil { positions.append(PositionRecord(index: index, state: state)) }
      let offset = index - range.lowerBound
      bits.formUnion(Self.bits(of: entryMachines, offset: offset, state: state))
      if holding != nil { bits.formUnion(Self.bits(of: exitMachines, offset: offset, state: state)) }
      if let holding, isTimeUp(state, at: index) {
        isTime = true
        bits.insert(holding == .long ? .exitLong : .exitShort)
      }
    }
    if let resting, bits.contains(RuleBits.exit(resting.side)) { endResting(.cancelled, at: index) }
    let decision = Decision(bits, holding: holding, canAdd: lots.count < strategy.maximumEntries)
    var exit: ExitReason?
    if decision.exits, let holding {
      exit = isTime ? .time : firstExit(of: holding, index: index, state: state).map(ExitReason.rule)
    }
    var entry: (rule: Int, side: Side)?
    if let side = decision.entry, let rule = firstEntry(of: side, index: index, state: state) {
      if !rest(rule: rule, side: side, index: index, equity: equity, state: state) {
        endResting(.replaced, at: index)
        entry = (rule, side)
      }
    }
    if decision.isConflict, let long = firstEntry(of: .long, index: index, state: state),
      let short = firstEntry(of: .short, index: index, state: state)
    {
      conflicts.append(Conflict(index: index, longRule: long, shortRule: short))
    }
    if exit != nil || entry != nil {
      var order = Order(decidedIndex: index, decidedEquity: equity, exit: exit, entry: entry)
      if let exit, let holding { order.exitRecord = log(.exit(exit), holding, .market, decidedIndex: index) }
      if let (rule, side) = entry {
        order.entryRecord = log(.entry(rule: rule), side, .market, decidedIndex: index)
      }
      self.order = order
    }
    if listsSignals { listSignals(index: index, close: close, state: state) }
  }

  /// True where the position was held for the bars or the time after which it is left.
  private func isTimeUp(_ state: PositionState, at index: Int) -> Bool {
    if let limit = strategy.exitAfterBars, state.barsHeld >= Double(limit) { return true }
    guard let limit = strategy.exitAfterTime, let lot = lots.first else { return false }
    let wasFilledAtClose = lot.firstLiveIndex > lot.entryIndex
    return lot.entryIndex <= Int(wasFilledAtClose ? limit.filledAtClose[index] : limit.filledAtOpen[index])
  }

  /// The position as rules see it at a close.
  @inline(__always)
  static func positionState(_ lots: [Lot], closes: Int, close: Double, equity: Double) -> PositionState {
    guard let first = lots.first else { return PositionState(equity: equity) }
    var price = first.entryPrice
    if lots.count > 1 {
      let units = lots.reduce(0) { $0 + $1.units }
      price = lots.reduce(0) { $0 + $1.units * $1.entryPrice } / units
    }
    return PositionState(
      entryPrice: price,
      barsHeld: Double(closes - first.closesAtFill),
      profit: first.side.sign * (close / price - 1),
      equity: equity
    )
  }

  /// The bits of the rules that hold on a bar with the position as it is.
  @inline(__always)
  private static func bits(of machines: [PositionMachine], offset: Int, state: PositionState) -> RuleBits {
    var bits: RuleBits = []
    for machine in machines where machine.holds(at: offset, state: state) { bits.formUnion(machine.bits) }
    return bits
  }

  private func firstEntry(of side: Side, index: Int, state: PositionState) -> Int? {
    strategy.entries.firstIndex { $0.side == side && $0.condition.holds(at: index, state: state) }
  }

  private func firstExit(of side: Side, index: Int, state: PositionState) -> Int? {
    strategy.exits.firstIndex {
      ($0.side ?? side) == side && $0.condition.holds(at: index, state: state)
    }
  }

  private mutating func listSignals(index: Int, close: Double, state: PositionState) {
    for (ruleIndex, rule) in strategy.exits.enumerated() where rule.condition.holds(at: index, state: state) {
      var ordered = false
      if case .rule(ruleIndex) = order?.exit { ordered = true }
      signals.append(
        Signal(
          index: index,
          rule: ruleIndex,
          kind: .exit,
          side: rule.side,
          price: close,
          isOrdered: ordered
        )
      )
    }
    for (ruleIndex, rule) in strategy.entries.enumerated() where rule.condition.holds(at: index, state: state) {
      signals.append(
        Signal(
          index: index,
          rule: ruleIndex,
          kind: .entry,
          side: rule.side,
          price: close,
          isOrdered: order?.entry?.rule == ruleIndex
            || (resting?.rule == ruleIndex && resting?.order.decidedIndex == index)
        )
      )
    }
  }
}
