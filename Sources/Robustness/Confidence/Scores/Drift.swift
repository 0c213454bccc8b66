/// The distance of live results from those of the backtest, absolute or relative.
public enum Drift {
  /// The thresholds that an absolute drift may have.
  public static let thresholds = 0.05...0.50
  /// The threshold if none is given.
  public static let usualThreshold = 0.15
}

extension Drift {
  /// A drift in points of accuracy: |live - backtest| above a threshold.
  ///
  /// A difference of the threshold itself is not a drift. If a score is missing there is nothing to compare.
  public struct Absolute: Sendable, Hashable {
    /// The threshold.
    public let threshold: Double
    /// The difference, |live - backtest|; nil if a score is missing.
    public let difference: Double?

    /// Compares the scores of a set.
    public init(_ scores: ScoreSet, threshold: Double = Drift.usualThreshold) throws(ConfidenceError) {
      guard Drift.thresholds.contains(threshold) else { throw .threshold(threshold) }
      self.threshold = threshold
      guard let live = scores.live, let backtest = scores.backtest else {
        difference = nil
        return
      }
      difference = abs(live - backtest)
    }

    /// True if the difference is above the threshold.
    public var isFlagged: Bool { difference.map { $0.withoutNoise > threshold.withoutNoise } ?? false }
  }
}
