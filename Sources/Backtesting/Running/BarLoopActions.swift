import Columns

extension BarLoop {
  /// Takes the splits and dividends of a bar: those that come before its open, or those of a day inside it.
  mutating func takeActions(at index: Int, areInside: Bool) {
    while nextAction < actions.count, actions[nextAction].index == index, actions[nextAction].isInside == areInside {
      take(actions[nextAction])
      nextAction += 1
    }
  }

  private mutating func take(_ action: BarAction) {
    if action.dividend != 0 {
      // Whoever is short owes it to the lender of the units.
      account.cash += account.units * action.dividend
      dividends += account.units * action.dividend
      for index in lots.indices { lots[index].dividends += lots[index].side.sign * lots[index].units * action.dividend }
    }
    if action.ratio != 1 {
      order?.splitRatio *= action.ratio
      resting?.order.splitRatio *= action.ratio
      resting?.price /= action.ratio
      mark /= action.ratio
      account.units *= action.ratio
      for index in lots.indices { lots[index].split(by: action.ratio) }
    }
  }

  /// The worth at the last close of a unit bought at the first one of the window.
  var holdingWorth: Double {
    let closes = bars.close.values
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

extension Lot {
  /// Counts the lot in new units: so many for each old one.
  fileprivate mutating func split(by ratio: Double) {
    units *= ratio
    entryPrice /= ratio
    signedStop /= ratio
    signedTarget /= ratio
    signedBest /= ratio
    trailDistance /= ratio
    splitRatio *= ratio
  }
}
