import Calendar
import Columns
import Work

/// The state of a run of a spread and its steps; see `LegsBacktest`.
struct LegsLoop {
  struct Order {
    var decidedIndex: Int
    var state: PositionState
    var exit: ExitReason?
    var entry: (rule: Int, side: Side)?
    var exitRecord: Int?
    var entryRecord: Int?
    /// The units of each leg for one of the spread, as the deciding close had them.
    var weights: [Double]
  }

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
    var worst = 0.0
    var best = 0.0
    var highestProfit = 0.0
  }

  let bars: Bars
  let legs: [Leg]
  let strategy: Strategy
  let settings: BacktestSettings
  let range: Range<Int>
  let listsSignals: Bool
  let entryMachines: [PositionMachine]
  let exitMachines: [PositionMachine]
  let wholeUnits: Bool

  var cash: Double
  /// The units and the costs of each leg; the cash is that of all.
  var accounts: [Account]
  var marks: [Double]
  private var nextAction: [Int]
  var position: Position?
  var order: Order?
  var closes = 0
  var closesAtExit = 0
  var closesAtResume = 0
  var lastExit = Double.nan
  var trades: [Trade] = []
  var tally = TradeTally()
  var interest = Interest()
  var actionsSeen: [BarAction] = []
  var conflicts: [Conflict] = []
  var rejections: [Rejection] = []
  var signals: [Signal] = []
  var orders: [OrderRecord] = []
  var positions: [PositionRecord] = []
  var tooSmall: BacktestError?
  var equity: [Double] = []
  var settledCash: [Double] = []
  var exposedBars = 0
  var ruinedIndex: Int?

  init(
    bars: Bars, legs: [Leg], strategy: Strategy, settings: BacktestSettings, range: Range<Int>, listsSignals: Bool
  ) {
    self.bars = bars
    self.legs = legs
    self.strategy = strategy
    self.settings = settings
    self.range = range
    self.listsSignals = listsSignals
    entryMachines = strategy.entries.compactMap { $0.condition.machine(bits: .entry($0.side), range: range) }
    exitMachines = strategy.exits.compactMap { $0.condition.machine(bits: .exit($0.side), range: range) }
    wholeUnits = settings.units == .whole || legs.contains { $0.contract.margin != nil }
    cash = settings.cash
    accounts = legs.map { leg in
      var own = settings
      own.contract = leg.contract
      return Account(own)
    }
    marks = legs.map { _ in .nan }
    nextAction = legs.map { leg in
      let first = leg.places[range].first { $0 >= 0 }.map { Int($0) } ?? leg.bars.count
      return leg.actions.firstIndex { $0.index >= first } ?? leg.actions.count
    }
    equity.reserveCapacity(range.count)
    settledCash.reserveCapacity(range.count)
  }

  mutating func run(monitor: WorkMonitor) throws(BacktestError) {
    let bits = BarSignals(strategy, range: range).bytes
    for index in range {
      let offset = index - range.lowerBound
      if offset & 4095 == 0 {
        do { try monitor.checkpoint(done: offset, total: range.count) } catch { throw .interrupted }
      }
      settleInterest(at: index)
      takeActions(at: index)
      if let opens = prices(at: index, \.open), settings.fill == .open { fill(at: opens, index: index) }
      for leg in legs.indices { if let price = price(\.close, of: leg, at: index) { marks[leg] = price } }
      if let marks = prices(at: index, \.close) {
        closes += 1
        if worth <= 0, ruinedIndex == nil {
          ruinedIndex = index
          finish(order?.entryRecord, .cancelled, at: index)
          order = nil
          if position != nil { close(at: marks, index: index, reason: .ruin) }
        } else if ruinedIndex == nil {
          watchProfit()
          if order == nil { decide(RuleBits(rawValue: bits[offset]), index: index) }
          if settings.fill == .close { fill(at: marks, index: index) }
        }
      }
      if settings.finalize, index + 1 == range.upperBound, position != nil {
        close(at: marks, index: index, reason: .end)
        if order?.entry == nil { order = nil } else { order?.exit = nil }
      }
      if position != nil { exposedBars += 1 }
      equity.append(worth)
      settledCash.append(cash + accounts.indices.reduce(0) { $0 + (accounts[$1].margin > 0 ? holding($1) : 0) })
      if let tooSmall { throw tooSmall }
    }
  }

  /// The worth of a leg's units at the last price known.
  func holding(_ leg: Int) -> Double { accounts[leg].units == 0 ? 0 : accounts[leg].holdings(at: marks[leg]) }

  /// Cash and all legs at the last prices known.
  var worth: Double { accounts.indices.reduce(cash) { $0 + holding($1) } }

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
        order?.weights[leg] *= action.ratio
        guard accounts[leg].units != 0 else { continue }
        accounts[leg].cash = 0
        accounts[leg].take(action)
        cash += accounts[leg].cash
        position?.dividends[leg] += accounts[leg].cash
        actionsSeen.append(action)
      }
    }
  }

  private mutating func settleInterest(at index: Int) {
    guard index > range.lowerBound, !settings.financing.isZero, ruinedIndex == nil else { return }
    let days = bars.civilTime(at: index).date.daysSince1970 - bars.civilTime(at: index - 1).date.daysSince1970
    guard days > 0 else { return }
    var account = Account(settings)
    account.cash = cash
    var (paid, sold) = (0.0, 0.0)
    for leg in accounts.indices where accounts[leg].margin == 0 {
      paid += holding(leg).magnitude
      sold += max(0, -holding(leg))
    }
    let margins = accounts.indices.reduce(0) { $0 + (accounts[$1].margin > 0 ? holding($1) : 0) }
    account.settle(
      settings.financing, at: index - 1, days: days, idle: worth - paid, borrowed: -(cash + margins), soldShort: sold)
    cash = account.cash
    interest.earned += account.interest.earned
    interest.loan += account.interest.loan
    interest.borrow += account.interest.borrow
  }
}
