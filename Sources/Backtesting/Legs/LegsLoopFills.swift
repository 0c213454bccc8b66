import Columns

extension LegsLoop {
  mutating func fill(at quoted: [Double], index: Int) {
    guard let order = rules.order.take() else { return }
    marks = quoted
    if let reason = order.exit, position != nil {
      let price = close(at: quoted, index: index, reason: reason)
      rules.finish(order.exitRecord, .filled, at: index, price: price)
    }
    guard let (rule, side) = order.entry else { return }
    if let held = position?.side, held != side { close(at: quoted, index: index, reason: .reversal(rule)) }
    guard position == nil else { return }
    enter(order, rule: rule, side: side, at: quoted, index: index)
  }

  private mutating func enter(_ order: BarLoop.Order, rule: Int, side: Side, at quoted: [Double], index: Int) {
    func reject(_ reason: Rejection.Reason) {
      rules.reject(order, rule: rule, side: side, index: index, reason)
    }
    // The weights are those of the close that decided, in units of now.
    let weights = zip(legs, splitRatios).map { $0.weight.value(at: order.decidedIndex, state: order.state) * $1 }
    guard weights.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return reject(weights.contains(where: \.isNaN) ? .levelMissing : .levelNotPositive)
    }
    let signs = legs.map { $0.sign * side.sign }
    let prices = legs.indices.map { leg in
      let bar = Int(legs[leg].places[index])
      let height = legs[leg].bars.high.values[bar] - legs[leg].bars.low.values[bar]
      return accounts[leg].marketPrice(quoted[leg], buying: signs[leg] > 0, range: height)
    }
    guard prices.allSatisfy({ $0 > 0 }) else { return reject(.priceNotPositive) }
    let amount = rules.strategy.size.amount.value(
      at: order.decidedIndex, state: order.state.filled(at: spread(prices, of: weights, size: 1)))
    if amount.isNaN { return reject(.sizeMissing) }
    if amount <= 0 { return reject(.sizeNotPositive) }
    let cost = SpreadCost(weights: weights, prices: prices, accounts: accounts)
    let equity = settings.sizing == .fill ? worth : order.state.equity
    let requested: Double
    switch rules.strategy.size {
    case .equityShare, .risk: requested = cost.units(for: amount * equity)
    case .shares: requested = amount
    case .money:
      if amount < min(settings.takesSmallMoney ? 0 : settings.cash * EntrySizing.leastMoney, equity * 0.01) {
        rules.tooSmall = rules.tooSmall ?? .moneyTooSmall(amount: amount, cash: settings.cash, bar: order.decidedIndex)
        return reject(.moneyTooSmall)
      }
      requested = cost.units(for: amount)
    }
    let limit = cost.mostUnits(for: settings.leverage * worth)
    if limit <= 0 { return reject(worth > 0 ? .commissionTooHigh : .noCash) }
    let isCapped = requested > limit * (1 + 1e-9)
    var size = min(requested, limit)
    var units = weights.map { size * $0 }
    if wholeUnits {
      units = units.map { ($0 * (1 + 1e-12)).rounded(.down) }
      // The whole units of the first leg determine the units of the spread.
      size = units[0] / weights[0]
    }
    guard units.allSatisfy({ $0 > 0 }) else { return reject(.lessThanOneUnit) }
    var position = Position(
      side: side, rule: rule, entryIndex: index, closesAtFill: rules.closes, size: size, filled: [], prices: prices,
      quoted: spread(quoted, of: units.indices.map { units[$0] * signs[$0] }, size: size), fees: [],
      dividends: legs.map { _ in 0 }, value: 0, isCapped: isCapped)
    for leg in legs.indices {
      accounts[leg].cash = 0
      position.fees.append(
        accounts[leg].fill(units: signs[leg] * units[leg], price: prices[leg], quoted: quoted[leg]))
      account.cash += accounts[leg].cash
      position.filled.append(signs[leg] * units[leg])
      position.value += units[leg] * prices[leg] * accounts[leg].multiplier
    }
    self.position = position
    rules.lots = [
      Lot(
        side: side, units: size, entryIndex: index, entryPrice: position.quoted, commission: 0, rule: rule,
        isCapped: isCapped, closesAtFill: rules.closes, firstLiveIndex: index)
    ]
    rules.finish(order.entryRecord, .filled, at: index, price: side.sign * position.quoted)
  }

  /// Closes all legs, and gives the price of a unit of the spread.
  @discardableResult
  mutating func close(at quoted: [Double], index: Int, reason: ExitReason) -> Double {
    guard let position else { return .nan }
    var fees: [Double] = []
    var prices: [Double] = []
    let units = accounts.map(\.units)
    for leg in legs.indices {
      let bar = Int(legs[leg].places[index])
      let height = bar < 0 ? 0 : legs[leg].bars.high.values[bar] - legs[leg].bars.low.values[bar]
      prices.append(accounts[leg].marketPrice(quoted[leg], buying: units[leg] < 0, range: height))
      accounts[leg].cash = 0
      fees.append(accounts[leg].fill(units: -units[leg], price: prices[leg], quoted: quoted[leg]))
      account.cash += accounts[leg].cash
    }
    var trade = trade(of: position, units: units, at: prices, fees: fees, index: index, reason: reason)
    trade.exitQuote = position.side.sign * spread(quoted, of: units, size: position.size)
    for leg in legs.indices { accounts[leg].units = 0 }
    rules.tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars)
    rules.trades.append(trade)
    self.position = nil
    rules.lots = []
    rules.lastExit = trade.exitPrice
    rules.noteFlat(after: reason, at: index)
    return trade.exitQuote
  }
}
