import Calendar
import Columns
import Work

/// The state of a portfolio's run and its steps; see `PortfolioBacktest` for the order of events.
struct PortfolioLoop {
  let symbols: [PortfolioSymbol]
  let clock: PortfolioClock
  let rules: PortfolioRules
  let settings: BacktestSettings
  let range: Range<Int>
  /// The start of each step's period, in days since 1970.
  private let periods: [Int]
  private let wholeUnits: Bool

  var account: Account
  var holdings: [PortfolioHolding]
  /// The symbols held, by their places in the order in which they were bought.
  var held: [Int] = []
  /// The symbols whose orders wait.
  private var waiting: [Int] = []
  private var nextAction: [Int]
  var trades: [Trade] = []
  var openTrades: [Trade] = []
  var tally = TradeTally()
  var equity: [Double] = []
  var cash: [Double] = []
  var exposedSteps = 0
  var ruinedStep: Int?
  var actionsSeen: [BarAction] = []

  init(
    _ symbols: [PortfolioSymbol], clock: PortfolioClock, rules: PortfolioRules, settings: BacktestSettings,
    range: Range<Int>
  ) {
    self.symbols = symbols
    self.clock = clock
    self.rules = rules
    self.settings = settings
    self.range = range
    let unit = Timeframe(1, rules.period)
    periods = clock.days.map {
      unit.periodStart(containing: CivilTime(date: CivilDate(daysSince1970: $0))).date.daysSince1970
    }
    wholeUnits = settings.units == .whole
    account = Account(settings)
    holdings = Array(repeating: PortfolioHolding(), count: symbols.count)
    nextAction = Array(repeating: 0, count: symbols.count)
    equity.reserveCapacity(range.count)
    cash.reserveCapacity(range.count)
  }

  mutating func run(monitor: WorkMonitor) throws(BacktestError) {
    passActions(before: range.lowerBound)
    for step in range {
      if step & 255 == 0 {
        do { try monitor.checkpoint(done: step - range.lowerBound, total: range.count) } catch { throw .interrupted }
      }
      settleInterest(at: step)
      takeActions(at: step)
      if settings.fill == .open { fillTargets(at: step, atClose: false) }
      sellEnded(at: step)
      for place in held { look(at: place, step) }
      let worth = self.worth
      if worth <= 0, ruinedStep == nil {
        ruinedStep = step
        for place in held { sell(place, all: true, at: holdings[place].mark, step: step, reason: .ruin) }
      } else if ruinedStep == nil, step + 1 < clock.count, periods[step + 1] != periods[step] {
        decide(at: step, equity: worth)
        if settings.fill == .close { fillTargets(at: step, atClose: true) }
      }
      if settings.finalize, step + 1 == range.upperBound {
        for place in held { sell(place, all: true, at: holdings[place].mark, step: step, reason: .end) }
      }
      if !held.isEmpty { exposedSteps += 1 }
      equity.append(self.worth)
      cash.append(account.cash)
    }
    openTrades = held.enumerated().map { number, place in
      var trade = trade(of: place, step: range.upperBound - 1, reason: nil)
      trade.entryNumber = trades.count + number
      return trade
    }
  }

  /// Cash and holdings at the last prices known.
  private var worth: Double { held.reduce(account.cash) { $0 + holdings[$1].units * holdings[$1].mark } }

  private func bar(of place: Int, at step: Int) -> Int? {
    let bar = clock.places[place][step]
    return bar >= 0 ? Int(bar) : nil
  }

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
      guard let bar = bar(of: place, at: step) else { continue }
      while nextAction[place] < symbols[place].actions.count, symbols[place].actions[nextAction[place]].index <= bar {
        let action = symbols[place].actions[nextAction[place]]
        nextAction[place] += 1
        guard holdings[place].isHeld else { continue }
        let money = holdings[place].take(action)
        account.cash += money
        account.dividends += money
        actionsSeen.append(action)
      }
    }
  }

  private mutating func settleInterest(at step: Int) {
    guard step > range.lowerBound, !settings.financing.isZero, ruinedStep == nil else { return }
    let days = clock.days[step] - clock.days[step - 1]
    guard days > 0 else { return }
    account.settle(
      settings.financing, at: step - 1, days: days, idle: account.cash, borrowed: -account.cash, soldShort: 0)
  }

  /// Notes the extremes and the close of a symbol that is held.
  private mutating func look(at place: Int, _ step: Int) {
    guard let bar = bar(of: place, at: step) else { return }
    let bars = symbols[place].bars
    holdings[place].lastStep = step
    if bars.low.values[bar] < holdings[place].worst { holdings[place].worst = bars.low.values[bar] }
    if bars.high.values[bar] > holdings[place].best { holdings[place].best = bars.high.values[bar] }
    if !bars.close.values[bar].isNaN { holdings[place].mark = bars.close.values[bar] }
  }

  // MARK: Deciding

  /// A symbol that may be held, and its weight.
  private struct Candidate {
    var place: Int
    var rank: Double
    var weight: Double
  }

  /// Ranks and weighs the candidates, and notes the orders that follow.
  private mutating func decide(at step: Int, equity: Double) {
    var candidates: [Candidate] = []
    for place in symbols.indices where place != rules.reserve {
      guard let candidate = candidate(place, at: step) else { continue }
      candidates.append(candidate)
    }
    candidates.sort { $0.rank != $1.rank ? $0.rank > $1.rank : $0.place < $1.place }
    if let hold = rules.groups?.hold {
      var counts: [String: Int] = [:]
      candidates.removeAll { candidate in
        guard let group = group(of: candidate.place) else { return false }
        counts[group, default: 0] += 1
        return counts[group, default: 0] > hold
      }
    }
    if let hold = rules.hold, candidates.count > hold { candidates.removeLast(candidates.count - hold) }
    let sum = candidates.reduce(0) { $0 + $1.weight }
    var rest = settings.leverage
    var sharesOfGroups: [String: Double] = [:]
    for index in candidates.indices {
      switch rules.weighting {
      case .equal: candidates[index].weight = settings.leverage / Double(rules.hold ?? candidates.count)
      case .share: break
      case .proportional: candidates[index].weight *= settings.leverage / sum
      }
      candidates[index].weight = min(candidates[index].weight, rules.limit)
      if let groups = rules.groups, let group = group(of: candidates[index].place) {
        let room = max(0, groups.limit - sharesOfGroups[group, default: 0])
        candidates[index].weight = min(candidates[index].weight, room)
        sharesOfGroups[group, default: 0] += candidates[index].weight
      }
      rest -= candidates[index].weight
    }
    if let reserve = rules.reserve, rest > 1e-12, bar(of: reserve, at: step) != nil {
      candidates.append(Candidate(place: reserve, rank: 0, weight: rest))
    }
    for place in held where !candidates.contains(where: { $0.place == place }) {
      // Without a bar the current price is unknown: the position is kept until the symbol's next bar.
      holdings[place].target = PortfolioTarget(weight: 0, place: -1, decidedStep: step, equity: equity)
    }
    for (order, candidate) in candidates.enumerated() {
      holdings[candidate.place].target = PortfolioTarget(
        weight: candidate.weight, place: order, decidedStep: step, equity: equity)
    }
    waiting = (held + candidates.map(\.place)).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func group(of place: Int) -> String? { rules.groups?.names[place] }

  private func candidate(_ place: Int, at step: Int) -> Candidate? {
    let symbol = symbols[place]
    guard let bar = bar(of: place, at: step), symbol.bars.close.values[bar] > 0 else { return nil }
    if let membership = symbol.membership, !membership.contains(where: { $0.contains(clock.days[step]) }) { return nil }
    if let isCandidate = symbol.isCandidate, isCandidate.values[bar] != 1 { return nil }
    let rank = symbol.rank?.values[bar] ?? 0
    let weight = symbol.weight?.values[bar] ?? 1
    return rank.isNaN || !(weight > 0) || !weight.isFinite ? nil : Candidate(place: place, rank: rank, weight: weight)
  }

  // MARK: Filling

  /// Fills the orders of symbols that have a price: sales first, then purchases by rank.
  private mutating func fillTargets(at step: Int, atClose: Bool) {
    guard !waiting.isEmpty else { return }
    var buys: [(place: Int, target: PortfolioTarget, price: Double, units: Double)] = []
    var left: [Int] = []
    for place in waiting {
      guard let target = holdings[place].target else { continue }
      guard let bar = bar(of: place, at: step),
        case let price = atClose ? symbols[place].bars.close.values[bar] : symbols[place].bars.open.values[bar],
        price > 0
      else {
        left.append(place)
        continue
      }
      let units = self.units(of: target, at: price, bar: bar, in: symbols[place])
      if units < holdings[place].units {
        holdings[place].target = nil
        holdings[place].mark = price
        sell(place, all: units == 0, to: units, at: price, step: step, reason: .rule(0))
      } else {
        buys.append((place, target, price, units))
      }
    }
    for buy in buys.sorted(by: { $0.target.place < $1.target.place }) {
      holdings[buy.place].target = nil
      self.buy(buy.place, to: buy.units, at: buy.price, step: step)
    }
    waiting = left
  }

  /// The units that a weight of the deciding equity buys at a price.
  private func units(of target: PortfolioTarget, at price: Double, bar: Int, in symbol: PortfolioSymbol) -> Double {
    guard target.weight > 0 else { return 0 }
    let equity = settings.sizing == .fill ? worth : target.equity
    let range = symbol.bars.high.values[bar] - symbol.bars.low.values[bar]
    let fill = account.marketPrice(price, buying: true, range: range)
    let units = account.commission.units(for: target.weight * equity, price: fill)
    return wholeUnits ? (units * (1 + 1e-12)).rounded(.down) : max(0, units)
  }

  private mutating func buy(_ place: Int, to target: Double, at quoted: Double, step: Int) {
    guard let bar = bar(of: place, at: step) else { return }
    let bars = symbols[place].bars
    let price = account.marketPrice(
      quoted, buying: true, range: bars.high.values[bar] - bars.low.values[bar])
    holdings[place].mark = quoted
    var units = target - holdings[place].units
    let worth = self.worth
    let power = settings.leverage * worth - (worth - account.cash)
    let most = max(0, account.commission.units(for: power, price: price))
    if units > most * (1 + 1e-9) {
      units = wholeUnits ? (most * (1 + 1e-12)).rounded(.down) : most
      holdings[place].isCapped = true
    }
    // Rounding noise is no order.
    guard units > 0, units * price > 1e-9 * abs(worth) else { return }
    let fee = account.fill(units: units, price: price, quoted: quoted)
    if !holdings[place].isHeld {
      let isCapped = holdings[place].isCapped
      holdings[place].close()
      holdings[place].entryStep = step
      holdings[place].lastStep = step
      holdings[place].mark = quoted
      holdings[place].isCapped = isCapped
      held.append(place)
    }
    holdings[place].units += units
    holdings[place].boughtUnits += units
    holdings[place].boughtValue += units * price
    holdings[place].quotedValue += units * quoted
    holdings[place].fees += fee
    holdings[place].entryFees += fee
  }

  private mutating func sell(
    _ place: Int, all: Bool, to target: Double = 0, at quoted: Double, step: Int, reason: ExitReason
  ) {
    let units = all ? holdings[place].units : holdings[place].units - target
    guard units > 0, all || units * quoted > 1e-9 * abs(worth) else { return }
    let bars = symbols[place].bars
    let range = bar(of: place, at: step).map { bars.high.values[$0] - bars.low.values[$0] } ?? 0
    let price = account.marketPrice(quoted, buying: false, range: range)
    let fee = account.fill(units: -units, price: price, quoted: quoted)
    holdings[place].soldUnits += units
    holdings[place].soldValue += units * price
    holdings[place].soldQuotedValue += units * quoted
    holdings[place].fees += fee
    holdings[place].units = all ? 0 : target
    guard all else { return }
    var trade = trade(of: place, step: step, reason: reason)
    trade.entryNumber = trades.count
    tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars)
    trades.append(trade)
    held.removeAll { $0 == place }
    holdings[place].close()
  }

  /// Sells symbols that have had no bar for so many steps, at the last price known: their bars have ended.
  private mutating func sellEnded(at step: Int) {
    for place in held where step - holdings[place].lastStep >= PortfolioBacktest.stepsUntilEnded {
      holdings[place].target = nil
      sell(place, all: true, at: holdings[place].mark, step: step, reason: .rule(1))
    }
  }
}
