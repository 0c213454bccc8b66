import Columns

/// An exit whose bar had too little volume for all of it: the rest of it continues at the market.
struct UnfinishedExit {
  /// The lots that are still to be sold, each with its reason.
  var lots: [(lot: Lot, reason: ExitReason)]
  var side: Side
  /// The order that it came of, or the level that was reached.
  var kind: PendingOrder.Kind
  /// The close that decided it, or the bar that reached its level.
  var decidedIndex: Int
  var share: Double?
  /// The place of the rest in the list of orders; nil before the next open.
  var record: Int?
}

/// The units that a resize could not sell yet, of lots that stay.
struct UnsoldExcess {
  /// The units of each lot, by its number.
  var parts: [(number: Int, units: Double)]
  var side: Side
  var decidedIndex: Int
  var share: Double
  var record: Int?
}

/// The units that the fills of a bar have taken of its volume.
struct VolumeTaken {
  var index = -1
  var units = 0.0
  /// True if some of them left a position.
  var isByExits = false
}

// All fills of a bar together take at most the share of its volume that the settings allow. An entry is cut to the rest
// of it. An exit sells up to it, and the rest continues at the following opens, older exits first, as a market order,
// whatever the exit was; its units are then invisible to the rules, so that no stop and no rule sells them again. An
// entry waits until such an exit is over: one at the market fills at the first open after whose exits enough is left,
// and orders that wait for a price or a close do not fill before. If the volume of a bar is not known, nothing is cut;
// one of zero fills nothing. Exits by force are not cut: a ruin, a liquidation, the end of the bars, of a window or of
// a symbol.
extension BarLoop {
  /// True while a position is held, or the rest of one is still to be sold.
  @inline(__always)
  var isHolding: Bool { !lots.isEmpty || isLeaving }

  /// The side of the position that is being left; nil if there is none.
  var leavingSide: Side? { unfinishedExits.first?.side }

  /// The units held, below zero if they are sold short, including those of continuing exits.
  var signedUnits: Double {
    let held = lots.isEmpty ? 0 : lots.reduce(0) { $0 + $1.side.sign * $1.units }
    guard isLeaving else { return held }
    return unfinishedExits.reduce(held) { sum, exit in
      exit.lots.reduce(sum) { $0 + $1.lot.side.sign * $1.lot.units }
    }
  }

  // MARK: The volume of a bar

  /// The units that fills may still take on a bar; infinite if there is no limit or the volume is not known.
  func volumeLeft(on index: Int) -> Double {
    guard let share = settings.maximumVolumeShare, index < bars.volume.count, !bars.volume.values[index].isNaN else {
      return .infinity
    }
    let left = max(0, share * bars.volume.values[index] - volumeTaken(on: index))
    // 29 % of 100 units is a hair below 29 as computed.
    return sizing.wholeUnits ? (left * (1 + 1e-12)).rounded(.down) : left
  }

  /// The units of an entry that the volume of its bar leaves.
  func unitsInVolume(_ asked: Double, index: Int) -> Double {
    guard cutsToVolume else { return asked }
    return min(asked, volumeLeft(on: index))
  }

  /// The units that fills have taken on a bar so far, which is the last one.
  func volumeTaken(on index: Int) -> Double { volumeTaken.index == index ? volumeTaken.units : 0 }

  /// True if exits have taken some of the volume of a bar.
  func exitsTook(volumeOf index: Int) -> Bool { volumeTaken.index == index && volumeTaken.isByExits }

  mutating func take(_ units: Double, ofVolumeOf index: Int, byExit: Bool = false) {
    if volumeTaken.index != index { volumeTaken = VolumeTaken(index: index) }
    volumeTaken.units += units
    if byExit { volumeTaken.isByExits = true }
  }

  // MARK: Exits

  /// Closes a lot that was taken out of those held, as far as the volume of the bar allows; the rest continues.
  @inline(__always)
  mutating func leave(
    _ lot: Lot, quoted: Double, slips: Bool, index: Int, reason: ExitReason, includingBar: Bool
  ) {
    guard cutsToVolume, !reason.isForced else {
      return close(lot, quoted: quoted, slips: slips, index: index, reason: reason, includingBar: includingBar)
    }
    leaveInVolume(lot, quoted: quoted, slips: slips, index: index, reason: reason, includingBar: includingBar)
  }

  private mutating func leaveInVolume(
    _ lot: Lot, quoted: Double, slips: Bool, index: Int, reason: ExitReason, includingBar: Bool
  ) {
    var lot = lot
    let units = lot.units
    if sell(&lot, quoted: quoted, slips: slips, index: index, reason: reason, includingBar: includingBar) { return }
    // The exit begins here also if nothing is sold.
    if lot.units == units { lot.shrink(by: 0, at: quoted, fee: 0, index: index, exitQuote: quoted) }
    unfinishedExits.append(
      UnfinishedExit(lots: [(lot, reason)], side: lot.side, kind: .exit(reason), decidedIndex: index))
    account.units = signedUnits
  }

  /// Sells as much of a lot as the volume of the bar leaves; true if that is all of it.
  private mutating func sell(
    _ lot: inout Lot, quoted: Double, slips: Bool, index: Int, reason: ExitReason, includingBar: Bool
  ) -> Bool {
    let left = volumeLeft(on: index)
    if lot.units <= left {
      take(lot.units, ofVolumeOf: index, byExit: true)
      close(lot, quoted: quoted, slips: slips, index: index, reason: reason, includingBar: includingBar)
      return true
    }
    guard left > 0 else { return false }
    take(left, ofVolumeOf: index, byExit: true)
    let price = slips ? marketPrice(quoted, buying: lot.side == .short, index: index) : quoted
    let fee = account.fill(units: -lot.side.sign * left, price: price, quoted: quoted)
    lot.shrink(by: left, at: price, fee: fee, index: index, exitQuote: quoted)
    return false
  }

  /// Makes one exit of those that an order has begun and not ended, and notes its first fill.
  ///
  /// - Parameters:
  ///   - first: the place of the first of them.
  ///   - taken: the units that fills had taken on the bar before the order.
  mutating func goOn(
    _ record: Int?, _ kind: PendingOrder.Kind, since first: Int, _ decidedIndex: Int, at price: Double, _ index: Int,
    taken: Double, share: Double? = nil
  ) {
    var exit = unfinishedExits[first]
    exit.lots = unfinishedExits[first...].flatMap(\.lots)
    (exit.kind, exit.decidedIndex, exit.share, exit.record) = (kind, decidedIndex, share, record)
    unfinishedExits.removeSubrange(first...)
    if volumeTaken(on: index) > taken { noteFill(of: &exit, at: price, index) }
    unfinishedExits.append(exit)
  }

  /// Notes that an order filled in part, and lists the rest as an order of its own.
  private mutating func noteFill(of exit: inout UnfinishedExit, at price: Double, _ index: Int) {
    finish(exit.record, .filledInPart, at: index, price: price)
    exit.record = log(exit.kind, exit.side, .market, share: exit.share, decidedIndex: exit.decidedIndex)
  }

  /// Sells at an open what exits before could not.
  mutating func goOnLeaving(at open: Double, index: Int) {
    logUnfinished()
    let waiting = unfinishedExits
    unfinishedExits = []
    var last: ExitReason?
    for var exit in waiting {
      let taken = volumeTaken(on: index)
      var rest: [(lot: Lot, reason: ExitReason)] = []
      for var part in exit.lots {
        let isSold = sell(
          &part.lot, quoted: open, slips: true, index: index, reason: part.reason, includingBar: false)
        if isSold { last = part.reason } else { rest.append(part) }
      }
      exit.lots = rest
      guard !rest.isEmpty else {
        finish(exit.record, .filled, at: index, price: open)
        continue
      }
      if volumeTaken(on: index) > taken { noteFill(of: &exit, at: open, index) }
      unfinishedExits.append(exit)
    }
    account.units = signedUnits
    if let last, lots.isEmpty, unfinishedExits.isEmpty { noteFlat(after: last, at: index) }
    if excess != nil { sellExcess(at: open, index: index, includingBar: false) }
  }

  /// Lists the rests of exits without an order of their own, if orders are listed.
  mutating func logUnfinished() {
    for place in unfinishedExits.indices where unfinishedExits[place].record == nil {
      let exit = unfinishedExits[place]
      unfinishedExits[place].record = log(
        exit.kind, exit.side, .market, share: exit.share, decidedIndex: exit.decidedIndex)
    }
  }

  /// Closes by force all that exits and resizes have not sold yet.
  mutating func closeUnfinished(at price: Double, index: Int, reason: ExitReason, includingBar: Bool) {
    let waiting = unfinishedExits
    unfinishedExits = []
    for exit in waiting {
      finish(exit.record, .cancelled, at: index)
      for part in exit.lots {
        close(part.lot, quoted: price, slips: true, index: index, reason: reason, includingBar: includingBar)
      }
    }
    dropExcess(.cancelled, at: index)
    account.units = signedUnits
    if lots.isEmpty { noteFlat(after: reason, at: index) }
  }

  /// Takes a split or a dividend for the units that are still to be sold.
  mutating func takeUnfinished(_ action: BarAction) {
    for place in unfinishedExits.indices {
      for part in unfinishedExits[place].lots.indices { unfinishedExits[place].lots[part].lot.take(action) }
    }
    guard let parts = excess?.parts else { return }
    excess?.parts = parts.map { ($0.number, $0.units * action.ratio) }
  }

  /// The rests of exits waiting after the last bar.
  var unfinishedOrders: [PendingOrder] {
    let units = unfinishedExits.map { exit in exit.lots.reduce(0) { $0 + $1.lot.units } }
    let all = lots.reduce(units.reduce(0, +)) { $0 + $1.units }
    return zip(unfinishedExits, units).map { exit, units in
      PendingOrder(
        decidedIndex: exit.decidedIndex, side: exit.side, kind: exit.kind, share: units < all ? units / all : nil,
        isRest: true)
    }
  }

  // MARK: Resizes

  /// Sells what a resize could not sell yet, as far as the volume of the bar goes.
  mutating func sellExcess(at quoted: Double, index: Int, includingBar: Bool) {
    guard var now = excess else { return }
    excess = nil
    var rest: [(number: Int, units: Double)] = []
    let taken = volumeTaken(on: index)
    for part in now.parts {
      guard let place = lots.firstIndex(where: { $0.number == part.number }) else { continue }
      let units = min(part.units, volumeLeft(on: index))
      if units >= lots[place].units {
        closeLot(place, quoted: quoted, slips: true, index: index, reason: .resize, includingBar: includingBar)
        continue
      }
      if units < part.units { rest.append((part.number, part.units - max(0, units))) }
      guard units > 0 else { continue }
      take(units, ofVolumeOf: index, byExit: true)
      let price = marketPrice(quoted, buying: lots[place].side == .short, index: index)
      let fee = account.fill(units: -lots[place].side.sign * units, price: price, quoted: quoted)
      lots[place].shrink(by: units, at: price, fee: fee, index: index)
    }
    account.units = signedUnits
    now.parts = rest
    guard !rest.isEmpty, !lots.isEmpty else { return finish(now.record, .filled, at: index, price: quoted) }
    if volumeTaken(on: index) > taken {
      finish(now.record, .filledInPart, at: index, price: quoted)
      now.record = log(.resize, now.side, .market, share: now.share, decidedIndex: now.decidedIndex)
    }
    excess = now
  }

  /// Gives up what a resize could not sell.
  mutating func dropExcess(_ fate: OrderRecord.Fate, at index: Int) {
    guard let excess else { return }
    self.excess = nil
    finish(excess.record, fate, at: index)
  }

  // MARK: Entries that wait

  /// Lets an entry at the market wait until the exit before it is over.
  mutating func wait(_ order: Order, rule: Int, side: Side) {
    var order = order
    (order.exit, order.exitRecord, order.parts) = (nil, nil, [])
    dateReversal(by: order)
    resting = RestingOrder(order: order, rule: rule, side: side, type: .market, price: .nan, barsLeft: .max)
  }

  /// Keeps an order that waited for its price, as the position of the other side is not left yet.
  ///
  /// The price of a stop order was reached, so it continues at the market.
  mutating func keep(_ resting: RestingOrder) {
    var resting = resting
    if resting.type == .stop { resting.type = .market }
    dateReversal(by: resting.order)
    self.resting = resting
  }

  /// Gives the exits that an entry of the other side has begun on this bar the close that decided it.
  private mutating func dateReversal(by order: Order) {
    for place in unfinishedExits.indices where unfinishedExits[place].record == nil {
      if case .exit(.reversal) = unfinishedExits[place].kind {
        unfinishedExits[place].decidedIndex = order.decidedIndex
      }
    }
  }
}
