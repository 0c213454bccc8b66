import Columns

extension LegsLoop {
  /// The gain of the open position before exit costs.
  private var openGain: Double {
    guard let position else { return 0 }
    return accounts.indices.reduce(0) { sum, leg in
      sum + gain(of: leg, position, units: accounts[leg].units, at: marks[leg], fee: 0)
    }
  }

  /// The gain over the value at entry, costs and dividends left out, as `profit` is on one series.
  private var profit: Double {
    guard let position else { return .nan }
    return accounts.indices.reduce(0) { sum, leg in
      sum + accounts[leg].multiplier
        * (accounts[leg].units * marks[leg] - position.filled[leg] * position.prices[leg])
    } / position.value
  }

  mutating func watchProfit() {
    guard position != nil else { return }
    let (profit, gain) = (profit, openGain)
    guard var position else { return }
    position.highestProfit = max(position.highestProfit, profit)
    position.worst = min(position.worst, gain / position.value)
    position.best = max(position.best, gain / position.value)
    self.position = position
  }

  private func state() -> PositionState {
    var state = PositionState(equity: worth)
    state.lossesInRow = Double(tally.lossStreak)
    state.lastExit = lastExit
    guard let position else {
      state.barsFlat = Double(closes - closesAtExit)
      return state
    }
    state.entryPrice = position.side.sign * spread(position.prices, of: position.filled, size: position.size)
    state.barsHeld = Double(closes - position.closesAtFill)
    state.profit = profit
    state.maxProfit = position.highestProfit
    state.openProfit = openGain
    return state
  }

  /// The price of a unit of the spread: units and prices of its legs over the units of the spread.
  func spread(_ prices: [Double], of units: [Double], size: Double) -> Double {
    zip(prices, units).reduce(0) { $0 + $1.0 * $1.1 } / size
  }

  mutating func decide(_ columnBits: RuleBits, index: Int) {
    let state = state()
    let offset = index - range.lowerBound
    let holding = position?.side
    var bits = columnBits
    for machine in entryMachines where machine.holds(at: offset, state: state) { bits.formUnion(machine.bits) }
    if holding != nil {
      for machine in exitMachines where machine.holds(at: offset, state: state) { bits.formUnion(machine.bits) }
    }
    if listsSignals, !entryMachines.isEmpty || holding != nil {
      positions.append(PositionRecord(index: index, state: state))
    }
    var isTime = false
    if let holding, let limit = strategy.exitAfterBars, state.barsHeld >= Double(limit) {
      isTime = true
      bits.insert(holding == .long ? .exitLong : .exitShort)
    }
    if holding == nil, closes <= closesAtResume { bits.subtract([.enterLong, .enterShort]) }
    let weights = legs.map { $0.weight.value(at: index, state: state) }
    let decision = Decision(bits, holding: holding, canAdd: false)
    var order = Order(decidedIndex: index, state: state, weights: weights)
    if decision.exits, let holding {
      let rule = strategy.exits.firstIndex { rule in
        (rule.side ?? holding) == holding && rule.condition.holds(at: index, state: state)
      }
      order.exit = isTime ? .time : rule.map { .rule($0) } ?? .time
      if let exit = order.exit { order.exitRecord = log(.exit(exit), holding, index) }
    }
    func rule(_ side: Side) -> Int? {
      strategy.entries.firstIndex { $0.side == side && $0.condition.holds(at: index, state: state) }
    }
    if let side = decision.entry, let rule = rule(side) {
      order.entry = (rule, side)
      order.entryRecord = log(.entry(rule: rule), side, index)
    }
    if decision.isConflict, let long = rule(.long), let short = rule(.short) {
      conflicts.append(Conflict(index: index, longRule: long, shortRule: short))
    }
    if order.exit != nil || order.entry != nil { self.order = order }
    if listsSignals { listSignals(index: index, state: state) }
  }

  private mutating func listSignals(index: Int, state: PositionState) {
    let price = bars.close.values[index]
    for (number, rule) in strategy.exits.enumerated() where rule.condition.holds(at: index, state: state) {
      var isOrdered = false
      if case .rule(number) = order?.exit { isOrdered = true }
      signals.append(
        Signal(index: index, rule: number, kind: .exit, side: rule.side, price: price, isOrdered: isOrdered))
    }
    for (number, rule) in strategy.entries.enumerated() where rule.condition.holds(at: index, state: state) {
      signals.append(
        Signal(
          index: index, rule: number, kind: .entry, side: rule.side, price: price,
          isOrdered: order?.entry?.rule == number))
    }
  }

  private mutating func log(_ kind: PendingOrder.Kind, _ side: Side, _ index: Int) -> Int? {
    guard listsSignals else { return nil }
    orders.append(OrderRecord(decidedIndex: index, side: side, kind: kind, type: .market))
    return orders.count - 1
  }

  mutating func finish(_ record: Int?, _ fate: OrderRecord.Fate, at index: Int, price: Double? = nil) {
    guard let record else { return }
    orders[record].fate = fate
    orders[record].index = index
    orders[record].fillPrice = price
  }
}
