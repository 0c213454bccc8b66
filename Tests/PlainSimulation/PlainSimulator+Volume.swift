import Backtesting
import Columns

// Fills that take no more than a share of the volume of their bar, as the settings describe them.
extension PlainSimulator {
  /// Units that an exit has not sold yet, for lack of volume.
  struct Rest {
    var position: Position
    var reason: String
    /// The gain of the units sold before.
    var gain = 0.0
  }

  /// The units that the volume of the bar still allows.
  var left: Double {
    guard let share = run.settings.maximumVolumeShare, !run.bars.volume[now].isNaN else { return .infinity }
    let left = run.bars.volume[now] * share - taken
    return run.settings.units == .whole ? (left + 1e-9).rounded(.down) : left
  }

  /// Sells what the volume of the bar allows; true if that is all of it.
  mutating func sell(_ rest: inout Rest, at price: Double) -> Bool {
    let sold = min(rest.position.units, left)
    if sold <= 0 { return false }
    (taken, isTakenByExits) = (taken + sold, true)
    let value = rest.position.side * sold * price
    let fee = abs(value) * run.settings.commission.rate
    cash += value - fee
    rest.gain += rest.position.side * sold * (price - rest.position.entryPrice) - fee
    rest.position.units -= sold
    guard rest.position.units == 0 else { return false }
    closedTrades += 1
    losses = rest.gain - rest.position.fee < 0 ? losses + 1 : 0
    lastExit = price
    return true
  }

  /// Continues exits at an open, the oldest first.
  mutating func sellRests(at open: Double) {
    guard !rests.isEmpty else { return }
    var (unsold, reason) = ([Rest](), "")
    for var rest in rests {
      let price = open * (1 - rest.position.side * run.settings.slippage.rate)
      if sell(&rest, at: price) { reason = rest.reason } else { unsold.append(rest) }
    }
    rests = unsold
    if positions.isEmpty, rests.isEmpty { flatten(reason) }
  }
}
