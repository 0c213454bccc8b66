import Calendar

/// The reason for which scores cannot be joined.
public enum ConfidenceError: Error, Sendable, Hashable {
  /// A weight is negative or not finite.
  case weight(ScoreKind, Double)
  /// The weights of the scores that are known have no sum above zero.
  case noWeight(known: [ScoreKind])
  /// A score is not from 0 to 1.
  case score(ScoreKind, Double)
  /// None of the three scores is known.
  case noScores
  /// A threshold of drift is outside of ``Drift/thresholds``.
  case threshold(Double)
  /// The score of a timeframe is not from -1 to 1.
  case timeframeScore(Timeframe, Double)
  /// An accuracy or a confidence of a timeframe is not from 0 to 1.
  case timeframeConfidence(Timeframe, Double)
  /// Two scores have one timeframe.
  case repeatedTimeframe(Timeframe)
}

extension ConfidenceError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .weight(let kind, let value):
      "The weight of \(kind.name) is \(value), but must be a finite number from 0 up."
    case .noWeight(let known):
      "The weights of \(known.map(\.name).joined(separator: ", ")) have the sum 0, but must have one above 0."
    case .score(let kind, let value):
      "The \(kind.name) score is \(value), but must be from 0 to 1."
    case .noScores:
      "None of the scores \(ScoreKind.allCases.map(\.name).joined(separator: ", ")) is known."
    case .threshold(let value):
      "The threshold of drift is \(value), but must be from \(Drift.thresholds.lowerBound) to "
        + "\(Drift.thresholds.upperBound)."
    case .timeframeScore(let timeframe, let value):
      "The score of \(timeframe) is \(value), but must be from -1 to 1."
    case .timeframeConfidence(let timeframe, let value):
      "The confidence of \(timeframe) is \(value), but must be from 0 to 1."
    case .repeatedTimeframe(let timeframe):
      "The timeframe \(timeframe) has two scores, but may have one."
    }
  }
}
