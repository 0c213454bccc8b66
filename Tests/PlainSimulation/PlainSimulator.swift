import Backtesting
import Calendar
import Columns

/// A second simulator, written only from the description of the steps of a bar: plain and slow.
///
/// It knows rules that are columns or ask for the position, stops and targets as fractions, stops that closes reach, trails
/// and trailing prices, time exits, pauses, several entries, one a day, all sizes but those by risk, both fills, whole
/// units and fills that take a share of the volume.
package struct PlainSimulator {
  struct Position {
    /// The entries before it.
    var number: Int
    var side: Double
    var units: Double
    var entryPrice: Double
    var stop: Double?
    var target: Double?
    var trail: Double?
    /// The best price since the fill, up to the bar before.
    var best: Double
    /// The first bar on which its levels work.
    var firstBar: Int
    var closesAtEntry: Int
    /// True if `stop` is reached by closes alone.
    var stopsAtClose = false
    /// True if a close has reached it.
    var isStopped = false
    /// A price that follows on its own.
    var trailPrice: Double?
    var fee = 0.0
    /// The day of the entry.
    var day: Int64 = 0
    /// The bar inside which it was bought, whose extremes it does not know; nil if it was bought at open or close.
    var boughtInside: Int?
  }

  /// An entry that waits for a price or the close, or at the market for the end of an exit.
  struct Waiting {
    var order: Order
    var side: Double
    var kind: EntryOrder
    var price: Double
    var barsLeft: Int

    var isLimit: Bool { if case .limit = kind { true } else { false } }
  }

  struct Order {
    var bar: Int
    var equity: Double
    var leaves: Bool
    var enters: Double?
    var leavesStoppedOnly = false
    var reason = "rule"
    /// The shares to close one after the other.
    var parts: [Double] = []
  }

  let run: RandomRun
  var cash = 0.0
  var positions: [Position] = []
  var order: Order?
  /// One, or the two of a bracket, the first written in front.
  var waiting: [Waiting] = []
  /// What is still to be sold, the oldest exit first.
  var rests: [Rest] = []
  /// The bar at work, the units that its fills took, and whether exits were among them.
  var (now, taken, isTakenByExits) = (0, 0.0, false)
  var closes = 0
  package var equity: [Double] = []
  package var closedTrades = 0
  /// The number of entries that were filled.
  var bought = 0
  /// The closes that had been seen when the position was left, and those up to which nothing is entered.
  var (closesAtExit, pausesUntil) = (0, 0)
  var lastExit = Double.nan
  var losses = 0
  /// The exit rules that already closed a part of the position.
  var followed: Set<Int> = []
  /// The highest profit of a close while the position is held.
  var highest = Double.nan
  /// The number of entries by day.
  var entriesByDay: [Int64: Int] = [:]

  package init(_ run: RandomRun) {
    self.run = run
    cash = run.settings.cash
    for bar in 0..<run.bars.count { step(bar) }
  }

  private var units: Double {
    (positions + rests.map(\.position)).reduce(0) { $0 + $1.side * $1.units }
  }

  private mutating func step(_ bar: Int) {
    let bars = run.bars
    let (open, high, low, close) = (bars.open[bar], bars.high[bar], bars.low[bar], bars.close[bar])
    (now, taken, isTakenByExits) = (bar, 0, false)
    sellRests(at: open)
    if run.strategy.sessionEnds != nil, let day = positions.first?.day, day != self.day(bar) { leaveAll(at: open) }
    if run.settings.fill == .open, let order {
      self.order = nil
      fill(order, at: open, bar: bar, firstBar: bar)
    }
    let due = waiting.first { order in
      switch order.kind {
      case .market: true
      case .limit: order.side * open <= order.side * order.price
      case .stop: order.side * open >= order.side * order.price
      case .close: false
      }
    }
    if rests.isEmpty, let due { buy(due, at: open, bar: bar, firstBar: bar) }
    if run.settings.inside == .path { path(bar, open, high, low, close) }
    for position in positions where run.settings.inside != .path {
      guard position.firstBar <= bar, let (price, reason) = levelPrice(position, open, high, low) else { continue }
      guard let place = positions.firstIndex(where: { $0.number == position.number }) else { continue }
      guard reason == "target", let share = run.strategy.targetShare else {
        leave(place, at: price, reason)
        continue
      }
      leave(place, at: price, reason, share: share)
      positions[place].target = nil
      // Where the bar opened beyond the target, or reached it first, the rest of it comes after.
      guard position.side * open >= position.side * price || run.settings.inside == .targetFirst else { continue }
      if let (price, reason) = levelPrice(positions[place], open, high, low) { leave(place, at: price, reason) }
    }
    if run.settings.inside != .path { wait(bar, open, high, low, close) }
    for index in positions.indices where positions[index].firstBar <= bar && positions[index].boughtInside != bar {
      positions[index].best =
        positions[index].side > 0 ? max(positions[index].best, high) : min(positions[index].best, low)
    }
    closes += 1
    if rests.isEmpty, let order = waiting.first, case .close = order.kind {
      buy(order, at: close, bar: bar, firstBar: bar + 1)
    }
    if run.strategy.sessionEnds?[bar] == 1 { leaveAll(at: close) }
    if let side = positions.first?.side { highest = max(highest, side * (close / meanPrice - 1)) }
    if case .column(let column)? = run.strategy.trail.flatMap({ $0.rule == .price ? $0.amount : nil }) {
      for place in positions.indices where !column[bar].isNaN {
        let (side, old) = (positions[place].side, positions[place].trailPrice ?? .nan)
        positions[place].trailPrice = side > 0 ? max(old, column[bar]) : min(old, column[bar])
      }
    }
    decide(bar, close)
    if run.settings.fill == .close, let order {
      self.order = nil
      fill(order, at: close, bar: bar, firstBar: bar + 1)
    }
    equity.append(cash + units * close)
  }

  /// The price at which a stop, trail or target takes a position on a bar; nil if none does.
  func levelPrice(_ position: Position, _ open: Double, _ high: Double, _ low: Double) -> (Double, String)? {
    let side = position.side
    var stop = position.stopsAtClose ? nil : position.stop
    if let price = position.trailPrice { stop = stop.map { side > 0 ? max($0, price) : min($0, price) } ?? price }
    if let trail = position.trail {
      let level = position.best * (1 - side * trail)
      stop = stop.map { side > 0 ? max($0, level) : min($0, level) } ?? level
    }
    // Against the trade, as a market order.
    func slipped(_ price: Double) -> Double { price * (1 - side * run.settings.slippage.rate) }
    if let stop, side * open <= side * stop { return (slipped(open), "stop") }
    if let target = position.target, side * open >= side * target { return (open, "target") }
    let (worst, best) = side > 0 ? (low, high) : (high, low)
    if run.settings.inside == .targetFirst, let target = position.target, side * best >= side * target {
      return (target, "target")
    }
    if let stop, side * worst <= side * stop { return (slipped(stop), "stop") }
    if let target = position.target, side * best >= side * target { return (target, "target") }
    return nil
  }

  /// Fills a resting order inside a bar that reaches its price, along with the stop or target that the bar reaches.
  private mutating func wait(_ bar: Int, _ open: Double, _ high: Double, _ low: Double, _ close: Double) {
    let reached = waiting.filter { order in
      guard order.barsLeft < .max else { return false }
      return (order.side > 0) == order.isLimit ? low <= order.price : high >= order.price
    }
    // The price goes to the nearer one first.
    let nearest = reached.min { abs($0.price - open) < abs($1.price - open) }
    guard let order = nearest, rests.isEmpty else { return passBar() }
    let isLimit = order.isLimit
    buy(order, at: order.price, bar: bar, firstBar: bar, isInside: true)
    passBar()
    guard let last = positions.last, last.boughtInside == bar else { return }
    var level = last.stopsAtClose ? nil : last.stop
    if let price = last.trailPrice { level = level.map { last.side > 0 ? max($0, price) : min($0, price) } ?? price }
    if let trail = last.trail {
      let trailing = last.best * (1 - last.side * trail)
      level = level.map { last.side > 0 ? max($0, trailing) : min($0, trailing) } ?? trailing
    }
    let (worst, best) = last.side > 0 ? (low, high) : (high, low)
    if run.settings.inside == .targetFirst {
      if let target = last.target, last.side * best >= last.side * target {
        leave(positions.count - 1, at: target, "target", share: run.strategy.targetShare ?? 1)
        if run.strategy.targetShare != nil { positions[positions.count - 1].target = nil }
      } else if let level, last.side * (isLimit ? worst : close) <= last.side * level {
        leave(positions.count - 1, at: level * (1 - last.side * run.settings.slippage.rate), "stop")
      }
      return
    }
    if let level, last.side * worst <= last.side * level {
      leave(positions.count - 1, at: level * (1 - last.side * run.settings.slippage.rate), "stop")
    } else if !isLimit, let target = last.target, last.side * best >= last.side * target {
      leave(positions.count - 1, at: target, "target", share: run.strategy.targetShare ?? 1)
      if run.strategy.targetShare != nil { positions[positions.count - 1].target = nil }
    }
  }

  mutating func buy(_ waiting: Waiting, at price: Double, bar: Int, firstBar: Int, isInside: Bool = false) {
    self.waiting = []
    if positions.first?.side == waiting.side, positions.count >= run.strategy.maximumEntries { return }
    if let held = positions.first?.side, held != waiting.side {
      leaveAll(at: price, "reversal")
      if !rests.isEmpty {
        // A limit and a close are still waited for; a stop was reached, and is an order at the market now.
        var kept = waiting
        if case .stop = waiting.kind { (kept.kind, kept.barsLeft) = (.market, .max) }
        self.waiting = [kept]
        return
      }
    }
    let before = bought
    fill(
      waiting.order, at: price, bar: bar, firstBar: firstBar, slips: !waiting.isLimit,
      isMarket: waiting.kind == .market)
    if isInside, bought > before { positions[positions.count - 1].boughtInside = bar }
  }

  mutating func leave(_ place: Int, at price: Double, _ reason: String, share: Double = 1) {
    var position = positions[place]
    if share < 1 {
      let whole = position.units
      position.units *= share
      if run.settings.units == .whole { position.units = (position.units + 1e-9).rounded(.down) }
      if position.units == 0 { return }
      position.fee *= position.units / whole
      positions[place].units -= position.units
      positions[place].fee -= position.fee
    } else {
      positions.remove(at: place)
    }
    var rest = Rest(position: position, reason: reason)
    if !sell(&rest, at: price) { rests.append(rest) }
    if positions.isEmpty { flatten(reason) }
  }

  /// Notes that nothing is held, for which a reason is known.
  mutating func flatten(_ reason: String) {
    (closesAtExit, highest, followed) = (closes, .nan, [])
    guard let pause = run.strategy.cooldown, !pause.isAfterStopsOnly || reason == "stop" else { return }
    pausesUntil = closes + pause.bars
    if reason != "reversal", waiting.first?.kind != .market { waiting = [] }
  }

  private mutating func leaveAll(at price: Double, _ reason: String = "session") {
    while let first = positions.first {
      leave(0, at: price * (1 - first.side * run.settings.slippage.rate), reason)
    }
  }

  private var meanPrice: Double {
    positions.reduce(0) { $0 + $1.units * $1.entryPrice } / positions.reduce(0) { $0 + $1.units }
  }

  /// The day of a bar, in a series without hours of a session in UTC.
  private func day(_ bar: Int) -> Int64 { run.bars.times[bar].milliseconds / 86_400_000 }

  private mutating func fill(
    _ order: Order, at quoted: Double, bar: Int, firstBar: Int, slips: Bool = true, isMarket: Bool = true
  ) {
    let slippage = run.settings.slippage.rate
    func leaveAll(_ reason: String, where isMeant: (Position) -> Bool = { _ in true }) {
      while let place = positions.firstIndex(where: isMeant) {
        leave(place, at: quoted * (1 - positions[place].side * slippage), reason)
      }
    }
    if order.leaves {
      leaveAll("stop") { $0.isStopped }
      if !order.leavesStoppedOnly { leaveAll(order.reason) }
    }
    for share in order.parts {
      for place in positions.indices.reversed() {
        leave(place, at: quoted * (1 - positions[place].side * slippage), "rule", share: share)
      }
    }
    guard let side = order.enters else { return }
    if let held = positions.first?.side, held != side { leaveAll("reversal") }
    func wait() {
      var order = order
      (order.leaves, order.parts) = (false, [])
      waiting = [Waiting(order: order, side: side, kind: .market, price: .nan, barsLeft: .max)]
    }
    if !rests.isEmpty { return wait() }
    if run.strategy.entersOnceADay, entriesByDay[day(bar), default: 0] > 0 { return }
    if run.strategy.sessionEnds?[bar] == 1, firstBar > bar { return }
    let trailPrice = run.strategy.trail.flatMap { $0.rule == .price ? self.value($0.amount, order.bar) : nil }
    if let trailPrice, !(side * quoted > side * trailPrice) { return }
    let price = slips ? quoted * (1 + side * slippage) : quoted
    let strategy = run.strategy
    func fraction(_ level: Level?) -> Double? {
      if case .constant(let value)? = level?.amount { value } else { nil }
    }
    let base = run.settings.sizing == .fill ? cash + units * quoted : order.equity
    let cost = price * (1 + run.settings.commission.rate)
    let asked: Double
    switch strategy.size {
    case .equityShare(let amount): asked = value(amount, order.bar) * base / cost
    case .money(let amount): asked = value(amount, order.bar) / cost
    case .shares(let amount): asked = value(amount, order.bar)
    case .risk: asked = 0
    }
    // The cash of a long account; a short's proceeds are locked, and the same amount again.
    let power = cash + units * quoted - abs(units * quoted)
    guard power > abs(base) * 1e-9 else { return }
    var amount = min(asked, power / cost)
    if run.settings.units == .whole { amount.round(.down) }
    guard amount > 0 else { return }
    // Exits come first, and an order at the market has another bar.
    if isMarket, left < amount, isTakenByExits { return wait() }
    amount = min(amount, left)
    guard amount > 0 else { return }
    taken += amount
    bought += 1
    entriesByDay[day(bar), default: 0] += 1
    defer { positions[positions.count - 1].day = day(bar) }
    if positions.isEmpty { highest = 0 }
    let value = side * amount * price
    cash -= value + abs(value) * run.settings.commission.rate
    positions.append(
      Position(
        number: bought, side: side, units: amount, entryPrice: price,
        stop: fraction(strategy.stop).map { price * (1 - side * $0) },
        target: fraction(strategy.target).map { price * (1 + side * $0) },
        trail: trailPrice == nil ? fraction(strategy.trail) : nil,
        best: price, firstBar: firstBar, closesAtEntry: closes, stopsAtClose: strategy.stopsAtCloses,
        trailPrice: trailPrice, fee: abs(value) * run.settings.commission.rate))
  }

  private func value(_ amount: Amount, _ bar: Int) -> Double {
    switch amount {
    case .constant(let value): value
    case .column(let column): column[bar]
    case .program: .nan
    }
  }

  private mutating func decide(_ bar: Int, _ close: Double) {
    func holds(_ condition: Condition) -> Bool {
      switch condition {
      case .column(let column): return column[bar] == 1
      case .crossing(let crossing):
        return bar > 0 && crossing.over[bar] > crossing.under[bar] && crossing.over[bar - 1] <= crossing.under[bar - 1]
      case .program(let program):
        let value = self.value(program.expression, bar, close)
        return !value.isNaN && value != 0
      }
    }
    let held = positions.first?.side
    var (leaves, leavesStoppedOnly, reason) = (false, false, "rule")
    var parts: [Double] = []
    if let order = waiting.first,
      run.strategy.exits.contains(where: { rule in
        rule.share == nil && (rule.side.map { ($0 == .long ? 1.0 : -1.0) == order.side } ?? true)
          && holds(rule.condition)
      })
    {
      waiting = []
    }
    var sides = Set(run.strategy.entries.filter { holds($0.condition) }.map { $0.side == .long ? 1.0 : -1.0 })
    if let held, let first = positions.first {
      leaves = run.strategy.exits.contains { rule in
        rule.share == nil && (rule.side.map { ($0 == .long ? 1.0 : -1.0) == held } ?? true) && holds(rule.condition)
      }
      if let limit = run.strategy.exitAfterBars, closes - first.closesAtEntry >= limit { leaves = true }
      var isRule = leaves
      for place in positions.indices where positions[place].stopsAtClose && positions[place].firstBar <= bar {
        guard let stop = positions[place].stop, held * close <= held * stop else { continue }
        positions[place].isStopped = true
        leaves = true
      }
      if positions.allSatisfy(\.isStopped) { isRule = false }
      (leavesStoppedOnly, reason) = (leaves && !isRule, isRule ? "rule" : "stop")
      for (place, rule) in run.strategy.exits.enumerated() where !leaves {
        guard let share = rule.share, rule.side == nil || (rule.side == .long) == (held > 0), holds(rule.condition),
          followed.insert(place).inserted
        else { continue }
        parts.append(share)
        sides.remove(held)
      }
      if leaves { sides.remove(held) }
      if leaves, waiting.first?.side == held { waiting = [] }
    }
    if positions.isEmpty, closes <= pausesUntil { sides = [] }
    // A long and a short entry together are neither, also where one of them could not be filled.
    var enters = sides.count == 1 ? sides.first : nil
    if enters == held, positions.count >= run.strategy.maximumEntries { enters = nil }
    if let side = enters {
      waiting = []
      let order = Order(bar: bar, equity: cash + units * close, leaves: false, enters: side)
      var waits = false
      for rule in run.strategy.entries where (rule.side == .long ? 1.0 : -1.0) == side && holds(rule.condition) {
        switch rule.order {
        case .market: break
        case .close:
          if !waits { waiting = [Waiting(order: order, side: side, kind: .close, price: .nan, barsLeft: .max)] }
        case .limit(let price, let bars), .stop(let price, let bars):
          let next = Waiting(order: order, side: side, kind: rule.order, price: value(price, bar), barsLeft: bars)
          // A second one beside a limit is a stop, and the other way round.
          if !waits || waiting.count == 1 && waiting[0].kind != .close && waiting[0].isLimit != next.isLimit {
            waiting.append(next)
          }
        }
        if rule.order == .market, !waits { break }
        waits = true
      }
      if waits { enters = nil }
    }
    if leaves || enters != nil || !parts.isEmpty {
      order = Order(
        bar: bar, equity: cash + units * close, leaves: leaves, enters: enters, leavesStoppedOnly: leavesStoppedOnly,
        reason: reason, parts: parts)
    }
  }

  /// The value of an expression at a close, part by part.
  private func value(_ expression: PositionExpression, _ bar: Int, _ close: Double) -> Double {
    switch expression {
    case .column(let column): return column[bar]
    case .constant(let value): return value
    case .field(let field): return value(field, bar, close)
    case .operation(let operation, let parts):
      let values = parts.map { value($0, bar, close) }
      return values.count == 1 ? operation.apply(values[0]) : operation.apply(values[0], values[1])
    }
  }

  private func value(_ field: PositionField, _ bar: Int, _ close: Double) -> Double {
    let first = positions.first
    switch field {
    case .entryPrice: return first == nil ? .nan : meanPrice
    case .barsHeld: return first.map { Double(closes - $0.closesAtEntry) } ?? .nan
    case .profit: return first.map { $0.side * (close / meanPrice - 1) } ?? .nan
    case .equity: return cash + units * close
    case .barsFlat: return first == nil ? Double(closes - closesAtExit) : .nan
    case .lossesInRow: return Double(losses)
    case .entriesToday: return Double(entriesByDay[day(bar), default: 0])
    case .lastExit: return lastExit
    case .openProfit: return positions.reduce(0) { $0 + $1.side * $1.units * (close - $1.entryPrice) - $1.fee }
    case .maxProfit: return highest
    }
  }
}
