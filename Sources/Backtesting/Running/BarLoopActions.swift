import Columns

extension BarLoop {
  /// Takes the splits and dividends of a bar: those that come before its open, or those of a day inside it.
  mutating func takeActions(at index: Int, areInside: Bool) {
    while nextAction < actions.count, actions[nextAction].index == index, actions[nextAction].isInside == areInside {
      let action = actions[nextAction]
      account.take(action)
      for index in lots.indices { lots[index].take(action) }
      if isLeaving { takeUnfinished(action) }
      if action.ratio != 1 {
        order?.splitRatio *= action.ratio
        resting?.order.splitRatio *= action.ratio
        resting?.price /= action.ratio
        lastExit /= action.ratio
        mark /= action.ratio
      }
      nextAction += 1
    }
  }

  /// The splits and dividends of a window.
  ///
  /// - Throws: a split inside a bar, whose prices are from before and after it.
  static func actions(_ actions: [BarAction], in range: Range<Int>) throws(BacktestError) -> [BarAction] {
    let steps = actions.filter { range.contains($0.index) }
    if let split = steps.first(where: { $0.isInside && $0.ratio != 1 }) {
      throw .splitInsideBar(ratio: split.ratio, date: split.date)
    }
    return steps
  }
}

extension Account {
  /// Pays or takes the dividend on the units held, and counts these in new units.
  mutating func take(_ action: BarAction) {
    if action.dividend != 0 {
      // Whoever is short owes it to the lender of the units.
      let received = units * multiplier * action.dividend
      cash += received
      dividends += received
    }
    units *= action.ratio
  }
}

extension Lot {
  /// Notes the dividend, and counts the lot in new units.
  mutating func take(_ action: BarAction) {
    if action.dividend != 0 { dividends += side.sign * units * multiplier * action.dividend }
    guard action.ratio != 1 else { return }
    units *= action.ratio
    entryPrice /= action.ratio
    signedStop /= action.ratio
    signedTarget /= action.ratio
    signedCloseStop /= action.ratio
    signedTrail /= action.ratio
    signedBest /= action.ratio
    trailDistance /= action.ratio
    splitRatio *= action.ratio
  }
}

extension Bars {
  /// The worth at the last close of a unit bought at the first one of a window, its dividends kept in cash.
  func holdingWorth(in range: Range<Int>, with actions: [BarAction]) -> Double {
    let closes = close.values
    guard let first = range.first(where: { !closes[$0].isNaN }), let last = range.last(where: { !closes[$0].isNaN })
    else { return .nan }
    var (units, cash) = (1.0, 0.0)
    for action in actions where action.index > first && action.index <= last {
      cash += units * action.dividend
      units *= action.ratio
    }
    return units * closes[last] + cash
  }
}
