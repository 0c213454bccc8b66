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

  /// The price at which the open fills it; nil if the open has not reached it.
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
  ///
  /// A second rule of the side that waits on the other side of the price makes a bracket with it: the first order that
  /// fills cancels the other.
  mutating func rest(rule: Int, side: Side, index: Int, state: PositionState) -> Bool {
    let type = strategy.entries[rule].order.type
    if type == .market { return false }
    endResting(.replaced, at: index)
    place(rule: rule, side: side, index: index, state: state)
    let other: OrderType? = type == .limit ? .stop : type == .stop ? .limit : nil
    if let other, let second = waitingEntry(of: side, other, index: index, state: state) {
      place(rule: second, side: side, index: index, state: state)
    }
    return true
  }

  /// The first rule that fires with an order of a type.
  private mutating func waitingEntry(
    of side: Side, _ type: OrderType, index: Int, state: PositionState
  ) -> Int? {
    guard hasBrackets else { return nil }
    return strategy.entries.firstIndex {
      $0.side == side && $0.order.type == type && $0.condition.holds(at: index, state: state)
    }
  }

  /// Lets the order of an entry rule wait, or rejects it.
  private mutating func place(rule: Int, side: Side, index: Int, state: PositionState) {
    let entry = strategy.entries[rule].order
    let type = entry.type
    var order = Order(decidedIndex: index, state: state, exit: nil, entry: nil)
    let price = entry.price?.value(at: index, state: state) ?? .nan
    order.entryRecord = log(
      .entry(rule: rule), side, type, price: price.isNaN ? nil : price, decidedIndex: index)
    if type != .close, price.isNaN || price <= 0 {
      return reject(order, rule: rule, side: side, index: index, price.isNaN ? .levelMissing : .priceNotPositive)
    }
    let placed = RestingOrder(order: order, rule: rule, side: side, type: type, price: price, barsLeft: entry.bars)
    if resting == nil { resting = placed } else { bracket = placed }
  }

  /// Ends the orders that rest, if any.
  mutating func endResting(_ fate: OrderRecord.Fate, at index: Int) {
    for order in takeResting() { finish(order.order.entryRecord, fate, at: index) }
  }

  /// Rejects the orders that rest, if any.
  mutating func refuseResting(_ reason: Rejection.Reason, at index: Int) {
    for order in takeResting() { reject(order.order, rule: order.rule, side: order.side, index: index, reason) }
  }

  private mutating func takeResting() -> [RestingOrder] {
    guard isResting else { return [] }
    defer { (resting, bracket) = (nil, nil) }
    return [resting, bracket].compactMap(\.self)
  }

  /// Exchanges the two orders of a bracket.
  mutating func turnBracket() { (resting, bracket) = (bracket, resting) }

  /// Fills a resting order if the open is at its price or beyond.
  mutating func fillResting(atOpen open: Double, index: Int, _ moment: FillMoment = .atOpen) {
    guard !isLeaving, let first = resting else { return }
    if first.type == .market { return fill(first, at: open, index: index, moment) }
    if bracket != nil, first.fill(atOpen: open) == nil { turnBracket() }
    guard let resting, let price = resting.fill(atOpen: open) else { return }
    fill(resting, at: price, index: index, moment)
  }

  /// Fills a resting order if the bar reaches its price after the open, and ends it after its last bar.
  ///
  /// The stop of the new position counts wherever in the bar it is reached. A target counts only for a stop order,
  /// whose price lies on the way to it: a limit order may have filled after the price was above its target.
  mutating func fillResting(inside bar: Bar) {
    if !reachResting(inside: bar.index, open: bar.open, high: bar.high, low: bar.low, close: bar.close) {
      passRestingBar(bar.index)
    }
  }

  /// Fills the resting order whose price is reached; false if none is, or none rests.
  ///
  /// Of a bracket whose prices are both reached the one nearer to the open comes first.
  @discardableResult
  mutating func reachResting(inside index: Int, open: Double, high: Double, low: Double, close: Double) -> Bool {
    guard !isLeaving, let first = resting, first.type != .close else { return false }
    if let bracket, bracket.isReached(high: high, low: low),
      !first.isReached(high: high, low: low) || abs(bracket.price - open) < abs(first.price - open)
    {
      turnBracket()
    }
    guard let resting, resting.isReached(high: high, low: low) else { return false }
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

  /// Counts a bar that has not reached the price of a resting order.
  mutating func passRestingBar(_ index: Int) {
    guard let first = resting, first.type != .close, first.type != .market else { return }
    var left: [RestingOrder] = []
    for var order in [first, bracket].compactMap(\.self) {
      order.barsLeft -= 1
      if order.barsLeft == 0 { finish(order.order.entryRecord, .expired, at: index) } else { left.append(order) }
    }
    (resting, bracket) = (left.first, left.count > 1 ? left[1] : nil)
  }

  /// Fills an order that waits for the close.
  mutating func fillResting(atClose close: Double, index: Int) {
    // It was decided at an earlier close.
    guard !isLeaving, let resting, resting.type == .close else { return }
    fill(resting, at: close, index: index, .atClose)
  }

  mutating func fill(_ resting: RestingOrder, at quoted: Double, index: Int, _ moment: FillMoment) {
    self.resting = nil
    if let other = bracket {
      bracket = nil
      finish(other.order.entryRecord, .cancelled, at: index)
    }
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
  /// Lists an order that was decided, where the run lists orders.
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
