import Columns

/// The bounds that an account of many symbols sets to the entries of one.
struct EntryBounds {
  /// False while the symbol does not belong to its universe.
  var isMember = true
  /// The reason why no further symbol may be held; nil if one may.
  var fullness: Rejection.Reason?
  /// The most that the symbol's position may be worth, over the equity of its size.
  var limit = Double.infinity
  /// The most that the positions of its group may be worth, over the same equity.
  var groupLimit = Double.infinity
  /// The worth of the positions of the others of its group.
  var groupWorth = 0.0
}

extension BarLoop {
  /// The units that an order may add before the position is worth the most that it may be.
  ///
  /// The bounds are shares of the equity that the size is a share of, so that a size within them is never cut.
  func unitsInBounds(_ order: Order, at price: Double, quoted: Double) -> Double {
    guard bounds.limit < .infinity || bounds.groupLimit < .infinity else { return .infinity }
    let equity = settings.sizing == .fill ? account.equity(at: quoted) : order.state.equity
    let mostWorth = min(bounds.limit * equity, bounds.groupLimit * equity - bounds.groupWorth)
    let room = mostWorth - abs(account.holdings(at: quoted))
    // Rounding noise is not room.
    guard room > 1e-9 * abs(equity) else { return 0 }
    let units = room / (price * account.multiplier)
    return sizing.wholeUnits ? (units * (1 + 1e-12)).rounded(.down) : units
  }

  /// The partial exit rules that hold at a close, except those already taken in this position.
  mutating func partialExits(of holding: Side, index: Int, state: PositionState) -> [Int] {
    let rules = strategy.exits.indices.filter { place in
      let rule = strategy.exits[place]
      return rule.share != nil && (rule.side ?? holding) == holding && !takenParts.contains(place)
        && rule.condition.holds(at: index, state: state)
    }
    takenParts.formUnion(rules)
    return rules
  }

  /// Closes the share of each lot given by a rule; with whole units, the remainder of the rounding stays.
  mutating func closePart(
    by rule: Int, _ record: Int?, _ decidedIndex: Int, at price: Double, index: Int, includingBar: Bool
  ) {
    guard let share = strategy.exits[rule].share else { return }
    let (count, taken) = (unfinishedExits.count, volumeTaken(on: index))
    var isFilled = false
    for place in lots.indices.reversed()
    where take(share, of: place, quoted: price, slips: true, index: index, reason: .rule(rule), includingBar) {
      isFilled = true
    }
    if unfinishedExits.count > count {
      return goOn(
        record, .exit(.rule(rule)), since: count, decidedIndex, at: price, index, taken: taken, share: share)
    }
    finish(record, isFilled ? .filled : .rejected(.lessThanOneUnit), at: index, price: isFilled ? price : nil)
  }

  /// Takes the target of a lot: all of it, or the share that the target is for, after which the rest has none.
  mutating func takeTarget(_ place: Int, quoted: Double, index: Int) {
    guard let share = strategy.targetShare else {
      return closeLot(place, quoted: quoted, slips: false, index: index, reason: .target)
    }
    take(share, of: place, quoted: quoted, slips: false, index: index, reason: .target, false)
    lots[place].signedTarget = .infinity
  }

  /// Closes a share of a lot; false if that is less than one whole unit.
  @discardableResult
  mutating func take(
    _ share: Double, of place: Int, quoted: Double, slips: Bool, index: Int, reason: ExitReason, _ includingBar: Bool
  ) -> Bool {
    var units = lots[place].units * share
    // 29 % of 100 units is a hair below 29 as computed.
    if settings.units == .whole { units = (units * (1 + 1e-12)).rounded(.down) }
    guard units > 0, units < lots[place].units else { return false }
    let part = lots[place].take(units: units)
    leave(part, quoted: quoted, slips: slips, index: index, reason: reason, includingBar: includingBar)
    return true
  }
}
