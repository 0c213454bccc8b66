import Backtesting
import Evaluation
import Language
import Statements

/// The figures of a combination of a sweep, by the keys of its JSON.
enum SweepFrame {
  package static let columns: [ListColumn<SweepRow>] = [
    ListColumn("total_return", .rate) { $0.totalReturn }, ListColumn("cagr", .rate) { $0.cagr },
    ListColumn("volatility", .rate) { $0.volatility }, ListColumn("sharpe_ratio") { $0.sharpeRatio },
    ListColumn("sortino_ratio") { $0.sortinoRatio }, ListColumn("calmar_ratio") { $0.calmarRatio },
    ListColumn("max_drawdown", .rate) { $0.maxDrawdown }, ListColumn("trades") { Double($0.trades) },
    ListColumn("win_rate", .rate) { $0.winRate }, ListColumn("profit_factor") { $0.profitFactor },
    ListColumn("exposure", .rate) { $0.exposure },
    ListColumn("sharpe", isDerived: true) { $0.sharpeRatio },
    ListColumn("sortino", isDerived: true) { $0.sortinoRatio },
    ListColumn("calmar", isDerived: true) { $0.calmarRatio },
  ]

  /// The names of the figures, and the years of the bars examined.
  package static let names = columns.map(\.name) + ["years"]
}

extension Expression {
  /// The conditions that are joined by `and`; the expression itself if there is only one.
  var conjuncts: [Expression] {
    guard case .binary(.and, let left, let right, _) = self else { return [self] }
    return left.conjuncts + right.conjuncts
  }

  /// The conditions joined by `and` that are kept; nil if none is.
  package func keeping(_ isKept: (Expression) -> Bool) -> Expression? {
    let parts = conjuncts.filter(isKept)
    return parts.dropFirst().reduce(parts.first) { left, right in
      left.map { .binary(.and, $0, right, operatorSpan: right.span) }
    }
  }
}
