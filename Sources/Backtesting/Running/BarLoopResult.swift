import Calendar
import Columns

extension BarLoop {
  /// The trade that a lot has become, or is at the last close.
  ///
  /// `liveUntil` is the bar after the last one whose high and low were the trade's to bear.
  func trade(
    of lot: Lot,
    exit: ExitReason?,
    exitPrice: Double,
    quoted: Double = .nan,
    exitIndex: Int,
    exitFee: Double,
    liveUntil: Int
  ) -> Trade {
    Self.trade(
      of: lot, exit: exit, exitPrice: exitPrice, quoted: quoted, exitIndex: exitIndex, exitFee: exitFee,
      extremes: extremes(of: lot, exitPrice: exitPrice, until: liveUntil), closes: closes, times: bars.times)
  }

  /// The same with the worst and the best price that the lot has seen, times its sign, and the closes seen by then.
  ///
  /// - Parameter times: the opening times of the bars; nil if they come later.
  @inline(__always)
  static func trade(
    of lot: borrowing Lot, exit: ExitReason?, exitPrice: Double, quoted: Double, exitIndex: Int, exitFee: Double,
    extremes: (worst: Double, best: Double), closes: Int, times: Values<Timestamp>?
  ) -> Trade {
    let pnl = lot.pnl(exitPrice: exitPrice, exitFee: exitFee)
    let (worst, best) = extremes
    let entry = lot.side.sign * lot.filledPrice
    var trade = Trade(
      side: lot.side,
      entryIndex: lot.entryIndex,
      exitIndex: exitIndex,
      entryTime: times?[lot.entryIndex] ?? Timestamp(milliseconds: 0),
      exitTime: times?[exitIndex] ?? Timestamp(milliseconds: 0),
      entryPrice: lot.filledPrice,
      exitPrice: exitPrice,
      size: lot.filledUnits,
      pnl: pnl,
      returnRate: pnl / lot.entryValue,
      commission: lot.commission + exitFee,
      bars: closes - lot.closesAtFill,
      entryRule: lot.rule,
      exit: exit,
      splitRatio: lot.splitRatio,
      dividends: lot.dividends,
      entryCommission: lot.commission,
      entryQuote: lot.quoted,
      exitQuote: quoted,
      isCapped: lot.isCapped,
      adverseExcursion: (worst - entry) / lot.filledPrice,
      favourableExcursion: (best - entry) / lot.filledPrice
    )
    let level = lot.isStoppedAtClose ? lot.signedCloseStop : max(lot.signedExit.level, lot.signedCloseStop)
    if level.isFinite { trade.stop = lot.side.sign * level }
    if lot.signedTarget.isFinite { trade.target = lot.side.sign * lot.signedTarget }
    trade.entryNumber = lot.number
    trade.isCutToVolume = lot.isCutToVolume
    if let resized = lot.resized { trade.count(resized, held: lot) }
    return trade
  }

  /// The worst and the best price that a lot has seen, in the units of its fill and times its sign.
  private func extremes(of lot: Lot, exitPrice: Double, until liveUntil: Int) -> (worst: Double, best: Double) {
    let sign = lot.side.sign
    let exit = sign * exitPrice * lot.splitRatio
    var worst = min(sign * lot.filledPrice, exit)
    var best = max(sign * lot.filledPrice, exit)
    guard lot.firstLiveIndex < liveUntil else { return (worst, best) }
    var ratio = 1.0
    var start = lot.firstLiveIndex + (lot.isFilledInside ? 1 : 0)
    func look(until end: Int) {
      for index in start..<max(start, end) {
        let low = sign * (lot.side == .long ? bars.low.values[index] : bars.high.values[index]) * ratio
        let high = sign * (lot.side == .long ? bars.high.values[index] : bars.low.values[index]) * ratio
        if low < worst { worst = low }
        if high > best { best = high }
      }
      start = max(start, end)
    }
    if lot.splitRatio != 1 {
      for action in actions[..<nextAction] where action.ratio != 1 && action.index > lot.entryIndex {
        look(until: min(action.index, liveUntil))
        ratio *= action.ratio
      }
    }
    look(until: liveUntil)
    return (worst, best)
  }

  private var curve: AccountCurve {
    guard let path else { return AccountCurve(equity: equity, cash: cash) }
    return AccountCurve(path, closes: bars.close, range: range, fall: pathFall)
  }

  /// The orders that wait once all bars are walked.
  private var pendingOrders: [PendingOrder] {
    var pending = unfinishedOrders
    if let order {
      if let reason = order.exit, let side = heldSide {
        pending.append(PendingOrder(decidedIndex: order.decidedIndex, side: side, kind: .exit(reason)))
      }
      for (rule, _) in order.parts {
        guard let side = heldSide else { continue }
        pending.append(
          PendingOrder(
            decidedIndex: order.decidedIndex, side: side, kind: .exit(.rule(rule)), share: strategy.exits[rule].share))
      }
      if let (rule, side) = order.entry {
        pending.append(PendingOrder(decidedIndex: order.decidedIndex, side: side, kind: .entry(rule: rule)))
      }
    }
    for resting in [resting, bracket].compactMap(\.self) {
      pending.append(
        PendingOrder(
          decidedIndex: resting.order.decidedIndex, side: resting.side, kind: .entry(rule: resting.rule),
          type: resting.type, price: resting.price.isNaN ? nil : resting.price))
    }
    return pending
  }

  /// The result of the run, once all bars are walked.
  package mutating func result(basis: ReturnBasis) -> BacktestResult {
    let last = range.upperBound - 1
    logUnfinished()
    let open = (unfinishedExits.flatMap { $0.lots.map(\.lot) } + lots).map {
      trade(of: $0, exit: nil, exitPrice: mark, exitIndex: last, exitFee: 0, liveUntil: last + 1)
    }
    let closes = bars.close.values[range]
    let actionsOfWindow = isContinued ? actions.filter { range.contains($0.index) } : actions
    return BacktestResult(
      strategyName: strategy.name,
      entryNames: strategy.entries.map(\.name),
      entryOrders: strategy.entries.map(\.order.type),
      exitNames: strategy.exits.map(\.name),
      settings: settings,
      range: range,
      basis: basis,
      trades: trades,
      openTrades: open,
      pendingOrders: pendingOrders,
      conflicts: conflicts,
      rejections: rejections,
      signals: signals,
      orders: orders,
      positions: positions,
      pausedIndexes: pausedIndexes,
      curve: curve,
      exposedBars: exposedBars,
      commissionPaid: account.commissionPaid,
      slippagePaid: account.slippagePaid,
      turnover: account.turnover,
      ruinedIndex: ruinedIndex,
      dependsOnInside: strategy.dependsOnInside,
      actions: actionsOfWindow,
      dividends: account.dividends,
      interest: account.interest,
      firstClose: closes.first { !$0.isNaN } ?? .nan,
      lastClose: closes.last { !$0.isNaN } ?? .nan,
      holdingWorth: bars.holdingWorth(in: range, with: actionsOfWindow),
      sizingRule: sizing.rule,
      tally: tally
    )
  }
}

extension Trade {
  /// Records the resizing in the trade: a closed trade has all units bought and sold, an open one the units still held.
  fileprivate mutating func count(_ resized: ResizedUnits, held lot: Lot) {
    laterFills = resized.fills
    entryCommission -= laterFills.reduce(0) { $0 + $1.commission }
    guard !isOpen else {
      laterGain = resized.gain
      return
    }
    let last = lot.units * exitPrice
    size = resized.bought
    entryPrice = resized.spent / resized.bought
    exitPrice = (resized.received + last) / (resized.bought * splitRatio)
    returnRate = pnl / (resized.spent * lot.multiplier)
  }
}
