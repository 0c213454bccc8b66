extension UnifiedConfidence {
  /// The steps of the computation, in its order.
  public struct Steps: Sendable, Hashable {
    /// The weighted mean of the scores, cut to 0...1.
    public let base: Double
    /// The share that drift takes, 0 to 0.30; 0 if none is flagged.
    public let driftPenalty: Double
    /// The factor of drift: 1 - penalty.
    public let driftFactor: Double
    /// The factor of a conflict of timeframes; 1 if there is none.
    public let conflictFactor: Double
    /// The factor of an agreement of timeframes with the direction; 1 if there is none.
    public let consensusFactor: Double
    /// The product of base and factors, which can be above 1.
    public let product: Double
    /// The product, cut to 0...1: the confidence.
    public let clamped: Double

    init(mean: Double, drift: Drift.Relative, consensus: TimeframeConsensus, direction: Direction) {
      base = min(1, max(0, mean))
      driftPenalty =
        drift.isFlagged ? min(largestPenalty, penaltyOfDrift * (drift.magnitude ?? 0)) : 0
      driftFactor = 1 - driftPenalty
      conflictFactor = consensus.isConflicted ? UnifiedConfidence.conflictFactor : 1
      let agrees = consensus.direction == direction && !consensus.isConflicted
      consensusFactor = agrees ? UnifiedConfidence.consensusFactor : 1
      product = base * driftFactor * conflictFactor * consensusFactor
      clamped = min(1, max(0, product))
    }

    /// The computation as rows: the name of the step, its factor (nil for the first and the last), and the confidence
    /// after it.
    public var rows: [Row] {
      [
        Row(name: "base", factor: nil, value: base),
        Row(name: "drift", factor: driftFactor, value: base * driftFactor),
        Row(name: "conflict", factor: conflictFactor, value: base * driftFactor * conflictFactor),
        Row(name: "consensus", factor: consensusFactor, value: product),
        Row(name: "clamped", factor: nil, value: clamped),
      ]
    }
  }

  /// A step as a page shows it.
  public struct Row: Sendable, Hashable {
    /// The word for the step.
    public let name: String
    /// The factor; nil if the step is not a multiplication.
    public let factor: Double?
    /// The confidence after the step.
    public let value: Double
  }
}
