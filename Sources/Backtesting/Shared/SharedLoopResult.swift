import Columns

extension SharedLoop {
  /// The outcome of the run, once all steps are walked; the price of holding is not part of it.
  func outcome(basis: ReturnBasis) -> SharedBacktest.Outcome {
    let steps = places.map { clock.steps(of: $0, in: 0..<range.upperBound) }
    var numbers = loops.map { [Int](repeating: 0, count: $0.trades.count) }
    for (number, trade) in closed.enumerated() { numbers[trade.place][trade.number] = number }
    var parts: [SharedBacktest.Outcome.Part] = []
    for index in loops.indices {
      var loop = loops[index]
      loop.equity = Column(steps[index][loop.range].map { record.equity[$0 - range.lowerBound] })
      loop.cash = Column(steps[index][loop.range].map { record.cash[$0 - range.lowerBound] })
      let basis =
        loop.range.isEmpty
        ? basis
        : ReturnBasis(
          bars: loop.bars, range: loop.range, periodsPerYear: settings.periodsPerYear, riskFree: .constant(0))
      parts.append(
        SharedBacktest.Outcome.Part(
          symbol: places[index], result: loop.result(basis: basis), trades: numbers[index]))
    }
    let total = total(parts, steps, basis)
    return SharedBacktest.Outcome(total: total, parts: parts.filter { !$0.result.range.isEmpty })
  }

  private func total(
    _ parts: [SharedBacktest.Outcome.Part], _ steps: [[Int]], _ basis: ReturnBasis
  ) -> BacktestResult {
    let trades = closed.map { onClock(loops[$0.place].trades[$0.number], of: $0.place, steps, soldAt: $0.step) }
    let events = events(parts, steps)
    let strategy = symbols.first?.strategy
    return BacktestResult(
      strategyName: strategy?.name ?? "",
      entryNames: strategy?.entries.map(\.name) ?? [],
      entryOrders: strategy?.entries.map(\.order.type) ?? [],
      exitNames: strategy?.exits.map(\.name) ?? [],
      settings: settings,
      range: range,
      basis: basis,
      trades: trades,
      openTrades: events.open,
      pendingOrders: events.pending,
      conflicts: events.conflicts.inOrder(of: \.index),
      rejections: events.rejections.inOrder(of: \.index),
      signals: [],
      orders: events.orders.inOrder(of: \.decidedIndex),
      positions: [],
      pausedIndexes: [],
      curve: record.curve,
      exposedBars: record.exposedSteps,
      commissionPaid: loops.reduce(0) { $0 + $1.account.commissionPaid },
      slippagePaid: loops.reduce(0) { $0 + $1.account.slippagePaid },
      turnover: loops.reduce(0) { $0 + $1.account.turnover },
      ruinedIndex: record.ruinedStep,
      dependsOnInside: strategy?.dependsOnInside ?? false,
      actions: parts.flatMap { Self.actions(metBy: $0.result) },
      dividends: loops.reduce(0) { $0 + $1.account.dividends },
      interest: account.interest,
      symbols: symbols.map(\.name),
      holdings: loops.indices.filter { loops[$0].isHolding }.map { index in
        Holding(symbol: places[index], units: loops[index].account.units, price: loops[index].mark)
      },
      firstClose: .nan,
      lastClose: .nan,
      holdingWorth: .nan,
      sizingRule: strategy.map { EntrySizing($0.size, settings: settings).rule } ?? .equityShare,
      tally: tally
    )
  }

  /// The trades, orders and conflicts of all symbols, one symbol after the other, with places on the account's clock.
  private func events(
    _ parts: [SharedBacktest.Outcome.Part], _ steps: [[Int]]
  ) -> (
    open: [Trade], pending: [PendingOrder], rejections: [Rejection], orders: [OrderRecord], conflicts: [Conflict]
  ) {
    func all<Item>(_ items: (BacktestResult) -> [Item], _ place: (inout Item, Int) -> Void) -> [Item] {
      parts.indices.flatMap { index in
        items(parts[index].result).map { item in
          var item = item
          place(&item, index)
          return item
        }
      }
    }
    let open = all(\.openTrades) { trade, index in trade = onClock(trade, of: index, steps) }
    let pending = all(\.pendingOrders) { order, index in
      order.decidedIndex = step(order.decidedIndex, of: index, steps)
      order.symbol = places[index]
    }
    let rejections = all(\.rejections) { rejection, index in
      rejection.index = step(rejection.index, of: index, steps)
      rejection.decidedIndex = step(rejection.decidedIndex, of: index, steps)
      rejection.symbol = places[index]
    }
    let orders = all(\.orders) { order, index in
      order.decidedIndex = step(order.decidedIndex, of: index, steps)
      order.index = order.index.map { step($0, of: index, steps) }
      order.symbol = places[index]
    }
    let conflicts = all(\.conflicts) { conflict, index in conflict.index = step(conflict.index, of: index, steps) }
    return (open, pending, rejections, orders, conflicts)
  }

  /// The step of the account's clock on which a bar of a symbol closes.
  private func step(_ bar: Int, of index: Int, _ steps: [[Int]]) -> Int {
    steps[index][bar]
  }

  /// A trade of a symbol with its bars counted on the account's clock.
  ///
  /// - Parameter soldAt: the step at which it was sold, if its symbol had no bar then.
  private func onClock(_ trade: Trade, of index: Int, _ steps: [[Int]], soldAt: Int? = nil) -> Trade {
    var trade = trade
    trade.entryIndex = step(trade.entryIndex, of: index, steps)
    trade.exitIndex = trade.isOpen ? range.upperBound - 1 : step(trade.exitIndex, of: index, steps)
    if let soldAt { (trade.exitIndex, trade.exitTime) = (soldAt, clock.times[soldAt]) }
    trade.symbol = places[index]
    if !trade.laterFills.isEmpty {
      trade.laterFills = trade.laterFills.map { fill in
        var fill = fill
        fill.index = step(fill.index, of: index, steps)
        return fill
      }
    }
    return trade
  }

  /// The splits and dividends that came while their symbol was held.
  private static func actions(metBy result: BacktestResult) -> [BarAction] {
    result.actions.filter { action in
      (result.trades + result.openTrades).contains { $0.entryIndex < action.index && action.index <= $0.exitIndex }
    }
  }
}

extension Array {
  /// The elements in the order of a step; those of one step stay in their order.
  fileprivate func inOrder(of step: (Element) -> Int) -> [Element] {
    let steps = map(step)
    return indices.sorted { (steps[$0], $0) < (steps[$1], $1) }.map { self[$0] }
  }
}
