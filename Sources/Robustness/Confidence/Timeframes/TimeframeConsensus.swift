import Calendar

/// The direction that timeframes agree on, by the weight of each in their hierarchy.
///
/// B, S and Z are the sums of the weights of bullish, bearish and neutral timeframes. B = S is a conflict without a
/// direction (so are timeframes that are all neutral); |B - S| / (B + S + Z) below 0.15 is a conflict with the
/// direction of the larger sum; else that direction holds. A timeframe without data is left out; it is not a neutral
/// one, which would reduce the margin.
public struct TimeframeConsensus: Sendable, Hashable {
  /// The reason that the consensus came out as it did.
  public enum Finding: String, Sendable, Hashable, CaseIterable {
    /// There is no score.
    case unknown
    /// Bullish and bearish timeframes have equal weights.
    case tie
    /// One side has a little more weight than the other.
    case narrow
    /// One side has clearly more weight.
    case clear

    /// The meaning in a few words.
    public var meaning: String {
      switch self {
      case .unknown: "no timeframe has a score"
      case .tie: "bullish and bearish timeframes have equal weight"
      case .narrow: "ahead by less than 15% of the weights, which counts as a conflict"
      case .clear: "one direction clearly outweighs the other"
      }
    }
  }

  /// The least margin of a consensus without conflict.
  public static let clearMargin = Double(clearPercent) / 100

  private static let clearPercent = 15

  /// The scores, in the order given.
  public let scores: [TimeframeScore]
  /// The reason for this consensus.
  public let finding: Finding
  /// The direction; nil if there is no score.
  public let direction: Direction?

  private let percents: [Direction: Int]

  /// Joins scores of different timeframes, each from -1 to 1.
  public init(_ scores: [TimeframeScore]) throws(ConfidenceError) {
    var seen: Set<Int64> = []
    for score in scores {
      guard (-1...1).contains(score.score) else { throw .timeframeScore(score.timeframe, score.score) }
      guard seen.insert(score.timeframe.nominalMilliseconds).inserted else { throw .repeatedTimeframe(score.timeframe) }
    }
    self.scores = scores
    var percents: [Direction: Int] = [:]
    for score in scores { percents[score.direction, default: 0] += score.percent }
    self.percents = percents
    let (bullish, bearish) = (percents[.bullish] ?? 0, percents[.bearish] ?? 0)
    let total = percents.values.reduce(0, +)
    if total == 0 {
      (finding, direction) = (.unknown, nil)
    } else if bullish == bearish {
      (finding, direction) = (.tie, .neutral)
    } else {
      // Whole percents on both sides: a margin of exactly 0.15 is clear.
      finding = abs(bullish - bearish) * 100 < total * Self.clearPercent ? .narrow : .clear
      direction = bullish > bearish ? .bullish : .bearish
    }
  }

  /// True if the timeframes contradict each other.
  public var isConflicted: Bool { finding == .tie || finding == .narrow }

  /// The sum of the weights of the timeframes with a direction.
  public func weight(of direction: Direction) -> Double { Double(percents[direction] ?? 0) / 100 }

  /// The timeframes with a direction, in the order given.
  public func timeframes(_ direction: Direction) -> [Timeframe] {
    scores.filter { $0.direction == direction }.map(\.timeframe)
  }

  /// The margin |B - S| / (B + S + Z), from 0 to 1; nil if there is no score.
  public var margin: Double? {
    let total = percents.values.reduce(0, +)
    guard total > 0 else { return nil }
    return Double(abs((percents[.bullish] ?? 0) - (percents[.bearish] ?? 0))) / Double(total)
  }
}
