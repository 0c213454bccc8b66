import Columns

extension LegsLoop {
  mutating func fill(at quoted: [Double], index: Int) {
    guard let order else { return }
    self.order = nil
    marks = quoted
    if let reason = order.exit, position != nil {
      let price = close(at: quoted, index: index, reason: reason)
      finish(order.exitRecord, .filled, at: index, price: price)
    }
    guard let (rule, side) = order.entry else { return }
    if let held = position?.side, held != side { close(at: quoted, index: index, reason: .reversal(rule)) }
    guard position == nil else { return }
    enter(order, rule: rule, side: side, at: quoted, index: index)
  }

  private mutating func enter(_ order: Order, rule: Int, side: Side, at quoted: [Double], index: Int) {
    func reject(_ reason: Rejection.Reason) {
      rejections.append(
        Rejection(index: index, decidedIndex: order.decidedIndex, rule: rule, side: side, reason: reason))
      finish(order.entryRecord, .rejected(reason), at: index)
    }
    guard order.weights.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      return reject(order.weights.contains(where: \.isNaN) ? .levelMissing : .levelNotPositive)
    }
    let signs = legs.map { $0.sign * side.sign }
    let prices = legs.indices.map { leg in
      let bar = Int(legs[leg].places[index])
      let height = legs[leg].bars.high.values[bar] - legs[leg].bars.low.values[bar]
      return accounts[leg].marketPrice(quoted[leg], buying: signs[leg] > 0, range: height)
    }
    guard prices.allSatisfy({ $0 > 0 }) else { return reject(.priceNotPositive) }
    let amount = strategy.size.amount.value(
      at: order.decidedIndex, state: order.state.filled(at: spread(prices, of: order.weights, size: 1)))
    if amount.isNaN { return reject(.sizeMissing) }
    if amount <= 0 { return reject(.sizeNotPositive) }
    let cost = SpreadCost(weights: order.weights, prices: prices, accounts: accounts)
    let equity = settings.sizing == .fill ? worth : order.state.equity
    let requested: Double
    switch strategy.size {
    case .equityShare, .risk: requested = cost.units(for: amount * equity)
    case .shares: requested = amount
    case .money:
      if amount < min(settings.takesSmallMoney ? 0 : settings.cash * EntrySizing.leastMoney, equity * 0.01) {
        tooSmall = tooSmall ?? .moneyTooSmall(amount: amount, cash: settings.cash, bar: order.decidedIndex)
        return reject(.moneyTooSmall)
      }
      requested = cost.units(for: amount)
    }
    let limit = cost.mostUnits(for: settings.leverage * worth)
    if limit <= 0 { return reject(worth > 0 ? .commissionTooHigh : .noCash) }
    let isCapped = requested > limit * (1 + 1e-9)
    var size = min(requested, limit)
    var units = order.weights.map { size * $0 }
    if wholeUnits {
      units = units.map { ($0 * (1 + 1e-12)).rounded(.down) }
      // The whole units of the first leg determine the units of the spread.
      size = units[0] / order.weights[0]
    }
    guard units.allSatisfy({ $0 > 0 }) else { return reject(.lessThanOneUnit) }
    var position = Position(
      side: side, rule: rule, entryIndex: index, closesAtFill: closes, size: size, filled: [], prices: prices,
      quoted: spread(quoted, of: units.indices.map { units[$0] * signs[$0] }, size: size), fees: [],
      dividends: legs.map { _ in 0 }, value: 0, isCapped: isCapped)
    for leg in legs.indices {
      accounts[leg].cash = 0
      position.fees.append(
        accounts[leg].fill(units: signs[leg] * units[leg], price: prices[leg], quoted: quoted[leg]))
      cash += accounts[leg].cash
      position.filled.append(signs[leg] * units[leg])
      position.value += units[leg] * prices[leg] * accounts[leg].multiplier
    }
    self.position = position
    finish(order.entryRecord, .filled, at: index, price: side.sign * position.quoted)
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
      cash += accounts[leg].cash
    }
    var trade = trade(of: position, units: units, at: prices, fees: fees, index: index, reason: reason)
    trade.exitQuote = position.side.sign * spread(quoted, of: units, size: position.size)
    for leg in legs.indices { accounts[leg].units = 0 }
    tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars)
    trades.append(trade)
    self.position = nil
    closesAtExit = closes
    lastExit = trade.exitPrice
    if let cooldown = strategy.cooldown, cooldown.begins(after: reason) { closesAtResume = closes + cooldown.bars }
    return trade.exitQuote
  }
}
