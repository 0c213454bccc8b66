import Columns

extension BarLoop {
  /// The state after the last bar of the run.
  var state: RunState {
    var copy = self
    copy.keepWaitingOrders()
    return RunState(nextIndex: range.upperBound) { copy.visit(&$0) }
  }

  /// Continues from the state of a run that ended at the bar before.
  mutating func resume(_ state: RunState) throws(BacktestError) {
    guard state.nextIndex == range.lowerBound else { throw .unreadableState(field: "next") }
    try state.read { visit(&$0) }
    guard refersToKnown else { throw .unreadableState(field: "rule") }
    passActions()
    takesShortWay = false
  }

  /// Leaves out the splits and dividends that the run before has taken.
  mutating func passActions() {
    nextAction = actions.firstIndex { $0.index >= range.lowerBound } ?? actions.count
    isContinued = true
  }

  /// Visits what a bar leaves for the bars after it.
  mutating func visit(_ fields: inout StateFields) {
    account.visit(&fields)
    fields.visit("lots", &lots)
    fields.visit("unfinished", &unfinishedExits)
    fields.visit("excess", &excess)
    fields.visit("order", &order)
    fields.visit("resting", &resting)
    fields.visit("bracket", &bracket)
    fields.visit("orders", &orders)
    fields.visit("closes", &closes)
    fields.visit("closes_at_exit", &closesAtExit)
    fields.visit("closes_at_resume", &closesAtResume)
    fields.visit("last_exit", &lastExit)
    var parts = takenParts.sorted()
    fields.visit("taken_parts", &parts)
    takenParts = Set(parts)
    fields.visit("entries", &entryCount)
    fields.visit("highest_profit", &highestProfit)
    fields.visit("entry_day", &entryDay.number)
    fields.visit("entries_of_day", &entryDay.entries)
    fields.visit("position_day", &positionDay)
    fields.visit("exposed", &exposedBars)
    fields.visit("ruined", &ruinedIndex)
    fields.visit("mark", &mark)
    fields.visit("trades", &tally)
  }

  /// Keeps of the listed orders those that wait, by the places that refer to them.
  mutating func keepWaitingOrders() {
    var kept: [OrderRecord] = []
    let orders = orders
    func moved(_ record: Int?) -> Int? {
      guard let record, orders[record].fate == .pending else { return nil }
      kept.append(orders[record])
      return kept.count - 1
    }
    if var order {
      (order.exitRecord, order.entryRecord) = (moved(order.exitRecord), moved(order.entryRecord))
      order.parts = order.parts.map { ($0.rule, moved($0.record)) }
      self.order = order
    }
    let (first, second) = (moved(resting?.order.entryRecord), moved(bracket?.order.entryRecord))
    resting?.order.entryRecord = first
    bracket?.order.entryRecord = second
    let unfinished = unfinishedExits.map { moved($0.record) }
    for (place, record) in unfinished.enumerated() { unfinishedExits[place].record = record }
    let ofExcess = moved(excess?.record)
    excess?.record = ofExcess
    self.orders = kept
  }

  /// True if the rules, orders and bars that the state refers to exist.
  var refersToKnown: Bool {
    let bars = 0..<range.lowerBound
    func isListed(_ record: Int?) -> Bool { record.map(orders.indices.contains) ?? true }
    func isEntry(_ rule: Int?) -> Bool { rule.map(strategy.entries.indices.contains) ?? true }
    func isKnown(_ reason: ExitReason?) -> Bool {
      switch reason {
      case .rule(let rule): strategy.exits.indices.contains(rule)
      case .reversal(let rule): isEntry(rule)
      default: true
      }
    }
    func isKnown(_ order: Order?) -> Bool {
      guard let order else { return true }
      return bars.contains(order.decidedIndex) && isKnown(order.exit) && isEntry(order.entry?.rule)
        && order.parts.allSatisfy { strategy.exits.indices.contains($0.rule) && isListed($0.record) }
        && isListed(order.exitRecord) && isListed(order.entryRecord)
    }
    func isKnown(_ lot: Lot) -> Bool {
      isEntry(lot.rule) && bars.contains(lot.entryIndex) && lot.firstLiveIndex >= lot.entryIndex
    }
    return lots.allSatisfy(isKnown) && isKnown(order)
      && [resting, bracket].allSatisfy { isEntry($0?.rule) && isKnown($0?.order) }
      && unfinishedExits.allSatisfy { exit in
        isListed(exit.record) && exit.lots.allSatisfy { isKnown($0.lot) && isKnown($0.reason) }
      } && isListed(excess?.record)
  }
}
