import Backtesting
import Evaluation
import Language
import Reports
import Sessions

/// The figures of a combination of a sweep, by the keys of its JSON.
enum SweepFrame {
  package static let columns =
    SweepRow.figures + [
      Field("sharpe", isDerived: true) { $0.sharpeRatio },
      Field("sortino", isDerived: true) { $0.sortinoRatio },
      Field("calmar", isDerived: true) { $0.calmarRatio },
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
