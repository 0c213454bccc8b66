import Columns

extension BacktestResult {
  /// The closed trades whose outcome depends on the order of prices inside a bar, by their indexes in `trades`.
  ///
  /// In the bar of the exit both the stop (or the trail) and the target were reached after the open; or an entry that
  /// waited for its price filled inside a bar that reached its own stop or target, and their order is unknown. If there
  /// are shorter bars, one of these has to reach both.
  public func ambiguousTrades(on bars: Bars, finer: FinerBars? = nil) -> [Int] {
    trades.indices.filter { index in
      isAmbiguous(trades[index], on: bars) && !(finer.map { isDecided(trades[index], by: $0) } ?? false)
    }
  }

  /// True if no shorter bar of those of the entry and the exit reaches two of the prices of a trade.
  private func isDecided(_ trade: Trade, by finer: FinerBars) -> Bool {
    for index in Set([trade.entryIndex, trade.firstExitIndex]) {
      let range = finer.ranges[index]
      if range.isEmpty { return false }
      let levels = [trade.stop, trade.target, index == trade.entryIndex ? trade.entryQuote : nil].compactMap(\.self)
      for place in range {
        let (low, high) = (finer.bars.low.values[place], finer.bars.high.values[place])
        if levels.count(where: { low <= $0 && $0 <= high }) > 1 { return false }
      }
    }
    return true
  }

  private func isAmbiguous(_ trade: Trade, on bars: Bars) -> Bool {
    let sign = trade.side.sign
    func best(_ index: Int) -> Double { trade.side == .long ? bars.high.values[index] : -bars.low.values[index] }
    let exit = trade.firstExitIndex
    let open = sign * bars.open.values[exit]
    if trade.exit == .stop || trade.exit == .trail, trade.entryIndex < exit || entryOrders[trade.entryRule] != .stop {
      // A bar that opens beyond the stop has decided at its open, and a stop of closes is left at another price.
      if let target = trade.target, let stop = trade.stop, open > sign * stop,
        abs(trade.firstExitQuote - stop) <= 1e-9 * abs(stop), best(exit) >= sign * target
      {
        return true
      }
    }
    let type = entryOrders[trade.entryRule]
    guard type == .limit || type == .stop, isInside(trade, on: bars) else { return false }
    if type == .stop { return trade.exit == .stop && exit == trade.entryIndex }
    // A limit order may have filled after the price was above its target.
    guard let target = trade.target, trade.splitRatio == 1 else { return false }
    return trade.exit != .target || exit > trade.entryIndex ? best(trade.entryIndex) >= sign * target : false
  }

  /// True if the entry filled after the open of its bar.
  private func isInside(_ trade: Trade, on bars: Bars) -> Bool {
    trade.entryQuote != bars.open.values[trade.entryIndex]
  }
}

extension Strategy {
  /// The same strategy with each rule read one bar later: at a close it sees the value of its condition at the previous
  /// close.
  ///
  /// Conditions on the position are evaluated at the later close, and so are stops and sizes.
  public var oneBarLater: Strategy {
    var later = self
    // Rules often read the same columns, which are then moved once and seen to be the same.
    var moved: [(column: Column, later: Column)] = []
    func move(_ column: Column) -> Column {
      if let known = moved.first(where: { $0.column.isSame(as: column) }) { return known.later }
      moved.append((column, column.oneBarLater))
      return moved[moved.count - 1].later
    }
    for index in entries.indices { later.entries[index].condition = entries[index].condition.mapColumns(move) }
    for index in exits.indices { later.exits[index].condition = exits[index].condition.mapColumns(move) }
    return later
  }
}

extension PortfolioSymbol {
  /// The same symbol with its rule columns read one bar later.
  public var oneBarLater: PortfolioSymbol {
    var later = self
    later.isCandidate = isCandidate?.oneBarLater
    later.isShortCandidate = isShortCandidate?.oneBarLater
    later.rank = rank?.oneBarLater
    later.weight = weight?.oneBarLater
    return later
  }
}

extension Column {
  fileprivate var oneBarLater: Column {
    Column(count: count) { result in
      guard count > 0 else { return }
      result[0] = .nan
      for index in 1..<max(1, count) { result[index] = values[index - 1] }
    }
  }
}
