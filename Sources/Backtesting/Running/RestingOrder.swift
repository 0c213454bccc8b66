import Columns

/// An entry that waits for its price, for the close, or, at the market, for the exit before it.
struct RestingOrder {
  /// The decision.
  var order: BarLoop.Order
  var rule: Int
  var side: Side
  var type: OrderType
  /// The price that it waits for; missing for the close.
  var price: Double
  /// The bars with an open that it still works on.
  var barsLeft: Int

  /// The price at which the open fills it; nil if the open is not there yet.
  func fill(atOpen open: Double) -> Double? {
    let sign = side.sign
    switch type {
    case .limit: return sign * open <= sign * price ? open : nil
    case .stop: return sign * open >= sign * price ? open : nil
    case .market, .close: return nil
    }
  }

  /// True if a bar reaches the price after its open.
  func isReached(high: Double, low: Double) -> Bool {
    switch type {
    case .limit: side == .long ? low <= price : high >= price
    case .stop: side == .long ? high >= price : low <= price
    case .market, .close: false
    }
  }

  /// Limit orders fill at their price or better, all others as the market does.
  var slips: Bool { type != .limit }
}

extension BarLoop {
  /// Notes the order of an entry rule that does not fill at the market; false if the rule has no such order.
  mutating func rest(rule: Int, side: Side, index: Int, state: PositionState) -> Bool {
    let amount: Amount
    let bars: Int
    switch strategy.entries[rule].order {
    case .market: return false
    case .close: (amount, bars) = (.constant(.nan), .max)
    case .limit(let price, let count), .stop(let price, let count): (amount, bars) = (price, count)
    }
    let type = strategy.entries[rule].order.type
    var order = Order(decidedIndex: index, state: state, exit: nil, entry: nil)
    let price = amount.value(at: index, state: state)
    order.entryRecord = log(
      .entry(rule: rule), side, type, price: price.isNaN ? nil : price, decidedIndex: index)
    endResting(.replaced, at: index)
    if type != .close, price.isNaN || price <= 0 {
      reject(order, rule: rule, side: side, index: index, price.isNaN ? .levelMissing : .priceNotPositive)
    } else {
      resting = RestingOrder(order: order, rule: rule, side: side, type: type, price: price, barsLeft: bars)
    }
    return true
  }

  /// Ends the order that rests, if any.
  mutating func endResting(_ fate: OrderRecord.Fate, at index: Int) {
    guard isResting, let resting else { return }
    self.resting = nil
    finish(resting.order.entryRecord, fate, at: index)
  }

  /// Rejects the order that rests, if any.
  mutating func refuseResting(_ reason: Rejection.Reason, at index: Int) {
    guard isResting, let resting else { return }
    self.resting = nil
    reject(resting.order, rule: resting.rule, side: resting.side, index: index, reason)
  }

  /// Fills the resting order if the open is at its price or beyond.
  mutating func fillResting(atOpen open: Double, index: Int) {
    guard !isLeaving, let resting else { return }
    if resting.type == .market { return fill(resting, at: open, index: index, .atOpen) }
    guard let price = resting.fill(atOpen: open) else { return }
    fill(resting, at: price, index: index, .atOpen)
  }

  /// Fills the resting order if the bar reaches its price after the open, and ends it after its last bar.
  ///
  /// The stop of the new position counts wherever in the bar it is reached. A target counts only for a stop order,
  /// whose price lies on the way to it: a limit order may have filled after the price was above its target.
  mutating func fillResting(inside index: Int, high: Double, low: Double, close: Double) {
    if !reachResting(inside: index, high: high, low: low, close: close) { passRestingBar(index) }
  }

  /// Fills the resting order if prices reach it; false if they do not, or none rests.
  @discardableResult
  mutating func reachResting(inside index: Int, high: Double, low: Double, close: Double) -> Bool {
    guard !isLeaving, let resting, resting.type != .close else { return false }
    if resting.isReached(high: high, low: low) {
      let count = lots.count
      let held = heldSide
      fill(resting, at: resting.price, index: index, .inside)
      let isNew = lots.count > (held == resting.side ? count : 0)
      if isResting { return false }
      guard isNew, let lot = lots.last else { return true }
      let sign = lot.side.sign
      let (level, reason) = lot.signedExit
      let worst = lot.side == .long ? low : -high
      let best = lot.side == .long ? high : -low
      if settings.inside == .targetFirst {
        if best >= lot.signedTarget {
          takeTarget(lots.count - 1, quoted: sign * lot.signedTarget, index: index)
        } else if resting.type == .limit ? worst <= level : sign * close <= level {
          // From the limit on the way down to the stop nothing else can come first, and a close beyond it comes last.
          closeLot(lots.count - 1, quoted: sign * level, slips: true, index: index, reason: reason)
        }
      } else if worst <= level {
        closeLot(lots.count - 1, quoted: sign * level, slips: true, index: index, reason: reason)
      } else if resting.type == .stop, best >= lot.signedTarget {
        takeTarget(lots.count - 1, quoted: sign * lot.signedTarget, index: index)
      }
      return true
    }
    return false
  }

  /// Counts a bar that has not reached the price of the resting order.
  mutating func passRestingBar(_ index: Int) {
    guard var resting, resting.type != .close, resting.type != .market else { return }
    resting.barsLeft -= 1
    if resting.barsLeft == 0 { endResting(.expired, at: index) } else { self.resting = resting }
  }

  /// Fills an order that waits for the close.
  mutating func fillResting(atClose close: Double, index: Int) {
    // It was decided at an earlier close.
    guard !isLeaving, let resting, resting.type == .close else { return }
    fill(resting, at: close, index: index, .atClose)
  }

  mutating func fill(_ resting: RestingOrder, at quoted: Double, index: Int, _ moment: FillMoment) {
    self.resting = nil
    if let held = heldSide, held != resting.side {
      closeAll(at: quoted, index: index, reason: .reversal(resting.rule), includingBar: moment == .atClose)
      if isLeaving { return keep(resting) }
    } else if lots.count >= strategy.maximumEntries {
      return finish(resting.order.entryRecord, .cancelled, at: index)
    }
    enter(
      resting.order, rule: resting.rule, side: resting.side, quoted: quoted, slips: resting.slips, index: index, moment,
      isMarket: resting.type == .market)
  }
}

/// The moment of a bar at which an order fills.
enum FillMoment {
  case atOpen, inside, atClose
}

extension BarLoop {
  /// Lists an order that was decided, if the run lists orders.
  mutating func log(
    _ kind: PendingOrder.Kind, _ side: Side, _ type: OrderType, price: Double? = nil, share: Double? = nil,
    decidedIndex: Int
  ) -> Int? {
    guard listsSignals else { return nil }
    orders.append(
      OrderRecord(decidedIndex: decidedIndex, side: side, kind: kind, type: type, price: price, share: share))
    return orders.count - 1
  }

  /// Notes the end of an order that is listed.
  mutating func finish(_ record: Int?, _ fate: OrderRecord.Fate, at index: Int, price: Double? = nil) {
    guard let record else { return }
    orders[record].fate = fate
    orders[record].index = index
    orders[record].fillPrice = price
  }

  /// Notes an entry that was not filled, and why.
  mutating func reject(_ order: Order, rule: Int, side: Side, index: Int, _ reason: Rejection.Reason) {
    rejections.append(
      Rejection(index: index, decidedIndex: order.decidedIndex, rule: rule, side: side, reason: reason))
    finish(order.entryRecord, .rejected(reason), at: index)
  }
}
