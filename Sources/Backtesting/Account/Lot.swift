/// One open entry: its cost, and its stop, target and trail.
///
/// Levels are kept times the sign of the side, so that one comparison serves both: the stop is below the price and the
/// target above. A level that is not set lies at infinity, if no price reaches it.
package struct Lot {
  var side: Side
  var units: Double
  var entryIndex: Int
  var entryPrice: Double
  var commission: Double
  var rule: Int
  var isCapped: Bool
  /// The number of closes that the run had seen at the fill.
  var closesAtFill: Int
  /// The first bar whose high and low belong to the trade.
  var firstLiveIndex: Int
  var signedStop = -Double.infinity
  var signedTarget = Double.infinity
  /// The best price since the fill, the fill included.
  var signedBest: Double
  /// The stop that closes alone reach.
  var signedCloseStop = -Double.infinity
  /// The price of a trail that has one.
  var signedTrail = -Double.infinity
  /// True if a close has reached the stop, until the order fills.
  var isStoppedAtClose = false
  var trailFraction = 0.0
  var trailDistance = Double.infinity
  /// True if a bar reached its price after the open, so that its extremes may be from before the fill.
  var isFilledInside = false
  /// The price of the fill before slippage, before any split.
  var quoted = Double.nan
  /// The worth of a unit for each 1 of its price.
  var multiplier = 1.0
  /// The units and the price of the fill, before any split.
  private(set) var filledUnits: Double
  private(set) var filledPrice: Double
  /// The units now for each one at the fill.
  var splitRatio = 1.0
  /// The dividends got, or paid as a negative number.
  var dividends = 0.0

  /// A filled entry.
  package init(
    side: Side, units: Double, entryIndex: Int, entryPrice: Double, commission: Double, rule: Int, isCapped: Bool,
    closesAtFill: Int, firstLiveIndex: Int
  ) {
    self.side = side
    self.units = units
    self.entryIndex = entryIndex
    self.entryPrice = entryPrice
    self.commission = commission
    self.rule = rule
    self.isCapped = isCapped
    self.closesAtFill = closesAtFill
    self.firstLiveIndex = firstLiveIndex
    signedBest = side.sign * entryPrice
    filledUnits = units
    filledPrice = entryPrice
  }

  /// True if the volume of the bar was too little for the size requested.
  var isCutToVolume = false
  /// The number of the entry among all that filled.
  var number = 0
  /// The units that resizing has bought and sold; nil if nothing was resized.
  private(set) var resized: ResizedUnits?

  /// Splits off some units as a separate lot, with their part of the commission and the dividends.
  mutating func take(units part: Double) -> Lot {
    let share = part / units
    var taken = self
    taken.units = part
    taken.filledUnits = filledUnits * share
    taken.commission = commission * share
    taken.dividends = dividends * share
    taken.resized = resized?.take(share)
    units -= part
    filledUnits -= taken.filledUnits
    commission -= taken.commission
    dividends -= taken.dividends
    return taken
  }

  /// Adds units that were bought later: the price of all that is held is their mean then.
  mutating func grow(by more: Double, at price: Double, fee: Double, index: Int) {
    var now = resized ?? ResizedUnits(bought: filledUnits, spent: filledUnits * filledPrice)
    let fillUnits = more / splitRatio
    now.bought += fillUnits
    now.spent += more * price
    now.fills.append(LaterFill(index: index, units: fillUnits, price: price, splitRatio: splitRatio))
    resized = now
    filledPrice = (filledUnits * filledPrice + more * price) / (filledUnits + fillUnits)
    filledUnits += fillUnits
    entryPrice = (units * entryPrice + more * price) / (units + more)
    units += more
    commission += fee
  }

  /// Sells some of the units while the rest is held; the trade has their gain when it ends.
  ///
  /// - Parameters:
  ///   - exitQuote: the price before slippage, if the units are a part of the exit of all; nil for a resize.
  ///   - isPayout: true for the part of a unit that a split left and that is paid out.
  mutating func shrink(
    by less: Double, at price: Double, fee: Double, index: Int, exitQuote: Double? = nil, isPayout: Bool = false
  ) {
    var now = resized ?? ResizedUnits(bought: filledUnits, spent: filledUnits * filledPrice)
    now.sold += less / splitRatio
    now.received += less * price
    now.gain += side.sign * less * multiplier * (price - entryPrice)
    var fill = LaterFill(index: index, units: -less / splitRatio, price: price, splitRatio: splitRatio)
    if let exitQuote { (fill.exitQuote, fill.commission) = (exitQuote, fee) }
    fill.isPayout = isPayout
    now.fills.append(fill)
    resized = now
    filledUnits -= less / splitRatio
    units -= less
    commission += fee
  }

  /// The worth of the units at the fill.
  @inline(__always)
  var entryValue: Double { filledUnits * filledPrice * multiplier }

  /// The gain after costs, were the lot closed at a price.
  @inline(__always)
  func pnl(exitPrice: Double, exitFee: Double) -> Double {
    side.sign * units * multiplier * (exitPrice - entryPrice) + (resized?.gain ?? 0) + dividends - commission - exitFee
  }

  /// The higher of stop and trail on this bar, and which of the two it is.
  @inline(__always)
  var signedExit: (level: Double, reason: ExitReason) {
    let trailing =
      trailDistance < .infinity
      ? signedBest - trailDistance
      : (trailFraction > 0 ? signedBest * (1 - side.sign * trailFraction) : signedTrail)
    return trailing > signedStop ? (trailing, .trail) : (signedStop, .stop)
  }
}

extension Lot: StateRecord {
  static var blank: Lot {
    Lot(
      side: .long, units: 0, entryIndex: 0, entryPrice: 0, commission: 0, rule: 0, isCapped: false, closesAtFill: 0,
      firstLiveIndex: 0)
  }

  /// Levels are times the sign of the side.
  mutating func visit(_ fields: inout StateFields) {
    fields.visit("side", &side)
    fields.visit("units", &units)
    fields.visit("entry_index", &entryIndex)
    fields.visit("entry_price", &entryPrice)
    fields.visit("commission", &commission)
    fields.visit("rule", &rule)
    fields.visit("capped", &isCapped)
    fields.visit("closes_at_fill", &closesAtFill)
    fields.visit("first_live", &firstLiveIndex)
    fields.visit("stop", &signedStop)
    fields.visit("target", &signedTarget)
    fields.visit("best", &signedBest)
    fields.visit("close_stop", &signedCloseStop)
    fields.visit("trail", &signedTrail)
    fields.visit("stopped", &isStoppedAtClose)
    fields.visit("trail_fraction", &trailFraction)
    fields.visit("trail_distance", &trailDistance)
    fields.visit("inside", &isFilledInside)
    fields.visit("quoted", &quoted)
    fields.visit("multiplier", &multiplier)
    fields.visit("filled_units", &filledUnits)
    fields.visit("filled_price", &filledPrice)
    fields.visit("split_ratio", &splitRatio)
    fields.visit("dividends", &dividends)
    fields.visit("cut", &isCutToVolume)
    fields.visit("number", &number)
    fields.visit("resized", &resized)
  }
}

/// The numbers of the levels of an entry, as they are read on its deciding bar.
struct LevelNumbers {
  struct Number {
    var rule: Level.Rule
    var value: Double
  }

  var stop: Number?
  var target: Number?
  var trail: Number?

  /// Reads the numbers, or throws the reason why the entry cannot have them.
  init(_ levels: EntryLevels, decidedIndex: Int, state: PositionState) throws(LotLevels.LevelProblem) {
    func number(_ level: Level?) throws(LotLevels.LevelProblem) -> Number? {
      guard let level else { return nil }
      let value = level.amount.value(at: decidedIndex, state: state)
      if value.isNaN { throw .missing }
      if level.rule != .price, value <= 0 { throw .notPositive }
      return Number(rule: level.rule, value: value)
    }
    stop = try number(levels.stop)
    target = try number(levels.target)
    guard let trail = levels.trail else { return }
    if trail.rule == .price, case .program(let program) = trail.amount {
      let value = program.value(at: decidedIndex, state: state)
      self.trail = value.isNaN ? nil : Number(rule: .price, value: value)
    } else {
      self.trail = try number(trail)
    }
  }

  /// The numbers of levels that are the same for all entries; nil if one differs, or no entry can have them.
  init?(constantOf levels: EntryLevels) {
    let amounts = [levels.stop, levels.target, levels.trail].compactMap { $0?.amount }
    guard amounts.allSatisfy({ if case .constant = $0 { true } else { false } }),
      let numbers = try? LevelNumbers(levels, decidedIndex: 0, state: PositionState(equity: .nan))
    else { return nil }
    self = numbers
  }
}

/// The levels of a stop, target and trail of an entry, or the reason why the entry cannot have them.
///
/// Prices and distances of the deciding bar are divided by the ratio of a split since.
struct LotLevels {
  var stop: Double?
  var target: Double?
  var trailFraction: Double?
  var trailDistance: Double?
  var trailPrice: Double?

  init(
    _ levels: EntryLevels,
    side: Side,
    price: Double,
    splitRatio: Double = 1,
    decidedIndex: Int,
    state: PositionState
  ) throws(LevelProblem) {
    let numbers = try LevelNumbers(levels, decidedIndex: decidedIndex, state: state)
    self.init(numbers, side: side, price: price, splitRatio: splitRatio)
  }

  /// The levels of an entry that is filled at a price.
  @inline(__always)
  init(_ numbers: LevelNumbers, side: Side, price: Double, splitRatio: Double) {
    @inline(__always)
    func resolve(_ number: LevelNumbers.Number, towards direction: Double) -> Double {
      switch number.rule {
      case .price: number.value / splitRatio
      case .distance: price + direction * number.value / splitRatio
      case .fraction: price * (1 + direction * number.value)
      }
    }
    if let number = numbers.stop { stop = resolve(number, towards: -side.sign) }
    if let number = numbers.target { target = resolve(number, towards: side.sign) }
    guard let trail = numbers.trail else { return }
    switch trail.rule {
    case .fraction: trailFraction = trail.value
    case .distance: trailDistance = trail.value / splitRatio
    case .price: trailPrice = trail.value / splitRatio
    }
  }

  /// The reason why an entry that is filled at a price is refused; nil if it is not.
  ///
  /// The quoted price is already at the stop or the trail, which would close it at once, or the fill is at the target,
  /// which would take no gain.
  @inline(__always)
  func refusal(_ quoted: Double, filledAt price: Double, side: Side) -> Rejection.Reason? {
    if isStopped(quoted, filledAt: price, side: side) { return .beyondStop }
    if let target, side.sign * price >= side.sign * target { return .beyondTarget }
    return nil
  }

  @inline(__always)
  private func isStopped(_ quoted: Double, filledAt price: Double, side: Side) -> Bool {
    let sign = side.sign
    if let stop, sign * quoted <= sign * stop { return true }
    if let trailPrice, sign * quoted <= sign * trailPrice { return true }
    if let trailDistance { return sign * quoted <= sign * price - trailDistance }
    if let trailFraction { return sign * quoted <= sign * price * (1 - sign * trailFraction) }
    return false
  }

  /// Gives a lot the levels.
  func apply(to lot: inout Lot, stopsAtCloses: Bool = false) {
    let sign = lot.side.sign
    if let stop {
      if stopsAtCloses { lot.signedCloseStop = sign * stop } else { lot.signedStop = sign * stop }
    }
    if let trailPrice { lot.signedTrail = sign * trailPrice }
    if let target { lot.signedTarget = sign * target }
    if let trailFraction { lot.trailFraction = trailFraction }
    if let trailDistance { lot.trailDistance = trailDistance }
  }

  enum LevelProblem: Error {
    case missing, notPositive

    var reason: Rejection.Reason { self == .missing ? .levelMissing : .levelNotPositive }
  }
}
