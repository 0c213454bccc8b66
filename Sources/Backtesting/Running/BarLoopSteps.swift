import Columns

/// The prices of one bar.
struct Bar {
  let index: Int
  let open: Double
  let high: Double
  let low: Double
  let close: Double
  /// True if splits or dividends of the series come with it.
  let hasActions: Bool
}

// The steps of a bar, in their order. A run on one series takes the steps one after the other; an account of many
// symbols takes each step with all of them before the next.
extension BarLoop {
  /// Applies corporate actions and interest before the first price, then fills exits at the open.
  @inline(__always)
  mutating func begin(_ bar: Bar, settlesInterest: Bool) {
    if bar.hasActions { takeActions(at: bar.index, areInside: false) }
    if settlesInterest { settleInterest(at: bar.index) }
    guard !bar.open.isNaN else { return }
    mark = bar.open
    if isLeaving { goOnLeaving(at: bar.open, index: bar.index) }
    if strategy.sessionEnds != nil { closeLateSession(at: bar.open, index: bar.index) }
    if order != nil { leaveByOrder(at: bar.open, index: bar.index, afterClose: false) }
  }

  /// Fills entries at the open.
  @inline(__always)
  mutating func enterAtOpen(_ bar: Bar) {
    guard !bar.open.isNaN else { return }
    if order != nil { enterByOrder(at: bar.open, index: bar.index, afterClose: false) }
    if isResting { fillResting(atOpen: bar.open, index: bar.index) }
  }

  /// Follows the price from the open to the close: levels, orders that wait for a price, positions closed by force.
  @inline(__always)
  mutating func passInside(_ bar: Bar) {
    if !bar.open.isNaN {
      if bar.hasActions { takeActions(at: bar.index, areInside: true) }
      if let finer, case let range = finer.ranges[bar.index], !range.isEmpty {
        passFiner(finer, range, in: bar)
      } else {
        passWhole(bar)
      }
    }
    if hasTrail, !lots.isEmpty { updateTrailingStops(at: bar.index, high: bar.high, low: bar.low) }
  }

  /// Follows the price through a bar with only four known prices.
  @inline(__always)
  private mutating func passWhole(_ bar: Bar) {
    if settings.inside == .path {
      walkPath(
        index: bar.index, prices: (bar.open, bar.high, bar.low, bar.close),
        above: canBeLiquidated && isHolding ? signedLiquidation : -.infinity)
    } else if hasLevels, !lots.isEmpty {
      let limit = canBeLiquidated ? signedLiquidation : -.infinity
      judgeLevels(index: bar.index, open: bar.open, high: bar.high, low: bar.low, above: limit)
    }
    if isResting, settings.inside != .path {
      fillResting(inside: bar)
    }
    if canBeLiquidated, isHolding { liquidate(at: bar.index, open: bar.open, high: bar.high, low: bar.low) }
  }

  /// Applies the fills and exits of the close before any rule is read.
  @inline(__always)
  mutating func meetClose(_ bar: Bar) {
    guard !bar.close.isNaN else { return }
    mark = bar.close
    closes += 1
    if isResting, resting?.type == .close { fillResting(atClose: bar.close, index: bar.index) }
    if isSessionEnd(bar.index) { closeAll(at: bar.close, index: bar.index, reason: .session, includingBar: true) }
    if watchesProfit { watchProfit(at: bar.close) }
    if movesTrails, let trailPrice { moveTrails(to: trailPrice, index: bar.index, close: bar.close) }
  }

  /// Closes everything at a price, as nothing is left.
  mutating func ruin(at index: Int, price: Double) {
    ruinedIndex = index
    cancelOrders(at: index)
    closeAll(at: price, index: index, reason: .ruin, includingBar: true)
  }

  /// Ends the entries that wait.
  mutating func cancelOrders(at index: Int) {
    finish(order?.entryRecord, .cancelled, at: index)
    order = nil
    endResting(.cancelled, at: index)
  }

  /// Fills the part of the order that leaves the position.
  mutating func leaveByOrder(at price: Double, index: Int, afterClose: Bool) {
    guard let order = order.take() else { return }
    let (count, taken) = (unfinishedExits.count, volumeTaken(on: index))
    if let reason = order.exit {
      if strategy.stopsAtCloses { closeStopped(at: price, index: index, includingBar: afterClose) }
      if !order.leavesStoppedOnly { closeAll(at: price, index: index, reason: reason, includingBar: afterClose) }
      if unfinishedExits.count == count {
        finish(order.exitRecord, .filled, at: index, price: price)
      } else {
        goOn(order.exitRecord, .exit(reason), since: count, order.decidedIndex, at: price, index, taken: taken)
      }
    }
    for (rule, record) in order.parts {
      closePart(by: rule, record, order.decidedIndex, at: price, index: index, includingBar: afterClose)
    }
    let isShrunk =
      order.resizes && !lots.isEmpty && shrink(order, at: price, index: index, includingBar: afterClose)
    guard order.entry != nil || order.resizes && !isShrunk else { return }
    self.order = order
    self.order?.exit = nil
    self.order?.parts = []
  }

  /// Fills the part of the order that enters; a position of the other side is closed with it.
  mutating func enterByOrder(at price: Double, index: Int, afterClose: Bool) {
    guard order?.resizes == true || order?.entry != nil, let order = order.take() else { return }
    if order.resizes { return grow(order, at: price, index: index, afterClose ? .atClose : .atOpen) }
    guard let (rule, side) = order.entry else { return }
    if let held = heldSide, held != side {
      closeAll(at: price, index: index, reason: .reversal(rule), includingBar: afterClose)
    }
    if isLeaving { return wait(order, rule: rule, side: side) }
    enter(
      order, rule: rule, side: side, quoted: price, slips: true, index: index, afterClose ? .atClose : .atOpen,
      isMarket: true)
  }
}
