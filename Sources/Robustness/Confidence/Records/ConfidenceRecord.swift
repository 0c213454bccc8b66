import Calendar
import JSON

/// A confidence with all its inputs and intermediate steps, as rows of results store it.
///
/// Names are those of validation services, numbers are not rounded, unknown values are `null`, and times are in
/// milliseconds since the epoch.
public struct ConfidenceRecord: Sendable, Hashable {
  /// The symbol.
  public var symbol: String
  /// The confidence.
  public var confidence: UnifiedConfidence
  /// The decision whether parameters must be chosen again.
  public var retraining: Retraining
  /// The time of the scores.
  public var timestamp: Timestamp

  /// Makes a record; the decision about parameters is made at its time.
  ///
  /// - Parameter lastRetraining: The last time at which parameters were chosen; nil if there was none.
  public init(symbol: String, confidence: UnifiedConfidence, lastRetraining: Timestamp?, timestamp: Timestamp) {
    (self.symbol, self.confidence, self.timestamp) = (symbol, confidence, timestamp)
    retraining = Retraining(drift: confidence.drift.magnitude, last: lastRetraining, now: timestamp)
  }

  /// The record as JSON.
  public var json: JSONValue {
    let (drift, consensus) = (confidence.drift, confidence.consensus)
    return [
      "symbol": .string(symbol),
      "direction": .string(confidence.direction.word),
      "unified_confidence": .number(confidence.value),
      "backtesting_score": .number(confidence.scores.backtest),
      "walkforward_score": .number(confidence.scores.walkforward),
      "live_score": .number(confidence.scores.live),
      "multi_tf_consensus": .object(consensus.scores.map { ($0.timeframe.description, .number($0.score)) }),
      "drift_detected": .bool(drift.isFlagged),
      "drift_magnitude": .number(drift.magnitude),
      "drift_severity": .string(drift.severity.name),
      "drift_explanation": .string(drift.meaning),
      "timeframe_conflict": .bool(consensus.isConflicted),
      "conflict_explanation": .string(consensus.finding.meaning),
      "consensus_direction": .string(consensus.direction?.word ?? "UNKNOWN"),
      "hierarchy_weights": .object(consensus.scores.map { ($0.timeframe.description, .number($0.weight)) }),
      "recommendation": .string(confidence.recommendation.name),
      "retraining_trigger": .bool(retraining.isDue),
      "retraining_reason": .string(retraining.reason.name),
      "next_retraining_date": retraining.next.json,
      "adjustments": .array(
        confidence.steps.rows.compactMap { row in
          guard let factor = row.factor, factor != 1 else { return nil }
          return ["name": .string(row.name), "factor": .number(factor)]
        }),
      "missing": .strings(confidence.missing.map(\.name)),
      "timestamp": timestamp.json,
    ]
  }
}
