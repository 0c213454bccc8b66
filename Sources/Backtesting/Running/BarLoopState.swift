import Calendar
import Columns

extension BarLoop {
  /// The side of the open position; nil while flat.
  @inline(__always)
  var heldSide: Side? { lots.isEmpty ? nil : lots[0].side }

  /// The position and the account as rules see them at a close.
  ///
  /// It changes nothing, and is mutating as each bar calls it: a run is kilobytes large, and a call that only reads it is
  /// given a copy.
  @inline(__always)
  package mutating func positionState(at index: Int, close: Double) -> PositionState {
    var state = PositionState(equity: account.equity(at: close))
    state.lossesInRow = Double(tally.lossStreak)
    state.lastExit = lastExit
    state.entriesToday = Double(entries(onDayOf: index))
    // A lot is large: fields are read in place.
    guard !lots.isEmpty else {
      state.barsFlat = Double(closes - closesAtExit)
      return state
    }
    state.entryPrice = meanPrice
    state.barsHeld = Double(closes - lots[0].closesAtFill)
    state.profit = lots[0].side.sign * (close / state.entryPrice - 1)
    state.maxProfit = highestProfit
    state.openProfit = 0
    for place in lots.indices { state.openProfit += lots[place].pnl(exitPrice: close, exitFee: 0) }
    return state
  }

  /// The mean price by units of the lots held.
  private var meanPrice: Double {
    mutating get {
      guard lots.count > 1 else { return lots.isEmpty ? .nan : lots[0].entryPrice }
      let units = lots.reduce(0) { $0 + $1.units }
      return lots.reduce(0) { $0 + $1.units * $1.entryPrice } / units
    }
  }

  /// Notes the profit at a close.
  mutating func watchProfit(at close: Double) {
    guard let side = heldSide else { return }
    highestProfit = max(highestProfit, side.sign * (close / meanPrice - 1))
  }

  /// The entries that were filled on the day of a bar.
  @inline(__always)
  mutating func entries(onDayOf index: Int) -> Int {
    guard !days.isEmpty, days[index - range.lowerBound] == entryDay.number else { return 0 }
    return entryDay.entries
  }

  mutating func countEntry(on index: Int) {
    guard !days.isEmpty else { return }
    entryDay = (days[index - range.lowerBound], entries(onDayOf: index) + 1)
  }

  /// Notes that the account is flat, which begins the pause of a strategy that has one.
  ///
  /// The pause also cancels resting orders, except after a reversal or at the end of a window; an entry that was decided
  /// already and waits for the end of an exit alone is none.
  mutating func noteFlat(after reason: ExitReason, at index: Int) {
    closesAtExit = closes
    highestProfit = .nan
    takenParts = []
    if excess != nil { dropExcess(.cancelled, at: index) }
    guard let cooldown = strategy.cooldown, cooldown.begins(after: reason) else { return }
    closesAtResume = closes + cooldown.bars
    switch reason {
    case .reversal, .end, .window, .split: break
    default: if resting?.type != .market { endResting(.cancelled, at: index) }
    }
  }

  /// True at a close that decides no entry, as the position was left a short time ago.
  var isPaused: Bool { mutating get { lots.isEmpty && closes <= closesAtResume } }

  /// Marks the lots whose stop the close has reached, and returns their number.
  ///
  /// Units bought at this very close are checked from the next one on.
  mutating func noteStops(at close: Double, index: Int) -> Int {
    var count = 0
    for place in lots.indices where lots[place].firstLiveIndex <= index {
      guard lots[place].side.sign * close <= lots[place].signedCloseStop else { continue }
      lots[place].isStoppedAtClose = true
      count += 1
    }
    return count
  }

  /// Closes the lots whose stop a close has reached.
  mutating func closeStopped(at price: Double, index: Int, includingBar: Bool) {
    while let place = lots.firstIndex(where: \.isStoppedAtClose) {
      closeLot(place, quoted: price, slips: true, index: index, reason: .stop, includingBar: includingBar)
    }
  }

  /// Lets the trails know the extremes of a bar that is over.
  ///
  /// In a bar inside which a lot was bought, the extremes after the fill are unknown.
  mutating func updateTrailingStops(at index: Int, high: Double, low: Double) {
    for lotIndex in lots.indices where !(lots[lotIndex].isFilledInside && lots[lotIndex].entryIndex == index) {
      let best = lots[lotIndex].side == .long ? high : -low
      if best > lots[lotIndex].signedBest { lots[lotIndex].signedBest = best }
    }
  }

  /// Moves the trails that have their own price, if the one of this close is nearer to the price of the bars.
  mutating func moveTrails(to amount: Amount, index: Int, close: Double) {
    guard !lots.isEmpty else { return }
    let state = positionState(at: index, close: close)
    for place in lots.indices {
      let lot = lots[place]
      var own = state
      own.entryPrice = lot.entryPrice
      own.barsHeld = Double(closes - lot.closesAtFill)
      own.profit = lot.side.sign * (close / lot.entryPrice - 1)
      let price = lot.side.sign * amount.value(at: index, state: own)
      if price > lot.signedTrail { lots[place].signedTrail = price }
    }
  }
}

extension BarLoop {
  /// True if everything is closed at the close of a bar, as its session ends then.
  @inline(__always)
  mutating func isSessionEnd(_ index: Int) -> Bool {
    guard let ends = strategy.sessionEnds else { return false }
    return ends.values[index] == 1
  }

  /// Closes at the first open of a session a position entered in an earlier one whose last bar is missing.
  mutating func closeLateSession(at open: Double, index: Int) {
    guard !lots.isEmpty, days[index - range.lowerBound] != positionDay else { return }
    closeAll(at: open, index: index, reason: .session, includingBar: false)
  }
}

extension BacktestResult {
  /// The bar whose volume its fills took the largest share of, and the share; nil if no volume of a bar is known.
  public func largestVolumeShare(on bars: Bars) -> (index: Int, share: Double)? {
    volumeShares(on: bars).max { ($0.share, $1.index) < ($1.share, $0.index) }
  }

  /// The bars with fills, in their order, and the share of its volume that the fills of each took.
  public func volumeShares(on bars: Bars) -> [(index: Int, share: Double)] {
    filledBars.compactMap { index, units in
      guard index < bars.volume.count, bars.volume.values[index] > 0 else { return nil }
      return (index, units / bars.volume.values[index])
    }
  }

  /// The bars with fills on which nothing was traded; none of a series that has no volumes.
  public func fillsWithoutTrading(on bars: Bars) -> [Int] {
    let volumes = bars.volume.values
    let quiet = filledBars.lazy.map(\.index).filter { $0 < volumes.count && volumes[$0] == 0 }
    guard !quiet.isEmpty, volumes.contains(where: { $0 > 0 }) else { return [] }
    return Array(quiet)
  }

  /// The number of bars with fills whose volume is not known.
  public func fillsWithoutVolume(on bars: Bars) -> Int {
    filledBars.count { $0.index >= bars.volume.count || bars.volume.values[$0.index].isNaN }
  }

  /// The bars with fills, in their order, and the units of the fills of each.
  private var filledBars: [(index: Int, units: Double)] {
    var fills: [(index: Int, units: Double)] = []
    fills.reserveCapacity(2 * (trades.count + openTrades.count))
    // Trades that follow one another fill in their order.
    var isInOrder = true
    func add(_ index: Int, _ units: Double) {
      if let last = fills.last, last.index > index { isInOrder = false }
      fills.append((index, units))
    }
    forEachTrade { trade in
      let later = trade.laterFills
      add(trade.entryIndex, later.isEmpty ? trade.size : trade.held(after: -1))
      for fill in later where fill.units != 0 { add(fill.index, abs(fill.units) * fill.splitRatio) }
      if !trade.isOpen {
        let left = later.isEmpty ? trade.size : trade.held(after: trade.exitIndex)
        add(trade.exitIndex, left * trade.splitRatio)
      }
    }
    if !isInOrder {
      let order = fills.indices.sorted { (fills[$0].index, $0) < (fills[$1].index, $1) }
      fills = order.map { fills[$0] }
    }
    var filled: [(index: Int, units: Double)] = []
    filled.reserveCapacity(fills.count)
    for (index, units) in fills {
      if let last = filled.indices.last, filled[last].index == index {
        filled[last].units += units
      } else {
        filled.append((index, units))
      }
    }
    return filled
  }

  /// The trades that were held from one day to another: from session to session if the hours are set.
  public func overnightTrades(on bars: Bars) -> Int {
    let days = bars.days(in: range)
    return (trades + openTrades).count { trade in
      guard range.contains(trade.entryIndex), range.contains(trade.exitIndex) else { return false }
      return days[trade.entryIndex - range.lowerBound] != days[trade.exitIndex - range.lowerBound]
    }
  }
}

extension Strategy {
  /// True if any of its rules, levels or sizes asks for a field of the position.
  package func uses(_ field: PositionField) -> Bool {
    func uses(_ condition: Condition) -> Bool {
      if case .program(let program) = condition { program.uses(field) } else { false }
    }
    func uses(_ amount: Amount?) -> Bool {
      if case .program(let program)? = amount { program.uses(field) } else { false }
    }
    return entries.contains { uses($0.condition) || uses($0.order.price) } || exits.contains { uses($0.condition) }
      || [stop, target, trail].contains { uses($0?.amount) } || uses(size.amount)
  }
}

extension Bars {
  /// The number of the day of each bar of a window: of its session if the hours are set, else of its date.
  func days(in range: Range<Int>) -> [Int32] {
    var cursor = SessionCursor(hours: session, zone: zone)
    return range.map { index in
      cursor.go(to: times[index])
      return Int32(cursor.date.daysSince1970)
    }
  }
}
