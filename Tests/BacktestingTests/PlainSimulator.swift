import Columns

@testable import Backtesting

/// A second simulator, written from the description of what happens on one bar and from nothing else: plain and slow.
///
/// It knows rules that are columns, stops and targets as fractions, trails, time exits, several entries, all sizes but
/// those by risk, both fills and whole units.
struct PlainSimulator {
  struct Position {
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
    /// The bar inside which it was bought, whose extremes it does not know; nil where it was bought at open or close.
    var boughtInside: Int?
  }

  /// An entry that waits for a price or the close.
  struct Waiting {
    var order: Order
    var side: Double
    var kind: EntryOrder
    var price: Double
    var barsLeft: Int
  }

  struct Order {
    var bar: Int
    var equity: Double
    var leaves: Bool
    var enters: Double?
  }

  let run: RandomRun
  var cash = 0.0
  var positions: [Position] = []
  var order: Order?
  var waiting: Waiting?
  var closes = 0
  var equity: [Double] = []
  var closedTrades = 0
  /// The number of entries that were filled.
  var bought = 0

  init(_ run: RandomRun) {
    self.run = run
    cash = run.settings.cash
    for bar in 0..<run.bars.count { step(bar) }
  }

  private var units: Double { positions.reduce(0) { $0 + $1.side * $1.units } }

  private mutating func step(_ bar: Int) {
    let bars = run.bars
    let (open, high, low, close) = (bars.open[bar], bars.high[bar], bars.low[bar], bars.close[bar])
    if run.settings.fill == .open, let order {
      self.order = nil
      fill(order, at: open, bar: bar, firstBar: bar)
    }
    if let waiting, case .limit = waiting.kind, waiting.side * open <= waiting.side * waiting.price {
      buy(waiting, at: open, bar: bar, firstBar: bar)
    }
    if let waiting, case .stop = waiting.kind, waiting.side * open >= waiting.side * waiting.price {
      buy(waiting, at: open, bar: bar, firstBar: bar)
    }
    positions = positions.filter { position in
      guard position.firstBar <= bar, let price = levelPrice(position, open, high, low) else { return true }
      leave(position, at: price)
      return false
    }
    wait(bar, high, low)
    for index in positions.indices where positions[index].firstBar <= bar && positions[index].boughtInside != bar {
      positions[index].best =
        positions[index].side > 0 ? max(positions[index].best, high) : min(positions[index].best, low)
    }
    closes += 1
    if let waiting, case .close = waiting.kind { buy(waiting, at: close, bar: bar, firstBar: bar + 1) }
    decide(bar, close)
    if run.settings.fill == .close, let order {
      self.order = nil
      fill(order, at: close, bar: bar, firstBar: bar + 1)
    }
    equity.append(cash + units * close)
  }

  /// The price at which a stop, trail or target takes a position on a bar; nil where none does.
  private func levelPrice(_ position: Position, _ open: Double, _ high: Double, _ low: Double) -> Double? {
    let side = position.side
    var stop = position.stop
    if let trail = position.trail {
      let level = position.best * (1 - side * trail)
      stop = stop.map { side > 0 ? max($0, level) : min($0, level) } ?? level
    }
    // Against the trade, as a market order.
    func slipped(_ price: Double) -> Double { price * (1 - side * run.settings.slippage) }
    if let stop, side * open <= side * stop { return slipped(open) }
    if let target = position.target, side * open >= side * target { return open }
    let (worst, best) = side > 0 ? (low, high) : (high, low)
    if let stop, side * worst <= side * stop { return slipped(stop) }
    if let target = position.target, side * best >= side * target { return target }
    return nil
  }

  /// Buys inside a bar what waits for a price that the bar reaches, and takes the stop or target it reaches as well.
  private mutating func wait(_ bar: Int, _ high: Double, _ low: Double) {
    guard var waiting, waiting.barsLeft < .max else { return }
    let isLimit = if case .limit = waiting.kind { true } else { false }
    let isReached = (waiting.side > 0) == isLimit ? low <= waiting.price : high >= waiting.price
    guard isReached else {
      waiting.barsLeft -= 1
      self.waiting = waiting.barsLeft == 0 ? nil : waiting
      return
    }
    buy(waiting, at: waiting.price, bar: bar, firstBar: bar, isInside: true)
    guard let last = positions.last, last.boughtInside == bar else { return }
    var level = last.stop
    if let trail = last.trail {
      let trailing = last.best * (1 - last.side * trail)
      level = level.map { last.side > 0 ? max($0, trailing) : min($0, trailing) } ?? trailing
    }
    let (worst, best) = last.side > 0 ? (low, high) : (high, low)
    if let level, last.side * worst <= last.side * level {
      leave(last, at: level * (1 - last.side * run.settings.slippage))
      positions.removeLast()
    } else if !isLimit, let target = last.target, last.side * best >= last.side * target {
      leave(last, at: target)
      positions.removeLast()
    }
  }

  private mutating func buy(_ waiting: Waiting, at price: Double, bar: Int, firstBar: Int, isInside: Bool = false) {
    self.waiting = nil
    let isLimit = if case .limit = waiting.kind { true } else { false }
    if positions.first?.side == waiting.side, positions.count >= run.strategy.maximumEntries { return }
    let before = bought
    fill(waiting.order, at: price, bar: bar, firstBar: firstBar, slips: !isLimit)
    if isInside, bought > before { positions[positions.count - 1].boughtInside = bar }
  }

  private mutating func leave(_ position: Position, at price: Double) {
    let value = position.side * position.units * price
    cash += value - abs(value) * run.settings.commission
    closedTrades += 1
  }

  private mutating func fill(_ order: Order, at quoted: Double, bar: Int, firstBar: Int, slips: Bool = true) {
    let slippage = run.settings.slippage
    func leaveAll() {
      for position in positions { leave(position, at: quoted * (1 - position.side * slippage)) }
      positions = []
    }
    if order.leaves { leaveAll() }
    guard let side = order.enters else { return }
    if let held = positions.first?.side, held != side { leaveAll() }
    let price = slips ? quoted * (1 + side * slippage) : quoted
    let strategy = run.strategy
    func fraction(_ level: Level?) -> Double? {
      if case .constant(let value)? = level?.amount { value } else { nil }
    }
    let base = run.settings.sizing == .fill ? cash + units * quoted : order.equity
    let cost = price * (1 + run.settings.commission)
    let asked: Double
    switch strategy.size {
    case .equityShare(let amount): asked = value(amount, order.bar) * base / cost
    case .money(let amount): asked = value(amount, order.bar) / cost
    case .shares(let amount): asked = value(amount, order.bar)
    case .risk: asked = 0
    }
    // The cash of a long account; what a short brought in is locked, and as much again.
    let power = cash + units * quoted - abs(units * quoted)
    guard power > abs(base) * 1e-9 else { return }
    var amount = min(asked, power / cost)
    if run.settings.units == .whole { amount.round(.down) }
    guard amount > 0 else { return }
    bought += 1
    let value = side * amount * price
    cash -= value + abs(value) * run.settings.commission
    positions.append(
      Position(
        side: side, units: amount, entryPrice: price, stop: fraction(strategy.stop).map { price * (1 - side * $0) },
        target: fraction(strategy.target).map { price * (1 + side * $0) }, trail: fraction(strategy.trail),
        best: price, firstBar: firstBar, closesAtEntry: closes))
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
      if case .column(let column) = condition { column[bar] == 1 } else { false }
    }
    let held = positions.first?.side
    var leaves = false
    if let waiting,
      run.strategy.exits.contains(where: { rule in
        (rule.side.map { ($0 == .long ? 1.0 : -1.0) == waiting.side } ?? true) && holds(rule.condition)
      })
    {
      self.waiting = nil
    }
    var sides = Set(run.strategy.entries.filter { holds($0.condition) }.map { $0.side == .long ? 1.0 : -1.0 })
    if let held, let first = positions.first {
      leaves = run.strategy.exits.contains { rule in
        (rule.side.map { ($0 == .long ? 1.0 : -1.0) == held } ?? true) && holds(rule.condition)
      }
      if let limit = run.strategy.exitAfterBars, closes - first.closesAtEntry >= limit { leaves = true }
      if leaves { sides.remove(held) }
      if leaves, waiting?.side == held { waiting = nil }
    }
    // A long and a short entry together are neither, also where one of them could not be filled.
    var enters = sides.count == 1 ? sides.first : nil
    if enters == held, positions.count >= run.strategy.maximumEntries { enters = nil }
    if let side = enters {
      waiting = nil
      let rule = run.strategy.entries.first { ($0.side == .long ? 1.0 : -1.0) == side && holds($0.condition) }
      let order = Order(bar: bar, equity: cash + units * close, leaves: false, enters: side)
      switch rule?.order {
      case .close?: waiting = Waiting(order: order, side: side, kind: .close, price: .nan, barsLeft: .max)
      case .limit(let price, let bars)?, .stop(let price, let bars)?:
        let kind = rule?.order ?? .market
        waiting = Waiting(order: order, side: side, kind: kind, price: value(price, bar), barsLeft: bars)
      default: break
      }
      if waiting != nil { enters = nil }
    }
    if leaves || enters != nil {
      order = Order(bar: bar, equity: cash + units * close, leaves: leaves, enters: enters)
    }
  }
}
