import Columns

extension PortfolioLoop {
  /// The trade of a holding that was closed, or as it stands at the last close: the units bought since it was flat at
  /// their mean price, and the units sold at theirs.
  ///
  /// The remaining units of an open holding count as sold at the last known price.
  func trade(of place: Int, step: Int, reason: ExitReason?) -> Trade {
    let holding = holdings[place]
    let leftValue = holding.units * holding.mark
    let bought = holding.boughtUnits
    let entryPrice = holding.boughtValue / bought
    let sold = holding.soldUnits + holding.units
    let pnl = holding.soldValue + leftValue - holding.boughtValue - holding.fees + holding.dividends
    return Trade(
      side: .long,
      entryIndex: holding.entryStep,
      exitIndex: step,
      entryTime: clock.times[holding.entryStep],
      exitTime: clock.times[step],
      entryPrice: entryPrice,
      exitPrice: (holding.soldValue + leftValue) / sold,
      size: bought,
      pnl: pnl,
      returnRate: pnl / holding.boughtValue,
      commission: holding.fees,
      bars: step - holding.entryStep,
      entryRule: 0,
      exit: reason,
      splitRatio: 1,
      dividends: holding.dividends,
      entryCommission: holding.entryFees,
      entryQuote: holding.quotedValue / bought,
      exitQuote: reason == nil ? .nan : (holding.soldQuotedValue + leftValue) / sold,
      symbol: place,
      isCapped: holding.isCapped,
      adverseExcursion: min(0, min(holding.worst, holding.mark) / entryPrice - 1),
      favourableExcursion: max(0, max(holding.best, holding.mark) / entryPrice - 1)
    )
  }

  /// The result of the run, once all steps are walked; the price of holding is not part of it.
  func result(basis: ReturnBasis) -> BacktestResult {
    BacktestResult(
      strategyName: rules.name,
      entryNames: PortfolioBacktest.entryNames,
      entryOrders: [.market],
      exitNames: PortfolioBacktest.exitNames,
      settings: settings,
      range: range,
      basis: basis,
      trades: trades,
      openTrades: openTrades,
      pendingOrders: [],
      conflicts: [],
      rejections: [],
      signals: [],
      orders: [],
      positions: [],
      pausedIndexes: [],
      equity: Column(equity),
      cash: Column(cash),
      exposedBars: exposedSteps,
      commissionPaid: account.commissionPaid,
      slippagePaid: account.slippagePaid,
      turnover: account.turnover,
      ruinedIndex: ruinedStep,
      dependsOnInside: false,
      actions: actionsSeen,
      dividends: account.dividends,
      interest: account.interest,
      symbols: symbols.map(\.name),
      holdings: held.map { place in
        Holding(symbol: place, units: holdings[place].units, price: holdings[place].mark)
      },
      firstClose: .nan,
      lastClose: .nan,
      holdingWorth: .nan,
      sizingRule: .equityShare,
      tally: tally
    )
  }
}
