import Backtesting
import Columns

// The way of the price inside a bar, from mark to mark.
extension PlainSimulator {
  /// Moves from mark to mark along the four prices of a bar, and fills at each the orders due there.
  mutating func path(_ bar: Int, _ open: Double, _ high: Double, _ low: Double, _ close: Double) {
    _ = act(bar, at: open, isOpen: true)
    while act(bar, at: open, isOpen: true) {}
    var price = open
    for end in (high - open < open - low ? [high, low, close] : [low, high, close]) {
      var isMoving = true
      while isMoving {
        isMoving = false
        var marks = positions.compactMap(\.target) + positions.compactMap { stopLevel($0) }
        if rests.isEmpty { marks += waiting.filter { $0.barsLeft < .max }.map(\.price) }
        marks = marks.filter { ($0 - price) * ($0 - end) <= 0 }.sorted { abs($0 - price) < abs($1 - price) }
        for mark in marks where act(bar, at: mark) {
          (price, isMoving) = (mark, true)
          break
        }
      }
      price = end
    }
    passBar()
  }

  /// Counts a bar of the orders that wait for a price.
  mutating func passBar() {
    for place in waiting.indices where waiting[place].barsLeft < .max { waiting[place].barsLeft -= 1 }
    waiting.removeAll { $0.barsLeft == 0 }
  }

  /// The stop or trail of a position that works inside a bar.
  func stopLevel(_ position: Position) -> Double? {
    let side = position.side
    var levels = [position.stopsAtClose ? nil : position.stop, position.trailPrice].compactMap(\.self)
    if let trail = position.trail { levels.append(position.best * (1 - side * trail)) }
    return side > 0 ? levels.max() : levels.min()
  }

  /// Does the first thing that is due at a price: a stop, a target, then an entry; false if nothing is.
  mutating func act(_ bar: Int, at price: Double, isOpen: Bool = false) -> Bool {
    for (place, position) in positions.enumerated() where position.firstBar <= bar {
      guard let stop = stopLevel(position), position.side * price <= position.side * stop else { continue }
      leave(place, at: price * (1 - position.side * run.settings.slippage.rate), "stop")
      return true
    }
    for (place, position) in positions.enumerated() where position.firstBar <= bar {
      guard let target = position.target, position.side * price >= position.side * target else { continue }
      leave(place, at: price, "target", share: run.strategy.targetShare ?? 1)
      if run.strategy.targetShare != nil { positions[place].target = nil }
      return true
    }
    guard !isOpen, rests.isEmpty else { return false }
    let due = waiting.first { order in
      order.barsLeft < .max && ((order.side > 0) == order.isLimit ? price <= order.price : price >= order.price)
    }
    guard let due else { return false }
    buy(due, at: price, bar: bar, firstBar: bar, isInside: true)
    return true
  }
}
