import Calendar

/// The accuracies of runs at several times, of which the late ones make a score.
public struct DatedScores: Sendable, Hashable {
  /// An accuracy with the time of its run.
  public struct Score: Sendable, Hashable {
    /// The time of the run.
    public var time: Timestamp
    /// The accuracy, 0 to 1; nil where the run has none.
    public var accuracy: Double?

    /// Makes a score.
    public init(time: Timestamp, accuracy: Double?) { (self.time, self.accuracy) = (time, accuracy) }
  }

  /// The days of backtests that count.
  public static let backtestDays = 90
  /// The days of walk-forwards that count: 13 weeks.
  public static let walkforwardDays = 91

  /// The scores, in any order.
  public var scores: [Score]

  /// Makes a list of scores.
  public init(_ scores: [Score]) { self.scores = scores }

  /// The mean accuracy of the runs within so many days up to a time, both ends included; nil where there is none.
  public func mean(days: Int, until end: Timestamp) -> Double? {
    let start = end.adding(days: -days)
    var (sum, count) = (0.0, 0)
    for score in scores where score.time >= start && score.time <= end {
      guard let accuracy = score.accuracy, accuracy.isFinite else { continue }
      sum += accuracy
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }
}
