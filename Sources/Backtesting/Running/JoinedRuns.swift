import Columns

extension BacktestResult {
  /// Runs on windows that follow one another, joined to one: the account carries over from window to window.
  ///
  /// Each run starts with the cash that the one before it ended with, and closes its position at its last bar, unless
  /// the next continues with it; such an exit is named `window`. Between windows, and after a ruin, the account holds
  /// its cash.
  ///
  /// - Parameters:
  ///   - runs: the runs in the order of their windows, which do not overlap.
  ///   - range: the bars of the joined run, which hold all windows.
  ///   - actions: the splits and dividends of the joined run.
  ///   - basis: how returns of the joined run are counted.
  /// - Returns: nil if there are no runs.
  public static func joining(
    _ runs: [BacktestResult], range: Range<Int>, bars: Bars, actions: [BarAction], basis: ReturnBasis
  ) -> BacktestResult? {
    guard var whole = runs.first else { return nil }
    let cash = whole.settings.cash
    whole.trades = whole.trades.map(\.leftAtWindow)
    let isAtEnd = range.upperBound == bars.count
    if runs.count > 1 || !isAtEnd { whole.orders = whole.orders.map { $0.cancelled(behind: whole.range) } }
    (whole.range, whole.basis, whole.actions) = (range, basis, actions.filter { range.contains($0.index) })
    var lastOffset = 0
    for (number, run) in runs.enumerated().dropFirst() {
      whole.append(run, cancelsOrders: number + 1 < runs.count || !isAtEnd, &lastOffset)
    }
    // The next window decides afresh: pending orders of the last one are due only if the bars end with it.
    if !isAtEnd { whole.pendingOrders = [] }
    whole.tally = TradeTally()
    for trade in whole.trades { whole.tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars) }
    whole.equity = curve(runs, \.equity, range: range, before: cash)
    whole.cash = curve(runs, \.cash, range: range, before: cash)
    let closes = bars.close.values[range]
    whole.firstClose = closes.first { !$0.isNaN } ?? .nan
    whole.lastClose = closes.last { !$0.isNaN } ?? .nan
    whole.holdingWorth = bars.holdingWorth(in: range, with: whole.actions)
    return whole
  }

  /// The values of all windows at their bars, the last one known between them.
  private static func curve(
    _ runs: [BacktestResult], _ part: KeyPath<BacktestResult, Column>, range: Range<Int>, before cash: Double
  ) -> Column {
    var values: [Double] = []
    values.reserveCapacity(range.count)
    func hold(until index: Int) {
      let last = values.last ?? cash
      while range.lowerBound + values.count < index { values.append(last) }
    }
    for run in runs {
      hold(until: run.range.lowerBound)
      values += run[keyPath: part].values
    }
    hold(until: range.upperBound)
    return Column(values)
  }

  private mutating func append(_ run: BacktestResult, cancelsOrders: Bool, _ lastOffset: inout Int) {
    // A run that continues with a position also continues its count of entries.
    let entries = run.isContinued ? lastOffset : (trades + openTrades).map { $0.entryNumber + 1 }.max() ?? 0
    lastOffset = entries
    trades += run.trades.map { trade in
      var trade = trade.leftAtWindow
      trade.entryNumber += entries
      return trade
    }
    openTrades = run.openTrades.map { trade in
      var trade = trade
      trade.entryNumber += entries
      return trade
    }
    (pendingOrders, holdings) = (run.pendingOrders, run.holdings)
    conflicts += run.conflicts
    rejections += run.rejections
    signals += run.signals
    orders += cancelsOrders ? run.orders.map { $0.cancelled(behind: run.range) } : run.orders
    positions += run.positions
    pausedIndexes += run.pausedIndexes
    exposedBars += run.exposedBars
    commissionPaid += run.commissionPaid
    slippagePaid += run.slippagePaid
    turnover += run.turnover
    ruinedIndex = ruinedIndex ?? run.ruinedIndex
    dependsOnInside = dependsOnInside || run.dependsOnInside
    dividends += run.dividends
    interest.earned += run.interest.earned
    interest.loan += run.interest.loan
    interest.borrow += run.interest.borrow
  }
}

extension OrderRecord {
  /// The order, cancelled at the end of its window if it still waits.
  fileprivate func cancelled(behind window: Range<Int>) -> OrderRecord {
    guard fate == .pending else { return self }
    var order = self
    (order.fate, order.index) = (.cancelled, window.upperBound - 1)
    return order
  }
}

extension Trade {
  /// The trade with the end of its window for the end of the data.
  fileprivate var leftAtWindow: Trade {
    guard exit == .end else { return self }
    var trade = self
    trade.exit = .window
    return trade
  }
}
