import Columns
import Work

/// The state of one account over many symbols, and its steps; see `SharedBacktest` for the order of events.
struct SharedLoop: AccountLoop {
  let symbols: [SharedSymbol]
  let clock: PortfolioClock
  let rules: SharedRules
  let settings: BacktestSettings
  let range: Range<Int>
  /// The symbols that have bars in the window, by their places.
  let places: [Int]
  /// The signals of each symbol on the bars of its window.
  private let bits: [[UInt8]]
  private let groups: [Int]
  /// True for each symbol that has a close on every bar.
  private let hasAllCloses: [Bool]

  /// One run for each symbol, each with the money of all while it takes a step.
  private(set) var loops: [BarLoop]
  var account: Account
  /// The market value of each symbol's position, and the buying power that it uses.
  private var worths: [Double]
  private var taken: [Double]
  private var totalWorth = 0.0
  private var totalTaken = 0.0
  /// The money that exits inside this bar have brought, which no entry inside it spends.
  private var heldBack = 0.0
  /// True while the symbols follow their prices from the open to the close.
  private var isInside = false
  /// The symbols with a bar at this step.
  private var present: [(loop: Int, bar: Bar)] = []
  /// The last step at which each symbol had a bar, and that bar.
  private var last: [(step: Int, bar: Int)]
  /// True for each symbol that takes a place: one that is held, and inside a bar one that was held before.
  private var takesPlace: [Bool]
  private var placesTaken = 0
  /// The closed trades in the order of their exits: the symbol, the place among its own, and the step of the exit if
  /// that is not one of its symbol's bars.
  private(set) var closed: [(place: Int, number: Int, step: Int?)] = []
  var tally = TradeTally()
  /// True if a state has a symbol that the account does not have.
  private var hasUnknown = false
  var record = AccountRecord()

  init(
    _ symbols: [SharedSymbol], clock: PortfolioClock, rules: SharedRules, settings: BacktestSettings,
    range: Range<Int>, isContinued: Bool, listsSignals: Bool
  ) throws(BacktestError) {
    self.symbols = symbols
    self.clock = clock
    self.rules = rules
    self.settings = settings
    self.range = range
    var places: [Int] = []
    var loops: [BarLoop] = []
    var bits: [[UInt8]] = []
    for (place, symbol) in symbols.enumerated() {
      var window = clock.bars(of: place, in: range)
      // One without bars now may still be held.
      if isContinued, window == nil, let before = clock.bars(of: place, in: 0..<range.lowerBound) {
        window = before.upperBound..<before.upperBound
      }
      guard let window else { continue }
      var own = symbol.settings
      // Interest is that of the account, and so is its end.
      own.financing = Financing()
      own.riskFree = .constant(0)
      if !window.isEmpty {
        try Backtest.check(symbol.strategy, settings: own, range: window, count: symbol.bars.count)
      }
      let first = isContinued ? 0 : window.lowerBound
      let actions = try BarLoop.actions(symbol.actions, in: first..<window.upperBound)
      var loop = BarLoop(
        bars: symbol.bars, strategy: symbol.strategy, settings: own, range: window, actions: actions,
        listsSignals: listsSignals)
      loop.canBeLiquidated = false
      loop.bounds.limit = rules.limit
      places.append(place)
      loops.append(loop)
      bits.append(BarSignals(symbol.strategy, range: window).bytes)
    }
    self.places = places
    self.loops = loops
    self.bits = bits
    var numbers: [String: Int] = [:]
    groups = places.map { place in
      guard let name = rules.groups?.names[place] else { return -1 }
      if let number = numbers[name] { return number }
      numbers[name] = numbers.count
      return numbers.count - 1
    }
    hasAllCloses = loops.map { loop in !loop.bars.close.values[loop.range].contains(where: \.isNaN) }
    account = Account(settings)
    worths = Array(repeating: 0, count: loops.count)
    taken = worths
    last = loops.map { (range.lowerBound, $0.range.lowerBound) }
    takesPlace = Array(repeating: false, count: loops.count)
  }

  /// Takes the steps of a bar with all symbols that have one.
  mutating func pass(_ step: Int) -> Bool {
    present.removeAll(keepingCapacity: true)
    for index in loops.indices {
      if passesIdle(index, at: step) { continue }
      guard let bar = bar(of: index, at: step) else { continue }
      last[index] = (step, bar.index)
      present.append((index, bar))
      setMembership(of: index, at: step)
      if !loops[index].bounds.isMember { loops[index].refuseResting(.notMember, at: bar.index) }
      if isIdle(index) {
        if bar.hasActions { loops[index].takeActions(at: bar.index, areInside: false) }
        if !bar.open.isNaN { loops[index].mark = bar.open }
      } else {
        with(index) { $0.begin(bar, settlesInterest: false) }
      }
    }
    sum()
    enter(present.filter { loops[$0.loop].order != nil || loops[$0.loop].isResting }) { loop, bar in
      loop.enterAtOpen(bar)
    }
    for (index, bar) in present where bar.hasActions && isIdle(index) {
      loops[index].takeActions(at: bar.index, areInside: true)
    }
    enter(present.filter { !isIdle($0.loop) }, isInside: true) { loop, bar in loop.passInside(bar) }
    leaveEnded(at: step)
    for (index, bar) in present where !bar.close.isNaN {
      loops[index].mark = bar.close
      if isIdle(index) { loops[index].closes += 1 }
    }
    let busy = present.filter { !isIdle($0.loop) }
    sum()
    enter(busy) { loop, bar in loop.meetClose(bar) }
    return true
  }

  mutating func visit(_ fields: inout StateFields) {
    fields.visit("trades", &tally)
    var names = places.map { symbols[$0].name }
    let known = Dictionary(zip(names, loops.indices)) { first, _ in first }
    fields.visit("symbols", &names)
    for name in names {
      guard let index = known[name] else {
        hasUnknown = true
        continue
      }
      fields.visit(name) { part in
        loops[index].keepWaitingOrders()
        loops[index].visit(&part)
        part.visit("last_step", &last[index].step)
        part.visit("last_bar", &last[index].bar)
      }
    }
  }

  mutating func completeResume() -> Bool {
    guard !hasUnknown, loops.allSatisfy(\.refersToKnown),
      zip(loops, last).allSatisfy({ loop, last in
        loop.bars.times.indices.contains(last.bar) && last.step < range.upperBound
      })
    else { return false }
    for index in loops.indices {
      loops[index].passActions()
      takePlace(index, loops[index].isHolding)
    }
    sum()
    return true
  }

  mutating func ruin(at step: Int) {
    for index in loops.indices {
      let bar = last[index].bar
      with(index) { loop in loop.ruin(at: bar, price: loop.mark) }
    }
  }

  /// Passes a bar that cannot do anything to its symbol, whose number alone counts; false for any other.
  ///
  /// On most bars this is true for most symbols, and their prices are not even read.
  private mutating func passesIdle(_ index: Int, at step: Int) -> Bool {
    guard isIdle(index), hasAllCloses[index], !loops[index].watchesPosition else { return false }
    let number = Int(clock.places[places[index]][step])
    let first = loops[index].range.lowerBound
    let action = loops[index].nextAction
    guard loops[index].range.contains(number), bits[index][number - first] == 0,
      action == loops[index].actions.count || loops[index].actions[action].index > number
    else { return false }
    last[index] = (step, number)
    loops[index].closes += 1
    return true
  }

  /// True for a symbol that holds nothing and has no order, so that a bar does nothing to it.
  private func isIdle(_ index: Int) -> Bool {
    !loops[index].isHolding && loops[index].order == nil && !loops[index].isResting
  }

  mutating func decide(at step: Int) {
    for (index, bar) in present where !bar.close.isNaN && loops[index].order == nil {
      let signals = RuleBits(rawValue: bits[index][bar.index - loops[index].range.lowerBound])
      guard !signals.isEmpty || loops[index].watchesPosition else { continue }
      with(index) { loop in loop.decide(signals, index: bar.index, close: bar.close) }
    }
    guard settings.fill == .close else { return }
    for (index, bar) in present where !bar.close.isNaN && loops[index].order != nil {
      with(index) { $0.leaveByOrder(at: bar.close, index: bar.index, afterClose: true) }
    }
    enter(present.filter { !$0.bar.close.isNaN && loops[$0.loop].order != nil }) { loop, bar in
      loop.enterByOrder(at: bar.close, index: bar.index, afterClose: true)
    }
  }

  // MARK: The money of all

  /// Lets a symbol take a step with the money of all.
  private mutating func with(_ index: Int, _ step: (inout BarLoop) -> Void) {
    loops[index].account.cash = account.cash
    loops[index].account.others = totalWorth - worths[index]
    loops[index].account.committed = totalTaken - taken[index] + heldBack
    let trades = loops[index].trades.count
    step(&loops[index])
    account.cash = loops[index].account.cash
    for number in trades..<max(trades, loops[index].trades.count) {
      closed.append((index, number, nil))
      let trade = loops[index].trades[number]
      tally.add(pnl: trade.pnl, returnRate: trade.returnRate, bars: trade.bars)
    }
    note(index)
  }

  private mutating func note(_ index: Int) {
    let (nowWorth, nowTaken) = position(index)
    totalWorth += nowWorth - worths[index]
    totalTaken += nowTaken - taken[index]
    (worths[index], taken[index]) = (nowWorth, nowTaken)
    takePlace(index, loops[index].isHolding || isInside && takesPlace[index])
  }

  private mutating func takePlace(_ index: Int, _ takes: Bool) {
    guard takesPlace[index] != takes else { return }
    takesPlace[index] = takes
    placesTaken += takes ? 1 : -1
  }

  private func position(_ index: Int) -> (worth: Double, taken: Double) {
    if loops[index].account.units == 0 { return (0, 0) }
    let mark = loops[index].mark
    return (loops[index].account.holdings(at: mark), loops[index].account.takenMoney(at: mark))
  }

  /// Recomputes the totals from all positions, so that rounding errors do not accumulate.
  private mutating func sum() {
    (totalWorth, totalTaken) = (0, 0)
    for index in loops.indices {
      (worths[index], taken[index]) = position(index)
      totalWorth += worths[index]
      totalTaken += taken[index]
    }
  }

  /// The worth of contracts with a margin, which are settled in cash.
  private var marginWorth: Double {
    loops.indices.reduce(0) { $0 + (loops[$1].account.margin > 0 ? worths[$1] : 0) }
  }

  // MARK: Entries

  /// Runs an entry step for each symbol, in order of preference.
  ///
  /// Inside a bar an entry neither spends the proceeds of others' exits nor takes their position slots.
  private mutating func enter(
    _ present: [(loop: Int, bar: Bar)], isInside: Bool = false, _ step: (inout BarLoop, Bar) -> Void
  ) {
    guard !present.isEmpty else { return }
    var ranked = present
    if present.contains(where: { symbols[places[$0.loop]].preference != nil }) {
      let ranks = present.map { rank(of: $0.loop) }
      ranked = present.indices.sorted { ranks[$0] != ranks[$1] ? ranks[$0] > ranks[$1] : $0 < $1 }.map { present[$0] }
    }
    self.isInside = isInside
    for (index, bar) in ranked {
      setBounds(of: index)
      let before = account.cash
      with(index) { step(&$0, bar) }
      if isInside, account.cash > before { heldBack += account.cash - before }
    }
    guard isInside else { return }
    self.isInside = false
    heldBack = 0
    for (index, _) in present { takePlace(index, loops[index].isHolding) }
  }

  /// The preference on the bar that decided the entry of a symbol; minus infinity if it has none.
  private func rank(of index: Int) -> Double {
    guard let column = symbols[places[index]].preference,
      let decided = loops[index].order?.decidedIndex ?? loops[index].resting?.order.decidedIndex
    else { return -.infinity }
    let value = column.values[decided]
    return value.isNaN ? -.infinity : value
  }

  /// Notes whether a symbol belongs to its universe at a step.
  private mutating func setMembership(of index: Int, at step: Int) {
    guard let membership = symbols[places[index]].membership else { return }
    loops[index].bounds.isMember = membership.contains(clock.days[step])
  }

  private mutating func setBounds(of index: Int) {
    let own = takesPlace[index] ? 1 : 0
    var fullness: Rejection.Reason?
    if let positions = rules.positions, placesTaken - own >= positions { fullness = .positionsFull }
    if let bounds = rules.groups, groups[index] >= 0 {
      let others = loops.indices.filter { $0 != index && groups[$0] == groups[index] }
      if fullness == nil, let hold = bounds.hold, others.count(where: { takesPlace[$0] }) >= hold {
        fullness = .groupFull
      }
      if bounds.limit < .infinity {
        loops[index].bounds.groupLimit = bounds.limit
        loops[index].bounds.groupWorth = others.reduce(0) { $0 + abs(worths[$1]) }
      }
    }
    loops[index].bounds.fullness = fullness
  }

  // MARK: Steps of the account

  private func bar(of index: Int, at step: Int) -> Bar? {
    let number = Int(clock.places[places[index]][step])
    guard number >= 0 else { return nil }
    guard loops[index].range.contains(number) else { return nil }
    let place = places[index]
    let action = loops[index].nextAction
    // Each price for itself: a copy of the bars would count the references of all columns.
    return Bar(
      index: number, open: symbols[place].bars.open.values[number], high: symbols[place].bars.high.values[number],
      low: symbols[place].bars.low.values[number], close: symbols[place].bars.close.values[number],
      hasActions: action < loops[index].actions.count && loops[index].actions[action].index == number)
  }

  func day(of step: Int) -> Int { clock.days[step] }

  var isHolding: Bool { placesTaken > 0 }

  var worth: Double { account.cash + totalWorth }

  mutating func total() -> (equity: Double, cash: Double) {
    sum()
    return (worth, account.cash + marginWorth)
  }

  var refusal: BacktestError? { loops.lazy.compactMap(\.tooSmall).first }

  var balances: Balances {
    let soldShort = loops.indices.reduce(0) { sum, index in
      sum + (worths[index] < 0 && loops[index].account.margin == 0 ? -worths[index] : 0)
    }
    return Balances(
      idle: worth - totalTaken + marginTaken, borrowed: -(account.cash + marginWorth), soldShort: soldShort)
  }

  /// The margins of contracts, which stay in the account and earn the rate of idle cash.
  private var marginTaken: Double {
    loops.indices.reduce(0) { $0 + (loops[$1].account.margin > 0 ? taken[$1] : 0) }
  }

  /// Closes symbols whose bars have ended, at the last price known, and cancels their orders.
  private mutating func leaveEnded(at step: Int) {
    for index in loops.indices where step - last[index].step >= PortfolioBacktest.stepsUntilEnded && !isIdle(index) {
      let count = closed.count
      if loops[index].isHolding { close(index, reason: .ended) }
      for number in count..<closed.count { closed[number].step = step }
      loops[index].cancelOrders(at: last[index].bar)
    }
  }

  mutating func closeAll(at step: Int) {
    for index in loops.indices where loops[index].isHolding { close(index, reason: .end) }
  }

  private mutating func close(_ index: Int, reason: ExitReason) {
    let bar = last[index].bar
    with(index) { loop in
      // An exit that waits for a bar of an ended symbol has nothing left to sell.
      if reason == .ended { loop.finish(loop.order?.exitRecord, .cancelled, at: bar) }
      if loop.order?.entry == nil { loop.order = nil } else { loop.order?.exit = nil }
      loop.closeAll(at: loop.mark, index: bar, reason: reason, includingBar: true)
    }
  }
}
