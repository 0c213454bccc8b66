import Calendar

/// The agreement of signals that each carry a confidence, and the resulting adjustment to a forecast's confidence.
///
/// The direction has the largest sum of weight times confidence; equal largest sums are neutral. With k of n timeframes
/// of that direction the agreement is strong (all, n at least 3; +0.20), moderate (k at least 0.75 n, n at least 3;
/// +0.10), weak (k at least 0.5 n; 0) or conflicted (-0.10).
public struct AlignedConsensus: Sendable, Hashable {
  /// The signal of a timeframe.
  public struct Signal: Sendable, Hashable {
    /// The timeframe.
    public var timeframe: Timeframe
    /// The direction.
    public var direction: Direction
    /// The confidence, 0 to 1.
    public var confidence: Double

    /// Makes a signal.
    public init(_ timeframe: Timeframe, _ direction: Direction, confidence: Double) {
      (self.timeframe, self.direction, self.confidence) = (timeframe, direction, confidence)
    }

    /// The weight: D1 0.40, H4 0.30, H1 0.20, M15 0.10, any other 0.25.
    public var weight: Double {
      switch timeframe.nominalMilliseconds {
      case Timeframe.day.nominalMilliseconds: 0.40
      case Timeframe(4, .hour).nominalMilliseconds: 0.30
      case Timeframe.hour.nominalMilliseconds: 0.20
      case Timeframe(15, .minute).nominalMilliseconds: 0.10
      default: 0.25
      }
    }
  }

  /// The degrees of agreement.
  public enum Strength: String, Sendable, Hashable, CaseIterable {
    case strong, moderate, weak, conflicted

    /// The word that is shown.
    public var name: String { rawValue }

    /// The change of a confidence.
    public var change: Double {
      switch self {
      case .strong: 0.20
      case .moderate: 0.10
      case .weak: 0
      case .conflicted: -0.10
      }
    }
  }

  /// The bounds of an adjusted confidence: agreement makes nothing sure, and a conflict nothing impossible.
  public static let bounds = 0.10...0.95

  /// The signals, in the order given.
  public let signals: [Signal]
  /// The direction.
  public let direction: Direction
  /// The degree of agreement.
  public let strength: Strength
  /// The share of the weights that agree, each by its confidence: SUM(w c if agreeing, 0.5 w if neutral) / SUM w; 0 to
  /// 1.
  public let alignment: Double

  /// Joins signals of different timeframes; nil if there is none.
  public init?(_ signals: [Signal]) throws(ConfidenceError) {
    var seen: Set<Int64> = []
    for signal in signals {
      guard (0...1).contains(signal.confidence) else { throw .timeframeConfidence(signal.timeframe, signal.confidence) }
      guard seen.insert(signal.timeframe.nominalMilliseconds).inserted else {
        throw .repeatedTimeframe(signal.timeframe)
      }
    }
    guard !signals.isEmpty else { return nil }
    self.signals = signals
    let direction = Self.direction(of: signals)
    self.direction = direction
    let agreeing = signals.count { $0.direction == direction }
    strength = Self.strength(agreeing, of: signals.count)
    var (sum, total) = (0.0, 0.0)
    for signal in signals {
      total += signal.weight
      if signal.direction == direction {
        sum += signal.weight * signal.confidence
      } else if signal.direction == .neutral {
        sum += signal.weight * 0.5
      }
    }
    alignment = sum / total
  }

  /// The timeframes that have the direction.
  public var agreeing: [Timeframe] { signals.filter { $0.direction == direction }.map(\.timeframe) }

  /// The timeframes that have another direction, and are not neutral.
  public var conflicting: [Timeframe] {
    signals.filter { $0.direction != direction && $0.direction != .neutral }.map(\.timeframe)
  }

  /// The confidence of a forecast with the change that the agreement makes, 0.10 to 0.95.
  ///
  /// - Parameter confidence: That of the forecast; if it is nil the mean of the signals.
  public func adjusted(_ confidence: Double? = nil) -> Double {
    let mean = signals.reduce(0) { $0 + $1.confidence } / Double(signals.count)
    return min(Self.bounds.upperBound, max(Self.bounds.lowerBound, (confidence ?? mean) + strength.change))
  }

  private static func direction(of signals: [Signal]) -> Direction {
    func sum(_ direction: Direction) -> Double {
      signals.reduce(0) { $1.direction == direction ? $0 + $1.weight * $1.confidence : $0 }.withoutNoise
    }
    let sums = Direction.allCases.map { (direction: $0, sum: sum($0)) }
    let largest = sums.reduce(0) { max($0, $1.sum) }
    let first = sums.filter { $0.sum == largest }
    return first.count == 1 ? first[0].direction : .neutral
  }

  private static func strength(_ agreeing: Int, of count: Int) -> Strength {
    if count >= 3, agreeing == count { return .strong }
    if count >= 3, agreeing * 4 >= count * 3 { return .moderate }
    return agreeing * 2 >= count ? .weak : .conflicted
  }
}
