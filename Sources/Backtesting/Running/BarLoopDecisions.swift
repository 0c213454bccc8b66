import Columns

extension BarLoop {
  /// Reads the rules at a close and notes the order that comes of them.
  mutating func decide(_ columnBits: RuleBits, index: Int, close: Double) {
    decide(columnBits, index: index, close: close, state: positionState(at: index, close: close))
  }

  /// The same with the position as given.
  @inline(__always)
  mutating func decide(_ columnBits: RuleBits, index: Int, close: Double, state: PositionState) {
    let holding = lots.isEmpty ? nil : lots[0].side
    var bits = columnBits
    var isTime = false
    var stopped = 0
    if watchesPosition {
      if listsSignals, holding != nil || !entryMachines.isEmpty {
        positions.append(PositionRecord(index: index, state: state))
      }
      let offset = index - range.lowerBound
      bits.formUnion(Self.bits(of: entryMachines, offset: offset, state: state))
      if holding != nil { bits.formUnion(Self.bits(of: exitMachines, offset: offset, state: state)) }
      if let holding, isTimeUp(state, at: index) {
        isTime = true
        bits.insert(holding == .long ? .exitLong : .exitShort)
      }
      if let holding, strategy.stopsAtCloses {
        stopped = noteStops(at: close, index: index)
        if stopped > 0 { bits.insert(holding == .long ? .exitLong : .exitShort) }
      }
    }
    if !bounds.isMember { bits.subtract([.enterLong, .enterShort]) }
    if isPaused {
      if listsSignals, !bits.isDisjoint(with: [.enterLong, .enterShort]) { pausedIndexes.append(index) }
      bits.subtract([.enterLong, .enterShort])
    }
    if isResting, let resting, bits.contains(RuleBits.exit(resting.side)) { endResting(.cancelled, at: index) }
    var parts: [Int] = []
    if let holding, bits.contains(.exitPart), !bits.contains(RuleBits.exit(holding)) {
      parts = partialExits(of: holding, index: index, state: state)
      // As an exit of all does, one of a part wins over an entry of its side.
      if !parts.isEmpty { bits.remove(.entry(holding)) }
    }
    let decision = Decision(bits, holding: holding, canAdd: lots.count < strategy.maximumEntries)
    let exit = decision.exits ? exitReason(isTime: isTime, stopped: stopped, index: index, state: state) : nil
    var entry: (rule: Int, side: Side)?
    if let side = decision.entry, let rule = firstEntry(of: side, index: index, state: state) {
      if !rest(rule: rule, side: side, index: index, state: state) {
        endResting(.replaced, at: index)
        entry = (rule, side)
      }
    }
    if decision.isConflict, let long = firstEntry(of: .long, index: index, state: state),
      let short = firstEntry(of: .short, index: index, state: state)
    {
      conflicts.append(Conflict(index: index, longRule: long, shortRule: short))
    }
    let resizes = holding != nil && exit == nil && entry == nil && parts.isEmpty && strategy.resizes?.values[index] == 1
    if exit != nil || entry != nil || !parts.isEmpty || resizes {
      var order = Order(decidedIndex: index, state: state, exit: exit?.reason, entry: entry)
      order.resizes = resizes
      order.leavesStoppedOnly = exit?.isOfStoppedOnly ?? false
      record(&order, parts: parts, holding: holding)
      self.order = order
    }
    if listsSignals { listSignals(columnBits, index: index, close: close, state: state) }
  }

  /// The reason for which a side is left, and whether only the lots that their stops have reached leave.
  @inline(__always)
  private mutating func exitReason(
    isTime: Bool, stopped: Int, index: Int, state: PositionState
  ) -> (reason: ExitReason, isOfStoppedOnly: Bool)? {
    guard let holding = heldSide else { return nil }
    if stopped == lots.count { return (.stop, false) }
    if isTime { return (.time, false) }
    if let rule = firstExit(of: holding, isStopped: stopped > 0, index: index, state: state) {
      return (.rule(rule), false)
    }
    return stopped > 0 ? (.stop, true) : nil
  }

  /// Lists the parts of an order, if orders are listed.
  @inline(__always)
  private mutating func record(_ order: inout Order, parts: [Int], holding: Side?) {
    let index = order.decidedIndex
    if let holding {
      if let exit = order.exit { order.exitRecord = log(.exit(exit), holding, .market, decidedIndex: index) }
      order.parts = parts.map { rule in
        (rule, log(.exit(.rule(rule)), holding, .market, share: strategy.exits[rule].share, decidedIndex: index))
      }
    }
    if let (rule, side) = order.entry {
      order.entryRecord = log(.entry(rule: rule), side, .market, decidedIndex: index)
    }
  }

  /// True if the position was held for the bars or the time after which it is left.
  private mutating func isTimeUp(_ state: PositionState, at index: Int) -> Bool {
    if let limit = strategy.exitAfterBars, state.barsHeld >= Double(limit) { return true }
    guard let limit = strategy.exitAfterTime, let lot = lots.first else { return false }
    let wasFilledAtClose = lot.firstLiveIndex > lot.entryIndex
    return lot.entryIndex <= Int(wasFilledAtClose ? limit.filledAtClose[index] : limit.filledAtOpen[index])
  }

  /// The bits of the rules that hold on a bar with the position as it is.
  @inline(__always)
  private static func bits(of machines: [PositionMachine], offset: Int, state: PositionState) -> RuleBits {
    var bits: RuleBits = []
    for machine in machines where machine.holds(at: offset, state: state) { bits.formUnion(machine.bits) }
    return bits
  }

  /// The first firing rule that enters a side; one does.
  private mutating func firstEntry(of side: Side, index: Int, state: PositionState) -> Int? {
    if let sole = soleRules.entry(of: side) { return sole }
    return strategy.entries.firstIndex { $0.side == side && $0.condition.holds(at: index, state: state) }
  }

  /// The first firing rule that leaves a side, or the stop of some lots; one does.
  private mutating func firstExit(of side: Side, isStopped: Bool, index: Int, state: PositionState) -> Int? {
    if !isStopped, let sole = soleRules.exit(of: side) { return sole }
    return strategy.exits.firstIndex {
      $0.share == nil && ($0.side ?? side) == side && $0.condition.holds(at: index, state: state)
    }
  }

  private mutating func listSignals(_ columnBits: RuleBits, index: Int, close: Double, state: PositionState) {
    // If no exit column fires on this bar, only those that read the position can hold.
    let mayExit = !exitMachines.isEmpty || !columnBits.isDisjoint(with: [.exitLong, .exitShort, .exitPart])
    let mayEnter = !entryMachines.isEmpty || !columnBits.isDisjoint(with: [.enterLong, .enterShort])
    for ruleIndex in mayExit ? strategy.exits.indices : 0..<0
    where strategy.exits[ruleIndex].condition.holds(at: index, state: state) {
      var ordered = false
      if case .rule(ruleIndex) = order?.exit { ordered = true }
      if order?.parts.contains(where: { $0.rule == ruleIndex }) == true { ordered = true }
      signals.append(
        Signal(
          index: index,
          rule: ruleIndex,
          kind: .exit,
          side: strategy.exits[ruleIndex].side,
          price: close,
          isOrdered: ordered
        )
      )
    }
    for ruleIndex in mayEnter ? strategy.entries.indices : 0..<0
    where strategy.entries[ruleIndex].condition.holds(at: index, state: state) {
      signals.append(
        Signal(
          index: index,
          rule: ruleIndex,
          kind: .entry,
          side: strategy.entries[ruleIndex].side,
          price: close,
          isOrdered: order?.entry?.rule == ruleIndex
            || (isResting && rests(ruleIndex, since: index))
        )
      )
    }
  }

  /// True if an order that rests is of a rule and was decided at a close.
  private func rests(_ rule: Int, since index: Int) -> Bool {
    [resting, bracket].contains { $0?.rule == rule && $0?.order.decidedIndex == index }
  }
}
