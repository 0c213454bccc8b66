import Calendar

/// Units that were bought, or sold short, together, as far as they are still held.
public struct Lot: Sendable, Hashable {
  /// The entry that opened it, by its number in the account.
  public var entry: Int
  /// The symbol.
  public var symbol: String
  /// The moment of the purchase, also after a transfer or an exchange.
  public var opened: Timestamp
  /// True if only the day is known.
  public var isDay: Bool
  /// The units; below zero for a short lot.
  public var size: Quantity
  /// The money paid for them with its fees; below zero for a short lot, which brought it in.
  public var cost: Money
  /// The fees within the cost.
  public var fee = Money.zero
  /// The place of that entry in the order of booking, over all accounts.
  public var sequence = 0
  private var plan = Boxed<Plan>.none

  /// What was meant to be done with a lot.
  private struct Plan: Sendable, Hashable {
    var strategy: String?
    var stop: Money?
    var goal: Money?
  }

  /// The strategy that it follows.
  public var strategy: String? { plan.value?.strategy }
  /// The price that ends it with a loss; a split scales it.
  public var stop: Money? { plan.value?.stop }
  /// The price that ends it with a gain.
  public var goal: Money? { plan.value?.goal }

  /// The lot that an entry opens.
  init(_ entry: Entry, _ symbol: String, size: Quantity, cost: Money) {
    (self.entry, self.symbol, opened, isDay) = (entry.id, symbol, entry.time, entry.isDay)
    (self.size, self.cost, fee, sequence) = (size, cost, entry.fee, entry.sequence)
    if entry.strategy != nil || entry.stop != nil || entry.goal != nil {
      plan = .some(Plan(strategy: entry.strategy, stop: entry.stop, goal: entry.goal))
    }
  }

  /// Changes the units, and with them the prices that end the lot.
  fileprivate mutating func rescale(to other: Quantity) {
    if var own = plan.value {
      own.stop = own.stop?.scaled(by: size.units, over: other.units)
      own.goal = own.goal?.scaled(by: size.units, over: other.units)
      plan = .some(own)
    }
    size = other
  }

  /// The cost of one unit; zero without units.
  public var price: Money { cost.divided(by: size) ?? .zero }

  /// Takes units off, with their part of the cost; the rest keeps what rounding leaves.
  ///
  /// - Parameter units: of the lot's sign, at most its size.
  mutating func take(_ units: Quantity) -> Lot {
    var part = self
    part.size = units
    if units != size {
      part.cost = cost.scaled(by: units.units, over: size.units) ?? .zero
      part.fee = fee.scaled(by: units.units, over: size.units) ?? .zero
    }
    size -= units
    cost -= part.cost
    fee -= part.fee
    return part
  }
}

/// The lots of one symbol in the order of opening; all have one sign.
struct LotQueue: Sendable {
  private(set) var lots: [Lot] = []
  private var first = 0
  private(set) var size = Quantity.zero

  /// The lots that are still held.
  var held: ArraySlice<Lot> { lots[first...] }

  /// Adds a lot; one that was opened earlier, as a transferred one, comes before later ones.
  mutating func add(_ lot: Lot) {
    size += lot.size
    var place = lots.count
    while place > first, lots[place - 1].opened > lot.opened { place -= 1 }
    if place == lots.count { lots.append(lot) } else { lots.insert(lot, at: place) }
  }

  /// Takes units of the queue's sign, at most its size, in an order.
  mutating func take(_ units: Quantity, _ order: LotOrder) -> [Lot] {
    var rest = units
    var parts: [Lot] = []
    size -= units
    while rest != .zero, first < lots.count {
      let place = next(order)
      let part = lots[place].size.magnitude <= rest.magnitude ? lots[place].size : rest
      parts.append(lots[place].take(part))
      rest -= part
      if lots[place].size == .zero {
        if place == first { first += 1 } else { lots.remove(at: place) }
      }
    }
    // What was taken is left behind until it is the larger part.
    if first > 64, first * 2 > lots.count {
      lots.removeFirst(first)
      first = 0
    }
    return parts
  }

  private func next(_ order: LotOrder) -> Int {
    switch order {
    case .fifo: return first
    case .lifo: return lots.count - 1
    case .hifo:
      var best = first
      var dearest = lots[first].price
      for place in (first + 1)..<max(lots.count, first + 1) where lots[place].price > dearest {
        (best, dearest) = (place, lots[place].price)
      }
      return best
    }
  }

  /// Takes all lots.
  mutating func takeAll() -> [Lot] {
    defer { self = LotQueue() }
    return Array(held)
  }

  /// Changes the sizes so that they sum up to another one; the last lot keeps what rounding leaves.
  ///
  /// - Returns: false, with nothing changed, if a size goes beyond the limit.
  mutating func rescale(to total: Quantity) -> Bool {
    var scaled: [Quantity] = []
    var rest = total
    for lot in held.dropLast() {
      guard let part = lot.size.scaled(by: total.units, over: size.units) else { return false }
      scaled.append(part)
      rest -= part
    }
    guard rest.isInRange, !held.isEmpty else { return false }
    for (place, part) in (scaled + [rest]).enumerated() { lots[first + place].rescale(to: part) }
    size = total
    return true
  }
}
