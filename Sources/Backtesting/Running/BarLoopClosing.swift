extension BarLoop {
  /// Closes every lot.
  mutating func closeAll(at price: Double, index: Int, reason: ExitReason, includingBar: Bool) {
    if isLeaving, reason.isForced {
      closeUnfinished(at: price, index: index, reason: reason, includingBar: includingBar)
    }
    while !lots.isEmpty {
      closeLot(0, quoted: price, slips: true, index: index, reason: reason, includingBar: includingBar)
    }
  }

  /// Closes one of the lots held.
  mutating func closeLot(
    _ lotIndex: Int,
    quoted: Double,
    slips: Bool,
    index: Int,
    reason: ExitReason,
    includingBar: Bool = false
  ) {
    leave(
      lots.remove(at: lotIndex), quoted: quoted, slips: slips, index: index, reason: reason, includingBar: includingBar)
    if lots.isEmpty { noteFlat(after: reason, at: index) }
  }

  /// Closes units already taken out of the lots held.
  mutating func close(
    _ lot: Lot, quoted: Double, slips: Bool, index: Int, reason: ExitReason, includingBar: Bool
  ) {
    let price = slips ? marketPrice(quoted, buying: lot.side == .short, index: index) : quoted
    var fee = 0.0
    if reason == .split {
      account.payOut(units: lot.side.sign * lot.units, price: price)
    } else {
      fee = account.fill(units: -lot.side.sign * lot.units, price: price, quoted: quoted)
    }
    // The sum of the units bought and sold is not exactly zero; the units held are.
    account.units = signedUnits
    let trade = trade(
      of: lot,
      exit: reason,
      exitPrice: price,
      quoted: quoted,
      exitIndex: index,
      exitFee: fee,
      liveUntil: includingBar ? index + 1 : index
    )
    tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars)
    trades.append(trade)
    lastExit = price
  }
}
