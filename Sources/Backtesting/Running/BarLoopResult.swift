import Columns

extension BarLoop {
  /// The trade that a lot has become, or is at the last close.
  ///
  /// `liveUntil` is the bar after the last one whose high and low were the trade's to bear.
  func trade(
    of lot: Lot,
    exit: ExitReason?,
    exitPrice: Double,
    exitIndex: Int,
    exitFee: Double,
    liveUntil: Int
  ) -> Trade {
    let sign = lot.side.sign
    let pnl = lot.pnl(exitPrice: exitPrice, exitFee: exitFee)
    var worst = min(sign * lot.entryPrice, sign * exitPrice)
    var best = max(sign * lot.entryPrice, sign * exitPrice)
    if lot.firstLiveIndex < liveUntil {
      for index in lot.firstLiveIndex..<liveUntil {
        let low = sign * (lot.side == .long ? bars.low.values[index] : bars.high.values[index])
        let high = sign * (lot.side == .long ? bars.high.values[index] : bars.low.values[index])
        if low < worst { worst = low }
        if high > best { best = high }
      }
    }
    return Trade(
      side: lot.side,
      entryIndex: lot.entryIndex,
      exitIndex: exitIndex,
      entryTime: bars.times[lot.entryIndex],
      exitTime: bars.times[exitIndex],
      entryPrice: lot.entryPrice,
      exitPrice: exitPrice,
      size: lot.units,
      pnl: pnl,
      returnRate: pnl / lot.entryValue,
      commission: lot.commission + exitFee,
      bars: closes - lot.closesAtFill,
      entryRule: lot.rule,
      exit: exit,
      isCapped: lot.isCapped,
      adverseExcursion: (worst - sign * lot.entryPrice) / lot.entryPrice,
      favourableExcursion: (best - sign * lot.entryPrice) / lot.entryPrice
    )
  }

  /// The result of the run, once all bars are walked.
  func result(basis: ReturnBasis) -> BacktestResult {
    let last = range.upperBound - 1
    var pending: [PendingOrder] = []
    if let order {
      if let reason = order.exit, let side = lots.first?.side {
        pending.append(PendingOrder(decidedIndex: order.decidedIndex, side: side, kind: .exit(reason)))
      }
      if let (rule, side) = order.entry {
        pending.append(PendingOrder(decidedIndex: order.decidedIndex, side: side, kind: .entry(rule: rule)))
      }
    }
    let open = lots.map {
      trade(of: $0, exit: nil, exitPrice: mark, exitIndex: last, exitFee: 0, liveUntil: last + 1)
    }
    let closes = bars.close.values[range]
    return BacktestResult(
      strategyName: strategy.name,
      entryNames: strategy.entries.map(\.name),
      exitNames: strategy.exits.map(\.name),
      settings: settings,
      range: range,
      basis: basis,
      trades: trades,
      openTrades: open,
      pendingOrders: pending,
      conflicts: conflicts,
      rejections: rejections,
      signals: signals,
      equity: equity,
      cash: cash,
      exposedBars: exposedBars,
      commissionPaid: account.commissionPaid,
      slippagePaid: account.slippagePaid,
      turnover: account.turnover,
      ruinedIndex: ruinedIndex,
      firstClose: closes.first { !$0.isNaN } ?? .nan,
      lastClose: closes.last { !$0.isNaN } ?? .nan,
      sizingRule: sizing.rule,
      tally: tally
    )
  }
}
