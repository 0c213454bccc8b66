import Columns
import Work

// Most strategies are rules that are columns, orders at the market and levels that an entry fixes, with costs that
// follow from a fill. Then nothing happens between the bars on which a rule fires or a level is reached, and the run
// goes from one of them to the next. Its result is bit-identical to that of `walk`, bar by bar.
extension BarLoop {
  /// The end of a run from event to event.
  enum PlainEnd {
    case done, interrupted
    /// An order was refused or all was lost: the bars have to be walked one by one.
    case needsSteps
  }

  /// True if a run may go from event to event.
  package var isPlain: Bool {
    func isComplete(_ column: Column) -> Bool {
      let known = column.completeness
      return known.leading == 0 && known.magnitude.isFinite
    }
    return SignalBacktest.supports(strategy) && settings.isPlain && actions.isEmpty && finer == nil
      && (!hasLevels || settings.inside != .path) && sizing.neverTooSmall(strategy.size.amount, in: range)
      && isComplete(bars.open) && isComplete(bars.close)
  }

  /// Runs from event to event; `isPlain` was asked before.
  mutating func runPlainly(_ prices: Prices, _ bits: BarSignals, monitor: WorkMonitor) -> PlainEnd {
    let conditions = strategy.entries.map(\.condition) + strategy.exits.map(\.condition)
    var walk = PlainWalk(self)
    let end = withReaders(conditions[...], []) { rules in
      walk.rules = FiringRules(strategy, rules)
      return bits.withReader { walk.run(prices, $0, monitor: monitor) }
    }
    guard end == .done else { return end }
    var fall: Double?
    if !walk.path.staysAboveZero(closesFrom: bars.close.completeness.lowest) {
      let ahead = UnsafeBufferPointer(rebasing: prices.close[range.lowerBound...])
      let deepest = walk.path.withCurve(ahead) { $0.deepestDrawdown(startingFrom: settings.cash) }
      // At some close nothing was left.
      guard deepest > -1 else { return .needsSteps }
      fall = deepest
    }
    (path, pathFall) = (walk.path, fall)
    walk.path = AccountPath(count: 0)
    account = walk.account
    if walk.held != nil { lots = [walk.lot] }
    order = walk.order
    (closes, mark, exposedBars) = (range.count, prices.close[range.upperBound - 1], walk.exposedBars)
    (trades, tally, conflicts, signals, orders) = (walk.trades, walk.tally, walk.conflicts, walk.signals, walk.orders)
    // The times are written into the list of trades, which must then be uniquely referenced.
    walk.trades = []
    entryCount = walk.entryCount
    // One after the other each time would be waited for, as the bars lie far apart: in a row many are on their way at once.
    trades.withUnsafeMutableBufferPointer { trades in
      bars.times.withUnsafeBufferPointer { times in
        for place in trades.indices {
          trades[place].entryTime = times[trades[place].entryIndex]
          trades[place].exitTime = times[trades[place].exitIndex]
        }
      }
    }
    return .done
  }

  private func withReaders<Result>(
    _ conditions: ArraySlice<Condition>, _ opened: [RuleReader], _ body: ([RuleReader]) -> Result
  ) -> Result {
    guard let first = conditions.first else { return body(opened) }
    return first.withReader { withReaders(conditions.dropFirst(), opened + [$0], body) }
  }
}

/// The values of a rule in memory that lasts as long as a run.
private struct RuleReader {
  /// The column that is 1 if the rule holds, or the one that comes out on top.
  var column: UnsafePointer<Double>?
  /// The column that is crossed.
  var crossed: UnsafePointer<Double>?

  @inline(__always)
  func holds(at index: Int) -> Bool {
    guard let column else { return false }
    guard let crossed else { return column[index] == 1 }
    return index > 0 && column[index] > crossed[index] && column[index - 1] <= crossed[index - 1]
  }
}

extension Condition {
  fileprivate func withReader<Result>(_ body: (RuleReader) -> Result) -> Result {
    switch self {
    case .column(let column):
      column.values.withUnsafeBufferPointer { body(RuleReader(column: $0.baseAddress)) }
    case .crossing(let crossing):
      crossing.over.values.withUnsafeBufferPointer { over in
        crossing.under.values.withUnsafeBufferPointer { under in
          body(RuleReader(column: over.baseAddress, crossed: under.baseAddress))
        }
      }
    case .program: body(RuleReader())
    }
  }
}

/// The rules of a run, and which of them holds at a close.
///
/// It is small: a question to it copies no more than its own references.
private struct FiringRules {
  private let entries: [Side]
  private let exits: [Side?]
  private let sole: SoleRules
  /// The rules that enter, then those that leave.
  private let readers: [RuleReader]

  init(_ strategy: Strategy, _ readers: [RuleReader]) {
    (entries, exits) = (strategy.entries.map(\.side), strategy.exits.map(\.side))
    (sole, self.readers) = (SoleRules(strategy), readers)
  }

  /// The first rule that enters a side at a close at which one does.
  @inline(__always)
  func entry(of side: Side, at index: Int) -> Int? {
    if let rule = sole.entry(of: side) { return rule }
    return entries.indices.first { entries[$0] == side && readers[$0].holds(at: index) }
  }

  /// The first rule that leaves a side at a close at which one does.
  @inline(__always)
  func exit(of side: Side, at index: Int) -> Int? {
    if let rule = sole.exit(of: side) { return rule }
    return exits.indices.first { (exits[$0] ?? side) == side && readers[entries.count + $0].holds(at: index) }
  }

  /// The rules that enter at a close at which one does.
  @inline(__always)
  func visitEntries(at index: Int, _ body: (_ rule: Int, _ side: Side) -> Void) {
    for rule in entries.indices where entries.count == 1 || readers[rule].holds(at: index) { body(rule, entries[rule]) }
  }

  /// The rules that leave at a close at which one does.
  @inline(__always)
  func visitExits(at index: Int, _ body: (_ rule: Int, _ side: Side?) -> Void) {
    for rule in exits.indices where exits.count == 1 || readers[entries.count + rule].holds(at: index) {
      body(rule, exits[rule])
    }
  }
}

/// The state of a run that goes from event to event.
private struct PlainWalk {
  private let strategy: Strategy
  private let settings: BacktestSettings
  private let sizing: EntrySizing
  private let size: Amount
  private let levels: EntryLevels
  private let hasLevels: Bool
  private let listsSignals: Bool
  private let fillsAtClose: Bool
  private let first: Int
  private let count: Int
  var rules: FiringRules

  var account: Account
  var path: AccountPath
  var held: Side?
  var lot: Lot
  private var search: LevelSearch
  var order: BarLoop.Order?
  var exposedBars = 0
  var entryCount = 0
  var trades: [Trade] = []
  var tally = TradeTally()
  var conflicts: [Conflict] = []
  var signals: [Signal] = []
  var orders: [OrderRecord] = []

  init(_ loop: BarLoop) {
    strategy = loop.strategy
    settings = loop.settings
    sizing = loop.sizing
    size = loop.strategy.size.amount
    levels = loop.levels
    hasLevels = loop.hasLevels
    rules = FiringRules(loop.strategy, [])
    listsSignals = loop.listsSignals
    fillsAtClose = loop.settings.fill == .close
    first = loop.range.lowerBound
    count = loop.range.count
    account = loop.account
    path = AccountPath(count: loop.range.count)
    lot = Lot(
      side: .long, units: 0, entryIndex: 0, entryPrice: 0, commission: 0, rule: 0, isCapped: false, closesAtFill: 0,
      firstLiveIndex: 0)
    search = LevelSearch(lot, loop.settings.inside)
  }

  private static let barsBetweenReports = 65_536

  mutating func run(_ prices: Prices, _ signals: SignalReader, monitor: WorkMonitor) -> BarLoop.PlainEnd {
    reserve(signals.firedBars)
    path.go(to: 0, cash: account.cash, units: account.units)
    var events = EventQueue(signals, first: first, fillsAtClose: fillsAtClose)
    var offset = 0
    var nextReport = Self.barsBetweenReports
    while offset < count {
      if offset >= nextReport {
        nextReport += Self.barsBetweenReports
        do { try monitor.checkpoint(done: offset, total: count) } catch { return .interrupted }
      }
      let limit = min(count, nextReport)
      let event = min(events.next(from: offset, prices), limit)
      var end = min(event &+ 1, limit)
      var reached: ReachedLevel?
      if hasLevels, held != nil {
        reached = search.first(in: (first &+ offset)..<(first &+ end), prices)
        if let reached { end = reached.index &- first }
      }
      if held != nil { exposedBars += end - offset }
      offset = end
      if let reached {
        leave(reached.reason, at: reached.price, slips: reached.slips, offset: end, until: end, prices)
        path.go(to: end, cash: account.cash, units: account.units)
      } else if event < limit {
        guard decide(at: event, signals.rules(at: event), events.close, fill: events.fill, prices) else {
          return .needsSteps
        }
      }
    }
    if hasLevels, held != nil { lot.signedBest = search.signedBest }
    return .done
  }

  /// Makes room for what the events can give, so that lists do not grow by copies of themselves.
  private mutating func reserve(_ events: Int) {
    // Many rules that hold for long fire on bars on which nothing comes of it.
    guard events < 1 << 17 else { return }
    trades.reserveCapacity(events / 2 + 1)
    path.reserve(events + 1)
    guard listsSignals else { return }
    signals.reserveCapacity(events)
    orders.reserveCapacity(events)
  }

  /// Reads the rules at a close and fills what comes of them; false if an order is refused.
  ///
  /// - Parameters:
  ///   - close: the close.
  ///   - quoted: the price at which orders fill, if there is a bar for it.
  private mutating func decide(
    at event: Int, _ fired: RuleBits, _ close: Double, fill quoted: Double, _ prices: Prices
  ) -> Bool {
    let index = first + event
    let holding = held
    let decision = Decision(fired, holding: holding, canAdd: holding == nil)
    var exit: Int?
    if decision.exits, let holding { exit = rules.exit(of: holding, at: index) }
    var entry: (rule: Int, side: Side)?
    if let side = decision.entry, let rule = rules.entry(of: side, at: index) { entry = (rule, side) }
    if decision.isConflict, let long = rules.entry(of: .long, at: index),
      let short = rules.entry(of: .short, at: index)
    {
      conflicts.append(Conflict(index: index, longRule: long, shortRule: short))
    }
    if listsSignals { list(fired, at: index, close: close, exit: exit, entry: entry?.rule) }
    guard exit != nil || entry != nil else { return true }
    let decided = account.cash + account.units * close
    let filled = fillsAtClose ? index : index + 1
    if filled == first + count {
      wait(exit: exit, entry: entry, holding: holding, decided: decided, index: index)
      return true
    }
    let until = fillsAtClose ? event + 1 : event
    if listsSignals {
      if let exit, let holding { record(.exit(.rule(exit)), holding, decided: index, filled: filled, quoted) }
      if let entry { record(.entry(rule: entry.rule), entry.side, decided: index, filled: filled, quoted) }
    }
    if let exit {
      leave(.rule(exit), at: quoted, slips: true, offset: filled - first, until: until, closes: event + 1, prices)
    } else if let entry, holding != nil {
      leave(
        .reversal(entry.rule), at: quoted, slips: true, offset: filled - first, until: until, closes: event + 1, prices)
    }
    if let entry, !enter(entry.rule, entry.side, at: quoted, decided: decided, decidedIndex: index, filled) {
      return false
    }
    path.go(to: filled - first, cash: account.cash, units: account.units)
    if fillsAtClose { exposedBars += (held == nil ? 0 : 1) - (holding == nil ? 0 : 1) }
    return true
  }
}

// Fills, and the lists of what fired and was ordered.
extension PlainWalk {
  /// Buys or sells short; false if the order is refused.
  private mutating func enter(
    _ rule: Int, _ side: Side, at quoted: Double, decided equity: Double, decidedIndex: Int, _ index: Int
  ) -> Bool {
    let price = account.marketPrice(quoted, buying: side == .long)
    var stop = Double.nan
    var own: LotLevels?
    if hasLevels {
      own = try? LotLevels(
        levels, side: side, price: price, decidedIndex: decidedIndex, state: PositionState(equity: equity))
      guard let own, own.refusal(quoted, filledAt: price, side: side) == nil else {
        return false
      }
      stop = own.stop ?? .nan
    }
    let outcome = sizing.units(
      amount: size.value(at: decidedIndex, state: PositionState(equity: equity)), price: price, quoted: quoted,
      stop: stop, decidedEquity: equity, account: account)
    guard case .filled(let units, let isCapped) = outcome else { return false }
    let fee = account.fill(units: side.sign * units, price: price, quoted: quoted)
    lot = Lot(
      side: side, units: units, entryIndex: index, entryPrice: price, commission: fee, rule: rule, isCapped: isCapped,
      closesAtFill: decidedIndex + 1 - first, firstLiveIndex: fillsAtClose ? index + 1 : index)
    lot.quoted = quoted
    lot.number = entryCount
    lot.multiplier = account.multiplier
    entryCount += 1
    held = side
    if let own {
      own.apply(to: &lot)
      search = LevelSearch(lot, settings.inside)
    }
    return true
  }

  /// Closes the position.
  ///
  /// - Parameters:
  ///   - offset: the bar of the fill, counted from the first.
  ///   - last: the bar before whose open, counted from the first, or at whose close, it was left.
  ///   - closes: the closes seen by then; nil if they are those of the bars before.
  private mutating func leave(
    _ reason: ExitReason, at quoted: Double, slips: Bool, offset: Int, until last: Int, closes: Int? = nil,
    _ prices: Prices
  ) {
    guard let side = held else { return }
    let price = slips ? account.marketPrice(quoted, buying: side == .short) : quoted
    let fee = account.fill(units: -side.sign * lot.units, price: price, quoted: quoted)
    account.units = 0
    if hasLevels { lot.signedBest = search.signedBest }
    let index = first + offset
    let liveUntil = fillsAtClose && closes != nil ? first + last : index
    let number = trades.count
    trades.append(
      BarLoop.trade(
        of: lot, exit: reason, exitPrice: price, quoted: quoted, exitIndex: index, exitFee: fee,
        extremes: extremes(exitPrice: price, until: liveUntil, prices), closes: closes ?? offset, times: nil))
    tally.add(pnl: trades[number].pnl, returnRate: trades[number].returnRate, bars: trades[number].bars)
    held = nil
  }

  /// The worst and the best price that the lot has seen, times its sign.
  @inline(__always)
  private func extremes(exitPrice: Double, until end: Int, _ prices: Prices) -> (worst: Double, best: Double) {
    let (entry, exit) = (lot.filledPrice, exitPrice)
    var seen = PriceSpan(lowest: exit < entry ? exit : entry, highest: exit > entry ? exit : entry)
    seen.widen(over: lot.firstLiveIndex, end, prices)
    return lot.side == .long ? (seen.lowest, seen.highest) : (-seen.highest, -seen.lowest)
  }

  /// Keeps the order waiting after the last bar.
  private mutating func wait(
    exit: Int?, entry: (rule: Int, side: Side)?, holding: Side?, decided equity: Double, index: Int
  ) {
    var order = BarLoop.Order(
      decidedIndex: index, state: PositionState(equity: equity), exit: exit.map { .rule($0) }, entry: entry)
    if listsSignals {
      if let exit, let holding { order.exitRecord = record(.exit(.rule(exit)), holding, decided: index) }
      if let entry { order.entryRecord = record(.entry(rule: entry.rule), entry.side, decided: index) }
    }
    self.order = order
  }

  /// Lists an order, with the bar and price of its fill if there is one.
  @discardableResult
  private mutating func record(
    _ kind: PendingOrder.Kind, _ side: Side, decided: Int, filled: Int? = nil, _ quoted: Double? = nil
  ) -> Int {
    var record = OrderRecord(decidedIndex: decided, side: side, kind: kind, type: .market)
    if let filled { (record.fate, record.index, record.fillPrice) = (.filled, filled, quoted) }
    orders.append(record)
    return orders.count - 1
  }

  /// Lists the rules that hold at a close; if there is only one of a kind, it is the one that fired.
  private mutating func list(_ fired: RuleBits, at index: Int, close: Double, exit: Int?, entry: Int?) {
    if !fired.isDisjoint(with: [.exitLong, .exitShort]) {
      rules.visitExits(at: index) { rule, side in
        signals.append(
          Signal(index: index, rule: rule, kind: .exit, side: side, price: close, isOrdered: rule == exit))
      }
    }
    guard !fired.isDisjoint(with: [.enterLong, .enterShort]) else { return }
    rules.visitEntries(at: index) { rule, side in
      signals.append(
        Signal(index: index, rule: rule, kind: .entry, side: side, price: close, isOrdered: rule == entry))
    }
  }
}
