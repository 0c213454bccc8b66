import Columns

// Positions are resized to the size that a new entry would have at its price: the excess is sold with the exits of a
// bar, or else the shortfall is bought with its entries.
extension BarLoop {
  /// Sells the units held in excess of the target size; false if there are none.
  mutating func shrink(_ order: Order, at quoted: Double, index: Int, includingBar: Bool) -> Bool {
    let held = lots.reduce(0) { $0 + $1.units }
    guard let wanted = wantedUnits(order, at: quoted, index: index),
      isWorthTrading(held - wanted, at: quoted), held - wanted > strategy.resizesBeyond * wanted
    else { return false }
    let share = (held - wanted) / held
    // 29 % of 100 units is a hair below 29 as computed.
    let parts = lots.map { sizing.wholeUnits ? ($0.units * share * (1 + 1e-12)).rounded(.down) : $0.units * share }
    guard parts.contains(where: { $0 > 0 }) else { return false }
    let record = log(
      share < 1 ? .resize : .exit(.resize), lots[0].side, .market, share: share < 1 ? -share : nil,
      decidedIndex: order.decidedIndex)
    if share >= 1 {
      let (count, taken) = (unfinishedExits.count, volumeTaken(on: index))
      closeAll(at: quoted, index: index, reason: .resize, includingBar: includingBar)
      if unfinishedExits.count > count {
        goOn(record, .exit(.resize), since: count, order.decidedIndex, at: quoted, index, taken: taken)
        return true
      }
    } else if cutsToVolume {
      dropExcess(.replaced, at: index)
      excess = UnsoldExcess(
        parts: zip(lots, parts).filter { $0.1 > 0 }.map { ($0.number, $1) }, side: lots[0].side,
        decidedIndex: order.decidedIndex, share: -share, record: record)
      sellExcess(at: quoted, index: index, includingBar: includingBar)
      return true
    } else {
      for (place, units) in parts.enumerated() where units > 0 {
        let price = marketPrice(quoted, buying: lots[place].side == .short, index: index)
        let fee = account.fill(units: -lots[place].side.sign * units, price: price, quoted: quoted)
        lots[place].shrink(by: units, at: price, fee: fee, index: index)
      }
      account.units = lots.reduce(0) { $0 + $1.side.sign * $1.units }
    }
    finish(record, .filled, at: index, price: quoted)
    return true
  }

  /// Buys the units missing from the target size, within the buying power.
  mutating func grow(_ order: Order, at quoted: Double, index: Int, _ moment: FillMoment) {
    guard let first = lots.first, !isLeaving, bounds.isMember else { return }
    // Units bought beyond the stop would be sold at once.
    let level = max(first.signedExit.level, first.signedCloseStop)
    guard settings.fillsBeyondLevels || first.side.sign * quoted > level else { return }
    let held = lots.reduce(0) { $0 + $1.units }
    let price = marketPrice(quoted, buying: first.side == .long, index: index)
    guard let wanted = wantedUnits(order, at: quoted, index: index) else { return }
    guard wanted - held > strategy.resizesBeyond * wanted else { return }
    var units = min(
      wanted - held, account.mostUnits(at: price, quoted: quoted), unitsInBounds(order, at: price, quoted: quoted))
    units = unitsInVolume(max(0, units), index: index)
    if sizing.wholeUnits { units = (units * (1 + 1e-12)).rounded(.down) }
    guard isWorthTrading(units, at: quoted) else { return }
    let record = log(.resize, first.side, .market, share: units / held, decidedIndex: order.decidedIndex)
    if cutsToVolume { take(units, ofVolumeOf: index) }
    let fee = account.fill(units: first.side.sign * units, price: price, quoted: quoted)
    lots[0].grow(by: units, at: price, fee: fee, index: index)
    if units < (wanted - held) * (1 - 1e-9) { lots[0].isCapped = true }
    finish(record, .filled, at: index, price: quoted)
  }

  /// The units of an entry of the size at a price; nil if the size is missing.
  private func wantedUnits(_ order: Order, at quoted: Double, index: Int) -> Double? {
    guard let first = lots.first else { return nil }
    let price = marketPrice(quoted, buying: first.side == .long, index: index)
    let amount = strategy.size.amount.value(at: order.decidedIndex, state: order.state)
    guard !amount.isNaN, amount > 0, price > 0 else { return nil }
    let equity = settings.sizing == .fill ? account.equity(at: quoted) : order.state.equity
    let stop = first.side.sign * max(first.signedStop, first.signedCloseStop)
    let units = sizing.requestedUnits(
      amount: sizing.rule == .shares ? amount * order.splitRatio : amount, price: price, stop: stop, equity: equity,
      account: account)
    return sizing.wholeUnits ? (units * (1 + 1e-12)).rounded(.down) : units
  }

  /// True for more than the noise of rounding.
  private func isWorthTrading(_ units: Double, at price: Double) -> Bool {
    units > 0 && units * price * account.multiplier > 1e-9 * abs(account.equity(at: price))
  }
}
