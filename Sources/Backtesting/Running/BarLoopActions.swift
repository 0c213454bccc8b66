import Columns

extension BarLoop {
  /// Takes the splits and dividends of a bar: those that come before its open, or those of a day inside it.
  mutating func takeActions(at index: Int, areInside: Bool) {
    var hasSplit = false
    while nextAction < actions.count, actions[nextAction].index == index, actions[nextAction].isInside == areInside {
      let action = actions[nextAction]
      account.take(action)
      for index in lots.indices { lots[index].take(action) }
      if isLeaving { takeUnfinished(action) }
      if action.ratio != 1 {
        hasSplit = true
        order?.splitRatio *= action.ratio
        resting?.order.splitRatio *= action.ratio
        resting?.price /= action.ratio
        bracket?.order.splitRatio *= action.ratio
        bracket?.price /= action.ratio
        lastExit /= action.ratio
        mark /= action.ratio
      }
      nextAction += 1
    }
    if hasSplit, sizing.wholeUnits { payOutFraction(at: index) }
  }

  /// Pays out the part of a unit left by a split of a position in whole units: at the open of its bar, or the first
  /// known price, without costs.
  private mutating func payOutFraction(at index: Int) {
    let held = lots.reduce(0) { $0 + $1.units }
    var left = held.fractionOfUnit
    let price = [bars.open.values[index], bars.close.values[index], mark].first { $0.isFinite } ?? .nan
    guard left > 0, price.isFinite else { return }
    while left > 0, let place = lots.indices.last {
      let part = min(left, lots[place].units)
      left -= part
      if part < lots[place].units {
        account.payOut(units: lots[place].side.sign * part, price: price)
        lots[place].shrink(by: part, at: price, fee: 0, index: index, isPayout: true)
      } else {
        closeLot(place, quoted: price, slips: false, index: index, reason: .split)
      }
    }
    account.units = signedUnits
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

extension Double {
  /// The part of a unit that a number of units has beyond whole ones, above 0; 0 for whole units except for rounding.
  var fractionOfUnit: Double {
    let part = self - (self * (1 + 1e-12)).rounded(.down)
    return part > 1e-9 ? part : 0
  }
}
