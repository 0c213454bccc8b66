/// A clause that only a portfolio has.
public enum PortfolioClause: Hashable, Sendable {
  /// `on SPY, AAPL`: symbols and universes.
  case on([Word])
  /// `long when C`: the symbols that may be bought.
  case candidates(when: Expression)
  /// `short when C`: the symbols that may be sold short.
  case shorts(when: Expression)
  /// `rank by E desc`: the best first.
  case rank(by: Expression, descends: Bool)
  /// `hold 5`: the most symbols held.
  case hold(Expression)
  /// `weight E`: shares of their sum.
  case weight(Expression)
  /// `limit 20%`: the most of the equity that one symbol gets.
  case limit(Expression)
  /// `group by sector hold 2 limit 40%`: the bounds of symbols with the same word in a column of the universe's file.
  case group(by: Word, hold: Expression?, limit: Expression?)
  /// `rebalance monthly`.
  case rebalance(RebalancePeriod)
  /// `cash SHV`: the symbol that receives the weight not allocated to the others.
  case cash(Word)
}

/// The periods at whose ends a portfolio decides.
public enum RebalancePeriod: String, Hashable, Sendable, CaseIterable {
  case daily, weekly, monthly, quarterly, yearly
}

extension PortfolioClause: CustomStringConvertible {
  /// The clause as written.
  public var description: String {
    switch self {
    case .on(let words): "on \(words.map(\.description).joined(separator: ", "))"
    case .candidates(let condition): "long when \(condition)"
    case .shorts(let condition): "short when \(condition)"
    case .rank(let value, let descends): "rank by \(value) \(descends ? "desc" : "asc")"
    case .hold(let count): "hold \(StrategyClause.operand(count))"
    case .weight(let value): "weight \(StrategyClause.operand(value))"
    case .limit(let share): "limit \(StrategyClause.operand(share))"
    case .group(let column, let hold, let limit):
      "group by \(column)" + (hold.map { " hold \(StrategyClause.operand($0))" } ?? "")
        + (limit.map { " limit \(StrategyClause.operand($0))" } ?? "")
    case .rebalance(let period): "rebalance \(period.rawValue)"
    case .cash(let word): "cash \(word)"
    }
  }

  /// The word that it begins with.
  var word: String {
    switch self {
    case .on: "on"
    case .candidates: "long when"
    case .shorts: "short when"
    case .rank: "rank"
    case .hold: "hold"
    case .weight: "weight"
    case .limit: "limit"
    case .group: "group"
    case .rebalance: "rebalance"
    case .cash: "cash"
    }
  }

  /// Its expressions.
  public var expressions: [Expression] {
    switch self {
    case .on, .rebalance, .cash: []
    case .group(_, let hold, let limit): [hold, limit].compactMap { $0 }
    case .candidates(let value), .shorts(let value), .rank(let value, _), .hold(let value), .weight(let value),
      .limit(let value):
      [value]
    }
  }
}
