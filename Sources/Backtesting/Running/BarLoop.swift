import Columns
import Work

/// The state of a run and its steps on each bar; see `Backtest` for the order of events.
package struct BarLoop {
  struct Order {
    var decidedIndex: Int
    /// The account as the deciding close left it.
    var state: PositionState
    var exit: ExitReason?
    var entry: (rule: Int, side: Side)?
    /// The units of now for each one of the time of the decision.
    var splitRatio = 1.0
    /// The places of its exit and its entry in the list of orders.
    var exitRecord: Int?
    var entryRecord: Int?
    /// True if the exit is of those lots alone whose stop a close has reached.
    var leavesStoppedOnly = false
    /// True if the position is brought back to its size.
    var resizes = false
    /// The rules that close a part, in written order, with their places in the list of orders.
    var parts: [(rule: Int, record: Int?)] = []
  }

  let bars: Bars
  let strategy: Strategy
  let settings: BacktestSettings
  let range: Range<Int>
  let sizing: EntrySizing
  let hasLevels: Bool
  let levels: EntryLevels
  let soleRules: SoleRules
  let hasTrail: Bool
  /// True if a side has entries at a limit and others at a stop.
  let hasBrackets: Bool
  /// The price that a trail has of its own.
  let trailPrice: Amount?
  let movesTrails: Bool
  /// True if a rule asks for the highest profit of the position.
  let watchesProfit: Bool
  /// The number of the day of each bar of the window; empty if not needed.
  let days: [Int32]
  /// True if a bar may decide something although no column fires.
  var watchesPosition: Bool
  let listsSignals: Bool
  /// The splits and dividends of the window, in the order of their bars.
  let actions: [BarAction]
  /// The shorter bars inside each; nil if only the bars are known.
  let finer: FinerBars?
  /// True if idle cash earns or borrowing costs something.
  let settlesDaily: Bool
  /// True if fills take no more than a share of the volume of their bar.
  let cutsToVolume: Bool
  /// True if positions can be closed by force.
  var canBeLiquidated: Bool
  let entryMachines: [PositionMachine]
  let exitMachines: [PositionMachine]

  var account: Account
  /// The first action that has not come yet.
  var nextAction = 0
  package var lots: [Lot] = []
  /// The exits whose bars had too little volume for all of them; their units are no longer among the lots.
  var unfinishedExits: [UnfinishedExit] = [] { didSet { isLeaving = !unfinishedExits.isEmpty || excess != nil } }
  /// The units of lots held that a resize has to sell yet.
  var excess: UnsoldExcess? { didSet { isLeaving = !unfinishedExits.isEmpty || excess != nil } }
  /// True while an exit, or the sale of a resize, continues for lack of volume: checked on each bar.
  private(set) var isLeaving = false
  var volumeTaken = VolumeTaken()
  var order: Order?
  var resting: RestingOrder? { didSet { isResting = resting != nil } }
  /// The second order of a bracket; nil unless two rest.
  var bracket: RestingOrder?
  /// True while an order waits for its price: each bar asks, and looking into the order itself takes longer.
  private(set) var isResting = false
  package var closes = 0
  /// The number of closes that the run had seen when the position was left.
  var closesAtExit = 0
  /// The number of closes after which an entry may be decided again.
  var closesAtResume = 0
  var lastExit = Double.nan
  /// The rules that have closed a part of the position held.
  var takenParts: Set<Int> = []
  /// The number of entries that filled.
  var entryCount = 0
  var highestProfit = Double.nan
  /// The day of the last entry, and the number of entries on it.
  var entryDay: (number: Int32, entries: Int) = (.min, 0)
  /// The day of the first entry of the position held.
  var positionDay = Int32.min
  var exposedBars = 0
  var ruinedIndex: Int?
  /// The bounds that an account of many symbols sets.
  var bounds = EntryBounds()
  /// False to walk bar by bar even if a run may go from event to event.
  package var takesShortWay = true
  /// True if the run continues with the position of the previous window.
  var isContinued = false

  var trades: [Trade] = []
  var tally = TradeTally()
  var conflicts: [Conflict] = []
  var rejections: [Rejection] = []
  /// The first implausible size in money.
  var tooSmall: BacktestError?
  var signals: [Signal] = []
  var orders: [OrderRecord] = []
  /// The position at the closes at which rules saw it, if they need it.
  var positions: [PositionRecord] = []
  var pausedIndexes: [Int] = []
  var equity = Column([])
  var cash = Column([])
  /// The account of a run from event to event, in place of the columns.
  var path: AccountPath?
  /// The deepest drawdown of the path, if it is known.
  var pathFall: Double?
  var mark = 0.0

  package init(
    bars: Bars, strategy: Strategy, settings: BacktestSettings, range: Range<Int>, actions: [BarAction],
    listsSignals: Bool, finer: FinerBars? = nil
  ) {
    self.actions = actions
    self.finer = finer
    self.bars = bars
    self.strategy = strategy
    self.settings = settings
    self.range = range
    self.listsSignals = listsSignals
    sizing = EntrySizing(strategy.size, settings: settings)
    levels = strategy.levels
    soleRules = SoleRules(strategy)
    hasLevels = strategy.stop != nil || strategy.target != nil || strategy.trail != nil
    hasBrackets = strategy.hasBrackets
    hasTrail = strategy.trail != nil && strategy.trail?.rule != .price
    trailPrice = strategy.trail?.rule == .price ? strategy.trail?.amount : nil
    movesTrails = strategy.trail?.rule == .price
    watchesProfit = strategy.uses(.maxProfit)
    days =
      strategy.entersOnceADay || strategy.uses(.entriesToday) || strategy.sessionEnds != nil ? bars.days(in: range) : []
    entryMachines = strategy.entries.compactMap { $0.condition.machine(bits: .entry($0.side), range: range) }
    exitMachines = strategy.exits.compactMap {
      $0.condition.machine(bits: $0.share == nil ? .exit($0.side) : .exitPart, range: range)
    }
    watchesPosition =
      strategy.resizes != nil || strategy.exitAfterBars != nil || strategy.exitAfterTime != nil
      || strategy.stopsAtCloses || !entryMachines.isEmpty
      || !exitMachines.isEmpty
    settlesDaily = !settings.financing.isZero
    cutsToVolume = settings.maximumVolumeShare != nil
    canBeLiquidated = settings.leverage > 1 || settings.contract.margin != nil || settings.maintenance > 0
    account = Account(settings)
  }

  package mutating func run(monitor: WorkMonitor) throws(BacktestError) {
    let signals = BarSignals(strategy, range: range)
    if takesShortWay, isPlain {
      switch withPrices({ prices, loop in loop.runPlainly(prices, signals, monitor: monitor) }) {
      case .done:
        if settings.finalize, isHolding { finalize() }
        return
      case .interrupted: throw .interrupted
      case .needsSteps: break
      }
    }
    let bits = signals.bytes
    var interrupted = false
    // The columns are filled in place, and the loop reads prices through pointers: both halve its time.
    let count = range.count
    cash = Column(count: count) { cash in
      equity = Column(count: count) { equity in
        interrupted = !withPrices { prices, loop in
          bits.withUnsafeBufferPointer {
            loop.walk(prices, bits: $0, equity: equity, cash: cash, monitor: monitor)
          }
        }
      }
    }
    if interrupted { throw .interrupted }
    if let tooSmall { throw tooSmall }
    if settings.finalize, isHolding { finalize() }
  }

  private mutating func withPrices<Result>(_ body: (Prices, inout BarLoop) -> Result) -> Result {
    let bars = self.bars
    return bars.open.values.withUnsafeBufferPointer { open in
      bars.high.values.withUnsafeBufferPointer { high in
        bars.low.values.withUnsafeBufferPointer { low in
          bars.close.values.withUnsafeBufferPointer { close in
            body(Prices(open: open, high: high, low: low, close: close), &self)
          }
        }
      }
    }
  }

  /// Walks all bars of the window; false if the run was stopped.
  private mutating func walk(
    _ prices: Prices,
    bits: UnsafeBufferPointer<UInt8>,
    equity: UnsafeMutableBufferPointer<Double>,
    cash: UnsafeMutableBufferPointer<Double>,
    monitor: WorkMonitor
  ) -> Bool {
    let canSkipAhead =
      strategy.sessionEnds == nil && !watchesPosition && !watchesProfit && !settlesDaily && !canBeLiquidated
    // Inside a bar whose way counts a trail moves and is met, and a trail that is a price moves at each close.
    let canSkipLevels = finer == nil && settings.inside != .path && trailPrice == nil
    let first = range.lowerBound
    var offset = 0
    var nextReport = Self.barsBetweenReports
    while offset < range.count {
      if offset >= nextReport {
        nextReport += Self.barsBetweenReports
        do { try monitor.checkpoint(done: offset, total: range.count) } catch {
          // Every value of the columns must be set before they are given up.
          equity[offset...].update(repeating: .nan)
          cash[offset...].update(repeating: .nan)
          return false
        }
      }
      let action = nextAction < actions.count ? actions[nextAction].index - first : range.count
      if canSkipAhead, order == nil, !isResting, !isLeaving, ruinedIndex == nil, offset < action {
        let end = min(nextReport, action)
        if !hasLevels || lots.isEmpty {
          offset = glide(
            from: offset,
            to: end,
            close: UnsafeBufferPointer(rebasing: prices.close[first...]),
            bits: bits,
            equity: equity,
            cash: cash
          )
        } else if canSkipLevels, lots.count == 1 {
          offset = glide(below: offset..<end, prices, bits: bits, equity: equity, cash: cash)
        }
        if offset >= end { continue }
      }
      let index = first + offset
      let bar = Bar(
        index: index, open: prices.open[index], high: prices.high[index], low: prices.low[index],
        close: prices.close[index], hasActions: offset == action)
      begin(bar, settlesInterest: settlesDaily && (offset > 0 || isContinued))
      enterAtOpen(bar)
      passInside(bar)
      meetClose(bar)
      if !bar.close.isNaN, ruinedIndex == nil { decide(at: bar, bits[offset]) }
      if !lots.isEmpty || isLeaving { exposedBars += 1 }
      equity[offset] = account.equity(at: mark)
      cash[offset] = account.settledCash(at: mark)
      offset += 1
    }
    return true
  }

  /// Decides at a close, or ends if nothing is left.
  @inline(__always)
  private mutating func decide(at bar: Bar, _ bits: UInt8) {
    if account.equity(at: bar.close) <= 0 { return ruin(at: bar.index, price: bar.close) }
    guard order == nil, bits != 0 || watchesPosition else { return }
    decide(RuleBits(rawValue: bits), index: bar.index, close: bar.close)
    if settings.fill == .close {
      leaveByOrder(at: bar.close, index: bar.index, afterClose: true)
      enterByOrder(at: bar.close, index: bar.index, afterClose: true)
    }
  }

  private static let barsBetweenReports = 65_536

  /// Marks bars on which nothing can happen: no order waits, no rule fires, no level is watched.
  ///
  /// Gives the first bar that needs a closer look: one on which a rule fires, the close is missing, or nothing is left.
  private mutating func glide(
    from start: Int,
    to end: Int,
    close: UnsafeBufferPointer<Double>,
    bits: UnsafeBufferPointer<UInt8>,
    equity: UnsafeMutableBufferPointer<Double>,
    cash: UnsafeMutableBufferPointer<Double>
  ) -> Int {
    let money = account.cash
    let units = account.units * account.multiplier
    var offset = start
    while offset < end, bits[offset] == 0 {
      let value = money + units * close[offset]
      if !(value > 0) { break }
      equity[offset] = value
      cash[offset] = money
      offset &+= 1
    }
    if offset > start {
      mark = close[offset - 1]
      closes += offset - start
      if !lots.isEmpty { exposedBars += offset - start }
    }
    return offset
  }

  /// Marks bars on which nothing can happen to the one lot held: no rule fires, and no level of it is reached.
  ///
  /// Gives the first bar that needs a closer look, which is also one of whose prices some are missing.
  private mutating func glide(
    below offsets: Range<Int>,
    _ prices: Prices,
    bits: UnsafeBufferPointer<UInt8>,
    equity: UnsafeMutableBufferPointer<Double>,
    cash: UnsafeMutableBufferPointer<Double>
  ) -> Int {
    var lot = lots[0]
    let sign = lot.side.sign
    let (against, along) = lot.side == .long ? (prices.low, prices.high) : (prices.high, prices.low)
    let target = lot.signedTarget
    var level = lot.signedExit.level
    let money = account.cash
    let units = account.units * account.multiplier
    let first = range.lowerBound
    var offset = offsets.lowerBound
    while offset < offsets.upperBound, bits[offset] == 0 {
      let (open, worst) = (sign * prices.open[first + offset], sign * against[first + offset])
      let best = sign * along[first + offset]
      let value = money + units * prices.close[first + offset]
      guard open > level, worst > level, open < target, best < target, value > 0 else { break }
      if hasTrail, best > lot.signedBest {
        lot.signedBest = best
        level = lot.signedExit.level
      }
      equity[offset] = value
      cash[offset] = money
      offset &+= 1
    }
    if offset > offsets.lowerBound {
      lots[0].signedBest = lot.signedBest
      mark = prices.close[first + offset - 1]
      closes += offset - offsets.lowerBound
      exposedBars += offset - offsets.lowerBound
    }
    return offset
  }

  mutating func finalize() {
    closeAll(at: mark, index: range.upperBound - 1, reason: .end, includingBar: true)
    if path == nil {
      equity[range.count - 1] = account.equity(at: mark)
      cash[range.count - 1] = account.settledCash(at: mark)
    } else {
      path?.go(to: range.count - 1, cash: account.cash, units: account.units)
      pathFall = nil
    }
    exposedBars -= 1
    if order?.entry == nil { order = nil } else { order?.exit = nil }
  }

  /// Opens a lot at a quoted price, or rejects the order.
  ///
  /// - Parameter isMarket: true for an order that can fill at the next open too.
  mutating func enter(
    _ order: Order, rule: Int, side: Side, quoted: Double, slips: Bool, index: Int, _ moment: FillMoment,
    isMarket: Bool
  ) {
    let price = slips ? marketPrice(quoted, buying: side == .long, index: index) : quoted
    // The numbers of the deciding bar are in its units, and are read with a price in these.
    let ratio = order.splitRatio
    let state = order.state.filled(at: price * ratio)
    if let reason = refusal(at: index, moment) {
      return reject(order, rule: rule, side: side, index: index, reason)
    }
    let levels: LotLevels
    do {
      levels = try LotLevels(
        self.levels, side: side, price: price, splitRatio: ratio, decidedIndex: order.decidedIndex, state: state)
    } catch { return reject(order, rule: rule, side: side, index: index, error.reason) }
    if !settings.fillsBeyondLevels, let reason = levels.refusal(quoted, filledAt: price, side: side) {
      return reject(order, rule: rule, side: side, index: index, reason)
    }
    let amount = strategy.size.amount.value(at: order.decidedIndex, state: state)
    let outcome = sizing.units(
      amount: sizing.rule == .shares ? amount * ratio : amount,
      price: price,
      quoted: quoted,
      stop: levels.stop ?? .nan,
      decidedEquity: order.state.equity,
      account: account
    )
    switch outcome {
    case .rejected(.moneyTooSmall):
      if tooSmall == nil {
        tooSmall = .moneyTooSmall(amount: amount, cash: settings.cash, bar: order.decidedIndex)
      }
    case .rejected(let reason): reject(order, rule: rule, side: side, index: index, reason)
    case .filled(let sized, let fillsLess):
      let asked = min(sized, unitsInBounds(order, at: price, quoted: quoted))
      let isCapped = fillsLess || asked < sized
      guard asked > 0 else { return reject(order, rule: rule, side: side, index: index, .limitReached) }
      let units = unitsInVolume(asked, index: index)
      if isMarket, units < asked, exitsTook(volumeOf: index) { return wait(order, rule: rule, side: side) }
      guard units > 0 else { return reject(order, rule: rule, side: side, index: index, .noVolume) }
      if cutsToVolume { take(units, ofVolumeOf: index) }
      let fee = account.fill(units: side.sign * units, price: price, quoted: quoted)
      var lot = Lot(
        side: side,
        units: units,
        entryIndex: index,
        entryPrice: price,
        commission: fee,
        rule: rule,
        isCapped: isCapped,
        closesAtFill: closes,
        firstLiveIndex: moment == .atClose ? index + 1 : index
      )
      lot.isCutToVolume = units < asked
      lot.isFilledInside = moment == .inside
      lot.quoted = quoted
      levels.apply(to: &lot, stopsAtCloses: strategy.stopsAtCloses)
      finish(order.entryRecord, .filled, at: index, price: quoted)
      if sizing.rule == .shares, let record = order.entryRecord { orders[record].splitRatio = ratio }
      open(lot, at: index)
    }
  }

  /// The reason why no entry is allowed on a bar at any price; nil if there is none.
  private mutating func refusal(at index: Int, _ moment: FillMoment) -> Rejection.Reason? {
    if strategy.entersOnceADay, entries(onDayOf: index) > 0 { return .onceADay }
    if !bounds.isMember { return .notMember }
    if let fullness = bounds.fullness, lots.isEmpty { return fullness }
    return moment == .atClose && isSessionEnd(index) ? .sessionOver : nil
  }

  /// Takes a lot that was bought among those that are held.
  private mutating func open(_ lot: Lot, at index: Int) {
    var lot = lot
    lot.number = entryCount
    entryCount += 1
    lot.multiplier = account.multiplier
    if lots.isEmpty {
      highestProfit = 0
      if !days.isEmpty { positionDay = days[index - range.lowerBound] }
    }
    lots.append(lot)
    countEntry(on: index)
  }

  /// True on the bar of an entry that may have filled beyond its target, whose stop is then looked at first, as
  /// backtesting.py does.
  private func isBeyond(_ lot: Lot, index: Int) -> Bool { settings.fillsBeyondLevels && lot.entryIndex == index }

  /// Fills the stops, trails and targets that the bar reaches.
  ///
  /// Levels beyond the liquidation price are ignored: a stop below it, and, as the path inside the bar is unknown,
  /// any target on a bar that reaches that price.
  mutating func judgeLevels(index: Int, open: Double, high: Double, low: Double, above limit: Double) {
    var lotIndex = 0
    while lotIndex < lots.count {
      let lot = lots[lotIndex]
      let sign = lot.side.sign
      let (level, reason) = lot.signedExit
      let worst = lot.side == .long ? low : -high
      let best = lot.side == .long ? high : -low
      let isForced = worst <= limit && level < limit
      if sign * open <= level {
        closeLot(lotIndex, quoted: open, slips: true, index: index, reason: reason)
      } else if sign * open >= lot.signedTarget, !(isBeyond(lot, index: index) && worst <= level) {
        takeTarget(lotIndex, quoted: open, index: index)
      } else if isForced {
        lotIndex += 1
      } else if settings.inside == .targetFirst, best >= lot.signedTarget {
        takeTarget(lotIndex, quoted: sign * lot.signedTarget, index: index)
      } else if worst <= level {
        closeLot(lotIndex, quoted: sign * level, slips: true, index: index, reason: reason)
      } else if best >= lot.signedTarget {
        takeTarget(lotIndex, quoted: sign * lot.signedTarget, index: index)
      } else {
        lotIndex += 1
      }
    }
  }
}
