import Calendar
import Columns
import Work

/// The state of a portfolio's run and its steps; see `PortfolioBacktest` for the order of events.
struct PortfolioLoop: AccountLoop {
  let symbols: [PortfolioSymbol]
  let clock: PortfolioClock
  let rules: PortfolioRules
  let settings: BacktestSettings
  let range: Range<Int>
  let listsOrders: Bool
  private let ranking: PortfolioRanking
  /// The start of each step's period, in days since 1970.
  private let periods: [Int]
  private let wholeUnits: Bool

  var account: Account
  var holdings: [PortfolioHolding]
  /// The symbols held, by their places in the order in which they were bought.
  var held: [Int] = []
  /// The symbols whose orders wait.
  private(set) var waiting: [Int] = []
  private var nextAction: [Int]
  var trades: [Trade] = []
  var tally = TradeTally()
  /// True if no later step shows whether the last one ends a period.
  private var isUndecided = false
  var record = AccountRecord()
  var actionsSeen: [BarAction] = []
  var orders: [OrderRecord] = []
  var rejections: [Rejection] = []

  init(
    _ symbols: [PortfolioSymbol], clock: PortfolioClock, rules: PortfolioRules, settings: BacktestSettings,
    range: Range<Int>, listsOrders: Bool
  ) {
    ranking = PortfolioRanking(symbols, clock: clock, rules: rules, leverage: settings.leverage)
    self.listsOrders = listsOrders
    self.symbols = symbols
    self.clock = clock
    self.rules = rules
    self.settings = settings
    self.range = range
    periods = clock.periods(of: rules.period)
    wholeUnits = settings.units == .whole
    account = Account(settings)
    holdings = Array(repeating: PortfolioHolding(), count: symbols.count)
    nextAction = Array(repeating: 0, count: symbols.count)
    passActions(before: range.lowerBound)
  }

  mutating func pass(_ step: Int) -> Bool {
    takeActions(at: step)
    if settings.fill == .open {
      leaveUniverse(at: step, atClose: false)
      fillTargets(at: step, atClose: false)
    }
    leaveEnded(at: step)
    for place in held { look(at: place, step) }
    return true
  }

  mutating func ruin(at step: Int) { closeAll(at: step, reason: .ruin) }

  mutating func closeAll(at step: Int) { closeAll(at: step, reason: .end) }

  private mutating func closeAll(at step: Int, reason: ExitReason) {
    for place in held { leave(place, at: holdings[place].mark, step: step, reason: reason) }
  }

  /// Decides at the close of the last step of a period; the last step of all is not known to be one.
  mutating func decide(at step: Int) {
    isUndecided = step + 1 == clock.count
    guard !isUndecided else { return }
    let decides = periods[step + 1] != periods[step]
    if decides { choose(at: step, equity: worth) }
    guard settings.fill == .close else { return }
    leaveUniverse(at: step, atClose: true)
    if decides { fillTargets(at: step, atClose: true) }
  }

  func total() -> (equity: Double, cash: Double) { (worth, account.cash) }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("holdings", &holdings)
    fields.visit("held", &held)
    fields.visit("waiting", &waiting)
    fields.visit("trades", &tally)
    fields.visit("undecided", &isUndecided)
  }

  mutating func completeResume() -> Bool {
    let steps = 0..<range.lowerBound
    guard holdings.count == symbols.count, (held + waiting).allSatisfy(symbols.indices.contains),
      held.allSatisfy({ steps.contains(holdings[$0].entryStep) }),
      waiting.allSatisfy({ holdings[$0].target.map { steps.contains($0.decidedStep) } ?? true })
    else { return false }
    // The steps of before did not show whether the last of them ended a period.
    if isUndecided, record.ruinedStep == nil { decide(at: range.lowerBound - 1) }
    return true
  }

  func day(of step: Int) -> Int { clock.days[step] }

  var isHolding: Bool { !held.isEmpty }

  /// The proceeds of short sales are held as security, plus the same amount.
  var balances: Balances {
    let soldShort = soldShort
    return Balances(idle: account.cash - 2 * soldShort, borrowed: -account.cash, soldShort: soldShort)
  }

  /// Cash and holdings at the last prices known.
  var worth: Double { held.reduce(account.cash) { $0 + holdings[$1].worth } }

  /// The value sold short at the last prices known.
  private var soldShort: Double { held.reduce(0) { $0 + max(0, -holdings[$1].worth) } }

  /// Leaves out the splits and dividends of before the window.
  private mutating func passActions(before step: Int) {
    for place in symbols.indices {
      let steps = clock.places[place][step...]
      let first = steps.first { $0 >= 0 }.map { Int($0) } ?? symbols[place].bars.count
      nextAction[place] = symbols[place].actions.firstIndex { $0.index >= first } ?? symbols[place].actions.count
    }
  }

  private mutating func takeActions(at step: Int) {
    for place in symbols.indices where nextAction[place] < symbols[place].actions.count {
      guard let bar = clock.bar(of: place, at: step) else { continue }
      while nextAction[place] < symbols[place].actions.count, symbols[place].actions[nextAction[place]].index <= bar {
        let action = symbols[place].actions[nextAction[place]]
        nextAction[place] += 1
        guard holdings[place].isHeld else { continue }
        let money = holdings[place].take(action)
        account.cash += money
        account.dividends += money
        actionsSeen.append(action)
        if wholeUnits, action.ratio != 1 { payOutFraction(of: place, at: bar, step) }
      }
    }
  }

  /// Pays out the part of a unit left by a split of whole units: at the open of its bar, without costs.
  private mutating func payOutFraction(of place: Int, at bar: Int, _ step: Int) {
    let part = holdings[place].units.fractionOfUnit
    let open = symbols[place].bars.open.values[bar]
    let price = open.isFinite ? open : holdings[place].mark
    guard part > 0, price.isFinite else { return }
    account.cash += holdings[place].side.sign * part * price
    holdings[place].units -= part
    holdings[place].closedUnits += part
    holdings[place].closedValue += part * price
    holdings[place].closedQuotedValue += part * price
    let isAll = holdings[place].units < 1e-9
    list(
      place, holdings[place].side, .exit(.split), share: isAll ? nil : part / (holdings[place].units + part),
      decided: step, .filled, at: step, price: price)
    if isAll { end(place, step: step, reason: .split) }
  }

  /// Notes the extremes and the close of a symbol that is held.
  private mutating func look(at place: Int, _ step: Int) {
    guard let bar = clock.bar(of: place, at: step) else { return }
    let bars = symbols[place].bars
    holdings[place].lastStep = step
    if bars.low.values[bar] < holdings[place].worst { holdings[place].worst = bars.low.values[bar] }
    if bars.high.values[bar] > holdings[place].best { holdings[place].best = bars.high.values[bar] }
    if !bars.close.values[bar].isNaN { holdings[place].mark = bars.close.values[bar] }
  }

  // MARK: Deciding

  /// Ranks and weighs the candidates, and notes the orders that follow.
  private mutating func choose(at step: Int, equity: Double) {
    let chosen = ranking.choices(at: step).prefix(while: \.isHeld)
    for place in waiting where holdings[place].target != nil { listWaiting(place, .replaced, at: step) }
    for place in held where !chosen.contains(where: { $0.symbol == place }) {
      // Without a bar the current price is unknown: the position is kept until the symbol's next bar.
      holdings[place].target = PortfolioTarget(weight: 0, place: -1, decidedStep: step, equity: equity)
    }
    for (order, choice) in chosen.enumerated() {
      holdings[choice.symbol].target = PortfolioTarget(
        weight: choice.side.sign * choice.weight, place: order, decidedStep: step, equity: equity)
    }
    waiting = (held + chosen.map(\.symbol)).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  // MARK: Filling

  /// Fills the orders of symbols that have a price: sales first, then purchases by rank.
  private mutating func fillTargets(at step: Int, atClose: Bool) {
    guard !waiting.isEmpty else { return }
    var entries: [(place: Int, target: PortfolioTarget, price: Double, units: Double)] = []
    var left: [Int] = []
    for place in waiting {
      guard let target = holdings[place].target else { continue }
      guard let bar = clock.bar(of: place, at: step),
        case let price = atClose ? symbols[place].bars.close.values[bar] : symbols[place].bars.open.values[bar],
        price > 0
      else {
        left.append(place)
        continue
      }
      if target.weight != 0, place != rules.reserve, !symbols[place].isMember(on: clock.days[step]) {
        // It waited for a price until it had left its universe.
        holdings[place].target = nil
        refuse(place, target, .notMember, at: step)
        continue
      }
      let wanted = self.units(of: target, at: price, bar: bar, in: symbols[place])
      let turns = holdings[place].isHeld && target.weight != 0 && target.side != holdings[place].side
      let kept = turns ? 0 : wanted
      if kept < holdings[place].units {
        holdings[place].target = nil
        holdings[place].mark = price
        leave(
          place, to: kept, at: price, step: step, reason: PortfolioBacktest.Exit.rebalance.reason,
          decided: target.decidedStep)
      }
      if turns || kept >= holdings[place].units { entries.append((place, target, price, wanted)) }
    }
    // Buying power is that of the prices of the fills, those of shorts that are added to later included.
    for entry in entries { holdings[entry.place].mark = entry.price }
    for entry in entries.sorted(by: { $0.target.place < $1.target.place }) {
      holdings[entry.place].target = nil
      enter(entry.place, entry.target, to: entry.units, at: entry.price, step: step)
    }
    waiting = left
  }

  /// The units that a weight of the deciding equity is at a price.
  private func units(of target: PortfolioTarget, at price: Double, bar: Int, in symbol: PortfolioSymbol) -> Double {
    guard target.weight != 0 else { return 0 }
    let equity = settings.sizing == .fill ? worth : target.equity
    let fill = account.marketPrice(price, buying: target.weight > 0, range: symbol.bars.range(of: bar))
    let units = account.commission.units(for: abs(target.weight) * equity, price: fill)
    return wholeUnits ? (units * (1 + 1e-12)).rounded(.down) : max(0, units)
  }

  /// Buys or sells short what a symbol lacks of its units, as far as the money reaches.
  private mutating func enter(
    _ place: Int, _ target: PortfolioTarget, to wanted: Double, at quoted: Double, step: Int
  ) {
    guard let bar = clock.bar(of: place, at: step) else { return }
    let side = target.side
    let price = account.marketPrice(quoted, buying: side == .long, range: symbols[place].bars.range(of: bar))
    var units = wanted - holdings[place].units
    let worth = self.worth
    // Rounding noise is not an order.
    guard units > 0, units * price > 1e-9 * abs(worth) else {
      if wanted == 0, target.weight != 0 {
        // Less than one whole unit was ordered.
        let equity = settings.sizing == .fill ? worth : target.equity
        let money = abs(target.weight) * equity
        let isPaid = account.commission.units(for: money, price: price) > 0
        if wholeUnits || !isPaid { refuse(place, target, isPaid ? .lessThanOneUnit : .commissionTooHigh, at: step) }
      }
      return
    }
    let power = settings.leverage * worth - (worth - account.cash) - 2 * soldShort
    let most = max(0, account.commission.units(for: power, price: price))
    if units > most * (1 + 1e-9) {
      units = wholeUnits ? (most * (1 + 1e-12)).rounded(.down) : most
      holdings[place].isCapped = true
    }
    guard units > 0, units * price > 1e-9 * abs(worth) else {
      // Money that the commission takes alone.
      let isCommission = most == 0 && power > 1e-9 * abs(worth)
      return refuse(place, target, isCommission ? .commissionTooHigh : .noCash, at: step)
    }
    let fee = account.fill(units: side.sign * units, price: price, quoted: quoted)
    let isResize = holdings[place].isHeld
    let share = units / holdings[place].units
    if !isResize {
      let isCapped = holdings[place].isCapped
      holdings[place].close()
      holdings[place].side = side
      holdings[place].entryStep = step
      holdings[place].lastStep = step
      holdings[place].mark = quoted
      holdings[place].isCapped = isCapped
      held.append(place)
    }
    holdings[place].units += units
    holdings[place].openedUnits += units
    holdings[place].openedValue += units * price
    holdings[place].openedQuotedValue += units * quoted
    holdings[place].fees += fee
    holdings[place].entryFees += fee
    list(
      place, side, isResize ? .resize : .entry(rule: 0), share: isResize ? share : nil, decided: target.decidedStep,
      .filled, at: step, price: quoted)
  }

  /// Sells or buys back what a symbol has above some units.
  private mutating func leave(
    _ place: Int, to target: Double = 0, at quoted: Double, step: Int, reason: ExitReason, decided: Int? = nil
  ) {
    let all = target == 0
    let side = holdings[place].side
    let units = all ? holdings[place].units : holdings[place].units - target
    guard units > 0, all || units * quoted > 1e-9 * abs(worth) else { return }
    let range = clock.bar(of: place, at: step).map { symbols[place].bars.range(of: $0) } ?? 0
    let price = account.marketPrice(quoted, buying: side == .short, range: range)
    let share = all ? nil : units / holdings[place].units
    let fee = account.fill(units: -side.sign * units, price: price, quoted: quoted)
    holdings[place].closedUnits += units
    holdings[place].closedValue += units * price
    holdings[place].closedQuotedValue += units * quoted
    holdings[place].fees += fee
    holdings[place].units = all ? 0 : target
    if let decided {
      list(
        place, side, all ? .exit(reason) : .resize, share: share.map { -$0 }, decided: decided, .filled, at: step,
        price: quoted)
    }
    if all { end(place, step: step, reason: reason) }
  }

  /// Makes the trade of a symbol with no remaining holding.
  private mutating func end(_ place: Int, step: Int, reason: ExitReason) {
    var trade = trade(of: place, step: step, reason: reason)
    trade.entryNumber = tally.count
    tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars)
    trades.append(trade)
    held.removeAll { $0 == place }
    holdings[place].close()
  }

  /// Closes symbols that have left their universe.
  ///
  /// They leave at the first open at which they do not, or the first close if orders fill at closes; one without a bar
  /// then, with its next bar.
  private mutating func leaveUniverse(at step: Int, atClose: Bool) {
    for place in held where place != rules.reserve && !symbols[place].isMember(on: clock.days[step]) {
      guard let bar = clock.bar(of: place, at: step),
        case let price = atClose ? symbols[place].bars.close.values[bar] : symbols[place].bars.open.values[bar],
        price > 0
      else { continue }
      holdings[place].target = nil
      holdings[place].mark = price
      leave(
        place, at: price, step: step, reason: PortfolioBacktest.Exit.leftUniverse.reason,
        decided: atClose ? step : step - 1)
    }
  }

  /// Closes symbols whose bars have ended, at the last price known, and cancels the orders of those that have none.
  ///
  /// An order was decided on a bar of its symbol, or is of a symbol that is held.
  private mutating func leaveEnded(at step: Int) {
    func hasEnded(after last: Int) -> Bool { step - last >= PortfolioBacktest.stepsUntilEnded }
    for place in held where hasEnded(after: holdings[place].lastStep) {
      cancel(place, at: step)
      leave(place, at: holdings[place].mark, step: step, reason: PortfolioBacktest.Exit.ended.reason)
    }
    for place in waiting where !holdings[place].isHeld {
      if let target = holdings[place].target, hasEnded(after: target.decidedStep) { cancel(place, at: step) }
    }
  }

  private mutating func cancel(_ place: Int, at step: Int) {
    listWaiting(place, .cancelled, at: step)
    holdings[place].target = nil
  }
}

// The list of orders, if the run keeps one.
extension PortfolioLoop {
  private mutating func list(
    _ place: Int, _ side: Side, _ kind: PendingOrder.Kind, share: Double? = nil, decided: Int,
    _ fate: OrderRecord.Fate, at step: Int?, price: Double? = nil
  ) {
    guard listsOrders else { return }
    var record = OrderRecord(decidedIndex: decided, side: side, kind: kind, type: .market, share: share)
    (record.fate, record.index, record.fillPrice, record.symbol) = (fate, step, price, place)
    orders.append(record)
  }

  /// Notes an entry that was not filled, and why.
  private mutating func refuse(_ place: Int, _ target: PortfolioTarget, _ reason: Rejection.Reason, at step: Int) {
    rejections.append(
      Rejection(
        index: step, decidedIndex: target.decidedStep, rule: 0, side: target.side, reason: reason, symbol: place))
    list(place, target.side, .entry(rule: 0), decided: target.decidedStep, .rejected(reason), at: step)
  }

  /// Notes the end of an order that waited for a bar of its symbol: its size is not known, only the direction.
  private mutating func listWaiting(_ place: Int, _ fate: OrderRecord.Fate, at step: Int?) {
    guard let target = holdings[place].target else { return }
    let holding = holdings[place]
    if holding.isHeld, target.weight == 0 || target.side != holding.side {
      list(
        place, holding.side, .exit(PortfolioBacktest.Exit.rebalance.reason), decided: target.decidedStep, fate, at: step
      )
    }
    if target.weight != 0, !holding.isHeld || target.side != holding.side {
      list(place, target.side, .entry(rule: 0), decided: target.decidedStep, fate, at: step)
    }
  }

  /// Notes the orders waiting after the last step.
  mutating func listPending() {
    for place in waiting { listWaiting(place, .pending, at: nil) }
  }
}

extension Bars {
  /// The high of a bar less its low.
  fileprivate func range(of bar: Int) -> Double { high.values[bar] - low.values[bar] }
}
