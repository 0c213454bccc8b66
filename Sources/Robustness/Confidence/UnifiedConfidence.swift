/// The confidence in a signal: a weighted mean of scores, reduced for drift and conflicts and raised for agreement.
///
/// In this order: the weighted mean of the scores; if the relative drift D is flagged, times 1 - min(0.30, 0.4 D); if
/// timeframes conflict, times 0.85; if they agree with the direction without a conflict, times 1.08; cut to 0...1.
///
/// A missing score is left out, and the other weights are rescaled to sum to 1; ``missing`` lists such scores. Without
/// the live score or the backtest score the drift is unknown, and no reduction is made for it.
///
/// ```swift
/// let confidence = try UnifiedConfidence(
///   ScoreSet(backtest: 0.988, walkforward: 0.78, live: 0.40), direction: .bullish,
///   timeframes: [TimeframeScore(.day, 0.60), TimeframeScore(.week, 0.70)])
/// confidence.value                 // 0.6322
/// confidence.recommendation.name   // moderate
/// ```
public struct UnifiedConfidence: Sendable, Hashable {
  /// The largest share that drift takes away.
  public static let largestPenalty = 0.30
  /// The share that drift takes away, as a multiple of it.
  public static let penaltyOfDrift = 0.4
  /// The factor of a conflict.
  public static let conflictFactor = 0.85
  /// The factor of an agreement with the direction.
  public static let consensusFactor = 1.08

  /// The scores.
  public let scores: ScoreSet
  /// The weights that were used: the sum is 1, and a missing score has 0.
  public let weights: ScoreWeights
  /// The direction of the signal.
  public let direction: Direction
  /// The drift of live results from the backtest.
  public let drift: Drift.Relative
  /// The consensus of timeframes.
  public let consensus: TimeframeConsensus
  /// Every step of the computation.
  public let steps: Steps

  /// Computes the confidence in a signal.
  ///
  /// - Parameters:
  ///   - scores: The scores, at least one of them known.
  ///   - weights: Their weights, of any sum above zero.
  ///   - direction: The direction of the signal.
  ///   - timeframes: The scores of timeframes; empty if there are none, which neither adds nor takes.
  public init(
    _ scores: ScoreSet, weights: ScoreWeights = ScoreWeights(), direction: Direction,
    timeframes: [TimeframeScore] = []
  ) throws(ConfidenceError) {
    try scores.validate()
    let used = try weights.normalised(over: scores.known)
    let consensus = try TimeframeConsensus(timeframes)
    let drift = Drift.Relative(scores)
    (self.scores, self.direction, self.drift, self.consensus) = (scores, direction, drift, consensus)
    self.weights = used
    steps = Steps(mean: used.mean(of: scores), drift: drift, consensus: consensus, direction: direction)
  }

  /// The confidence, 0 to 1.
  public var value: Double { steps.clamped }

  /// The scores that were missing, and whose weights went to the others.
  public var missing: [ScoreKind] { scores.missing }

  /// The advice.
  public var recommendation: Recommendation { Recommendation(confidence: value) }

  /// The colour on a scale.
  public func colour(_ scale: StatusScale = .four) -> StatusColour { scale.colour(of: value) }
}
