import Columns

extension PortfolioLoop {
  /// The trade of a holding that was closed, or as at the last close: the units bought since it was flat at their mean
  /// price, and the units sold at theirs.
  ///
  /// The remaining units of an open holding count as sold at the last known price.
  func trade(of place: Int, step: Int, reason: ExitReason?) -> Trade {
    let holding = holdings[place]
    let sign = holding.side.sign
    let leftValue = holding.units * holding.mark
    let opened = holding.openedUnits
    let entryPrice = holding.openedValue / opened
    let closed = holding.closedUnits + holding.units
    let pnl = sign * (holding.closedValue + leftValue - holding.openedValue) - holding.fees + holding.dividends
    let (low, high) = (min(holding.worst, holding.mark) / entryPrice, max(holding.best, holding.mark) / entryPrice)
    return Trade(
      side: holding.side,
      entryIndex: holding.entryStep,
      exitIndex: step,
      entryTime: clock.times[holding.entryStep],
      exitTime: clock.times[step],
      entryPrice: entryPrice,
      exitPrice: (holding.closedValue + leftValue) / closed,
      size: opened,
      pnl: pnl,
      returnRate: pnl / holding.openedValue,
      commission: holding.fees,
      bars: step - holding.entryStep,
      entryRule: 0,
      exit: reason,
      splitRatio: 1,
      dividends: holding.dividends,
      entryCommission: holding.entryFees,
      entryQuote: holding.openedQuotedValue / opened,
      exitQuote: reason == nil ? .nan : (holding.closedQuotedValue + leftValue) / closed,
      symbol: place,
      isCapped: holding.isCapped,
      adverseExcursion: min(0, sign > 0 ? low - 1 : 1 - high),
      favourableExcursion: max(0, sign > 0 ? high - 1 : 1 - low)
    )
  }

  /// The result of the run, once all steps are walked; the price of holding is not part of it.
  mutating func result(basis: ReturnBasis) -> BacktestResult {
    listPending()
    let open = held.enumerated().map { number, place in
      var trade = trade(of: place, step: range.upperBound - 1, reason: nil)
      trade.entryNumber = tally.count + number
      return trade
    }
    return BacktestResult(
      strategyName: rules.name,
      entryNames: PortfolioBacktest.entryNames,
      entryOrders: [.market],
      exitNames: PortfolioBacktest.exitNames,
      settings: settings,
      range: range,
      basis: basis,
      trades: trades,
      openTrades: open,
      pendingOrders: [],
      conflicts: [],
      rejections: rejections,
      signals: [],
      orders: orders.enumerated().sorted { ($0.element.decidedIndex, $0.offset) < ($1.element.decidedIndex, $1.offset) }
        .map(\.element),
      positions: [],
      pausedIndexes: [],
      curve: record.curve,
      exposedBars: record.exposedSteps,
      commissionPaid: account.commissionPaid,
      slippagePaid: account.slippagePaid,
      turnover: account.turnover,
      ruinedIndex: record.ruinedStep,
      dependsOnInside: false,
      actions: actionsSeen,
      dividends: account.dividends,
      interest: account.interest,
      symbols: symbols.map(\.name),
      holdings: held.map { place in
        Holding(
          symbol: place, units: holdings[place].side.sign * holdings[place].units, price: holdings[place].mark)
      },
      firstClose: .nan,
      lastClose: .nan,
      holdingWorth: .nan,
      sizingRule: .equityShare,
      tally: tally
    )
  }
}
