import Columns

extension BarLoop {
  /// The events that the price can trigger on its way through a bar.
  private enum Event {
    case level(lot: Int, ExitReason)
    case target(lot: Int)
    case resting(isBracket: Bool)
    case liquidation
  }

  /// Takes stops, trails, targets and the resting order in the order in which the price reaches them on its way.
  ///
  /// The way leads from the open to the nearer of high and low, to the farther and to the close. It ends at the price at
  /// which everything is closed by force.
  mutating func walkPath(
    index: Int, prices: (open: Double, high: Double, low: Double, close: Double), above limit: Double
  ) {
    let (open, high, low, close) = prices
    if hasLevels, !lots.isEmpty { judgeLevels(index: index, open: open, high: open, low: open, above: limit) }
    guard hasLevels && !lots.isEmpty || isResting else { return }
    let corners = high - open < open - low ? [high, low, close] : [low, high, close]
    var price = open
    for corner in corners where !corner.isNaN {
      while let (next, event) = firstEvent(from: price, to: corner, above: limit) {
        price = next
        switch event {
        case .level(let lot, let reason): closeLot(lot, quoted: next, slips: true, index: index, reason: reason)
        case .target(let lot): takeTarget(lot, quoted: next, index: index)
        case .resting(let isBracket):
          if isBracket { turnBracket() }
          if let resting { fill(resting, at: next, index: index, .inside) }
        case .liquidation: return passRestingBar(index)
        }
      }
      price = corner
    }
    passRestingBar(index)
  }

  /// The first price on a straight way at which something happens; of several at one price a stop before a target before
  /// the resting order.
  ///
  /// It changes nothing; see ``positionState(at:close:)``.
  private mutating func firstEvent(from start: Double, to end: Double, above limit: Double) -> (
    price: Double, event: Event
  )? {
    var first: (price: Double, event: Event)?
    // A price that falls to a level, or rises to it, where the sign is that of a fall: the level is below for longs.
    func offer(_ signed: Double, falls: Bool, sign: Double, _ event: Event) {
      let reached = falls ? min(sign * start, sign * end) <= signed : max(sign * start, sign * end) >= signed
      guard reached else { return }
      let price = sign * (falls ? min(signed, sign * start) : max(signed, sign * start))
      if let first, abs(first.price - start) <= abs(price - start) { return }
      first = (price, event)
    }
    for (place, lot) in lots.enumerated() {
      let (level, reason) = lot.signedExit
      if level > -.infinity { offer(level, falls: true, sign: lot.side.sign, .level(lot: place, reason)) }
    }
    for (place, lot) in lots.enumerated() where lot.signedTarget < .infinity {
      offer(lot.signedTarget, falls: false, sign: lot.side.sign, .target(lot: place))
    }
    if isResting, !isLeaving {
      for (order, isBracket) in [(resting, false), (bracket, true)] {
        guard let order, order.type != .close, order.type != .market else { continue }
        let sign = order.side.sign
        offer(sign * order.price, falls: order.type == .limit, sign: sign, .resting(isBracket: isBracket))
      }
    }
    if limit > -.infinity, let side = heldSide ?? leavingSide {
      offer(limit, falls: true, sign: side.sign, .liquidation)
    }
    return first
  }
}

extension Strategy {
  /// True if a side has entries that wait at a limit and others that wait at a stop.
  var hasBrackets: Bool {
    Side.allCases.contains { side in
      let types = entries.filter { $0.side == side }.map(\.order.type)
      return types.contains(.limit) && types.contains(.stop)
    }
  }

  /// True if the path of the price inside a bar can change the result.
  var dependsOnInside: Bool {
    let hasStop = stop != nil && !stopsAtCloses || trail != nil
    let waits = entries.contains { $0.order.price != nil }
    return target != nil && hasStop || waits && (target != nil || hasStop) || hasBrackets
  }
}
