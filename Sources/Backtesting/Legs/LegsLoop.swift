import Calendar
import Columns

/// The state of a run of a spread and its steps; see `LegsBacktest`.
struct LegsLoop: AccountLoop {
  /// The open position in the spread.
  struct Position {
    var side: Side
    var rule: Int
    var entryIndex: Int
    var closesAtFill: Int
    /// The units of the spread.
    var size: Double
    /// The units of each leg at the fill, negative if sold short.
    var filled: [Double]
    var prices: [Double]
    var quoted: Double
    var fees: [Double]
    var dividends: [Double]
    /// The value of all legs at the fill.
    var value: Double
    var isCapped: Bool
    /// The worst, the best and the highest profit at closes; costs and dividends are left out of the last.
    var worst = 0.0
    var best = 0.0
    var highestProfit = 0.0
  }

  let legs: [Leg]
  let settings: BacktestSettings
  let range: Range<Int>
  let wholeUnits: Bool
  private let bits: [UInt8]

  /// The rules, what they have decided and what came of it; the spread that is held is a lot of it.
  var rules: BarLoop
  var account: Account
  /// The units and the costs of each leg; the cash is that of all.
  var accounts: [Account]
  var marks: [Double]
  private var nextAction: [Int]
  var position: Position?
  /// The units now of each leg for one at the close that decided the order.
  var splitRatios: [Double]
  var actionsSeen: [BarAction] = []
  var record = AccountRecord()

  init(
    bars: Bars, legs: [Leg], strategy: Strategy, settings: BacktestSettings, range: Range<Int>, listsSignals: Bool
  ) {
    self.legs = legs
    self.settings = settings
    self.range = range
    rules = BarLoop(
      bars: bars, strategy: strategy, settings: settings, range: range, actions: [], listsSignals: listsSignals)
    // Rules are read at each close, so that the list of positions has them all.
    rules.watchesPosition = true
    bits = BarSignals(strategy, range: range).bytes
    wholeUnits = settings.units == .whole || legs.contains { $0.contract.margin != nil }
    account = Account(settings)
    accounts = legs.map { leg in
      var own = settings
      own.contract = leg.contract
      return Account(own)
    }
    marks = legs.map { _ in .nan }
    splitRatios = legs.map { _ in 1 }
    nextAction = legs.map { leg in
      let first = leg.places[range].first { $0 >= 0 }.map { Int($0) } ?? leg.bars.count
      return leg.actions.firstIndex { $0.index >= first } ?? leg.actions.count
    }
  }

  mutating func pass(_ step: Int) -> Bool {
    takeActions(at: step)
    if let opens = prices(at: step, \.open), settings.fill == .open { fill(at: opens, index: step) }
    for leg in legs.indices { if let price = price(\.close, of: leg, at: step) { marks[leg] = price } }
    guard prices(at: step, \.close) != nil else { return false }
    rules.closes += 1
    return true
  }

  mutating func decide(at step: Int) {
    watchProfit()
    if rules.order == nil {
      splitRatios = legs.map { _ in 1 }
      rules.decide(
        RuleBits(rawValue: bits[step - range.lowerBound]), index: step, close: rules.bars.close.values[step],
        state: state())
    }
    if settings.fill == .close { fill(at: marks, index: step) }
  }

  mutating func ruin(at step: Int) {
    rules.cancelOrders(at: step)
    if position != nil { close(at: marks, index: step, reason: .ruin) }
  }

  mutating func closeAll(at step: Int) {
    guard position != nil else { return }
    close(at: marks, index: step, reason: .end)
    if rules.order?.entry == nil { rules.order = nil } else { rules.order?.exit = nil }
  }

  func total() -> (equity: Double, cash: Double) { (worth, account.cash + margins) }

  func day(of step: Int) -> Int { rules.bars.civilTime(at: step).date.daysSince1970 }

  var isHolding: Bool { position != nil }

  var refusal: BacktestError? { rules.tooSmall }

  var balances: Balances {
    var (paid, sold) = (0.0, 0.0)
    for leg in accounts.indices where accounts[leg].margin == 0 {
      paid += holding(leg).magnitude
      sold += max(0, -holding(leg))
    }
    return Balances(idle: worth - paid, borrowed: -(account.cash + margins), soldShort: sold)
  }

  /// The worth of contracts with a margin, which are settled in cash.
  private var margins: Double { accounts.indices.reduce(0) { $0 + (accounts[$1].margin > 0 ? holding($1) : 0) } }

  /// The worth of a leg's units at the last price known.
  func holding(_ leg: Int) -> Double { accounts[leg].units == 0 ? 0 : accounts[leg].holdings(at: marks[leg]) }

  /// Cash and all legs at the last prices known.
  var worth: Double { accounts.indices.reduce(account.cash) { $0 + holding($1) } }

  /// A price of each leg on a bar; nil if one has none.
  private func prices(at index: Int, _ column: (Bars) -> Column) -> [Double]? {
    let prices = legs.indices.compactMap { price(column, of: $0, at: index) }
    return prices.count == legs.count ? prices : nil
  }

  /// A price of a leg on a bar; nil if it has none.
  private func price(_ column: (Bars) -> Column, of leg: Int, at index: Int) -> Double? {
    let bar = Int(legs[leg].places[index])
    guard bar >= 0, case let value = column(legs[leg].bars).values[bar], value > 0 else { return nil }
    return value
  }

  private mutating func takeActions(at index: Int) {
    for leg in legs.indices {
      let bar = Int(legs[leg].places[index])
      while bar >= 0, nextAction[leg] < legs[leg].actions.count, legs[leg].actions[nextAction[leg]].index <= bar {
        let action = legs[leg].actions[nextAction[leg]]
        nextAction[leg] += 1
        marks[leg] /= action.ratio
        // The weights of an order are of units before a split.
        splitRatios[leg] *= action.ratio
        guard accounts[leg].units != 0 else { continue }
        accounts[leg].cash = 0
        accounts[leg].take(action)
        account.cash += accounts[leg].cash
        position?.dividends[leg] += accounts[leg].cash
        actionsSeen.append(action)
      }
    }
  }

  mutating func visit(_ fields: inout StateFields) {
    rules.keepWaitingOrders()
    fields.visit("rules") { rules.visit(&$0) }
    for leg in accounts.indices { fields.visit("leg \(leg)") { accounts[leg].visit(&$0) } }
    fields.visit("marks", &marks)
    fields.visit("next_actions", &nextAction)
    fields.visit("position", &position)
    fields.visit("split_ratios", &splitRatios)
  }

  func completeResume() -> Bool {
    var counts = [marks.count, nextAction.count, splitRatios.count]
    if let position {
      guard position.entryIndex >= 0, position.entryIndex < range.lowerBound else { return false }
      counts += [position.filled, position.prices, position.fees, position.dividends].map(\.count)
    }
    return rules.refersToKnown && counts.allSatisfy { $0 == legs.count } && nextAction.allSatisfy { $0 >= 0 }
      && rules.lots.count == (position == nil ? 0 : 1)
  }

  // MARK: The position as rules see it

  /// The gain of the open position before exit costs.
  private var openGain: Double {
    guard let position else { return 0 }
    return accounts.indices.reduce(0) { sum, leg in
      sum + gain(of: leg, position, units: accounts[leg].units, at: marks[leg], fee: 0)
    }
  }

  /// The gain over the value at entry, costs and dividends left out, as `profit` is on one series.
  private var profit: Double {
    guard let position else { return .nan }
    return accounts.indices.reduce(0) { sum, leg in
      sum + accounts[leg].multiplier
        * (accounts[leg].units * marks[leg] - position.filled[leg] * position.prices[leg])
    } / position.value
  }

  private mutating func watchProfit() {
    guard position != nil else { return }
    let (profit, gain) = (profit, openGain)
    guard var position else { return }
    position.highestProfit = max(position.highestProfit, profit)
    position.worst = min(position.worst, gain / position.value)
    position.best = max(position.best, gain / position.value)
    self.position = position
  }

  private mutating func state() -> PositionState {
    var state = PositionState(equity: worth)
    state.lossesInRow = Double(rules.tally.lossStreak)
    state.lastExit = rules.lastExit
    guard let position else {
      state.barsFlat = Double(rules.closes - rules.closesAtExit)
      return state
    }
    state.entryPrice = position.side.sign * spread(position.prices, of: position.filled, size: position.size)
    state.barsHeld = Double(rules.closes - position.closesAtFill)
    state.profit = profit
    state.maxProfit = position.highestProfit
    state.openProfit = openGain
    return state
  }

  /// The price of a unit of the spread: units and prices of its legs over the units of the spread.
  func spread(_ prices: [Double], of units: [Double], size: Double) -> Double {
    zip(prices, units).reduce(0) { $0 + $1.0 * $1.1 } / size
  }
}

extension LegsLoop.Position: StateRecord {
  static var blank: LegsLoop.Position {
    LegsLoop.Position(
      side: .long, rule: 0, entryIndex: 0, closesAtFill: 0, size: 0, filled: [], prices: [], quoted: 0, fees: [],
      dividends: [], value: 0, isCapped: false)
  }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("side", &side)
    fields.visit("rule", &rule)
    fields.visit("entry_index", &entryIndex)
    fields.visit("closes_at_fill", &closesAtFill)
    fields.visit("size", &size)
    fields.visit("filled", &filled)
    fields.visit("prices", &prices)
    fields.visit("quoted", &quoted)
    fields.visit("fees", &fees)
    fields.visit("dividends", &dividends)
    fields.visit("value", &value)
    fields.visit("capped", &isCapped)
    fields.visit("worst", &worst)
    fields.visit("best", &best)
    fields.visit("highest_profit", &highestProfit)
  }
}
