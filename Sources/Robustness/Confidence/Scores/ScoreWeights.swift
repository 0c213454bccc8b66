/// The weights that scores are joined with: 0.40 for the backtest, 0.35 for the walk-forward, 0.25 for live signals.
///
/// They may have any sum above zero, and are brought to the sum 1 if they are used.
public struct ScoreWeights: Sendable, Hashable {
  /// The weight of the backtest.
  public var backtest: Double
  /// The weight of the walk-forward.
  public var walkforward: Double
  /// The weight of live signals.
  public var live: Double

  /// Makes weights, which ``validate()`` checks.
  public init(backtest: Double = 0.40, walkforward: Double = 0.35, live: Double = 0.25) {
    (self.backtest, self.walkforward, self.live) = (backtest, walkforward, live)
  }

  /// The weight of a test.
  public subscript(kind: ScoreKind) -> Double {
    switch kind {
    case .backtest: backtest
    case .walkforward: walkforward
    case .live: live
    }
  }

  /// Refuses weights that are negative or not finite, and weights without a sum above zero.
  public func validate() throws(ConfidenceError) {
    for kind in ScoreKind.allCases where !(self[kind] >= 0 && self[kind].isFinite) { throw .weight(kind, self[kind]) }
    // Weights near the largest double have no sum.
    let sum = backtest + walkforward + live
    guard sum > 0, sum.isFinite else { throw .noWeight(known: ScoreKind.allCases) }
  }

  /// The weights with the sum 1.
  public var normalised: ScoreWeights {
    get throws(ConfidenceError) { try normalised(over: ScoreKind.allCases) }
  }

  /// The weights with the sum 1 over some of the tests, 0 for the others.
  public func normalised(over kinds: [ScoreKind]) throws(ConfidenceError) -> ScoreWeights {
    try validate()
    func weight(_ kind: ScoreKind) -> Double { kinds.contains(kind) ? self[kind] : 0 }
    let sum = weight(.backtest) + weight(.walkforward) + weight(.live)
    guard sum > 0 else { throw .noWeight(known: kinds) }
    return ScoreWeights(
      backtest: weight(.backtest) / sum, walkforward: weight(.walkforward) / sum, live: weight(.live) / sum)
  }

  /// The weighted mean of the scores that are known, by weights that were normalised over them.
  func mean(of scores: ScoreSet) -> Double {
    backtest * (scores.backtest ?? 0) + walkforward * (scores.walkforward ?? 0) + live * (scores.live ?? 0)
  }
}
