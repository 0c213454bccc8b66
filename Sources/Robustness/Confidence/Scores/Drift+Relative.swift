extension Drift {
  /// The bands of a relative drift, each from its limit on.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Below 0.15.
    case none
    /// From 0.15 on: watched, and no reason to act.
    case minor
    /// From 0.25 on.
    case moderate
    /// From 0.50 on.
    case severe
    /// From 0.75 on.
    case critical

    /// The word that is shown.
    public var name: String { rawValue }

    /// The least drift of the band.
    public var limit: Double {
      switch self {
      case .none: 0
      case .minor: 0.15
      case .moderate: 0.25
      case .severe: 0.50
      case .critical: 0.75
      }
    }

    /// The meaning in a few words.
    public var meaning: String {
      switch self {
      case .none: "live results match the backtest"
      case .minor: "live results differ a little: keep watching"
      case .moderate: "live results differ: look for the cause"
      case .severe: "the backtest hardly holds now"
      case .critical: "the backtest no longer holds: choose new parameters"
      }
    }

    /// True if the left band is the lower one.
    public static func < (left: Severity, right: Severity) -> Bool { left.limit < right.limit }
  }

  /// A drift as a share of the backtest: |backtest - live| / backtest.
  ///
  /// It counts in both directions: a live score far above the backtest does not confirm it either.
  public struct Relative: Sendable, Hashable {
    /// The drift; nil if a score is missing, or the backtest's is 0, so there is no ratio.
    public let magnitude: Double?
    /// The band; `none` if the drift is not known.
    public let severity: Severity

    /// Compares the scores of a set.
    public init(_ scores: ScoreSet) {
      guard let live = scores.live, let backtest = scores.backtest, backtest > 0 else {
        (magnitude, severity) = (nil, .none)
        return
      }
      let drift = abs(backtest - live) / backtest
      magnitude = drift
      severity = Severity.allCases.last { drift.withoutNoise >= $0.limit } ?? .none
    }

    /// True from the band `moderate` on.
    public var isFlagged: Bool { severity >= .moderate }

    /// The meaning in a few words.
    public var meaning: String { magnitude == nil ? "there is nothing to compare" : severity.meaning }
  }
}
