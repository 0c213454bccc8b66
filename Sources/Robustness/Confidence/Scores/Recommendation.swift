/// The advice that goes with a confidence.
public enum Recommendation: String, Sendable, Hashable, CaseIterable {
  /// From 0.75 on.
  case high
  /// From 0.60 on.
  case moderate
  /// From 0.45 on.
  case low
  /// From 0.30 on.
  case veryLow = "very low"
  /// Below 0.30.
  case avoid

  /// The advice for a confidence of 0 to 1.
  public init(confidence: Double) {
    self = Self.allCases.first { confidence.withoutNoise >= $0.limit } ?? .avoid
  }

  /// The word that is shown: `very low`.
  public var name: String { rawValue }

  /// The least confidence that has this advice.
  public var limit: Double {
    switch self {
    case .high: 0.75
    case .moderate: 0.60
    case .low: 0.45
    case .veryLow: 0.30
    case .avoid: 0
    }
  }

  /// The meaning in a few words.
  public var meaning: String {
    switch self {
    case .high: "a strong signal"
    case .moderate: "trade with normal risk"
    case .low: "trade a reduced size"
    case .veryLow: "trade with tight stops, or not at all"
    case .avoid: "do not trade"
    }
  }
}
