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
      entryTime: rules.bars.times[position.entryIndex],
      exitTime: rules.bars.times[index],
      entryPrice: sign * spread(position.prices, of: position.filled, size: position.size),
      exitPrice: sign * spread(prices, of: units, size: position.size),
      size: position.size,
      pnl: pnl,
      returnRate: pnl / position.value,
      commission: position.fees.reduce(0, +) + fees.reduce(0, +),
      bars: rules.closes - position.closesAtFill,
      entryRule: position.rule,
      exit: reason,
      dividends: position.dividends.reduce(0, +),
      entryCommission: position.fees.reduce(0, +),
      entryQuote: sign * position.quoted,
      isCapped: position.isCapped,
      adverseExcursion: min(position.worst, pnl / position.value),
      favourableExcursion: max(position.best, pnl / position.value)
    )
    trade.entryNumber = rules.tally.count
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
  mutating func result(basis: ReturnBasis) -> BacktestResult {
    let none = legs.map { _ in 0.0 }
    var result = rules.result(basis: basis)
    result.openTrades =
      position.map {
        [
          trade(
            of: $0, units: accounts.map(\.units), at: marks, fees: none, index: range.upperBound - 1, reason: nil)
        ]
      } ?? []
    result.curve = record.curve
    result.exposedBars = record.exposedSteps
    result.ruinedIndex = record.ruinedStep
    result.commissionPaid = accounts.reduce(0) { $0 + $1.commissionPaid }
    result.slippagePaid = accounts.reduce(0) { $0 + $1.slippagePaid }
    result.turnover = accounts.reduce(0) { $0 + $1.turnover }
    result.actions = actionsSeen
    result.dividends = accounts.reduce(0) { $0 + $1.dividends }
    result.interest = account.interest
    result.legs = legs.map(\.name)
    return result
  }
}
