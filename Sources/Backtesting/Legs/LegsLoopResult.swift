import Columns

extension LegsLoop {
  /// The trade that a position has become, or is at the last close.
  func trade(
    of position: Position, units: [Double], at prices: [Double], fees: [Double], index: Int, reason: ExitReason?
  ) -> Trade {
    let gains = legs.indices.map { gain(of: $0, position, units: units[$0], at: prices[$0], fee: fees[$0]) }
    let pnl = gains.reduce(0, +)
    let sign = position.side.sign
    var trade = Trade(
      side: position.side,
      entryIndex: position.entryIndex,
      exitIndex: index,
      entryTime: bars.times[position.entryIndex],
      exitTime: bars.times[index],
      entryPrice: sign * spread(position.prices, of: position.filled, size: position.size),
      exitPrice: sign * spread(prices, of: units, size: position.size),
      size: position.size,
      pnl: pnl,
      returnRate: pnl / position.value,
      commission: position.fees.reduce(0, +) + fees.reduce(0, +),
      bars: closes - position.closesAtFill,
      entryRule: position.rule,
      exit: reason,
      dividends: position.dividends.reduce(0, +),
      entryCommission: position.fees.reduce(0, +),
      entryQuote: sign * position.quoted,
      isCapped: position.isCapped,
      adverseExcursion: min(position.worst, pnl / position.value),
      favourableExcursion: max(position.best, pnl / position.value)
    )
    trade.entryNumber = trades.count
    trade.legs = legs.indices.map {
      LegFill(
        leg: $0, units: position.filled[$0], entryPrice: position.prices[$0], exitPrice: prices[$0], pnl: gains[$0])
    }
    return trade
  }

  /// The gain of a leg after costs, were its units closed at a price.
  func gain(of leg: Int, _ position: Position, units: Double, at price: Double, fee: Double) -> Double {
    accounts[leg].multiplier * (units * price - position.filled[leg] * position.prices[leg])
      + position.dividends[leg] - position.fees[leg] - fee
  }

  /// The result of the run, once all bars are walked.
  func result(basis: ReturnBasis) -> BacktestResult {
    var pending: [PendingOrder] = []
    if let order {
      if let reason = order.exit, let side = position?.side {
        pending.append(PendingOrder(decidedIndex: order.decidedIndex, side: side, kind: .exit(reason)))
      }
      if let (rule, side) = order.entry {
        pending.append(PendingOrder(decidedIndex: order.decidedIndex, side: side, kind: .entry(rule: rule)))
      }
    }
    let last = range.upperBound - 1
    let none = legs.map { _ in 0.0 }
    let open = position.map {
      [trade(of: $0, units: accounts.map(\.units), at: marks, fees: none, index: last, reason: nil)]
    }
    let closes = bars.close.values[range]
    var result = BacktestResult(
      strategyName: strategy.name,
      entryNames: strategy.entries.map(\.name),
      entryOrders: strategy.entries.map(\.order.type),
      exitNames: strategy.exits.map(\.name),
      settings: settings,
      range: range,
      basis: basis,
      trades: trades,
      openTrades: open ?? [],
      pendingOrders: pending,
      conflicts: conflicts,
      rejections: rejections,
      signals: signals,
      orders: orders,
      positions: positions,
      pausedIndexes: [],
      curve: AccountCurve(equity: Column(equity), cash: Column(settledCash)),
      exposedBars: exposedBars,
      commissionPaid: accounts.reduce(0) { $0 + $1.commissionPaid },
      slippagePaid: accounts.reduce(0) { $0 + $1.slippagePaid },
      turnover: accounts.reduce(0) { $0 + $1.turnover },
      ruinedIndex: ruinedIndex,
      dependsOnInside: false,
      actions: actionsSeen,
      dividends: accounts.reduce(0) { $0 + $1.dividends },
      interest: interest,
      firstClose: closes.first { !$0.isNaN } ?? .nan,
      lastClose: closes.last { !$0.isNaN } ?? .nan,
      holdingWorth: bars.holdingWorth(in: range, with: []),
      sizingRule: EntrySizing(strategy.size, settings: settings).rule,
      tally: tally
    )
    result.legs = legs.map(\.name)
    return result
  }
}
