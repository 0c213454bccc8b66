/// The plain confidence: the weighted mean of the scores, with an absolute drift and three signals.
///
/// Drift and signals are shown, and change nothing of it; ``UnifiedConfidence`` is the one that they change.
public struct WeightedConfidence: Sendable, Hashable {
  /// The scores.
  public let scores: ScoreSet
  /// The weights that were used: the sum is 1, and a missing score has 0.
  public let weights: ScoreWeights
  /// The confidence, 0 to 1.
  public let value: Double
  /// The drift of live results from the backtest, in points of accuracy.
  public let drift: Drift.Absolute
  /// The signals of the timeframes.
  public let signals: TimeframeConsensus.Signals
  /// The direction that the signals have by the method; nil if those that it needs are missing.
  public let direction: Direction?

  /// Computes the mean of the scores that are known, whose weights are brought to the sum 1.
  public init(
    _ scores: ScoreSet, weights: ScoreWeights = ScoreWeights(), threshold: Double = Drift.usualThreshold,
    signals: TimeframeConsensus.Signals = TimeframeConsensus.Signals(),
    method: TimeframeConsensus.Signals.Method = .duration
  ) throws(ConfidenceError) {
    try scores.validate()
    (self.scores, self.signals) = (scores, signals)
    self.weights = try weights.normalised(over: scores.known)
    value = min(1, max(0, self.weights.mean(of: scores)))
    drift = try Drift.Absolute(scores, threshold: threshold)
    direction = signals.direction(by: method, live: scores.live)
  }

  /// The scores that were missing, and whose weights went to the others.
  public var missing: [ScoreKind] { scores.missing }

  /// The colour on a scale.
  public func colour(_ scale: StatusScale = .three) -> StatusColour { scale.colour(of: value) }
}
