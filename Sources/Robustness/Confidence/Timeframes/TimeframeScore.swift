import Calendar

/// The score of a timeframe: from -1, surely down, to 1, surely up.
public struct TimeframeScore: Sendable, Hashable {
  /// The timeframe.
  public var timeframe: Timeframe
  /// The score, -1 to 1.
  public var score: Double

  /// Makes a score.
  public init(_ timeframe: Timeframe, _ score: Double) { (self.timeframe, self.score) = (timeframe, score) }

  /// Makes the score of a signal: its direction times the accuracy of its kind, 0 to 1.
  public init(_ timeframe: Timeframe, _ direction: Direction, accuracy: Double) {
    self.init(timeframe, direction.score * accuracy)
  }

  /// The least amount of a score, not itself included, that is a direction.
  public static let limit = 0.30

  /// The direction: bullish above 0.30, bearish below -0.30, neutral from the one to the other.
  public var direction: Direction {
    if score.withoutNoise > Self.limit { return .bullish }
    return score.withoutNoise < -Self.limit ? .bearish : .neutral
  }

  /// The weight in the hierarchy of timeframes, in percent: longer ones count more, and unknown ones as the shortest.
  ///
  /// Whole numbers, as sums of 0.20, 0.10 and 0.05 are not 0.35 in binary, and equal votes have to be equal.
  var percent: Int {
    switch timeframe.nominalMilliseconds {
    case Timeframe.week.nominalMilliseconds: 35
    case Timeframe.day.nominalMilliseconds: 30
    case Timeframe(4, .hour).nominalMilliseconds: 20
    case Timeframe.hour.nominalMilliseconds: 10
    default: 5
    }
  }

  /// The weight in the hierarchy of timeframes: W1 0.35, D1 0.30, H4 0.20, H1 0.10, M15 and any other 0.05.
  public var weight: Double { Double(percent) / 100 }
}
