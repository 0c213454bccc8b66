import Calendar

/// All lots of a symbol together.
public struct Position: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The units; below zero if they are short.
  public var size: Quantity
  /// The cost with its fees; below zero if they are short.
  public var cost: Money
  /// The moment of the first lot's opening.
  public var opened: Timestamp
  /// The strategy of the newest lot that has one.
  public var strategy: String?
  /// The price that ends it with a loss, of the newest lot that has one.
  public var stop: Money?
  /// The price that ends it with a gain, of the newest lot that has one.
  public var goal: Money?

  /// The mean cost of a unit.
  public var entry: Money { cost.divided(by: size) ?? .zero }
}

extension Replay.State {
  /// The positions by symbol.
  public var positions: [Position] {
    var all: [Position] = []
    for lot in lots {
      if let last = all.indices.last, all[last].symbol == lot.symbol {
        all[last].size += lot.size
        all[last].cost += lot.cost
        all[last].opened = min(all[last].opened, lot.opened)
        all[last].strategy = lot.strategy ?? all[last].strategy
        all[last].stop = lot.stop ?? all[last].stop
        all[last].goal = lot.goal ?? all[last].goal
      } else {
        all.append(
          Position(
            symbol: lot.symbol, size: lot.size, cost: lot.cost, opened: lot.opened, strategy: lot.strategy,
            stop: lot.stop, goal: lot.goal))
      }
    }
    return all
  }
}

/// The prices at which a position is to be closed, as they were set at some time.
public struct PositionLevels: Sendable, Hashable {
  /// The price that ends it with a loss.
  public var stop: Money?
  /// The price that ends it with a gain.
  public var goal: Money?
  /// The last entry before they were set, by its place in the order of booking.
  public var after: Int

  /// Makes levels.
  public init(stop: Money?, goal: Money?, after: Int) { (self.stop, self.goal, self.after) = (stop, goal, after) }
}

extension Books {
  /// The positions of an account, with the levels that were set later than those of their entries.
  ///
  /// Levels are those of a position: they end with it, a later purchase with levels takes their place, and splits scale
  /// them.
  public func positions(of name: String, _ set: [String: PositionLevels]) -> [Position] {
    guard let state = state(name) else { return [] }
    return state.positions.map { position in
      guard var levels = set[position.symbol] else { return position }
      let lots = state.lots(of: position.symbol)
      guard lots.contains(where: { $0.sequence <= levels.after }),
        !lots.contains(where: { $0.sequence > levels.after && ($0.stop != nil || $0.goal != nil) })
      else { return position }
      for line in lines(of: name)
      where line.entry.type == .split && line.entry.sequence > levels.after && !line.isVoid
        && line.entry.symbol == position.symbol && line.entry.ratio.old != 0
      {
        let (new, old) = (Int128(line.entry.ratio.new), Int128(line.entry.ratio.old))
        levels.stop = levels.stop?.scaled(by: old, over: new)
        levels.goal = levels.goal?.scaled(by: old, over: new)
      }
      var own = position
      (own.stop, own.goal) = (levels.stop, levels.goal)
      return own
    }
  }
}
