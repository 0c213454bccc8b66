import Columns
import LibC

extension Strategy {
  /// True if another strategy is this one some bars earlier: the same rules, whose columns begin the columns here, to the
  /// last bit.
  ///
  /// A run on those bars is then the beginning of a run on these, as no bar of a run depends on later ones.
  package func begins(with prefix: Strategy) -> Bool {
    let (own, known) = (withoutColumns, prefix.withoutColumns)
    guard own.strategy == known.strategy, own.columns.count == known.columns.count else { return false }
    if let all = exitAfterTime, let first = prefix.exitAfterTime {
      guard all.filledAtOpen.starts(with: first.filledAtOpen), all.filledAtClose.starts(with: first.filledAtClose)
      else { return false }
    } else if exitAfterTime != nil || prefix.exitAfterTime != nil {
      return false
    }
    var seen: [(Column, Column)] = []
    for pair in zip(own.columns, known.columns)
    where !seen.contains(where: { $0.isSame(as: pair.0) && $1.isSame(as: pair.1) }) {
      guard pair.0.begins(with: pair.1) else { return false }
      seen.append(pair)
    }
    return true
  }

  /// The strategy with empty columns, and its columns in their order; limits of time are left out.
  private var withoutColumns: (strategy: Strategy, columns: [Column]) {
    var columns: [Column] = []
    var strategy = mapColumns { column in
      columns.append(column)
      return Column([])
    }
    strategy.exitAfterTime = nil
    return (strategy, columns)
  }

  /// The same rules, levels and size on other columns, in a fixed order; limits of time stay.
  package func mapColumns(_ body: (Column) -> Column) -> Strategy {
    var strategy = self
    for place in entries.indices {
      strategy.entries[place].condition = entries[place].condition.mapColumns(body)
      strategy.entries[place].order = entries[place].order.mapColumns(body)
    }
    for place in exits.indices { strategy.exits[place].condition = exits[place].condition.mapColumns(body) }
    strategy.stop = stop?.mapColumns(body)
    strategy.target = target?.mapColumns(body)
    strategy.trail = trail?.mapColumns(body)
    strategy.size = size.mapColumns(body)
    strategy.sessionEnds = sessionEnds.map(body)
    strategy.resizes = resizes.map(body)
    return strategy
  }
}

extension Column {
  /// True if the first values are those of another column, to the last bit.
  fileprivate func begins(with other: Column) -> Bool {
    guard other.count <= count else { return false }
    return values.withUnsafeBytes { own in
      other.values.withUnsafeBytes { first in
        guard let own = own.baseAddress, let start = first.baseAddress else { return true }
        return memcmp(own, start, first.count) == 0
      }
    }
  }
}

extension Condition {
  /// The condition on other columns.
  func mapColumns(_ body: (Column) -> Column) -> Condition {
    switch self {
    case .column(let column): .column(body(column))
    case .crossing(let crossing): .crossing(Crossing(of: body(crossing.over), above: body(crossing.under)))
    case .program(let program): .program(PositionProgram(program.expression.mapColumns(body)))
    }
  }
}

extension PositionExpression {
  /// The expression on other columns.
  func mapColumns(_ body: (Column) -> Column) -> PositionExpression {
    switch self {
    case .column(let column): .column(body(column))
    case .constant, .field: self
    case .operation(let operation, let parts): .operation(operation, parts.map { $0.mapColumns(body) })
    }
  }
}

extension Amount {
  fileprivate func mapColumns(_ body: (Column) -> Column) -> Amount {
    switch self {
    case .constant: self
    case .column(let column): .column(body(column))
    case .program(let program): .program(PositionProgram(program.expression.mapColumns(body)))
    }
  }
}

extension Level {
  fileprivate func mapColumns(_ body: (Column) -> Column) -> Level {
    var level = self
    level.amount = amount.mapColumns(body)
    return level
  }
}

extension Size {
  fileprivate func mapColumns(_ body: (Column) -> Column) -> Size {
    switch self {
    case .equityShare(let amount): .equityShare(amount.mapColumns(body))
    case .risk(let amount): .risk(amount.mapColumns(body))
    case .shares(let amount): .shares(amount.mapColumns(body))
    case .money(let amount): .money(amount.mapColumns(body))
    }
  }
}

extension EntryOrder {
  fileprivate func mapColumns(_ body: (Column) -> Column) -> EntryOrder {
    switch self {
    case .market, .close: self
    case .limit(let price, let bars): .limit(price.mapColumns(body), bars: bars)
    case .stop(let price, let bars): .stop(price.mapColumns(body), bars: bars)
    }
  }
}
