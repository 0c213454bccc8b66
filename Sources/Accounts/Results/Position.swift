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
      } else {
        all.append(
          Position(symbol: lot.symbol, size: lot.size, cost: lot.cost, opened: lot.opened, strategy: lot.strategy))
      }
    }
    return all
  }
}
